import { describe, expect, test } from "vitest";
import type { ModelRequest } from "../../../core/ports/model.ts";
import { loadWire } from "../wires/index.ts";
import { findModel } from "./catalogue.ts";
import { libraryProvider } from "./libraries.ts";
import { PRESET_MODEL_ROWS } from "./preset-models.ts";
import { presets } from "./presets.ts";
import { allProviders, resolveModel, wireChoice } from "./providers.ts";
import { thinkingOf } from "./thinking.ts";

const PRESETS = presets();
const ASKED: ModelRequest = {
  ...{ system: "", messages: [{ role: "user", text: "hi" }], tools: [], sessionId: "s" },
  effort: "high",
};

describe.each(PRESETS.map((provider) => [provider.id, provider] as const))("%s", (id, provider) => {
  const [variable = ""] = provider.keyVariables;
  const resolved = resolveModel(`${id}/some/model`, { environment: { [variable]: "k" } });
  const choice = "kind" in resolved ? undefined : wireChoice(resolved);

  test("is asked at its own address with its key, and told as much of the effort as it takes", async () => {
    expect(resolved).toMatchObject({ model: "some/model", baseUrl: provider.defaultUrl, key: "k" });
    if (!choice) throw new Error("no wire");
    const { url, headers, body } = (await loadWire(choice.wire)).request(ASKED, choice);
    expect(new URL(url).protocol).toBe("https:");
    expect(url.startsWith(`${provider.defaultUrl}/`)).toBe(true);
    expect(Object.values(headers).some((value) => value === "k" || value === "Bearer k")).toBe(true);
    const isTold = /"(?:reasoning_effort|reasoning|thinking)":/.test(JSON.stringify(body));
    expect(isTold).toBe((thinkingOf(choice)?.efforts.length ?? 0) > 0);
  });

  test("is told of its key where there is none, and moved by its own variable", () => {
    expect(resolveModel(`${id}/m`, { environment: {} })).toMatchObject({ kind: "no-key" });
    const moved = resolveModel(`${id}/m`, {
      environment: { [provider.urlVariables[0] ?? ""]: "http://127.0.0.1:9/v1" },
    });
    expect(moved).toMatchObject({ baseUrl: "http://127.0.0.1:9/v1" });
  });
});

test("forty services and more are data, and every model that is known belongs to one", () => {
  expect(PRESETS.length).toBeGreaterThan(40);
  const rows = PRESET_MODEL_ROWS.trim().split("\n");
  for (const row of rows) {
    const [name = ""] = row.split(" ");
    expect(PRESETS.map(({ id }) => id)).toContain(name.slice(0, name.indexOf("/")));
    expect(findModel(name)).toMatchObject({ id: name, isPriced: !row.includes("?") });
    expect(findModel(name)?.contextTokensMax).toBeGreaterThan(1000);
  }
});

test("none is chosen because its key is there", () => {
  expect(
    allProviders()
      .filter(({ onlyByName }) => !onlyByName)
      .map(({ id }) => id),
  ).not.toContain(PRESETS[0]?.id);
  expect(PRESETS.every(({ onlyByName }) => onlyByName)).toBe(true);
});

test("a package without a row has a name, a path out of its scope has none", () => {
  expect(libraryProvider("ai-sdk:fireworks")).toMatchObject({
    library: { module: "@ai-sdk/fireworks" },
    keyVariables: ["FIREWORKS_API_KEY"],
    urlVariables: ["FIREWORKS_BASE_URL"],
  });
  for (const id of ["ai-sdk:", "ai-sdk:../x", "ai-sdk:@a/b", "ai-sdk:A", "fireworks-ai", "ai-sdk:a/b"])
    expect(libraryProvider(id)).toBeUndefined();
});
