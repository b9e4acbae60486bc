import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../test/rounds.ts";
import { call, honest, say, sessionOn, toolThatSays } from "../../test/session-scene.ts";
import type { ModelMessage } from "./ports/model.ts";
import { type AgentEvent, replyText } from "./protocol/event.ts";

/** What a person has read of an answer under way, event by event. */
function shownText(events: readonly AgentEvent[]): string {
  let shown = "";
  for (const event of events) {
    if (event.type === "text-delta") shown += event.text;
    if (event.type === "reply" || event.type === "retry") shown = "";
  }
  return shown;
}

const assistantTexts = (messages: readonly ModelMessage[]): string[] =>
  messages.flatMap((message) => (message.role === "assistant" ? [replyText(message.content)] : []));

const MARKS = { cancel: "[Interrupted by the user.]", kill: "[Interrupted: the process ended here.]" };

test("what was shown of an answer is what the model is sent of it, wherever and however it was interrupted", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        texts: fc.array(fc.string({ minLength: 1, maxLength: 60, unit: "grapheme" }), { minLength: 1, maxLength: 3 }),
        pieceChars: fc.integer({ min: 1, max: 7 }),
        after: fc.integer({ min: 1, max: 40 }),
        as: fc.constantFrom("cancel" as const, "kill" as const),
        tickMs: fc.integer({ min: 0, max: 150 }),
      }),
      async ({ texts, pieceChars, after, as, tickMs }) => {
        const session = sessionOn({
          answer: (_, number) => {
            const text = texts[number - 1];
            if (text === undefined) return [say("the end")];
            return number < texts.length ? [say(text), call(`c${number}`, "look")] : [say(text)];
          },
          summarise: honest,
          windowTokens: 100_000,
          tools: [toolThatSays("look", () => "seen")],
          pieceChars,
          tickMs,
        });
        const seen = await session.prompt("first", { stop: { after, as } });
        const isWhole = seen.at(-1)?.type === "run-end" && !session.history.some(({ type }) => type === "interruption");
        await session.prompt("second");
        const messages = session.requests.at(-1)?.messages ?? [];
        const mark = assistantTexts(messages).filter((text) => text.includes("[Interrupted"));
        const hasPrompt = seen.some(({ type }) => type === "prompt");
        if (isWhole || !hasPrompt) expect(mark).toEqual([]);
        else {
          const shown = shownText(seen);
          expect(mark.map((text) => text.slice(text.lastIndexOf("[Interrupted")))).toEqual([MARKS[as]]);
          if (shown.trim() !== "") expect(mark[0]).toBe(`${shown}\n\n${MARKS[as]}`);
        }
        const users = messages.filter((message) => message.role === "user");
        expect(users.map(({ text }) => text)).toEqual(hasPrompt ? ["first", "second"] : ["second"]);
        for (const [index, message] of messages.entries())
          if (message.role !== "tool") expect(messages[index + 1]?.role).not.toBe(message.role);
      },
    ),
    { numRuns: rounds(60) },
  );
});

test("nothing is shown that is not recorded before, piece by piece", async () => {
  const session = sessionOn({
    answer: () => [say("one two three four five six")],
    summarise: honest,
    windowTokens: 100_000,
    pieceChars: 2,
    tickMs: 70,
  });
  const seen = await session.prompt("count");
  const pieces = (events: readonly AgentEvent[]): AgentEvent[] => events.filter(({ type }) => type === "text-delta");
  expect(pieces(seen)).toEqual(pieces(session.history));
  expect(pieces(seen).length).toBeGreaterThan(2);
  expect(shownText(seen.slice(0, -2))).toBe("one two three four five six");
});
