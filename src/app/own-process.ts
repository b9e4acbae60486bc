import { cleanPath } from "../adapters/processes/environment.ts";
import { keepYoungHeapSmall } from "../adapters/small-heap.ts";

/** What holds for the process of the program, and not for one that an agent was opened in by somebody else. */
export function settleOwnProcess(environment: NodeJS.ProcessEnv): void {
  // What hostile commands and files leave behind dies young: with the room that V8 would take, 60 MB of it lie about before it looks.
  keepYoungHeapSmall();
  const path = environment["PATH"];
  // What is started by name is never what the folder has by that name, trusted or not: npx puts its programs first.
  if (path !== undefined) environment["PATH"] = cleanPath(path, foldersOfStart());
}

function foldersOfStart(): readonly string[] {
  try {
    return [process.cwd()];
  } catch {
    // It was removed; what needs it says so.
    return [];
  }
}
