import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { type Grounds, giveTo, isRoot, makeGrounds, mayUseBubblewrap, NOBODY } from "../e2e/red-team/attack-run.ts";
import { processesOf, runWaymark, scriptedModel, startWaymark, type WaymarkOptions } from "../e2e/run-waymark.ts";
import { type Random, randomOf } from "../random.ts";
import { inTurn, seeds } from "../rounds.ts";

/** Waymark is killed while a command runs: whoever opens the folder next ends the look at what that made of protected names. */

const NAMES = [
  ".claude/settings.json",
  ".husky/pre-commit",
  ".mcp.json",
  ".vscode/tasks.json",
  ".git/hooks/post-checkout",
  "app/.envrc",
  "app/.claude/skills/x/SKILL.md",
  "app/.waymark/config.json",
];
const EVIL = "made by the command\n";
const OWN = "made by the person\n";

/** Every way in that opens a folder; what they say on standard error is what a person is told. */
const ENTRANCES: Readonly<Record<string, (home: string) => { args: readonly string[]; stdin?: string }>> = {
  "-p": (home) => ({ args: ["-p", "x", "-m", scriptedModel({ home }, [{ text: "done" }], "next.json")] }),
  "tool run": () => ({ args: ["tool", "run", "list_files", '{"path":"."}'] }),
  "mcp serve": () => ({ args: ["mcp", "serve"] }),
  undo: () => ({ args: ["undo", "--dry-run"] }),
  "policy check": () => ({ args: ["policy", "check", "git status"] }),
  "config trust": () => ({ args: ["config", "get", "model"] }),
  worktree: (home) => ({
    args: ["-w", "other", "-p", "x", "-m", scriptedModel({ home }, [{ text: "done" }], "next.json")],
  }),
  acp: () => ({ args: ["acp"], stdin: ACP }),
};

const rpc = (id: number, method: string, params: object): string =>
  `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
const ACP =
  rpc(1, "initialize", { protocolVersion: 1, clientCapabilities: {} }) +
  rpc(2, "session/new", { cwd: "CWD", mcpServers: [] });

interface Way {
  readonly userId?: number;
  /** Starts it where there is no bubblewrap. */
  readonly by?: readonly string[];
}

const HIDING =
  'for one in /usr/bin/bwrap /bin/bwrap /usr/local/bin/bwrap; do [ -f "$one" ] && mount --bind /dev/null "$one"; done; exec "$@"';
const WAYS: Readonly<Record<string, Way | undefined>> = {
  "below bubblewrap": mayUseBubblewrap(undefined) ? {} : undefined,
  "below bubblewrap, as an ordinary user": isRoot && mayUseBubblewrap(NOBODY) ? { userId: NOBODY } : undefined,
  "below Landlock":
    isRoot && spawnSync("unshare", ["-m", "true"]).status === 0 && spawnSync("perl", ["-v"]).status === 0
      ? { by: ["unshare", "-m", "--propagation", "private", "sh", "-c", HIDING, "sh"] }
      : undefined,
};

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

async function until(what: string, isThere: () => boolean): Promise<void> {
  await expect.poll(isThere, { message: what, timeout: 60_000, interval: 20 }).toBe(true);
}

const looks = ({ home }: Grounds): string => join(home, "waymark/state/looks");
const noted = (made: Grounds, ending: string): readonly string[] =>
  existsSync(looks(made)) ? readdirSync(looks(made)).filter((name) => name.endsWith(ending)) : [];

/** A repository in which a command makes these files and goes on, of a session that is killed. */
async function killedDuring(names: readonly string[], way: Way, random: Random): Promise<Grounds> {
  const { userId } = way;
  const lines = names.map(
    (name) => `mkdir -p ${dirname(name)}; printf '${EVIL.trim()}\\n' > ${name}; sleep 0.0${random.below(9)}`,
  );
  const made = makeGrounds(
    { "work/app/a.txt": "a\n", "work/make.sh": [...lines, "touch app/up", "sleep 60", ""].join("\n") },
    userId,
  );
  grounds = made;
  const { cwd, home } = made;
  const git = (...args: string[]) =>
    spawnSync("git", ["-c", "user.name=a", "-c", "user.email=a@b.c", ...args], { cwd });
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
    ["commit", "-qm", "a"],
  ])
    git(...args);
  const model = scriptedModel(made, [
    { calls: [{ name: "shell", input: { command: "sh make.sh" } }] },
    { text: "done" },
  ]);
  if (userId !== undefined) giveTo(userId, made.base);
  const child = startWaymark(["-p", "go", "-m", model, "--permission-mode", "acceptEdits"], { cwd, home, ...way });
  child.stdin?.end();
  await until("a look is noted", () => noted(made, ".json").length > 0);
  // Half of the kills come while it makes them, half while it waits.
  if (random.chance(0.5)) await until("the command is under way", () => existsSync(join(cwd, "app/up")));
  else await until("it has begun", () => names.some((name) => existsSync(join(cwd, name))));
  await killed(child);
  await until("what was left is ended", () => noted(made, ".ended").length > 0);
  // The kernel notes changes by a clock of some milliseconds: what comes within one of them nobody can tell apart, and no person is so quick.
  await new Promise((done) => setTimeout(done, 30));
  return made;
}

async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

const holding = (cwd: string, text: string): readonly string[] =>
  filesIn(cwd).filter((path) => path !== "make.sh" && readFileSync(join(cwd, path), "utf8") === text);

const opened = async (entrance: string, made: Grounds, way: Way): Promise<string> => {
  const { args, stdin = "" } = ENTRANCES[entrance]?.(made.home) ?? { args: [] };
  const options: WaymarkOptions = { cwd: made.cwd, home: made.home, ...way, stdin: stdin.replace("CWD", made.cwd) };
  return (await runWaymark(args, options)).stderr;
};

const TOLD = /A session was killed during a command/g;

describe.each(Object.entries(WAYS))("%s", (_, way) => {
  const ways = inTurn(2, Object.keys(ENTRANCES), Object.keys(WAYS).indexOf(_));
  test.skipIf(way === undefined).each(seeds(1).flatMap((seed) => ways.map((entrance) => [entrance, seed] as const)))(
    "after a kill during a command %s finds nothing that it made, and all that the person made since (%i)",
    async (entrance, seed) => {
      const random = randomOf(seed * 31 + Object.keys(ENTRANCES).indexOf(entrance));
      const names = NAMES.filter(() => random.chance(0.6));
      const chosen = names.length === 0 ? NAMES : names;
      const made = await killedDuring(chosen, way ?? {}, random);
      const { cwd, home } = made;
      expect(processesOf(home)).toEqual([]);
      // Some in the folders that the command has made, some beside.
      const own = NAMES.filter((name) => !existsSync(join(cwd, name))).concat(
        ".vscode/own.json",
        ".claude/own/SKILL.md",
      );
      for (const name of own) {
        const firstMade = mkdirSync(dirname(join(cwd, name)), { recursive: true });
        writeFileSync(join(cwd, name), OWN);
        if (way?.userId !== undefined) giveTo(way.userId, firstMade ?? join(cwd, name));
      }
      const left = chosen.filter(
        (name) => existsSync(join(cwd, name)) && readFileSync(join(cwd, name), "utf8") === EVIL,
      );
      const told = await opened(entrance, made, way ?? {});
      expect({ left: holding(cwd, EVIL).filter((path) => !path.includes(".taken-back")) }).toEqual({ left: [] });
      expect(holding(cwd, EVIL).length).toBe(left.length);
      expect(
        holding(cwd, OWN)
          .filter((path) => !path.startsWith(".waymark/worktrees"))
          .sort(),
      ).toEqual(own.sort());
      expect(told.match(TOLD)).toHaveLength(1);
      for (const name of left) expect(told).toMatch(new RegExp(name.split("/").slice(0, 2).join("(?:/|, )|")));
      expect(noted(made, ".json")).toEqual([]);
      expect(await opened("tool run", made, way ?? {})).not.toMatch(TOLD);
    },
  );
});
