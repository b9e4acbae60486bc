import { ownVariables } from "../adapters/processes/environment.ts";
import { keepYoungHeapSmall } from "../adapters/small-heap.ts";

/** What holds for the process of the program, and not for one that an agent was opened in by somebody else. */
export function settleOwnProcess(environment: NodeJS.ProcessEnv): void {
  // What hostile commands and files leave behind dies young: with the room that V8 would take, 60 MB of it lie about before it looks.
  keepYoungHeapSmall();
  for (const [name, value] of Object.entries(ownVariables(environment, foldersOfStart()))) {
    if (value === undefined) delete environment[name];
    else environment[name] = value;
  }
}

function foldersOfStart(): readonly string[] {
  try {
    return [process.cwd()];
  } catch {
    // It was removed; what needs it says so.
    return [];
  }
}
