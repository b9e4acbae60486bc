import { execFileSync, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { spawn as spawnPty } from "@lydell/node-pty";
import { MAIN } from "../run-waymark.ts";

/** One start of the built binary with every program it starts written down. */
export interface Watched {
  readonly code: number | null;
  readonly output: string;
  readonly stderr: string;
  /** Programs started beside Waymark itself: `path argument argument`. */
  readonly started: readonly string[];
  readonly durationMs: number;
}

export interface WatchedPlace {
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Where strace writes; a new file for each run. */
  readonly traceFile: string;
}

export const STRACE = "/usr/bin/strace";

/** Without strace the programs are not seen; a case then says so instead of passing silently. */
export const seesPrograms = (): boolean => existsSync(STRACE);

function command(args: readonly string[], traceFile: string): readonly [string, string[]] {
  const own = [MAIN, ...args];
  if (!seesPrograms()) return [process.execPath, own];
  return [STRACE, ["-f", "-qq", "-s", "300", "-e", "trace=execve,execveat", "-o", traceFile, process.execPath, ...own]];
}

export function runHeadless(args: readonly string[], place: WatchedPlace): Promise<Watched> {
  const [program, all] = command(args, place.traceFile);
  const startedMs = performance.now();
  const child = spawn(program, all, { cwd: place.cwd, env: place.environment, stdio: ["ignore", "pipe", "pipe"] });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  return new Promise((resolve) => {
    child.once("close", (code) =>
      resolve({
        code,
        output: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
        started: startedPrograms(place.traceFile),
        durationMs: performance.now() - startedMs,
      }),
    );
  });
}

/** What a person at a terminal does: waits for a text (or a while), then sends keys. */
export interface Key {
  readonly after: RegExp;
  /** What becomes of the folder before they answer. */
  readonly meanwhile?: () => void;
  readonly send: string;
}

const WAIT_MAX_MS = 6_000;
const SETTLE_MS = 700;
const LEAVE_MAX_MS = 2_000;

/** Runs in a real terminal; ends when the program does, or kills it after the last key and a while. */
export async function runAtTerminal(
  args: readonly string[],
  keys: readonly Key[],
  place: WatchedPlace,
): Promise<Watched> {
  const [program, all] = command(args, place.traceFile);
  const startedMs = performance.now();
  const terminal = spawnPty(program, all, {
    cwd: place.cwd,
    env: { ...place.environment, TERM: "xterm-256color" },
    cols: 100,
    rows: 40,
  });
  let output = "";
  let ended: number | undefined;
  terminal.onData((text) => {
    output += text;
  });
  terminal.onExit(({ exitCode }) => {
    ended = exitCode;
  });
  const until = async (isReached: () => boolean, maxMs: number): Promise<void> => {
    const end = performance.now() + maxMs;
    while (!isReached() && ended === undefined && performance.now() < end)
      await new Promise((wait) => setTimeout(wait, 25));
  };
  let seen = 0;
  for (const { after, meanwhile, send } of keys) {
    await until(() => after.test(output.slice(seen)), WAIT_MAX_MS);
    await until(() => false, SETTLE_MS);
    seen = output.length;
    meanwhile?.();
    if (ended === undefined) terminal.write(send);
  }
  await until(() => false, LEAVE_MAX_MS);
  if (ended === undefined) endTree(terminal.pid);
  await until(() => false, LEAVE_MAX_MS);
  return {
    code: ended ?? null,
    output,
    stderr: "",
    started: startedPrograms(place.traceFile),
    durationMs: performance.now() - startedMs,
  };
}

/** strace hands signals on only to itself, so its child is ended first. */
function endTree(pid: number): void {
  try {
    const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
    for (const child of children.trim().split(/\s+/)) if (child) process.kill(Number(child), "SIGKILL");
    process.kill(pid, "SIGKILL");
  } catch {
    return;
  }
}

/** Our own search program counts as ours: it is found by its path and told to read no configuration. */
const OWN = /\/rg(?:\.exe)? /;

function startedPrograms(traceFile: string): readonly string[] {
  if (!existsSync(traceFile)) return [];
  const lines = readFileSync(traceFile, "utf8").split("\n");
  const calls = lines.flatMap((line) => {
    const match = /execve(?:at)?\((?:AT_FDCWD, )?"([^"]+)", \[(.*?)\](?:,|\.\.\.)/.exec(line);
    if (!match || !/= 0$|unfinished/.test(line)) return [];
    const args = [...(match[2] ?? "").matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text);
    return [`${match[1]} ${args.slice(1).join(" ")}`];
  });
  return calls.slice(1).filter((call) => !OWN.test(call));
}
