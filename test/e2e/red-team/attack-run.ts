import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { chmodSync, lchownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { test } from "vitest";
import { availableEngines } from "../../../src/adapters/sandbox/engines.ts";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { jsonLines, MAIN, putFiles, runWaymark } from "../run-waymark.ts";

/** An ordinary user, for what root alone would be let through. */
export const NOBODY = 65534;

export interface Call {
  readonly name: string;
  readonly input: unknown;
}

export interface Grounds {
  readonly base: string;
  readonly cwd: string;
  readonly home: string;
  /** The results of a scripted model's calls, in order. */
  attack(
    calls: readonly Call[],
    args: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): Promise<readonly string[]>;
  remove(): void;
}

export const shell = (command: string): Call => ({ name: "shell", input: { command } });
export const isRoot = process.getuid?.() === 0;

/** Files below `work`, `home` and elsewhere; not below /tmp, which is private in a sandbox: what must be refused would only miss. */
export function makeGrounds(files: Readonly<Record<string, string>>, userId?: number): Grounds {
  const place = userId === undefined ? join(homedir(), ".cache") : "/srv";
  mkdirSync(place, { recursive: true });
  const base = realpathSync(mkdtempSync(join(place, "waymark-red-team-")));
  for (const folder of ["work", "home/waymark"]) mkdirSync(join(base, folder), { recursive: true });
  putFiles(base, files);
  const cwd = join(base, "work");
  const home = join(base, "home");
  return {
    base,
    cwd,
    home,
    async attack(calls, args, environment) {
      if (userId !== undefined) giveTo(userId, base);
      let asked = 0;
      const server = await startOpenAiChat(() => {
        const call = calls[asked++];
        return call === undefined ? { text: "I give up." } : { calls: [call] };
      });
      const run = await runWaymark(
        ["-p", "get out", "-m", "openai-compatible/m", "--output-format", "stream-json", "--max-turns", "0", ...args],
        {
          cwd,
          home,
          environment: {
            OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
            OPENAI_COMPATIBLE_API_KEY: "key-of-the-red-team",
            ...environment,
          },
          ...(userId === undefined ? {} : { userId }),
        },
      ).finally(() => server.close());
      const results = jsonLines(run.stdout)
        .flatMap((line) => (line["message"] as { content?: Record<string, unknown>[] } | undefined)?.content ?? [])
        .filter((part) => part["type"] === "tool_result")
        .map((part) => String(part["content"]));
      if (results.length !== calls.length)
        throw new Error(`${results.length} results of ${calls.length} calls; ${run.stderr.slice(0, 2000)}`);
      return results;
    },
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

export const canExchange = process.arch === "x64" && spawnSync("perl", ["-v"]).status === 0;
if (!canExchange)
  console.warn("Nothing is exchanged all the time: it takes perl, and the numbers of calls are those of x86_64.");

const EXCHANGE = `
my @pairs = @ARGV;
for (;;) { for (my $at = 0; $at < @pairs; $at += 2) { syscall(316, -100, $pairs[$at], -100, $pairs[$at + 1], 2) } }
`;

/** Exchanges the paths of each pair, as fast as it can, until it is killed. */
export const exchange = (...pairs: readonly string[]): ChildProcess =>
  spawn("perl", ["-e", EXCHANGE, ...pairs], { stdio: "ignore" });

/** Their home, and the program itself, which the tests install for themselves alone. */
export function giveTo(userId: number, folder: string): void {
  const [installed = ""] = MAIN.split("/node_modules/");
  if (/^waymark-installed-/.test(basename(installed))) chmodSync(installed, 0o755);
  lchownSync(folder, userId, userId);
  if (!lstatSync(folder).isDirectory()) return;
  for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" }))
    lchownSync(join(folder, path), userId, userId);
}

/** Whether that user may make the namespaces of a sandbox here. */
export function mayUseBubblewrap(userId: number | undefined): boolean {
  const { engines } = availableEngines({ environment: process.env, roots: [] });
  const program = engines.find(({ tier }) => tier === "bubblewrap")?.program;
  if (program === undefined) return false;
  try {
    const parameters = ["--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "/bin/true"];
    execFileSync(program, parameters, {
      stdio: "ignore",
      ...(userId === undefined ? {} : { uid: userId, gid: userId }),
    });
    return true;
  } catch {
    return false;
  }
}

/** A test for each of these users who may use bubblewrap; one that is skipped where none may. */
export function testAsConfined(users: readonly (number | undefined)[]) {
  const able = users.filter(mayUseBubblewrap);
  return test.skipIf(able.length === 0).each(able.length === 0 ? users.slice(0, 1) : able);
}
