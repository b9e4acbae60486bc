import { keepYoungHeapSmall } from "../adapters/code-index/small-heap.ts";
import { ownVariables, withoutLeads } from "../adapters/processes/environment.ts";

/** What holds for the process of the program, and not for one that an agent was opened in by somebody else. */
export function settleOwnProcess(environment: NodeJS.ProcessEnv): void {
  // What hostile commands and files leave behind dies young: with the room that V8 would take, 60 MB of it lie about before it looks.
  keepYoungHeapSmall();
  own = environment;
  worksIn(foldersOfStart());
}

/** Of the program's process; a library's host keeps its own as it is. */
let own: NodeJS.ProcessEnv | undefined;

const folders = new Set<string>();

/** For a program of the person's that is to do what they said, and nothing of what these folders say; undefined: as this process has it. */
export const ownEnvironment = (): NodeJS.ProcessEnv | undefined => own && withoutLeads(own, [...folders]);

/** What the program starts from now on by its name (the command of a key, an editor, a browser) is nothing that these folders have by that name. */
export function worksIn(more: readonly string[]): void {
  if (own === undefined) return;
  for (const folder of more) folders.add(folder);
  for (const [name, value] of Object.entries(ownVariables(own, more))) {
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
