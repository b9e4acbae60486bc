import { mkdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

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
}

interface Observation {
  /** What a command is given of the variable that `.env` files set. */
  readonly variable: string;
  readonly touch: "runs" | "refused";
  readonly outside: "read" | "refused";
  /** A file that holds the person's own key. */
  readonly notes: string;
  readonly tools: readonly string[];
}

const KINDS: Readonly<Record<string, Kind>> = {
  fresh: { sees: { variable: "", touch: "refused", outside: "refused" } },
  "untrusted with settings of its own": {
    project: { ".waymark/config.json": '{"permissions": {"deny": ["read_file(notes.txt)"]}}' },
    sees: { notes: "masked" },
  },
  "trusted with settings of its own": {
    project: { ".waymark/config.json": '{"permissions": {"deny": ["read_file(notes.txt)"]}}' },
    isTrusted: true,
    sees: { notes: "refused" },
  },
  "trusted with .env": { project: { ".env": "APP_NAME=project\n" }, isTrusted: true, sees: { variable: "project" } },
  "untrusted with .env": { project: { ".env": "APP_NAME=project\n" }, sees: { variable: "" } },
  ".env in the configuration folder": { ownEnv: "APP_NAME=mine\n", sees: { variable: "mine" } },
  "folders added by the settings": { user: { addDirs: ["{outside}"] }, sees: { outside: "read" } },
  "folders added by a flag": { flags: ["--add-dir", "{outside}"], sees: { outside: "read" } },
  "rules that allow": { user: { permissions: { allow: ["shell(touch made.txt)"] } }, sees: { touch: "runs" } },
  "rules that deny": { user: { permissions: { deny: ["read_file(notes.txt)"] } }, sees: { notes: "refused" } },
  "a profile": {
    user: { profiles: { open: { permissionMode: "bypassPermissions" } } },
    flags: ["--profile", "open"],
    sees: { touch: "runs" },
  },
  offline: { flags: ["--offline"], user: { permissions: { allow: ["fetch_url(example.com)"] } } },
  "the network allowed": { user: { permissions: { allow: ["fetch_url(example.com)"] } } },
  "sandbox off": { flags: ["--sandbox", "off"], ownEnv: "APP_NAME=mine\n", sees: { variable: "mine" } },
  "sandbox read-only": { flags: ["--sandbox", "read-only"] },
  "home as working folder": { isHome: true, sees: { touch: "refused" } },
  "mode plan": { flags: ["--permission-mode", "plan"], sees: { touch: "refused", variable: "" } },
  "mode by the environment": { environment: { WAYMARK_PERMISSION_MODE: "bypassPermissions" }, sees: { touch: "runs" } },
  "skills of its own, trusted": {
    project: { ".waymark/skills/a/SKILL.md": "---\nname: a\ndescription: A skill.\n---\nDo it.\n" },
    isTrusted: true,
  },
  "code of any language": { project: { "src/a.ts": "export const a = 1;\n" } },
};

const open: Place[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

interface Scene {
  readonly at: Place;
  readonly outside: string;
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
  notes: { name: "read_file", input: { path: "notes.txt" } },
});
type Probe = keyof ReturnType<typeof CALLS>;

/** Results differ in form from door to door; what they say does not. */
function observed(results: Readonly<Record<Probe, string>>, tools: readonly string[]): Observation {
  const { variable, touch, outside, notes } = results;
  expect(notes).not.toContain(SECRET);
  return {
    variable: /^(?:mine|project)$/m.exec(variable)?.[0] ?? "",
    touch: isRefused(touch) ? "refused" : "runs",
    outside: outside.includes("far away") ? "read" : "refused",
    notes: notes.includes("redacted") ? "masked" : isRefused(notes) ? "refused" : "bare",
    tools: [...tools].sort(),
  };
}

const isRefused = (text: string): boolean =>
  /not allowed|refused|denied|cannot|only looks|Exit code: [1-9]/i.test(text);

async function throughAgent({ at, outside, run }: Scene): Promise<Observation> {
  const calls = Object.entries(CALLS(outside)).map(([id, call]) => ({ ...call, id }));
  const script = join(at.home, "script.json");
  writeFileSync(script, JSON.stringify([{ calls }, { text: "done" }]));
  const events = jsonLines(
    (await run("-p", "go", "-m", `scripted/${script}`, "--output-format", "stream-json")).stdout,
  );
  const results = Object.fromEntries(
    events.flatMap((event) => {
      const { content } = (event["message"] ?? {}) as { content?: { tool_use_id?: string; content?: string }[] };
      return (content ?? []).flatMap((part) => (part.tool_use_id ? [[part.tool_use_id, part.content ?? ""]] : []));
    }),
  ) as Record<Probe, string>;
  const start = events.find((event) => event["subtype"] === "init");
  return observed(results, (start?.["tools"] ?? []) as string[]);
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

test.each(Object.entries(KINDS))("%s: every entrance sees the same", async (_, kind) => {
  const scene = await sceneOf(kind);
  const sandbox = await scene.run("tool", "run", "shell", JSON.stringify({ command: PRINT }));
  // A sandbox that this machine lacks is refused at every door, with the same code and words.
  if (sandbox.code === 44) {
    const others = [await scene.run("-p", "x", "-m", "offline/guide"), await scene.run("tool", "run", "todo", "{}")];
    for (const run of others) expect([run.code, run.stderr]).toEqual([44, sandbox.stderr]);
    return;
  }
  const byTools = await throughTools(scene);
  expect(await throughAgent(scene)).toEqual(byTools);
  expect(await throughPlan(scene, byTools.tools)).toEqual(byTools);
  expect(byTools).toMatchObject(kind.sees ?? {});

  const verdict = JSON.parse((await scene.run("policy", "check", "--json", "--", "touch made.txt")).stdout) as {
    verdict: string;
  };
  if (kind.flags?.[1] !== "read-only") expect(verdict.verdict === "allow" ? "runs" : "refused").toBe(byTools.touch);
});

test("offline, no tool reaches the network; otherwise a rule offers it, at each door", async () => {
  const offered = async (kind: Kind): Promise<boolean> => {
    const seen = await throughTools(await sceneOf(kind));
    return seen.tools.includes("fetch_url");
  };
  expect(await offered(KINDS["the network allowed"] as Kind)).toBe(true);
  expect(await offered(KINDS["offline"] as Kind)).toBe(false);
});

test("settings, sessions, plans and undo are those of the folder that was opened, from whatever door they came", async () => {
  const { at, run } = await sceneOf({ flags: ["--permission-mode", "acceptEdits"] });
  const script = join(at.home, "script.json");
  const write = { name: "write_file", input: { path: "made.txt", content: "x\n" } };
  writeFileSync(script, JSON.stringify([{ calls: [write] }, { text: "done" }]));
  expect((await run("-p", "go", "-m", `scripted/${script}`)).code).toBe(0);
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
