import { once } from "node:events";
import { globSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { Seat } from "../terminal/pseudo-terminal.ts";
import { pause } from "../terminal/sit-down.ts";
import { jsonLines, makePlace, type Place, runWaymark, scriptedModel, type WaymarkRun } from "./run-waymark.ts";

// The same place opened through every entrance: what a person can observe of it must not depend on the door.

const SECRET = "sk-proj-Zq8mV2xL0bR4tY7wNc3KdJ5h";
const PRINT = "sh show.sh";

/** A kind of folder; paths below `{outside}` lead to a folder beside the working folder. */
interface Kind {
  readonly project?: Readonly<Record<string, string>>;
  /** The person's own settings. */
  readonly user?: object;
  /** `.env` in the configuration folder. */
  readonly ownEnv?: string;
  readonly flags?: readonly string[];
  readonly isTrusted?: boolean;
  readonly isHome?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** What has to be seen, so that no row agrees by seeing nothing. */
  readonly sees?: Partial<Observation>;
  /** Whether a tool is offered that reaches the network. */
  readonly reaches?: boolean;
}

interface Observation {
  /** What a command is given of the variable that `.env` files set. */
  readonly variable: string;
  readonly touch: "runs" | "refused";
  readonly outside: "read" | "refused";
  /** The same file, by a command that only reads. */
  readonly command: "read" | "refused";
  /** A file that holds the person's own key. */
  readonly notes: string;
  readonly tools: readonly string[];
}

const DENIES_NOTES = { permissions: { deny: ["read_file(notes.txt)"] } };
/** What a project may bring: settings, variables, a skill and code. */
const PROJECT = {
  ".waymark/config.json": JSON.stringify(DENIES_NOTES),
  ".env": "APP_NAME=project\n",
  ".waymark/skills/a/SKILL.md": "---\nname: a\ndescription: A skill.\n---\nDo it.\n",
  "src/a.ts": "export const a = 1;\n",
};

const KINDS: Readonly<Record<string, Kind>> = {
  fresh: { sees: { variable: "", touch: "refused", outside: "refused", command: "refused" } },
  "a project, untrusted": { project: PROJECT, sees: { variable: "", notes: "masked" } },
  "a project, trusted": { project: PROJECT, isTrusted: true, sees: { variable: "project", notes: "refused" } },
  "folders, rules and .env of the person's own": {
    user: { addDirs: ["{outside}"], permissions: { allow: ["shell(touch made.txt)"] } },
    ownEnv: "APP_NAME=mine\n",
    sees: { variable: "mine", touch: "runs", outside: "read", command: "read" },
  },
  "folders by a flag, and rules that deny": {
    flags: ["--add-dir", "{outside}"],
    user: DENIES_NOTES,
    sees: { outside: "read", command: "read", notes: "refused" },
  },
  "a profile": {
    user: { profiles: { open: { permissionMode: "bypassPermissions" } } },
    flags: ["--profile", "open"],
    sees: { touch: "runs" },
  },
  offline: { flags: ["--offline"], user: { permissions: { allow: ["fetch_url(example.com)"] } }, reaches: false },
  "the network allowed": { user: { permissions: { allow: ["fetch_url(example.com)"] } }, reaches: true },
  "sandbox off": { flags: ["--sandbox", "off"], ownEnv: "APP_NAME=mine\n", sees: { variable: "mine" } },
  "sandbox read-only": { flags: ["--sandbox", "read-only"] },
  "home as working folder": { isHome: true, sees: { touch: "refused" } },
  "mode plan": { flags: ["--permission-mode", "plan"], sees: { touch: "refused", variable: "" } },
  "mode by the environment": { environment: { WAYMARK_PERMISSION_MODE: "bypassPermissions" }, sees: { touch: "runs" } },
};

const open: Place[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

interface Scene {
  readonly at: Place;
  readonly outside: string;
  readonly flags: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  run(...args: string[]): Promise<WaymarkRun>;
}

async function sceneOf(kind: Kind): Promise<Scene> {
  const made = makePlace();
  open.push(made);
  const outside = join(dirname(made.home), "outside");
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  const cwd = kind.isHome ? made.home : made.cwd;
  const filled = (text: string): string => text.replaceAll("{outside}", outside);
  put(join(outside, "far.txt"), "far away\n");
  put(join(cwd, "show.sh"), 'echo "$APP_NAME"\n');
  put(join(cwd, "notes.txt"), `the key is ${SECRET}\n`);
  for (const [path, text] of Object.entries(kind.project ?? {})) put(join(cwd, path), text);
  const user = { providers: { openai: { apiKey: SECRET } }, commandVariables: ["APP_NAME"], ...kind.user };
  put(join(made.home, "waymark/config/config.json"), filled(JSON.stringify(user)));
  if (kind.ownEnv !== undefined) put(join(made.home, "waymark/config/.env"), kind.ownEnv);
  const at = { ...made, cwd };
  const options = { ...at, ...(kind.environment === undefined ? {} : { environment: kind.environment }) };
  if (kind.isTrusted) expect((await runWaymark(["config", "trust"], options)).code).toBe(0);
  const flags = (kind.flags ?? []).map(filled);
  return {
    at,
    outside,
    flags,
    environment: kind.environment ?? {},
    run: (...args) => runWaymark(withFlags(args, flags), options),
  };
}

/** Before `--`, behind which all is the command. */
function withFlags(words: readonly string[], flags: readonly string[]): readonly string[] {
  const at = words.includes("--") ? words.indexOf("--") : words.length;
  return [...words.slice(0, at), ...flags, "--allowedTools", `shell(${PRINT})`, ...words.slice(at)];
}

const CALLS = (outside: string) => ({
  variable: { name: "shell", input: { command: PRINT } },
  touch: { name: "shell", input: { command: "touch made.txt" } },
  outside: { name: "read_file", input: { path: join(outside, "far.txt") } },
  command: { name: "shell", input: { command: `cat ${join(outside, "far.txt")}` } },
  notes: { name: "read_file", input: { path: "notes.txt" } },
});
type Probe = keyof ReturnType<typeof CALLS>;

/** Results differ in form from door to door; what they say does not. */
function observed(results: Readonly<Record<Probe, string>>, tools: readonly string[]): Observation {
  const { variable, touch, outside, command, notes } = results;
  expect(notes).not.toContain(SECRET);
  return {
    variable: /^(?:mine|project)$/m.exec(variable)?.[0] ?? "",
    touch: isRefused(touch) ? "refused" : "runs",
    outside: outside.includes("far away") ? "read" : "refused",
    command: command.includes("far away") ? "read" : "refused",
    notes: notes.includes("redacted") ? "masked" : isRefused(notes) ? "refused" : "bare",
    tools: [...tools].sort(),
  };
}

const isRefused = (text: string): boolean =>
  /not allowed|refused|denied|cannot|only looks|Exit code: [1-9]/i.test(text);

async function throughAgent({ at, outside, run }: Scene): Promise<Observation> {
  const calls = Object.entries(CALLS(outside)).map(([id, call]) => ({ ...call, id }));
  const model = scriptedModel(at, [{ calls }, { text: "done" }]);
  const events = jsonLines((await run("-p", "go", "-m", model, "--output-format", "stream-json")).stdout);
  const results = Object.fromEntries(
    events.flatMap((event) => {
      const { content } = (event["message"] ?? {}) as { content?: { tool_use_id?: string; content?: string }[] };
      return (content ?? []).flatMap((part) => (part.tool_use_id ? [[part.tool_use_id, part.content ?? ""]] : []));
    }),
  ) as Record<Probe, string>;
  const start = events.find((event) => event["subtype"] === "init");
  return observed(results, (start?.["tools"] ?? []) as string[]);
}

/** A person at the terminal, who says no whenever they are asked. */
async function throughTerminal(
  { at, outside, flags, environment }: Scene,
  others: readonly string[],
): Promise<Observation> {
  const calls = Object.entries(CALLS(outside)).map(([id, call]) => ({ ...call, id }));
  const model = scriptedModel(at, [{ calls }, { text: "That was all." }]);
  const args = withFlags(["--screen-reader", "-m", model, "go"], flags);
  const seat = new Seat(args, { ...at, columns: 200, environment: { ...environment, NO_COLOR: "1" } });
  const questions = /Let them count in this folder.*other key = no|Allow it\? Number or letter/g;
  let answered = 0;
  try {
    for (;;) {
      const asked = (text: string): number => text.match(questions)?.length ?? 0;
      const text = await seat.until((shown) => asked(shown) > answered || shown.includes("That was all."));
      if (asked(text) <= answered) break;
      answered++;
      // What comes in the same breath as the question of trust answers nothing.
      await pause(700);
      seat.type("n\r");
    }
    seat.type("\x04");
    await seat.ended();
  } finally {
    seat.close();
  }
  const log = lastSession(at);
  const results = Object.fromEntries(
    log.flatMap(({ type, result }) => {
      const { callId, text } = (result ?? {}) as { callId: string; text: string };
      return type === "call-end" ? [[callId, text]] : [];
    }),
  ) as Record<Probe, string>;
  const start = log.find(({ type }) => type === "run-start");
  // What a model may ask to be kept is offered where somebody can be asked about it.
  const offered = (start?.["tools"] ?? []) as string[];
  const tools = offered.filter((name) => name !== "remember" || others.includes(name));
  return observed(results, tools);
}

/** The events of the session that was begun last. */
function lastSession({ home }: Place): Record<string, unknown>[] {
  // Their names begin with the time.
  const files = globSync(join(home, "waymark/state/sessions/*/*.jsonl"));
  const last = files.sort((one, other) => basename(one).localeCompare(basename(other))).at(-1) ?? "";
  return jsonLines(readFileSync(last, "utf8")).map(({ event }) => event as Record<string, unknown>);
}

async function throughTools({ outside, run }: Scene): Promise<Observation> {
  const results: Partial<Record<Probe, string>> = {};
  for (const [probe, { name, input }] of Object.entries(CALLS(outside)))
    results[probe as Probe] = (await run("tool", "run", name, JSON.stringify(input))).stdout;
  const list = JSON.parse((await run("tool", "list", "--json")).stdout) as { name: string }[];
  return observed(
    results as Record<Probe, string>,
    list.map(({ name }) => name),
  );
}

async function throughPlan({ at, outside, run }: Scene, tools: readonly string[]): Promise<Observation> {
  const steps = Object.entries(CALLS(outside)).map(([id, { name, input }]) => ({
    ...{ id, title: id, tool: name, params: input, needs: [] },
  }));
  writeFileSync(join(at.home, "plan.json"), JSON.stringify({ id: "probe", goal: "look", steps }));
  const made = await run("plan", "new", "--file", join(at.home, "plan.json"));
  expect(made.code, made.stderr).toBe(0);
  await run("plan", "run", "--no-replan");
  const plan = JSON.parse(readFileSync(join(at.cwd, ".waymark/plans/probe.json"), "utf8")) as {
    steps: { id: Probe; result?: string; error?: string }[];
  };
  const results = Object.fromEntries(plan.steps.map(({ id, result, error }) => [id, error ?? result ?? ""]));
  return observed(results as Record<Probe, string>, tools);
}

type Door = (scene: Scene, first: Pick<Observation, "tools">) => Promise<Observation>;
/** Beside a run without a terminal; each kind of folder is opened by one of them in turn, by all in `npm run soak`. */
const DOORS: readonly Door[] = [
  (scene) => throughTools(scene),
  (scene, { tools }) => throughTerminal(scene, tools),
  (scene, { tools }) => throughPlan(scene, tools),
];

const OPENED = Object.entries(KINDS).map(([name, kind], at) => [name, kind, inTurn(DOORS.length, DOORS, at)] as const);
test.each(OPENED)("%s: every entrance sees the same", async (_, kind, doors) => {
  const scene = await sceneOf(kind);
  if (kind.flags?.[0] === "--sandbox") {
    const sandbox = await scene.run("tool", "run", "shell", JSON.stringify({ command: PRINT }));
    // A sandbox that this machine lacks is refused at every door, with the same code and words.
    if (sandbox.code === 44) {
      const others = [await scene.run("-p", "x", "-m", "offline/guide"), await scene.run("tool", "run", "todo", "{}")];
      for (const run of others) expect([run.code, run.stderr]).toEqual([44, sandbox.stderr]);
      return;
    }
  }
  const byAgent = await throughAgent(scene);
  for (const through of doors) expect(await through(scene, byAgent)).toEqual(byAgent);
  expect(byAgent).toMatchObject(kind.sees ?? {});
  if (kind.reaches !== undefined) expect(byAgent.tools.includes("fetch_url")).toBe(kind.reaches);

  const allows = async (command: string): Promise<boolean> =>
    (
      JSON.parse((await scene.run("policy", "check", "--json", "--", command)).stdout) as {
        effective: { verdict: string };
      }
    ).effective.verdict === "allow";
  if (kind.flags?.[1] !== "read-only") expect(await allows("touch made.txt")).toBe(byAgent.touch === "runs");
  // Where nothing is asked the verdict is not what decides: the sandbox shows no other folders.
  const seen = kind.sees?.command;
  if (seen !== undefined) expect(await allows(`cat ${join(scene.outside, "far.txt")}`)).toBe(seen === "read");
});

test("settings, sessions, plans and undo are those of the folder that was opened, from whatever door they came", async () => {
  const { at, run } = await sceneOf({ flags: ["--permission-mode", "acceptEdits"] });
  const write = { name: "write_file", input: { path: "made.txt", content: "x\n" } };
  const model = scriptedModel(at, [{ calls: [write] }, { text: "done" }]);
  expect((await run("-p", "go", "-m", model)).code).toBe(0);
  const here = (...args: string[]) => runWaymark(args, at);
  const sessions = JSON.parse((await here("sessions", "list", "--json")).stdout) as { id: string; cwd?: string }[];
  const stats = JSON.parse((await here("stats", "--json")).stdout) as { sessions: number };
  expect([sessions.length, stats.sessions]).toEqual([1, 1]);
  expect((await here("undo", "--json")).stdout).toContain(sessions[0]?.id ?? "none");
  const doctor = JSON.parse((await here("doctor", "--json")).stdout) as { name: string; detail: string }[];
  expect(doctor.find(({ name }) => name === "working folder")?.detail).toBe(realpathSync(at.cwd));
  const paths = JSON.parse((await here("config", "path", "--json")).stdout) as { project: string };
  expect(paths.project).toBe(join(realpathSync(at.cwd), ".waymark/config.json"));
  expect(basename((await here("code", "index", "--json")).stdout)).toBeTruthy();
});

test("flags of a place count before a subcommand as behind it, and never make a prompt of it", async () => {
  const { at, outside } = await sceneOf({});
  const far = `cat ${join(outside, "far.txt")}`;
  const before = await runWaymark(["--add-dir", outside, "--offline", "policy", "check", "--", far], at);
  const behind = await runWaymark(["policy", "check", "--add-dir", outside, "--offline", "--", far], at);
  expect(before.stdout).toMatch(/^allow/);
  expect([before.code, before.stdout]).toEqual([behind.code, behind.stdout]);
});

test("a folder that was added by a link is worked in by that name as well, and each row of a check says what holds", async () => {
  const { at, outside } = await sceneOf({});
  const link = join(dirname(outside), "by-link");
  symlinkSync(outside, link);
  writeFileSync(join(at.cwd, "rules.json"), JSON.stringify({ deny: ["read_file(**/far.txt)"] }));
  const read = JSON.stringify({ command: `cat ${join(link, "far.txt")}` });
  const run = await runWaymark(["--add-dir", link, "--sandbox", "off", "tool", "run", "shell", read], at);
  expect([run.stdout.trim(), run.code]).toEqual([readFileSync(join(outside, "far.txt"), "utf8").trim(), 0]);
  for (const folder of [outside, link]) {
    const asked = [
      "--add-dir",
      link,
      "policy",
      "check",
      "--rules",
      "rules.json",
      "--",
      `cat ${join(folder, "far.txt")}`,
    ];
    const { stdout } = await runWaymark(asked, at);
    expect(stdout).toMatch(/^deny: .*\n {2}deny +read +cat /);
  }
});

test("offline, a provider's list is asked on this machine only, at each door", async () => {
  const { at } = await sceneOf({});
  const server = createServer((_, response) => response.end('{"data":[{"id":"here"}]}')).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const environment = { OPENAI_API_KEY: SECRET, OPENAI_COMPATIBLE_BASE_URL: `http://127.0.0.1:${port}/v1` };
  try {
    for (const args of [
      ["--offline", "provider", "check", "openai"],
      ["models", "list", "--provider", "openai", "--offline"],
    ]) {
      const run = await runWaymark(args, { ...at, environment });
      expect(`${run.stdout}${run.stderr}`, args.join(" ")).toContain("--offline forbids the network");
    }
    const local = await runWaymark(["--offline", "models", "list", "--provider", "openai-compatible"], {
      ...at,
      environment,
    });
    expect(local.stdout.trim()).toBe("openai-compatible/here");
  } finally {
    server.close();
  }
});
