import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { StepEffects } from "../../core/plan/plan-store.ts";
import type { Processes, Workspace } from "../../core/ports.ts";
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
    marking: (ports) =>
      markingPorts(ports, () => {
        if (!existsSync(folder)) writeInto(join(folder, "touched"), "");
      }),
    wasTouched: () => existsSync(folder),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function markingPorts(ports: ToolPorts, mark: () => void): ToolPorts {
  return {
    ...ports,
    workspace: markingWorkspace(ports.workspace, mark),
    processes: markingProcesses(ports.processes, mark),
  };
}

function markingWorkspace(workspace: Workspace, mark: () => void): Workspace {
  return {
    ...workspace,
    allowing: (accesses) => markingWorkspace(workspace.allowing(accesses), mark),
    async commit(changes) {
      mark();
      await workspace.commit(changes);
    },
  };
}

function markingProcesses(processes: Processes, mark: () => void): Processes {
  return {
    ...processes,
    run(request, signal) {
      mark();
      return processes.run(request, signal);
    },
    start(request) {
      mark();
      return processes.start(request);
    },
  };
}
