import { join, resolve } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import type { SpokenProgramStart } from "../../adapters/processes/spoken-program.ts";
import { filesOfServer, namingPlace } from "../trust/named-files.ts";
import type { RunningServerPlace } from "./server-place.ts";
import type { ServerSettings } from "./server-settings.ts";

type StartPlace = Pick<RunningServerPlace, "cwd" | "sandbox" | "isTrusted" | "places">;

/** How the program of a server starts; in the sandbox where its settings say so. @throws {Error} where there is none */
export async function serverStart(
  { command = "", args = [], env = {}, cwd, sandbox = false }: ServerSettings,
  place: StartPlace,
): Promise<SpokenProgramStart> {
  const folder = cwd === undefined && !place.isTrusted ? awayFolder(place) : resolve(place.cwd, cwd ?? ".");
  const start = { program: command, parameters: args, cwd: folder, variables: env };
  if (sandbox === false) return start;
  const { use } = place.sandbox;
  const { tier, why = "it is off" } = (await use?.sandbox.state()) ?? { tier: "none" };
  if (use === undefined || tier === "none") throw new Error(`it is to run in a sandbox, and there is none: ${why}`);
  const network = sandbox === "network" ? "on" : "off";
  return { ...start, confine: (one) => use.sandbox.confine(one, { reads: "machine", writes: use.writes, network }) };
}

/** Starts what files of the folder start while no command may write them: what was looked at is what runs. @throws {Error} where one may */
export function whileNobodyWrites<Result>(
  settings: ServerSettings,
  place: Pick<RunningServerPlace, "cwd" | "config" | "plugins" | "sandbox">,
  work: () => Promise<Result>,
): Promise<Result> {
  const { turns } = place.sandbox.use ?? {};
  const isFromFolder = !settings.sandbox && filesOfServer(settings, namingPlace(place)).length > 0;
  const started = isFromFolder && turns !== undefined ? turns.asPerson(work) : work();
  if (started === undefined) throw new Error("a command that may write what it is started from has not ended yet");
  return started;
}

/** Where a folder that nobody trusts has no say: what a program is found by (`./server`, `npx`, `-m`) would otherwise lie in it. */
function awayFolder({ places }: StartPlace): string {
  const folder = join(places.cache, "servers");
  makeFolder(folder, { mode: 0o700 });
  return folder;
}
