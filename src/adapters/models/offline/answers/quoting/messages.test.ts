import { expect, test } from "vitest";
import { isOfMessage, mayHoldMessage, withoutStopsInQuotes } from "./messages.ts";

const KNOWN = { answer: { text: "", isAnswer: true }, words: new Set(["lid", "was", "moved", "away"]) };

test.each([
  ["where does 'lid was moved' come from", true],
  ["and what happens then", true],
  ["o que acontece a seguir", true],
  ["when is it raised", true],
  ["is the other file checked as well", false],
  ["which programs read the box file", false],
])("a part asks of a message by its words, or of what was just spoken of: %s", (part, isOne) => {
  expect(isOfMessage(part, KNOWN)).toBe(isOne);
});

test("a full stop in a message ends no sentence, and all else stays", () => {
  expect(withoutStopsInQuotes('It says "Lid moved. Please look", why? Really.')).toBe(
    'It says "Lid moved  Please look", why? Really.',
  );
  expect(withoutStopsInQuotes("The box's lid. It's gone.")).toBe("The box's lid. It's gone.");
});

test.each([
  ['users get "Lid moved"', true],
  ["onde aparece lid moved away", true],
  ["who calls RATECALC", false],
])("only a prompt that may hold a message is searched for one: %s", (prompt, may) => {
  expect(mayHoldMessage(prompt)).toBe(may);
});
