import { describe, expect, test } from "vitest";
import { findModel } from "./catalogue.ts";
import { allProviders, keyFromEnvironment, parseModelName, resolveModel } from "./providers.ts";

function resolve(
  name: string,
  environment: Readonly<Record<string, string>> = {},
  more: { api?: string; baseUrl?: string } = {},
) {
  const choice = resolveModel(name, { environment, ...more });
  if ("message" in choice) return choice;
  const { provider, model, wire, otherWire, baseUrl, key, bearer } = choice;
  return {
    provider: provider.id,
    model,
    wire,
    baseUrl,
    key,
    ...(otherWire ? { otherWire } : {}),
    ...(bearer ? { bearer } : {}),
  };
}

describe("the list of providers", () => {
  test("has no id twice, and a variable for each thing a message asks to set", () => {
    expect(new Set(allProviders().map((provider) => provider.id)).size).toBe(allProviders().length);
    for (const provider of allProviders()) {
      expect(provider.urlVariables.length).toBeGreaterThan(0);
      expect(provider.local || provider.keyVariables.length > 0).toBe(true);
    }
  });

  test("names default models that the catalogue knows", () => {
    const unknown = allProviders().filter(
      (provider) => provider.defaultModel && !findModel(`${provider.id}/${provider.defaultModel}`),
    );
    expect(unknown.map((provider) => provider.id)).toEqual([]);
  });
});

describe("a model's name", () => {
  test("splits at the first slash", () => {
    expect(parseModelName("openrouter/anthropic/claude")).toEqual({
      provider: "openrouter",
      model: "anthropic/claude",
    });
    for (const name of ["gpt-5", "/gpt-5", "openai/", ""]) expect(parseModelName(name)).toBeUndefined();
  });

  test("without a model takes the provider's default", () => {
    expect(resolve("anthropic", { ANTHROPIC_API_KEY: "k" })).toMatchObject({
      provider: "anthropic",
      model: "claude-sonnet-5-5",
    });
    expect(resolve("ollama")).toMatchObject({ kind: "no-model" });
  });

  test("of an unknown provider fails and names the known ones", () => {
    const problem = resolve("nosuch/model");
    expect(problem).toMatchObject({ kind: "unknown-provider" });
    expect(JSON.stringify(problem)).toContain("openai-compatible");
  });
});

describe("keys", () => {
  test("are required at the provider's own server and named in the message", () => {
    expect(resolve("openai/m")).toMatchObject({ kind: "no-key", message: expect.stringContaining("OPENAI_API_KEY") });
    expect(resolve("ollama/m")).toMatchObject({ provider: "ollama", key: undefined });
    expect(resolve("openai/m", { OPENAI_BASE_URL: "http://localhost:1" })).toMatchObject({ key: undefined });
  });

  test("come from the first variable that is set and not blank", () => {
    const google = allProviders().find((provider) => provider.id === "google");
    expect(
      google &&
        keyFromEnvironment(google, { GEMINI_API_KEY: " ", GOOGLE_API_KEY: " g ", GOOGLE_GENERATIVE_AI_API_KEY: "x" }),
    ).toBe("g");
  });

  test("that are tokens travel as such", () => {
    expect(resolve("anthropic/m", { ANTHROPIC_AUTH_TOKEN: "t" })).toMatchObject({ key: "t", bearer: true });
    expect(resolve("anthropic/m", { ANTHROPIC_API_KEY: "k", ANTHROPIC_AUTH_TOKEN: "t" })).not.toHaveProperty("bearer");
  });
});

describe("addresses", () => {
  test.each([
    ["openai-compatible/m", "OPENAI_COMPATIBLE_BASE_URL", "http://h:1", "http://h:1/v1"],
    ["openai-compatible/m", "OPENAI_COMPATIBLE_BASE_URL", "http://h:1/v1/", "http://h:1/v1"],
    ["openai-compatible/m", "OPENAI_COMPATIBLE_BASE_URL", "https://h/api/paas/v4", "https://h/api/paas/v4"],
    ["anthropic/m", "ANTHROPIC_BASE_URL", "http://h:1", "http://h:1/v1"],
    ["anthropic/m", "ANTHROPIC_BASE_URL", "http://h:1/anthropic", "http://h:1/anthropic/v1"],
    ["anthropic/m", "ANTHROPIC_BASE_URL", "http://h:1/v1", "http://h:1/v1"],
    ["google/m", "GOOGLE_BASE_URL", "http://h:1/", "http://h:1/v1beta"],
    ["google/m", "GEMINI_BASE_URL", "http://h:1/v1beta", "http://h:1/v1beta"],
    ["ollama/m", "OLLAMA_HOST", "0.0.0.0:11434", "http://127.0.0.1:11434/v1"],
  ])("%s with %s=%s asks %s", (name, variable, given, expected) => {
    expect(resolve(name, { [variable]: given })).toMatchObject({ baseUrl: expected });
  });

  test("that are missing or no URL fail and name the variable", () => {
    const missing = { kind: "no-url", message: expect.stringContaining("OPENAI_COMPATIBLE_BASE_URL") };
    expect(resolve("openai-compatible/m")).toMatchObject(missing);
    expect(resolve("openai/m", { OPENAI_BASE_URL: "ftp://x" })).toMatchObject({ kind: "bad-url" });
  });
});

describe("OpenAI's two wires", () => {
  const environment = { OPENAI_API_KEY: "k" };
  test("responses at OpenAI, chat first at a server of one's own, and whichever is forced", () => {
    expect(resolve("openai/m", environment)).toMatchObject({ wire: "responses" });
    const own = { ...environment, OPENAI_BASE_URL: "http://h:1" };
    expect(resolve("openai/m", own)).toMatchObject({ wire: "chat", otherWire: "responses" });
    expect(resolve("openai/m", { ...own, WAYMARK_OPENAI_API: "responses" })).toMatchObject({ wire: "responses" });
    expect(resolve("openai/m", environment, { api: "chat" })).toMatchObject({ wire: "chat" });
    expect(resolve("openai/m", { ...own, WAYMARK_OPENAI_API: "responses" })).not.toHaveProperty("otherWire");
  });
});

test.each([
  [":11500", "http://127.0.0.1:11500/v1"],
  ["0.0.0.0", "http://127.0.0.1:11434/v1"],
  ["gpu-box", "http://gpu-box:11434/v1"],
  ["gpu-box:80", "http://gpu-box/v1"],
  ["[::1]", "http://[::1]:11434/v1"],
  ["http://gpu-box", "http://gpu-box/v1"],
  ["https://gpu-box/ollama/", "https://gpu-box/ollama"],
])("Ollama's own variable %s means %s", (given, baseUrl) => {
  expect(resolveModel("ollama/m", { environment: { OLLAMA_HOST: given } })).toMatchObject({ baseUrl });
});
