import { type ChildProcess, spawn } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";

/** The installed package in a test; in a script that nothing is installed for, the build of the checkout. */
export const MAIN = process.env["WAYMARK_TEST_MAIN"] ?? resolve(import.meta.dirname, "../../dist/main.js");

/** Each test has a home of its own, where nothing is compiled yet. */
export const COMPILED = { NODE_COMPILE_CACHE: join(tmpdir(), "waymark-test-compiled") };

export interface WaymarkRun {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  /** Without what an index tells of its progress where a busy machine takes more than two seconds for it. */
  readonly stderr: string;
}

const PROGRESS = /^(?:Indexing: \d+ % \(\d+ of \d+ files\)|Indexed in [\d.]+ s)\n/gm;

export interface WaymarkOptions {
  readonly cwd: string;
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Whose process it is, where root starts it; the files must be theirs. */
  readonly userId?: number;
  /** A program that starts it, with its parameters. */
  readonly by?: readonly string[];
}

/** How often this process started it, and how often so that its commands are confined wherever there is a sandbox. */
export const starts = { count: 0, confined: 0 };

/** Counts a start with a home and gives it the proof of this machine's sandbox: each new home would have it made anew, by a dozen of processes. */
export function noteStart(args: readonly string[], { home, environment = {}, userId }: StartedBy): void {
  starts.count += 1;
  const said = args.includes("--sandbox") ? args[args.indexOf("--sandbox") + 1] : environment["WAYMARK_SANDBOX"];
  if (said === "off") return;
  starts.confined += 1;
  // A proof is one user's alone.
  if (userId === undefined && environment["WAYMARK_HOME"] === undefined) keepProofs(join(home, "waymark", "cache"));
}

interface StartedBy {
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>> | undefined;
  readonly userId?: number | undefined;
}

function keepProofs(cache: string): void {
  const proofs = process.env["WAYMARK_TEST_PROOFS"];
  if (proofs === undefined || existsSync(cache) || !existsSync(dirname(dirname(cache)))) return;
  try {
    mkdirSync(cache, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(proofs)) copyFileSync(join(proofs, name), join(cache, name));
  } catch {
    // A home in which nothing can be made is the test's own.
  }
}

/** Starts the installed program with a clean environment: nothing of the machine's own keys and settings gets in. */
export function startWaymark(
  args: readonly string[],
  { cwd, home, environment, userId, by = [] }: WaymarkOptions,
): ChildProcess {
  const [program = "", ...parameters] = [...by, process.execPath, MAIN, ...args];
  noteStart(args, { home, environment, userId });
  return spawn(program, parameters, {
    cwd,
    ...(userId === undefined ? {} : { uid: userId, gid: userId }),
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      WAYMARK_HOME: join(home, "waymark"),
      LANG: "C.UTF-8",
      ...COMPILED,
      ...environment,
    },
    stdio: ["pipe", "pipe", "pipe"],
  });
}

/** Those that were started with a home of one test: in a sandbox they know themselves by other numbers. What has ended has no environment. */
export const processesOf = (home: string): readonly string[] =>
  readdirSync("/proc").filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").includes(`HOME=${home}\0`);
    } catch {
      return false;
    }
  });

export function runWaymark(args: readonly string[], options: WaymarkOptions): Promise<WaymarkRun> {
  const child = startWaymark(args, options);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout?.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr?.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.stdin ?? "");
  return new Promise((done) => {
    child.once("close", (code, signal) =>
      done({
        code,
        signal,
        stdout: Buffer.concat(stdout).toString("utf8"),
        stderr: Buffer.concat(stderr).toString("utf8").replace(PROGRESS, ""),
      }),
    );
  });
}

export interface Place {
  readonly cwd: string;
  readonly home: string;
  /** Ends what still works in it, before it is removed. */
  readonly ends: (() => void)[];
  remove(): void;
}

/** A working folder with these files and a home of its own, both thrown away by `remove`. */
export function makePlace(files: Readonly<Record<string, string | Uint8Array>> = {}): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-test-")));
  const cwd = join(base, "work");
  const home = join(base, "home");
  mkdirSync(cwd);
  mkdirSync(home);
  putFiles(cwd, files);
  const ends: (() => void)[] = [];
  const remove = (): void => {
    for (const end of ends.splice(0)) end();
    rmSync(base, { recursive: true, force: true });
  };
  return { cwd, home, ends, remove };
}

/** Writes files below a folder, with the folders that they lie in. */
export function putFiles(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** The lines of stream-json as objects. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** The name of a model that plays these replies, one a step. */
export function scriptedModel({ home }: Pick<Place, "home">, replies: unknown, file = "script.json"): string {
  const path = join(home, file);
  writeFileSync(path, JSON.stringify(replies));
  return `scripted/${path}`;
}

/** The most memory that a process has held, in MB; undefined where it has ended, or the system tells nothing of it. */
export function peakMbOf(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
    return kilobytes === undefined ? undefined : Number(kilobytes) / 1024;
  } catch {
    return undefined;
  }
}
