import { type StartingRooms, startingPlace } from "../trust/starting-place.ts";
import { type HookFile, type HookWork, isOwn } from "./hook-place.ts";
import type { HookDefinition } from "./hook-settings.ts";

interface BoundHook extends Pick<HookFile, "owner" | "folder"> {
  readonly work: HookWork;
  readonly sandbox: HookDefinition["sandbox"];
}

export interface HookBounds {
  /** Outside of the sandbox. */
  readonly isAsPerson: boolean;
  /** Variables of the person's that are kept from it: they lead to what it is not to be decided by. */
  readonly without: readonly string[];
  /** Where there is none it does not run. */
  readonly needsSandbox: boolean;
  /** Whether its "allow" counts: what lies where a session writes does not answer in the place of a person. */
  readonly mayAllow: boolean;
}

/** As the person runs what they said so of, and what nothing that a session wrote decides; the rest has a wall around it. */
export async function hookBounds(hook: BoundHook, rooms: StartingRooms): Promise<HookBounds> {
  const isDecided = await worksAlone(hook, rooms);
  const isAsPerson = isOwn(hook) && (hook.sandbox === false || (hook.sandbox === undefined && isDecided));
  const leading = isDecided && hook.work.kind === "command" ? await variablesThere(rooms, hook.folder) : [];
  const without = isAsPerson && hook.sandbox === undefined ? leading : [];
  const needsSandbox = !isAsPerson && (hook.sandbox !== undefined || !isDecided);
  return { isAsPerson, without, needsSandbox, mayAllow: isDecided && leading.length === without.length };
}

async function variablesThere(rooms: StartingRooms, plugin: string | undefined): Promise<readonly string[]> {
  const { leadingThere } = await import("../trust/words-of-servers.ts");
  return leadingThere(rooms.settings.environment, rooms.cwd, startingPlace(rooms, plugin));
}

/** Whether no file of the folder decides what a hook does. */
export async function worksAlone(
  { work, folder }: Pick<BoundHook, "work" | "folder">,
  rooms: StartingRooms,
): Promise<boolean> {
  if (work.kind !== "command") return true;
  // The grammar of the shell is loaded where a hook is there.
  const { worksFromItsWords } = await import("../trust/works-from-its-words.ts");
  return worksFromItsWords(work.command, startingPlace(rooms, folder));
}
