import { expect, test } from "vitest";
import { bytesOf, honest, say, sessionOn } from "../../../test/session-scene.ts";
import type { ReplyPart } from "../protocol/event.ts";
import type { Tool, ToolContext } from "../tool.ts";

/** Numbers that look random and are the same each time. */
function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const CHARS = 60_000;

/** Says its own mark, then as much as it is asked for: a page of it, or all. */
function toolThatTells(name: string, tells: (text: string, context: ToolContext) => Partial<{ kind: "source" }>): Tool {
  return {
    name,
    description: name,
    schema: { type: "object" },
    parse: (raw) => raw,
    intent: () => ({ accesses: [], display: { kind: "text", text: name } }),
    async run(raw, context) {
      const { mark, chars } = raw as { mark: string; chars: number };
      const whole = `${mark}\n${"a line of some words\n".repeat(Math.ceil(chars / 21))}`;
      const { kind } = tells(whole, context);
      const text = kind === "source" ? whole.slice(0, context.resultCharsMax) : whole;
      return { text, ...(kind === undefined ? {} : { kind }), display: { kind: "text", text: name } };
    },
  };
}

const TOOLS = [toolThatTells("paged", () => ({ kind: "source" })), toolThatTells("whole", () => ({}))];

test.each([8_000, 16_000, 32_000, 128_000])(
  "in a window of %i tokens the model sees of each result of a reply, however many and long they are",
  async (windowTokens) => {
    for (const seed of [1, 2, 3]) {
      const next = numbersFrom(seed * windowTokens);
      const marks: string[][] = [];
      const session = sessionOn({
        windowTokens,
        summarise: honest,
        tools: TOOLS,
        answer: (): readonly ReplyPart[] => {
          const step = marks.length;
          const asked = Array.from({ length: 1 + next(6) }, (_, at) => `mark ${step}.${at};`);
          marks.push(asked);
          return [
            say(`step ${step}`),
            ...asked.map((mark, at): ReplyPart => {
              const input = { mark, chars: next(CHARS) };
              return { kind: "call", call: { id: `c${step}-${at}`, name: next(2) === 0 ? "paged" : "whole", input } };
            }),
          ];
        },
      });
      await session.prompt("migrate the payroll", { stop: { after: 300, as: "kill" } });
      expect(session.requests.length).toBeGreaterThan(15);
      for (const [index, request] of session.requests.entries()) {
        const results = request.messages.flatMap((message) =>
          message.role === "tool" ? [JSON.stringify(message)] : [],
        );
        const unseen = (marks[index - 1] ?? []).filter((mark) => !results.some((result) => result.includes(mark)));
        expect(unseen, `window ${windowTokens}, seed ${seed}, request ${index}`).toEqual([]);
        expect(bytesOf(request).length / 4).toBeLessThanOrEqual(windowTokens);
      }
    }
  },
);

test("a large window gives each result as much as one may have", async () => {
  const given: (number | undefined)[] = [];
  const look = toolThatTells("whole", (_, { resultCharsMax }) => {
    given.push(resultCharsMax);
    return {};
  });
  const session = sessionOn({
    windowTokens: 200_000,
    summarise: honest,
    tools: [look],
    answer: (_, number) =>
      number > 1
        ? [say("done")]
        : [1, 2, 3, 4].map((at) => ({
            kind: "call",
            call: { id: `c${at}`, name: "whole", input: { mark: "m", chars: 9 } },
          })),
  });
  await session.prompt("look");
  expect(given).toHaveLength(4);
  for (const chars of given) expect(chars).toBeGreaterThan(48_000);
});

test("what short results of a wave leave is given to those that were cut, so that more of them stay whole", async () => {
  for (const seed of [1, 2, 3, 4, 5]) {
    const next = numbersFrom(seed);
    const windowTokens = 16_000;
    const lengths: number[] = [];
    const session = sessionOn({
      windowTokens,
      summarise: honest,
      tools: TOOLS,
      answer: (_, number): readonly ReplyPart[] => {
        if (number > 1) return [say("done")];
        return Array.from({ length: 6 }, (_, at): ReplyPart => {
          const chars = at === 0 ? 9_000 : 21 * (1 + next(40));
          lengths.push(chars);
          return { kind: "call", call: { id: `c${at}`, name: "whole", input: { mark: `m${at}`, chars } } };
        });
      },
    });
    await session.prompt("look");
    const results = session.history.flatMap((event) => (event.type === "call-end" ? [event.result.text] : []));
    expect(results).toHaveLength(lengths.length);
    for (const [index, text] of results.entries())
      expect(text.length, `seed ${seed}, result ${index}`).toBeGreaterThanOrEqual(lengths[index] ?? 0);
    for (const request of session.requests) expect(bytesOf(request).length / 4).toBeLessThanOrEqual(windowTokens);
  }
});

test("a later wave may have what the results of the earlier ones left", async () => {
  const given: number[] = [];
  const look = toolThatTells("whole", (_, { resultCharsMax }) => {
    given.push(resultCharsMax ?? 0);
    return {};
  });
  const session = sessionOn({
    windowTokens: 16_000,
    summarise: honest,
    tools: [look],
    answer: (_, number) =>
      number > 1
        ? [say("done")]
        : Array.from({ length: 10 }, (_, at) => ({
            kind: "call",
            call: { id: `c${at}`, name: "whole", input: { mark: "m", chars: 9 } },
          })),
  });
  await session.prompt("look");
  const [first = 0, ...others] = given;
  expect(others.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => first));
  for (const chars of others.slice(7)) expect(chars).toBeGreaterThan(first * 4);
});
