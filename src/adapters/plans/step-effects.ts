import { closeSync, fdatasyncSync, fstatSync, openSync, readSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { StepEffects } from "../../core/plan/plan-store.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { ToolFailure } from "../../core/tool.ts";
import { makeFolder } from "../make-folder.ts";
import { writeWhole } from "../whole-file.ts";
import { recordedProcesses } from "./recorded-commands.ts";
import { recordedWorkspace } from "./recorded-commits.ts";
import { readIfThere } from "./write-safely.ts";

const LINE_FEED = 10;

/** The notes of one attempt, in a folder of its own that is there only once something was noted. */
export function stepEffects(folder: string): StepEffects {
  const agentLog = join(folder, "agent.jsonl");
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
    agentEvents: () => readEvents(agentLog),
    noteAgent: (event) => appendEvent(agentLog, event),
    call: (key) => stepEffects(join(folder, "calls", key)),
    clear: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function readEvents(path: string): readonly RecordedEvent[] {
  return (readIfThere(path) ?? "").split("\n").flatMap((line) => {
    try {
      return line === "" ? [] : [JSON.parse(line) as RecordedEvent];
    } catch {
      // The process ended in the middle of it: it never happened.
      return [];
    }
  });
}

/** What is to be done because of a reply may only begin when the reply is on disk. */
function appendEvent(path: string, event: RecordedEvent): void {
  makeFolder(dirname(path), { mode: 0o700 });
  const descriptor = openSync(path, "a+", 0o600);
  try {
    const { size } = fstatSync(descriptor);
    const last = Buffer.alloc(1);
    const isTorn = size > 0 && readSync(descriptor, last, 0, 1, size - 1) === 1 && last[0] !== LINE_FEED;
    writeWhole(descriptor, `${isTorn ? "\n" : ""}${JSON.stringify(event)}\n`);
    if (event.type === "reply") fdatasyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
