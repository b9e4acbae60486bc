import { ownVariables } from "../adapters/processes/environment.ts";
import { keepYoungHeapSmall } from "../adapters/small-heap.ts";

/** What holds for the process of the program, and not for one that an agent was opened in by somebody else. */
export function settleOwnProcess(environment: NodeJS.ProcessEnv): void {
  // What hostile commands and files leave behind dies young: with the room that V8 would take, 60 MB of it lie about before it looks.
  keepYoungHeapSmall();
  own = environment;
  worksIn(foldersOfStart());
}

/** Of the program's process; a library's host keeps its own as it is. */
let own: NodeJS.ProcessEnv | undefined;

/** What the program starts from now on by its name (the command of a key, an editor, a browser) is nothing that these folders have by that name. */
export function worksIn(folders: readonly string[]): void {
  if (own === undefined) return;
  for (const [name, value] of Object.entries(ownVariables(own, folders))) {
    if (value === undefined) delete own[name];
    else own[name] = value;
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
