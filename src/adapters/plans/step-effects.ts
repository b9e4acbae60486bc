import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Workspace } from "../../core/ports.ts";
import type { StepEffects } from "../../core/plan/plan-store.ts";
import { ToolFailure, type ToolPorts } from "../../core/tool.ts";
import { recordedProcesses } from "./recorded-commands.ts";
import { recordedWorkspace } from "./recorded-commits.ts";
import { writeInto } from "./write-safely.ts";

/** The notes of one attempt, in a folder of its own that is there only once something was noted. */
export function stepEffects(folder: string): StepEffects {
  let undecided: string | undefined;
  const undecide = (why: string): ToolFailure => {
    undecided ??= why;
    return new ToolFailure(`Interrupted before: ${why}. It is not repeated.`);
  };
  return {
    get undecided() {
      return undecided;
    },
    recording: (ports) => ({
      ...ports,
      workspace: recordedWorkspace(ports.workspace, folder, undecide),
      processes: recordedProcesses(ports.processes, folder, undecide),
    }),
    marking: (ports) => markingPorts(ports, () => {
      if (!existsSync(folder)) writeInto(join(folder, "touched"), "");
    }),
    wasTouched: () => existsSync(folder),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function markingPorts(ports: ToolPorts, mark: () => void): ToolPorts {
  const { workspace, processes } = ports;
  return {
    ...ports,
    workspace: markingWorkspace(workspace, mark),
    processes: {
      confinement: (request) => processes.confinement(request),
      list: () => processes.list(),
      stop: (id) => processes.stop(id),
      close: () => processes.close(),
      run(request, signal) {
        mark();
        return processes.run(request, signal);
      },
      start(request) {
        mark();
        return processes.start(request);
      },
    },
  };
}

function markingWorkspace(workspace: Workspace, mark: () => void): Workspace {
  return {
    root: workspace.root,
    roots: workspace.roots,
    show: (path) => workspace.show(path),
    allowing: (accesses) => markingWorkspace(workspace.allowing(accesses), mark),
    isSecret: (path) => workspace.isSecret(path),
    stat: (path) => workspace.stat(path),
    readBytes: (path, range) => workspace.readBytes(path, range),
    list: (path) => workspace.list(path),
    walk: (path, options) => workspace.walk(path, options),
    async commit(changes) {
      mark();
      await workspace.commit(changes);
    },
  };
}
