import { spawn } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MAIN, makePlace, type Place, runWaymark, type WaymarkRun } from "../../e2e/run-waymark.ts";
import { type FaultResult, inPlace, ONCE, promise } from "./fault.ts";
import { KEY, sessionsIn } from "./play.ts";
import { callTools, type RawAnswer, type RawServer, say, startRaw } from "./raw-server.ts";

export const done = say("done");
export const shell = (command: string): RawAnswer => callTools([{ name: "shell", input: { command } }]);
export const flags = [
  "-m",
  "openai-compatible/m",
  "--output-format",
  "stream-json",
  "--permission-mode",
  "bypassPermissions",
];
/** A place, a server that gives these answers one after the other, and the program against it. */
export interface Scene {
  readonly place: Place;
  readonly server: RawServer;
  readonly environment: Record<string, string>;
  run(args: readonly string[], more?: Record<string, string>): Promise<WaymarkRun>;
}

export async function scene(answers: readonly RawAnswer[], use: (scene: Scene) => Promise<void>): Promise<FaultResult> {
  const server = await startRaw(answers);
  try {
    await inPlace(makePlace({ "a.txt": "alpha\n" }), (place) => {
      const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: KEY };
      const run = (args: readonly string[], more: Record<string, string> = {}): Promise<WaymarkRun> =>
        runWaymark(args, { ...place, environment: { ...environment, ...more } });
      return use({ place, server, environment, run });
    });
  } finally {
    await server.close();
  }
  return ONCE;
}

/** Whether any process has this word in its command line. */
function isRunning(word: string): boolean {
  return globSync("/proc/[0-9]*/cmdline").some((path) => {
    try {
      return !path.includes(String(process.pid)) && readFileSync(path, "latin1").includes(word);
    } catch {
      return false;
    }
  });
}

const ENDING_POLLS = 100;

/** Whether no process has this word any more; one that was killed may still be about to end. */
export async function isGone(word: string): Promise<boolean> {
  for (let polls = 0; polls < ENDING_POLLS; polls++) {
    if (!isRunning(word)) return true;
    await sleep(100);
  }
  return false;
}

export function checkSessions(place: Place): void {
  for (const { problems } of sessionsIn(place))
    promise(problems.length === 0, "a damaged log", JSON.stringify(problems));
}

export const stateOf = (place: Place): string => join(place.home, "waymark", "state");
export const sessionFile = (place: Place): string =>
  globSync(join(stateOf(place), "sessions", "*", "*.jsonl"))[0] ?? "";

/** The program through a shell that sets the scene first; it finds the program as "$NODE" "$MAIN" "$@". */
export function throughBash(
  script: string,
  args: readonly string[],
  place: Place,
  environment: Record<string, string>,
): Promise<WaymarkRun> {
  const child = spawn("bash", ["-c", script, "bash", ...args], {
    cwd: place.cwd,
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: place.home,
      WAYMARK_HOME: join(place.home, "waymark"),
      NODE: process.execPath,
      MAIN,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString("utf8")));
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr })));
}
