import { existsSync, mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, putFiles, runWaymark, scriptedModel } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

function atHome(files: Readonly<Record<string, string>>): void {
  putFiles(place.home, files);
}

const own = () => JSON.parse(readFileSync(join(place.home, "waymark/config/config.json"), "utf8")) as object;

interface Item {
  readonly tool: string;
  readonly target: string;
  readonly value: unknown;
  readonly line: number;
  readonly file: string;
  readonly skipped?: string;
}

async function importItems(...args: string[]): Promise<Item[]> {
  const run = await runWaymark(["config", "import", "--json", ...args], place);
  expect(run.code, run.stderr).toBe(0);
  return JSON.parse(run.stdout) as Item[];
}

const SEEDS = {
  ".buddyctl/config.json":
    '{\n  "default_agent_id": "01AGENT",\n  "judge_agent_id": "01JUDGE",\n  "llm": {\n    "current_provider": "stackspot"\n  }\n}\n',
  ".config/cli-code/config.yaml":
    "google_api_key: AIzaSy-secret-of-mine\ndefault_model: models/gemini-2.5-pro\nollama_api_url: http://127.0.0.1:11434/v1\nollama_default_model: llama3.2\nsettings:\n  temperature: 0.5\n",
  ".codewhisper/.env":
    "# minion\nexport MINION_SCRIBE_MODEL=openrouter/small\nMINION_CONTEXT_THRESHOLD=5000\nOPENROUTER_API_KEY=sk-or-secret-of-mine\n",
};

test("BC-11, CL-10, CL-11: the settings of the seeds become ours, each with its file and line; a dry run writes nothing", async () => {
  atHome(SEEDS);
  const items = await importItems("--dry-run");
  expect(items.map(({ tool, target, value, line }) => [tool, target, value, line])).toEqual([
    ["buddyctl", "providers.stackspot.model", "01AGENT", 2],
    ["buddyctl", "providers.stackspot.judgeModel", "01JUDGE", 3],
    ["buddyctl", "provider", "stackspot", 5],
    ["cli-code", "key of google", "…mine", 1],
    ["cli-code", "providers.google.model", "gemini-2.5-pro", 2],
    ["cli-code", "providers.ollama.baseUrl", "http://127.0.0.1:11434/v1", 3],
    ["cli-code", "providers.ollama.model", "llama3.2", 4],
    ["cli-code", "temperature", 0.5, 6],
    ["codewhisper", "minionModel", "openrouter/small", 2],
    ["codewhisper", "minionContextThreshold", 5000, 3],
    ["codewhisper", "key of openrouter", "…mine", 4],
  ]);
  expect(existsSync(join(place.home, "waymark/config/config.json"))).toBe(false);
});

test("an import writes what the dry run showed, keeps what is set, and copies no key unless it is told to", async () => {
  atHome(SEEDS);
  await runWaymark(["config", "set", "temperature", "0.1"], place);
  const items = await importItems();
  const skipped = items.filter((item) => item.skipped !== undefined).map((item) => [item.target, item.skipped]);
  expect(skipped).toEqual([
    ["key of google", "keys are copied with --with-keys only"],
    ["temperature", "it is set already"],
    ["key of openrouter", "keys are copied with --with-keys only"],
  ]);
  expect(own()).toEqual({
    temperature: 0.1,
    provider: "stackspot",
    minionModel: "openrouter/small",
    minionContextThreshold: 5000,
    providers: {
      stackspot: { model: "01AGENT", judgeModel: "01JUDGE" },
      google: { model: "gemini-2.5-pro" },
      ollama: { baseUrl: "http://127.0.0.1:11434/v1", model: "llama3.2" },
    },
  });
  expect(existsSync(join(place.home, "waymark/config/credentials.json"))).toBe(false);
  await importItems("cli-code", "--with-keys");
  expect(readFileSync(join(place.home, "waymark/config/credentials.json"), "utf8")).toContain("AIzaSy-secret-of-mine");
  expect((await runWaymark(["config", "get"], place)).code).toBe(0);
});

test("Claude Code, Codex, Gemini CLI and opencode: models, modes, rules and folders in our words", async () => {
  atHome({
    ".claude/settings.json": JSON.stringify({
      model: "claude-x",
      permissions: {
        defaultMode: "acceptEdits",
        deny: ["Read(./.env)", "WebFetch", "Teleport(away)"],
        allow: ["Bash(git log:*)", "Bash(npm test)", "Bash"],
      },
    }),
    ".codex/config.toml":
      'model = "gpt-x"\nmodel_context_window = 200000\napproval_policy = "never"\nsandbox_mode = "workspace-write"\n',
    ".gemini/settings.json": '{ "model": { "name": "gemini-x", "maxSessionTurns": 9 } } // mine\n',
    ".config/opencode/opencode.json": '{ "model": "openai/gpt-y", "small_model": "openai/mini" }',
    ".local/share/opencode/auth.json": '{"openai":{"type":"api","key":"sk-proj-secret-of-mine"}}',
  });
  const items = await importItems("--dry-run");
  expect(items.map(({ tool, target, value, skipped }) => [tool, target, value, skipped])).toEqual([
    ["claude-code", "model", "anthropic/claude-x", undefined],
    ["claude-code", "permissionMode", "acceptEdits", undefined],
    [
      "claude-code",
      "permissions.deny",
      [
        ...["read_file", "list_files", "find_files", "search_code", "find_passages"].map((tool) => `${tool}(./.env)`),
        "fetch_url",
      ],
      undefined,
    ],
    ["claude-code", "permissions.deny", ["Teleport(away)"], "Waymark knows none of that name"],
    ["claude-code", "permissions.allow", ["shell(git log)", "shell(npm test $)", "shell"], undefined],
    ["codex", "model", "openai/gpt-x", "an earlier file has it"],
    ["codex", "contextTokens", 200_000, undefined],
    ["codex", "permissionMode", "dontAsk", "an earlier file has it"],
    ["codex", "sandbox", "workspace-write", undefined],
    ["gemini-cli", "model", "google/gemini-x", "an earlier file has it"],
    ["gemini-cli", "maxTurns", 9, undefined],
    ["opencode", "model", "openai/gpt-y", "an earlier file has it"],
    ["opencode", "minionModel", "openai/mini", undefined],
    ["opencode", "key of openai", "…mine", undefined],
  ]);
  await importItems("codex");
  expect(own()).toEqual({
    model: "openai/gpt-x",
    contextTokens: 200_000,
    permissionMode: "dontAsk",
    sandbox: "workspace-write",
  });
});

test("a project's files give nothing, trusted or not, and what they say is told", async () => {
  atHome({ ".config/opencode/opencode.json": JSON.stringify({ model: "openai/own" }) });
  mkdirSync(join(place.cwd, ".claude"));
  const settings = {
    model: "claude-x",
    permissions: { allow: ["Edit(a.txt)"], deny: ["Bash(rm:*)"] },
    env: { ANTHROPIC_BASE_URL: "http://evil.example" },
  };
  writeFileSync(join(place.cwd, ".claude/settings.json"), JSON.stringify(settings));
  const provider = { anthropic: { options: { apiKey: "sk-ant-not-mine" } } };
  writeFileSync(join(place.cwd, "opencode.json"), JSON.stringify({ model: "openrouter/not-mine", provider }));
  for (const isTrusted of [false, true]) {
    if (isTrusted) await runWaymark(["config", "trust"], place);
    const { stderr } = await runWaymark(["config", "import", "--dry-run", "--with-keys"], place);
    expect(stderr).toMatch(/settings\.json nothing is taken over.*: model, .*permissions\.deny/);
    expect(stderr).toMatch(/opencode\.json nothing is taken over.*key of anthropic/);
    expect((await importItems("--dry-run")).map(({ target, value }) => [target, value])).toEqual([
      ["model", "openai/own"],
    ]);
  }
  await runWaymark(["config", "import", "--with-keys"], place);
  expect(existsSync(join(place.home, "waymark/config/credentials.json"))).toBe(false);
});

test("Codentis: what its setup wrote and its own files, whose provider they name or their address tells", async () => {
  atHome({
    ".codentis/config.json": JSON.stringify({
      provider: "openrouter",
      api_key: "sk-or-secret-of-mine",
      base_url: "https://openrouter.ai/api/v1",
      model_name: "anthropic/claude-3.5-sonnet",
    }),
    ".codentis/codentis.toml":
      'base_url = "http://localhost:11434/v1"\nmax_turns = 40\n[model]\nname = "qwen3"\ntemperature = 0.3\ncontext_window = 32000\n',
  });
  const items = await importItems("--dry-run");
  expect(items.map(({ target, value, skipped }) => [target, value, skipped])).toEqual([
    ["provider", "openrouter", undefined],
    ["key of openrouter", "…mine", undefined],
    ["providers.openrouter.model", "anthropic/claude-3.5-sonnet", undefined],
    ["providers.openai-compatible.baseUrl", "http://localhost:11434/v1", undefined],
    ["providers.openai-compatible.model", "qwen3", undefined],
    ["temperature", 0.3, undefined],
    ["contextTokens", 32_000, undefined],
    ["maxTurns", 40, undefined],
  ]);
});

test("what Waymark cannot take is left out, with the reason, and never stops a later run", async () => {
  atHome({
    ".codentis/codentis.toml": 'max_turns = "many"\n[model]\nname = [7]\ntemperature = 0.3\n',
    ".claude/settings.json": JSON.stringify({
      model: "opus",
      permissions: { additionalDirectories: ["../lib", "/usr/share"], allow: ["Bash(ls:*)"] },
    }),
    ".codex/config.toml": "model_context_window = -5\n",
    ".config/opencode/opencode.json":
      '{"provider": {"openai": {"options": {"apiKey": "{env:OPENAI_API_KEY}", "baseURL": "{env:URL}"}}}}',
    ".gemini/.env": "GEMINI_API_KEY=$OTHER\n",
  });
  const items = await importItems("--with-keys");
  expect(items.map(({ target, value, skipped }) => [target, value, skipped])).toEqual([
    ["providers.openai.model", [7], expect.stringMatching(/^Waymark does not take that value: /)],
    ["temperature", 0.3, undefined],
    [
      "maxTurns",
      "many",
      expect.stringMatching(/^Waymark does not take that value: allowed is a value of type integer/),
    ],
    ["model", "opus", "Waymark knows none of that name"],
    ["permissions.allow", ["shell(ls)"], undefined],
    ["addDirs", ["/usr/share"], undefined],
    ["contextTokens", -5, expect.stringMatching(/^Waymark does not take that value: /)],
  ]);
  expect((await runWaymark(["config", "get", "temperature"], place)).stdout).toBe("0.3\n");
});

test("files that are no JSON or hold nothing of use are passed over; an unknown tool is named", async () => {
  atHome({ ".claude/settings.json": "{ not json", ".codex/config.toml": "= =", ".buddyctl/config.json": "[]" });
  const run = await runWaymark(["config", "import"], place);
  expect([run.code, run.stdout]).toEqual([0, "No settings of another agent were found.\n"]);
  const unknown = await runWaymark(["config", "import", "emacs"], place);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/nothing to import from "emacs"; there is buddyctl, /),
  ]);
});

test.each(["/", "HOME", "/no/such/folder"])(
  "a folder that would stop every later run is not taken over: %s",
  async (folder) => {
    const additionalDirectories = [folder.replace("HOME", place.home)];
    atHome({ ".claude/settings.json": JSON.stringify({ permissions: { additionalDirectories } }) });
    const items = await importItems("claude-code");
    expect(items.map(({ target, skipped }) => [target, (skipped ?? "") !== ""])).toEqual([["addDirs", true]]);
    const { code, stdout } = await runWaymark(["-p", "hi", "-m", scriptedModel(place, [{ text: "hello" }])], place);
    expect([code, stdout]).toEqual([0, "hello\n"]);
  },
);

test.each(["a folder", "a device", "a file of 3 GB"])(
  "%s in the place of another agent's settings holds nothing",
  async (what) => {
    mkdirSync(join(place.home, ".claude"));
    for (const file of [".claude/settings.json", ".claude.json"]) {
      const path = join(place.home, file);
      if (what === "a folder") mkdirSync(path);
      else if (what === "a device") symlinkSync("/dev/zero", path);
      else {
        writeFileSync(path, "");
        truncateSync(path, 3 * 1024 ** 3);
      }
    }
    expect(await importItems("claude-code")).toEqual([]);
    expect((await runWaymark(["mcp", "import", "claude-code"], place)).code).toBe(0);
  },
);
