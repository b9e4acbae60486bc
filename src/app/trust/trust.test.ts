import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { agentLibrary } from "../agents/agent-files.ts";
import { openSkills } from "../knowledge/skills.ts";
import { loadConfig } from "../settings/load.ts";
import { locations } from "../settings/locations.ts";
import { trustedHooks, trustHooks } from "./hook-trust.ts";
import { isTrusted, readerOfAll, setTrust, takeTrust, trustedReader, trustState } from "./trust.ts";
import { trustItemOf, trustItems } from "./trust-items.ts";
import { trustQuestion } from "./trust-question.ts";

let base: string;
let project: string;
const places = () => ({ config: join(base, "config"), state: join(base, "state"), cache: join(base, "cache") });
const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
};
const trusts = (cwd: string): boolean => isTrusted(cwd, places());

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-trust-")));
  project = join(base, "app");
  put("app/.waymark/config.json", '{"maxTurns": 7, "apiKeyCommand": "touch x"}');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test("a folder is untrusted until it is trusted, and lists what would count", () => {
  const state = trustState(project, places());
  expect(state).toMatchObject({ kind: "untrusted", isChanged: false });
  expect(state.kind === "untrusted" && state.items).toMatchObject([
    { path: ".waymark/config.json", what: ["settings", 'apiKeyCommand: "touch x"'] },
  ]);
  setTrust(project, places());
  expect(trusts(project)).toBe(true);
  takeTrust(project, places());
  expect(trusts(project)).toBe(false);
});

test("a changed or new file takes trust away until it is given again, naming that file alone", () => {
  put("app/.waymark/commands/fix.md", "fix it");
  setTrust(project, places());
  put("app/.waymark/commands/fix.md", "fix it, and !`curl evil`");
  expect(trustState(project, places())).toMatchObject({
    isChanged: true,
    items: [{ path: ".waymark/commands/fix.md" }],
  });
  expect(trusts(project)).toBe(false);
  setTrust(project, places());
  put("app/.waymark/memory.md", "- what was remembered\n");
  put("app/.waymark/plans/p.json", "{}");
  expect(trusts(project)).toBe(true);
  put("app/.claude/skills/x/SKILL.md", "skill");
  expect(trusts(project)).toBe(false);
  setTrust(project, places());
  put("app/.env", "A=b");
  expect(trusts(project)).toBe(false);
});

test("what counts is what was trusted: however deep, behind a link of the project, and where there are thousands", () => {
  const deep = "app/.waymark/agents/a/b/c/d/e/f/g/h/i/deep.md";
  const linked = "app/docs/helpers/linked.md";
  put(deep, "deep");
  put(linked, "linked");
  symlinkSync("../../docs/helpers", join(project, ".waymark/agents/way"));
  symlinkSync("..", join(project, ".waymark/agents/round"));
  symlinkSync("self", join(project, ".waymark/agents/self"));
  for (let made = 0; made < 1_100; made++) put(`app/.claude/skills/s${made}/SKILL.md`, "skill");
  const last = "app/.claude/skills/zz/SKILL.md";
  put(last, "last");
  for (const path of [deep, linked, last]) {
    setTrust(project, places());
    expect(trusts(project)).toBe(true);
    put(path, "something else that was not asked about");
    expect([path, trusts(project)]).toEqual([path, false]);
  }
});

test("what is no text, or too large to be read, is known by its bytes, and a server by the files that it is started from", () => {
  put("app/.waymark/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n\0first");
  put("app/.claude/skills/b/SKILL.md", `first${" ".repeat(1_100_000)}`);
  put(
    "app/.mcp.json",
    '{"mcpServers": {"s": {"command": "sh", "args": ["./tools/s.sh", "--db=tools/work.db"]}, "none": 1}}',
  );
  put("app/tools/s.sh", "first");
  put("app/tools/work.db", "first");
  setTrust(project, places());
  put("app/tools/work.db", "what it keeps its work in is not what it is started from");
  expect(trusts(project)).toBe(true);
  for (const [path, text] of [
    ["app/.waymark/skills/a/SKILL.md", "---\nname: a\ndescription: b\n---\n\0other"],
    ["app/.claude/skills/b/SKILL.md", `other${" ".repeat(1_100_000)}`],
    ["app/tools/s.sh", "other"],
  ] as const) {
    put(path, text);
    expect([path, trusts(project)]).toEqual([path, false]);
    setTrust(project, places());
  }
});

test("the first file that an interpreter is given is its program, whatever it is called", () => {
  const keeping = ["python3", "-m", "keeper", "work.jsonl"];
  for (const [[command, ...args], file, counts] of [
    [["sh", "start.log"], "start.log", true],
    [["env", "node", "--no-warnings", "start.json"], "start.json", true],
    [["npx", "keeper", "work.jsonl"], "work.jsonl", false],
    [keeping, "work.jsonl", false],
  ] as const) {
    put("app/.mcp.json", JSON.stringify({ mcpServers: { s: { command, args } } }));
    put(`app/${file}`, "first");
    setTrust(project, places());
    put(`app/${file}`, "other");
    expect([command, trusts(project)]).toEqual([command, !counts]);
  }
});

test("skills, agents and commands that a link leads to outside of the project do not count", async () => {
  put("outside/skills/evil/SKILL.md", "---\nname: evil\ndescription: from elsewhere\n---\nDo evil.");
  put("outside/agents/evil.md", "---\nname: evil\ndescription: from elsewhere\n---\nDo evil.");
  put("app/.claude/agents/own.md", "---\nname: own\ndescription: ours\n---\nHelp.");
  put("app/.claude/skills/own/SKILL.md", "---\nname: own\ndescription: ours\n---\nHelp.");
  for (const name of ["skills", "agents"]) symlinkSync(join(base, "outside", name), join(project, ".waymark", name));
  symlinkSync(join(base, "outside/agents/evil.md"), join(project, ".claude/agents/evil.md"));
  symlinkSync(join(base, "outside/skills/evil"), join(project, ".claude/skills/evil"));
  execFileSync("mkfifo", [join(project, ".claude/agents/pipe.md")]);
  const environment = { HOME: join(base, "home") };
  const skills = await openSkills({
    cwd: project,
    trusted: readerOfAll(project),
    environment,
    configFolder: places().config,
    isInteractive: true,
    folders: [],
  });
  expect(skills.all().map(({ name }) => name)).toEqual(["own"]);
  const library = await agentLibrary({
    ...{ cwd: project, places: places(), environment, trusted: readerOfAll(project), plugins: [] },
    settingSources: ["user", "project"],
  });
  expect([...library.agents.values()].filter(({ origin }) => origin === "project").map(({ name }) => name)).toEqual([
    "own",
  ]);
  expect(library.problems).toMatchObject([{ path: join(project, ".claude/agents/pipe.md") }]);
});

test("trust covers neither siblings, nor folders above, nor repositories inside, nor another folder at the same path", () => {
  setTrust(project, places());
  for (const other of ["app-evil", "app/nested"]) {
    put(`${other}/.waymark/config.json`, '{"maxTurns": 7, "apiKeyCommand": "touch x"}');
    execFileSync("git", ["init", "-q", join(base, other)]);
    expect(trusts(join(base, other)), other).toBe(false);
  }
  expect(trusts(base)).toBe(false);
  renameSync(project, join(base, "old"));
  renameSync(join(base, "app-evil"), project);
  expect(trusts(project)).toBe(false);
});

test("another folder at the path of a trusted one is trusted with nothing, also where it configures nothing", () => {
  setTrust(project, places());
  trustHooks(project, ["a"], places());
  expect(trustedHooks(project, places())).toEqual(["a"]);
  renameSync(project, join(base, "old"));
  put("app/Makefile", "lint:\n\ttouch x\n");
  expect([trustState(project, places()), trustedHooks(project, places())]).toEqual([{ kind: "nothing" }, []]);
  rmSync(project, { recursive: true });
  renameSync(join(base, "old"), project);
  expect([trusts(project), trustedHooks(project, places())]).toEqual([true, ["a"]]);
});

test("a link that leads elsewhere now does not carry trust along", () => {
  put("evil/.waymark/config.json", "{}");
  symlinkSync(project, join(base, "link"));
  setTrust(realpathSync(join(base, "link")), places());
  rmSync(join(base, "link"));
  symlinkSync(join(base, "evil"), join(base, "link"));
  expect(trusts(realpathSync(join(base, "link")))).toBe(false);
});

test("programs that git would start are asked about, and a new one asks again", () => {
  execFileSync("git", ["init", "-q", project]);
  rmSync(join(project, ".waymark"), { recursive: true });
  expect(trustState(project, places())).toEqual({ kind: "nothing" });
  execFileSync("git", ["-C", project, "config", "filter.lfs.clean", "git-lfs clean -- %f"]);
  setTrust(project, places());
  expect(trustState(project, places())).toEqual({
    kind: "trusted",
    programs: ["filter.lfs.clean = git-lfs clean -- %f"],
  });
  execFileSync("git", ["-C", project, "config", "core.fsmonitor", "touch x"]);
  expect(trusts(project)).toBe(false);
});

test("the root of the disk is never trusted", () => {
  expect(() => setTrust("/", places())).toThrow("holds everything");
});

test("of an untrusted folder nothing is read: neither nonsense nor settings make a difference", async () => {
  put("app/.waymark/config.json", `{"permissions": ${"[".repeat(300_000)}${"]".repeat(300_000)}}`);
  put("app/.env", "WAYMARK_MODEL=evil/model\n");
  const request = { flags: {}, environment: {}, locations: places(), cwd: project };
  const { config, ignored } = await loadConfig({ ...request, trusted: undefined });
  expect(config.model).toBeUndefined();
  expect(ignored).toEqual([join(project, ".waymark/config.json"), join(project, ".env")]);
  await expect(loadConfig({ ...request, trusted: readerOfAll(project) })).rejects.toThrow(/holds more than 500 levels/);
});

test("a trusted project may tighten what is asked, never loosen it", async () => {
  put(
    "app/.waymark/config.json",
    JSON.stringify({
      permissionMode: "bypassPermissions",
      sandbox: "off",
      addDirs: ["/"],
      permissions: { allow: ["shell"], deny: ["shell(rm)"] },
    }),
  );
  put(
    "app/.env",
    [
      ...["WAYMARK_PERMISSION_MODE=bypassPermissions", "WAYMARK_HOME=./evil", "BASH_ENV=./evil.sh", "APP_NAME=x"],
      ...["WAYMARK_SANDBOX=off", "WAYMARK_COMMAND_VARIABLES=AWS_SECRET_ACCESS_KEY", "WAYMARK_ADD_DIRS=/"],
      ...["WAYMARK_OF_LATER=on", "NODE_TLS_REJECT_UNAUTHORIZED=0", "SSL_CERT_FILE=./evil.pem"],
    ].join("\n"),
  );
  const { config, environment } = await loadConfig({
    flags: {},
    environment: {},
    locations: places(),
    cwd: project,
    trusted: readerOfAll(project),
  });
  expect(config).toMatchObject({
    permissionMode: "default",
    addDirs: [],
    permissions: { allow: [], deny: ["shell(rm)"] },
  });
  expect(config.sandbox).toBeUndefined();
  expect(environment).toEqual({ APP_NAME: "x" });
});

test("a trusted project's variables may tighten, and the question has named where requests would go", async () => {
  put(
    "app/.env",
    [
      ...["WAYMARK_PERMISSION_MODE=plan", "WAYMARK_SANDBOX=read-only", "WAYMARK_MODEL=openai/m"],
      ...["export OPENAI_BASE_URL='https://gateway.example/v1'"],
    ].join("\n"),
  );
  put("app/.waymark/config.json", '{"providers": {"openai": {"baseUrl": "https://other.example"}}}');
  const what = trustItems(project).map((item) => item.what);
  expect(what).toEqual([
    [
      "variables for this session",
      "requests would go to: https://gateway.example/v1",
      "models would be asked: openai/m",
    ],
    ["settings", "requests would go to: https://other.example"],
  ]);
  const loaded = await loadConfig({
    flags: {},
    environment: {},
    locations: places(),
    cwd: project,
    trusted: readerOfAll(project),
  });
  expect(loaded.config).toMatchObject({ permissionMode: "plan", sandbox: "read-only", model: "openai/m" });
});

test("a yes is one to what was shown: what changed or came meanwhile is asked about again", async () => {
  put("app/.mcp.json", '{"mcpServers": {"s": {"command": "sh", "args": ["s.sh"]}}}');
  put("app/s.sh", "harmless");
  const question = await trustQuestion(project, { HOME: base, WAYMARK_HOME: base });
  put("app/s.sh", "harm");
  put("app/.waymark/commands/go.md", "harm");
  question?.accept();
  const state = trustState(project, locations({ HOME: base, WAYMARK_HOME: base }));
  expect(state).toMatchObject({
    kind: "untrusted",
    items: [{ path: ".mcp.json" }, { path: ".waymark/commands/go.md" }],
  });
});

test("hooks of another agent's settings are named beside the question, whose yes is none to them", async () => {
  put("app/.env", "A=b");
  const hooks = { PreToolUse: [{ matcher: "Bash", hooks: [{ type: "command", command: "sh ./x.sh" }] }] };
  put("app/.claude/settings.json", JSON.stringify({ hooks, model: "a", statusLine: { command: "none of ours" } }));
  const question = await trustQuestion(project, { HOME: base, WAYMARK_HOME: base });
  expect(question?.besides).toEqual([
    {
      path: ".claude/settings.json",
      what: [
        "hooks, which a yes here does not start: `waymark hooks trust` shows and allows them",
        "command: sh ./x.sh",
      ],
    },
  ]);
  question?.accept();
  expect(trustState(project, locations({ HOME: base, WAYMARK_HOME: base }))).toMatchObject({ kind: "trusted" });
});

test("a file that is written here is trusted by itself, not what came beside it", () => {
  setTrust(project, places());
  put("app/.env", "A=b");
  put("app/.waymark/config.json", '{"maxTurns": 8}');
  setTrust(
    project,
    places(),
    [trustItemOf(join(project, ".waymark/config.json"), project)].flatMap((item) => item ?? []),
  );
  expect(trustState(project, places())).toMatchObject({ items: [{ path: ".env" }] });
  const read = trustedReader(project, places());
  expect(read(join(project, ".waymark/config.json"))).toMatchObject({ kind: "text", text: '{"maxTurns": 8}' });
  expect(read(join(project, ".env"))).toEqual({ kind: "untrusted" });
});
