import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type LoadedConfig, loadConfig } from "../settings/load.ts";
import { type Environment, locations } from "../settings/locations.ts";
import { readerOfAll } from "../trust/trust.ts";
import { describeModel, patience } from "./choose-model.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waymark-precedence-"));
  mkdirSync(join(folder, "config"));
  mkdirSync(join(folder, "work/.waymark"), { recursive: true });
  mkdirSync(join(folder, "work/.git"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Given {
  readonly flags?: { readonly provider?: string; readonly model?: string };
  readonly environment?: Environment;
  /** Lines of the configuration folder's `.env`. */
  readonly dotEnv?: Environment;
  readonly project?: object;
  readonly user?: object;
}

/** The model that a run would take, by real files and the real loader. */
async function chosen(given: Given): Promise<string> {
  const described = await describeModel(await load(given));
  return described.kind === "model" ? described.id : described.kind;
}

function load({ flags = {}, environment = {}, dotEnv = {}, project = {}, user = {} }: Given): Promise<LoadedConfig> {
  const full = { ...environment, WAYMARK_HOME: folder };
  const lines = Object.entries(dotEnv).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(folder, "config/.env"), lines.join(""));
  writeFileSync(join(folder, "config/config.json"), JSON.stringify(user));
  writeFileSync(join(folder, "work/.waymark/config.json"), JSON.stringify(project));
  const cwd = join(folder, "work");
  return loadConfig({ flags, environment: full, locations: locations(full), cwd, trusted: readerOfAll(cwd) });
}

/** One place that may name something; `add` names it there. */
interface Level {
  readonly name: string;
  readonly add: (given: Given, value: string) => Given;
}

const variable = (name: string): Level => ({
  name: `$${name}`,
  add: (given, value) => ({ ...given, environment: { ...given.environment, [name]: value } }),
});

const dotEnvVariable = (name: string): Level => ({
  name: `.env ${name}`,
  add: (given, value) => ({ ...given, dotEnv: { ...given.dotEnv, [name]: value } }),
});

/** Every way in which some of the levels name something, at least one of them. */
function combinations(levels: readonly Level[]): Level[][] {
  return Array.from({ length: 2 ** levels.length - 1 }, (_, index) =>
    levels.filter((__, bit) => ((index + 1) >> bit) % 2 === 1),
  );
}

async function expectNearest(
  levels: readonly Level[],
  valueAt: (index: number) => string,
  modelOf: (value: string) => string,
  base: Given = {},
): Promise<number> {
  const all = combinations(levels);
  for (const some of all) {
    const given = some.reduce((sum, level) => level.add(sum, valueAt(levels.indexOf(level))), base);
    const nearest = some[0] as Level;
    expect(await chosen(given), some.map((level) => level.name).join(" + ")).toBe(
      modelOf(valueAt(levels.indexOf(nearest))),
    );
  }
  return all.length;
}

describe("CL-12: the provider, all combinations of where it is named", () => {
  const levels: readonly Level[] = [
    { name: "--provider", add: (given, provider) => ({ ...given, flags: { ...given.flags, provider } }) },
    variable("WAYMARK_PROVIDER"),
    variable("WAYMARK_DEFAULT_PROVIDER"),
    { name: "project", add: (given, provider) => ({ ...given, project: { provider } }) },
    { name: "user", add: (given, provider) => ({ ...given, user: { provider } }) },
  ];
  const ids = ["deepseek", "mistral", "groq", "xai", "openrouter"];
  const models: Readonly<Record<string, string>> = {
    deepseek: "deepseek/deepseek-v4-pro",
    mistral: "mistral/devstral-latest",
    groq: "groq/openai/gpt-oss-120b",
    xai: "xai/grok-4.7",
    openrouter: "openrouter/anthropic/claude-sonnet-5.5",
  };
  const keys = Object.fromEntries(ids.map((id) => [`${id.toUpperCase()}_API_KEY`, "k"]));

  test("flag > environment > project > user", async () => {
    const environment = { ...keys, ANTHROPIC_API_KEY: "k" };
    expect(
      await expectNearest(
        levels,
        (index) => ids[index] ?? "",
        (id) => models[id] ?? "",
        { environment },
      ),
    ).toBe(31);
  });

  test("nothing named: the first provider with a key; no key: the offline guide", async () => {
    expect(await chosen({ environment: { XAI_API_KEY: "k", GROQ_API_KEY: "k" } })).toBe("groq/openai/gpt-oss-120b");
    expect(await chosen({ environment: { WAYMARK_OFFLINE: "1" } })).toBe("guide");
  });
});

describe("CL-13: the model, all combinations of where it is named", () => {
  const levels: readonly Level[] = [
    { name: "--model", add: (given, model) => ({ ...given, flags: { ...given.flags, model } }) },
    variable("WAYMARK_OPENAI_DEFAULT_MODEL"),
    variable("WAYMARK_MODEL"),
    variable("WAYMARK_DEFAULT_MODEL"),
    {
      name: "project providers.openai.model",
      add: (given, model) => ({ ...given, project: { ...given.project, providers: { openai: { model } } } }),
    },
    {
      name: "user providers.openai.model",
      add: (given, model) => ({ ...given, user: { ...given.user, providers: { openai: { model } } } }),
    },
    { name: "project model", add: (given, model) => ({ ...given, project: { ...given.project, model } }) },
    { name: "user model", add: (given, model) => ({ ...given, user: { ...given.user, model } }) },
  ];

  test.each([
    ["the flag", { flags: { provider: "openai" } }],
    ["a variable", { environment: { WAYMARK_PROVIDER: "openai" } }],
  ])(
    "flag > provider's variable > general variables > provider's setting > general setting; provider from %s",
    async (_, base) => {
      const environment = { OPENAI_API_KEY: "k", ...("environment" in base ? base.environment : {}) };
      const count = await expectNearest(
        levels,
        (index) => `model-${index}`,
        (model) => `openai/${model}`,
        { ...base, environment },
      );
      expect(count).toBe(255);
    },
  );

  test("it goes before a general variable and the files also where those name the provider as well", async () => {
    const general = levels.slice(1).filter(({ name }) => !name.includes("providers."));
    const count = await expectNearest(
      general,
      (index) => (index === 0 ? "model-0" : `openai/model-${index}`),
      (model) => (model.includes("/") ? model : `openai/${model}`),
      { environment: { OPENAI_API_KEY: "k" } },
    );
    expect(count).toBe(31);
  });

  test("nothing named: the provider's own default, whatever other providers are told", async () => {
    const environment = { OPENAI_API_KEY: "k", WAYMARK_GROQ_DEFAULT_MODEL: "other" };
    expect(await chosen({ environment, flags: { provider: "openai" } })).toBe("openai/gpt-6.1-sol");
  });

  test("a variable that is set and empty names nothing; a name without an id is refused", async () => {
    const environment = { OPENAI_API_KEY: "k", WAYMARK_OPENAI_DEFAULT_MODEL: " ", WAYMARK_MODEL: "m" };
    expect(await chosen({ environment, flags: { provider: "openai" } })).toBe("openai/m");
    await expect(chosen({ environment, flags: { model: "openai/" } })).rejects.toThrow(/has no id behind its slash/);
  });

  test("CL-01: a server of this machine that is named without a model gives its first one; its key alone names nothing", async () => {
    const server = createServer((_, response) => response.end('{"data":[{"id":"b"},{"id":"a:7b"}]}'));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      expect(await chosen({ environment: { OLLAMA_BASE_URL: url }, flags: { provider: "ollama" } })).toBe(
        "ollama/a:7b",
      );
      expect(await chosen({ user: { provider: "ollama", providers: { ollama: { baseUrl: url } } } })).toBe(
        "ollama/a:7b",
      );
      const nowhere = "http://127.0.0.1:9";
      const others = { OLLAMA_BASE_URL: nowhere, LMSTUDIO_BASE_URL: nowhere, LLAMACPP_API_KEY: "k" };
      expect(await chosen({ environment: { ...others, LLAMACPP_BASE_URL: url } })).toBe("llamacpp/a:7b");
      expect(await chosen({ environment: { ...others, LLAMACPP_BASE_URL: nowhere } })).toBe("guide");
    } finally {
      server.close();
    }
  });

  test("the general variables hold for every provider, not for one only", async () => {
    for (const provider of ["anthropic", "google", "ollama", "xai"])
      expect(
        await chosen({
          environment: {
            WAYMARK_DEFAULT_MODEL: "m",
            [`${provider === "google" ? "GEMINI" : provider.toUpperCase()}_API_KEY`]: "k",
          },
          flags: { provider },
        }),
      ).toBe(`${provider}/m`);
  });
});

describe("CL-14: a real variable beats one of a .env file, all combinations", () => {
  test("for the provider and for the model", async () => {
    const base = { environment: { OPENAI_API_KEY: "k", GROQ_API_KEY: "k" } };
    const providers = [variable("WAYMARK_PROVIDER"), dotEnvVariable("WAYMARK_PROVIDER")];
    const models: Readonly<Record<string, string>> = { groq: "groq/openai/gpt-oss-120b", openai: "openai/gpt-6.1-sol" };
    await expectNearest(
      providers,
      (index) => ["groq", "openai"][index] ?? "",
      (id) => models[id] ?? "",
      base,
    );
    const levels = [
      variable("WAYMARK_OPENAI_DEFAULT_MODEL"),
      dotEnvVariable("WAYMARK_OPENAI_DEFAULT_MODEL"),
      variable("WAYMARK_MODEL"),
      dotEnvVariable("WAYMARK_MODEL"),
      variable("WAYMARK_DEFAULT_MODEL"),
      dotEnvVariable("WAYMARK_DEFAULT_MODEL"),
    ];
    const flags = { provider: "openai" };
    await expectNearest(
      levels,
      (index) => `m${index}`,
      (model) => `openai/${model}`,
      { ...base, flags },
    );
  });

  test("a file beside it called .env.example counts for nothing", async () => {
    writeFileSync(join(folder, "config/.env.example"), "WAYMARK_MODEL=openai/example\nOPENAI_API_KEY=k\n");
    expect(await chosen({ environment: { WAYMARK_OFFLINE: "1" } })).toBe("guide");
  });
});

test("BC-12: an agent is the settings' own first, then STACKSPOT_CODER_ID", async () => {
  const environment = { STACKSPOT_CLIENT_SECRET: "s", STACKSPOT_CODER_ID: "01ENV" };
  expect(await chosen({ environment })).toBe("stackspot/01ENV");
  expect(await chosen({ environment, user: { providers: { stackspot: { model: "01OWN" } } } })).toBe("stackspot/01OWN");
});

test("a server near by is waited for as long as a whole answer may take, unless a limit is set; one far away has its own", async () => {
  const near = "http://192.168.1.7:8000/v1";
  const far = "https://api.example.com/v1";
  const plain = await load({});
  expect(patience(near, plain)).toEqual({ firstByteMs: 1_800_000, stallMs: 1_800_000, answerMs: 1_800_000 });
  expect(patience(far, plain)).toEqual({ firstByteMs: 120_000, stallMs: 90_000, answerMs: 1_800_000 });
  const set = await load({ environment: { WAYMARK_FIRST_BYTE_TIMEOUT: "7" }, user: { stallTimeout: 9 } });
  expect(patience(near, set)).toEqual({ firstByteMs: 7_000, stallMs: 9_000, answerMs: 1_800_000 });
});
