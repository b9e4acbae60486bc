import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import type { SpokenProgramStart } from "../../adapters/processes/spoken-program.ts";
import { beginWriting } from "../../adapters/processes/writers-turn.ts";
import type { ProgramStart } from "../../core/ports/processes.ts";
import { givesCode } from "../../engines/shell/programs/interpreters.ts";
import { isAroundWritten, mayBeWritten, startingPlace } from "../trust/starting-place.ts";
import { leadingThere, namesSomethingIn, namesWritten } from "../trust/words-of-servers.ts";
import type { RunningServerPlace } from "./server-place.ts";
import type { ServerSettings } from "./server-settings.ts";

type StartPlace = Pick<RunningServerPlace, "cwd" | "sandbox" | "isTrusted" | "places" | "added" | "settings">;

/**
 * How the program of a server starts. Where its settings do not say: as the person, in a folder in which no session has a say; but in
 * the sandbox where its words or its folder lead to what one may have written.
 * @throws {Error} where there is no sandbox for it
 */
export async function serverStart(
  { command = "", args = [], env = {}, cwd, sandbox }: ServerSettings,
  place: StartPlace,
): Promise<SpokenProgramStart> {
  const words = [command, ...args, ...Object.values(env)];
  const isHere = place.isTrusted && (sandbox !== undefined || namesSomethingIn(place.cwd, words));
  const starting = startingPlace(place);
  const away = awayFolder(place);
  // It is none of its own where all of a home is worked in.
  const isAway = cwd === undefined && !isHere && !mayBeWritten(away, starting);
  const folder = isAway ? away : resolve(place.cwd, cwd ?? ".");
  const start = { program: command, parameters: args, cwd: folder, variables: env };
  const isOpen =
    !mayBeWritten(folder, starting) &&
    !isAroundWritten(folder, starting) &&
    !givesCode([command, ...args]) &&
    !namesWritten(words, folder, starting);
  if (sandbox === false) return start;
  if (sandbox === undefined && isOpen)
    return { ...start, without: leadingThere(place.settings.environment, folder, starting) };
  const { use } = place.sandbox;
  const { tier, why = "it is off", hosts } = (await use?.sandbox.state()) ?? { tier: "none" };
  if (use === undefined || tier === "none")
    throw new Error(
      `it is to run in a sandbox, and there is none: ${why}; in your own settings \`"sandbox": false\` starts it as you`,
    );
  const open = hosts === undefined || sandbox === "network" ? "on" : "hosts";
  const network = sandbox === true ? "off" : open;
  const confine = (one: ProgramStart): ProgramStart => {
    // Servers come and go by themselves; one that was started counts as there.
    if (use.writes === "workspace") beginWriting();
    return use.sandbox.confine(one, { reads: "machine", writes: use.writes, network });
  };
  return { ...start, confine };
}

/** What to do about one that does not come up. @param said  what went wrong */
export function startHint({ confine, cwd }: SpokenProgramStart, place: StartPlace, said: string): string {
  if (confine !== undefined)
    return 'it ran in the sandbox, where it writes below the working folder alone; in your own settings `"sandbox": false` starts it as you';
  const away = awayFolder(place);
  return cwd === away && missesPlace(said, away, place.cwd)
    ? 'it started in a folder of its own; `"cwd": "."` starts it in the working folder'
    : "";
}

/** Whether it looked for something where it was started, or for what is there in the working folder. */
function missesPlace(said: string, away: string, here: string): boolean {
  const names = said.match(/[\w.@-][\w./@-]*/g) ?? [];
  return (
    said.includes(away) || names.some((name) => /\w/.test(name) && /[./]/.test(name) && existsSync(join(here, name)))
  );
}

/** Where no session has a say: what a program is found by (`./server`, `npx`, `-m`) would otherwise lie in the folder. */
function awayFolder({ places }: StartPlace): string {
  const folder = join(places.cache, "servers");
  makeFolder(folder, { mode: 0o700 });
  return folder;
}
