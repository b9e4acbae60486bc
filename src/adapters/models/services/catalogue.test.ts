import { describe, expect, test } from "vitest";
import { catalogue, costOf, findModel } from "./catalogue.ts";
import { findProvider } from "./providers.ts";

describe("the catalogue", () => {
  test("has whole rows of known providers only", () => {
    expect(catalogue().size).toBeGreaterThan(200);
    for (const entry of catalogue().values()) {
      expect(findProvider(entry.id.split("/")[0] ?? "")?.id).toBeDefined();
      expect(entry.contextTokensMax).toBeGreaterThan(1000);
      expect(entry.outputTokensMax).toBeGreaterThan(0);
      expect(entry.outputPrice).toBeGreaterThanOrEqual(0);
      expect(Object.values(entry)).not.toContain(Number.NaN);
    }
  });

  test("finds each row by itself as it stands in the whole table", () => {
    for (const [id, entry] of catalogue()) expect(findModel(id)).toEqual(entry);
    expect(findModel("openai/gpt-5.5 1000")).toBeUndefined();
  });

  test("finds a dated name by the undated one", () => {
    expect(findModel("openai/gpt-5.5-2026-04-23")?.id).toBe("openai/gpt-5.5");
    expect(findModel("anthropic/claude-opus-4-8-20260401")?.id).toBe("anthropic/claude-opus-4-8");
    expect(findModel("openai/no-such-model")).toBeUndefined();
  });

  test("prices cached tokens apart, and never twice", () => {
    const entry = findModel("anthropic/claude-sonnet-4-5");
    if (!entry) throw new Error("not in the table");
    const usage = { inputTokens: 1_000_000, outputTokens: 0, cacheReadTokens: 600_000, cacheWriteTokens: 300_000 };
    expect(costOf(entry, usage)).toBeCloseTo(0.1 * 3 + 0.6 * 0.3 + 0.3 * 3.75, 9);
  });
});
