import { describe, expect, test } from "vitest";
import { choiceOver } from "../../../../test/play-wire.ts";
import type { Effort } from "../../../core/protocol/effort.ts";
import { loadWire } from "../wires/index.ts";
import type { Wire } from "./provider.ts";
import { findProvider, type WireChoice } from "./providers.ts";
import { budgetFor, thinkingOf } from "./thinking.ts";

const ASK = { system: "", messages: [{ role: "user", text: "q" }], tools: [], sessionId: "s" } as const;

async function sent(choice: WireChoice, effort: Effort | undefined, more: object = {}): Promise<object> {
  const { request } = await loadWire(choice.wire);
  const { body } = request({ ...ASK, ...(effort ? { effort } : {}), ...more }, choice);
  const { reasoning_effort, reasoning, thinking, output_config, generationConfig } = body;
  const config = (generationConfig as { thinkingConfig?: object } | undefined)?.thinkingConfig;
  return JSON.parse(JSON.stringify({ reasoning_effort, reasoning, thinking, output_config, ...config }));
}

const over = (wire: Wire) => (model: string) => choiceOver(wire, { model });
const at =
  (id: string) =>
  (model: string): WireChoice => {
    const provider = findProvider(id);
    if (!provider) throw new Error(`no ${id}`);
    return { provider, model, wire: "compatible", baseUrl: "http://127.0.0.1:9/v1" };
  };

test.each<[(model: string) => WireChoice, string, Effort, object]>([
  [
    over("anthropic"),
    "claude-sonnet-5-5",
    "high",
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "high" } },
  ],
  [
    over("anthropic"),
    "claude-sonnet-5-5",
    "none",
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "low" } },
  ],
  [
    over("anthropic"),
    "claude-opus-4-6",
    "xhigh",
    { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "high" } },
  ],
  [over("anthropic"), "claude-opus-4-8", "none", { thinking: { type: "disabled" } }],
  [over("anthropic"), "claude-sonnet-4-5-20250929", "medium", { thinking: { type: "enabled", budget_tokens: 19_200 } }],
  [over("anthropic"), "claude-sonnet-4-5", "none", { thinking: { type: "disabled" } }],
  [over("anthropic"), "claude-3-5-sonnet-20241022", "high", {}],
  [over("responses"), "gpt-6.1-sol", "max", { reasoning: { effort: "max", summary: "auto" } }],
  [over("responses"), "gpt-6.1-sol", "minimal", { reasoning: { effort: "low", summary: "auto" } }],
  [over("responses"), "gpt-5.1", "none", { reasoning: { effort: "none" } }],
  [over("responses"), "gpt-4.1", "high", {}],
  [over("responses"), "somebody-elses", "high", { reasoning: { effort: "high", summary: "auto" } }],
  [over("chat"), "gpt-6.1-sol", "max", { reasoning_effort: "xhigh" }],
  [over("chat"), "o4-mini", "none", { reasoning_effort: "low" }],
  [over("gemini"), "gemini-3-pro", "max", { thinkingLevel: "high", includeThoughts: true }],
  [over("gemini"), "gemini-3-flash", "minimal", { thinkingLevel: "minimal", includeThoughts: true }],
  [over("gemini"), "gemini-2.5-flash", "none", { thinkingBudget: 0, includeThoughts: false }],
  [over("gemini"), "gemini-2.5-pro", "none", { thinkingBudget: 1311, includeThoughts: true }],
  [over("gemini"), "gemini-2.0-flash", "high", {}],
  [over("compatible"), "m", "xhigh", { reasoning_effort: "high" }],
  [at("openrouter"), "x/y", "max", { reasoning: { effort: "xhigh" } }],
  [at("deepseek"), "deepseek-v4-pro", "none", { thinking: { type: "disabled" } }],
  [at("deepseek"), "deepseek-v4-pro", "medium", { thinking: { type: "enabled" }, reasoning_effort: "medium" }],
])("%o %s is told %s as %j", async (choose, model, effort, expected) => {
  expect(await sent(choose(model), effort)).toEqual(expected);
});

test("nothing is said where nothing is asked, but for models that refuse tools while they think", async () => {
  for (const wire of ["anthropic", "responses", "chat", "gemini", "compatible"] as const)
    expect(await sent(choiceOver(wire, { model: "gpt-5.5" }), undefined)).toEqual({});
  const tools = [{ name: "shell", description: "", schema: {} }];
  expect(await sent(choiceOver("chat", { model: "gpt-5.6-sol" }), "high", { tools })).toEqual({
    reasoning_effort: "none",
  });
});

describe("a budget", () => {
  const sonnet = choiceOver("anthropic", { model: "claude-sonnet-4-5" });

  test("leaves room for the answer, and is left out where there is none", async () => {
    expect(await sent(sonnet, "max", { outputTokensMax: 4000 })).toEqual({
      thinking: { type: "enabled", budget_tokens: 2976 },
    });
    expect(await sent(sonnet, "low", { outputTokensMax: 1500 })).toEqual({});
  });

  test("waits for the next prompt where a reply without thinking has begun to call", async () => {
    const call = { kind: "call", call: { id: "a", name: "shell", input: {} } } as const;
    const thought = { kind: "reasoning", text: "Hm.", meta: { anthropic: { signature: "s" } } } as const;
    const following = (content: readonly object[]) => ({
      messages: [
        ...ASK.messages,
        { role: "assistant", content },
        { role: "tool", results: [{ callId: "a", name: "shell", text: "", failed: false }] },
      ],
    });
    expect(await sent(sonnet, "high", following([call]))).toEqual({});
    expect(await sent(sonnet, "high", following([thought, call]))).toMatchObject({ thinking: { type: "enabled" } });
  });

  test("grows with the effort, between its bounds", () => {
    const thinking = thinkingOf(choiceOver("gemini", { model: "gemini-2.5-pro" }));
    if (!thinking) throw new Error("unknown");
    const efforts: readonly Effort[] = ["minimal", "low", "medium", "high", "xhigh", "max"];
    const budgets = efforts.map((effort) => budgetFor(effort, thinking, 20_000));
    expect(budgets).toEqual([400, 2000, 6000, 12_000, 18_000, 19_000]);
    expect(budgetFor("max", thinking, 1e6)).toBe(32_768);
    expect(budgetFor("minimal", thinking, 10)).toBe(128);
  });
});
