import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readerOfAll } from "../../trust/trust.ts";
import { loadConfig } from "../load.ts";
import { locations } from "../locations.ts";

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "waymark-others-"));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), text);
}

async function load(variables: Readonly<Record<string, string>> = {}, flags = {}) {
  const environment = { HOME: base, WAYMARK_HOME: join(base, "own"), ...variables };
  mkdirSync(join(base, "work"), { recursive: true });
  const cwd = join(base, "work");
  const place = { locations: locations(environment), cwd, trusted: readerOfAll(cwd) };
  return loadConfig({ flags, environment, ...place });
}

test("each setting of theirs holds with its source, where nothing of our own says otherwise", async () => {
  put(
    ".config/cli-code/config.yaml",
    "google_api_key: AIza-k\ndefault_provider: ollama\nsettings:\n  temperature: 0.5\n",
  );
  put(".buddyctl/config.json", '{"default_agent_id":"01AGENT","llm":{"current_provider":"nobody"}}');
  put("own/config/config.json", '{"temperature": 1}');
  const { config, sources, passedOver } = await load();
  expect([config.provider, sources["provider"]]).toEqual(["ollama", `${base}/.config/cli-code/config.yaml:2`]);
  expect(config.temperature).toBe(1);
  expect(config.providers).toEqual({ google: { apiKey: "AIza-k" }, stackspot: { model: "01AGENT" } });
  expect(passedOver).toEqual([`${base}/.buddyctl/config.json:1 is passed over: Waymark knows no provider "nobody".`]);
});

test.each([
  [{ LLM_PROVIDER: "anthropic", IMPERATOR_MODEL: "anthropic/claude-x" }, {}, { anthropic: { model: "claude-x" } }],
  [{ IMPERATOR_MODEL: "anthropic/claude-x" }, {}, { openrouter: { model: "anthropic/claude-x" } }],
  [{ CLI_CODE_DEFAULT_MODEL: "models/gemini-2.5-pro" }, {}, { google: { model: "gemini-2.5-pro" } }],
  [{ CLI_CODE_DEFAULT_MODEL: "m" }, { provider: "groq" }, { groq: { model: "m" } }],
  [
    { CLI_CODE_DEFAULT_MODEL: "m", CLI_CODE_OLLAMA_DEFAULT_MODEL: "o" },
    { provider: "ollama" },
    { ollama: { model: "o" } },
  ],
  [{ CLI_CODE_OLLAMA_DEFAULT_MODEL: "o" }, { model: "openai/x" }, {}],
  [{ CLI_CODE_OLLAMA_API_URL: "no address", CLI_CODE_SETTINGS_TEMPERATURE: "hot" }, {}, {}],
] as const)("%j with %j", async (variables, flags, providers) => {
  expect((await load(variables, flags)).config.providers).toEqual(providers);
});

test("a value that cannot be used is told in one line and stops nothing", async () => {
  const { passedOver } = await load({ LLM_PROVIDER: "nobody", CLI_CODE_SETTINGS_TEMPERATURE: "hot" });
  expect(passedOver).toHaveLength(2);
  expect(passedOver.join("\n")).toMatch(
    /CLI_CODE_SETTINGS_TEMPERATURE is passed over: temperature cannot be .*at most 2/,
  );
  expect(passedOver.join("\n")).toContain('LLM_PROVIDER is passed over: Waymark knows no provider "nobody".');
});

test("a file that is no text of its form, a pipe's name or a folder holds nothing", async () => {
  mkdirSync(join(base, ".buddyctl/config.json"), { recursive: true });
  put(".config/cli-code/config.yaml", ": : :\n\t- [");
  expect((await load()).config.providers).toEqual({});
});

test("a variable that the project's own `.env` sets may do no more than its settings; one that is set for real may", async () => {
  const outside = { CODEWHISPER_SKILLS_DIR: "/elsewhere" };
  put("work/.env", "CODEWHISPER_SKILLS_DIR=/elsewhere\n");
  expect((await load()).config.skillFolders).toEqual([]);
  expect((await load(outside)).config.skillFolders).toEqual(["/elsewhere"]);
  put("work/.env", "CODEWHISPER_SKILLS_DIR=kit\n");
  expect((await load()).config.skillFolders).toEqual(["kit"]);
});
