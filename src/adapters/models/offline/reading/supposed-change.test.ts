import { expect, test } from "vitest";
import { asWhatIf, asWishedWidth, grownPicture, growthIn, ofDeclaredKind } from "./supposed-change.ts";

test.each([
  ["two characters longer", 2],
  ["1 digit shorter", -1],
  ["three more digits", 3],
  ["two digits more", 2],
  ["dois caracteres mais", 2],
  ["três caracteres mais", 3],
  ["tres caracteres mais", 3],
])("%s is no width but a growth", (said, by) => {
  expect(growthIn(`what breaks if I make the lid id ${said}?`)).toEqual({ by });
});

test.each(["ten digits long", "11 characters", "longer", "16 digits"])("%s is no growth by a number", (said) => {
  expect(growthIn(`what breaks if I make the lid id ${said}?`)).toBeUndefined();
});

test("a width that is said keeps the kind of characters that a field has", () => {
  expect(ofDeclaredKind("05 LID-ID PIC X(16).", "9(19)")).toBe("X(19)");
  expect(ofDeclaredKind("05 LID-SUM PIC S9(11)V99.", "9(19)")).toBe("9(19)");
});

test("a picture grows by what is said, for every width", () => {
  for (let width = 1; width < 20; width++)
    for (const by of [-3, 1, 4])
      expect(grownPicture(`05 LID-ID PIC 9(${width}).`, { by })).toBe(width + by > 0 ? `9(${width + by})` : undefined);
  expect(grownPicture("05 LID-SUM PIC S9(11)V99 COMP-3.", { by: 2 })).toBeUndefined();
});

test.each([
  [
    "we need to make the lid id two characters longer, what else do I have to touch?",
    "what breaks if I make the lid id two characters longer?",
  ],
  [
    "what would I have to change if lid numbers grew from 16 to 19 digits?",
    "what breaks if I make lid number 19 digits long?",
  ],
  [
    "what must we update if the lid code got two digits longer",
    "what breaks if I make the lid code two digits longer?",
  ],
  ["what breaks if lid ids get one more digit?", "what breaks if I make lid id one digit longer?"],
  ["what would break if lid numbers had 19 digits?", "what breaks if I make lid number 19 digits long?"],
  [
    "what is affected when the lid code becomes 12 characters long?",
    "what breaks if I make the lid code 12 characters long?",
  ],
  ["if the owner's TAG field became alphanumeric, what would break?", "what breaks if I change the owner tag field?"],
  ["what breaks if the lid code is made packed decimal?", "what breaks if I change the lid code?"],
  ["which programs must we touch if LID-ID becomes longer?", "what breaks if I change the LID-ID?"],
])("%s is a what-if", (said, asked) => {
  expect(asWhatIf(said)).toBe(asked);
});

test.each(["who makes the lids, and what else is there?", "what would I have to change to give it a new lid?"])(
  "%s is read as it is",
  (said) => {
    expect(asWhatIf(said)).toBe(said);
  },
);

test.each([
  [
    "we'd like passwords of twelve characters, what would have to change?",
    "what breaks if I make the password 12 characters long?",
  ],
  [
    "I want lid addresses with 40 characters; which places do I have to touch?",
    "what breaks if I make the lid address 40 characters long?",
  ],
  [
    "we need the lid name to be 50 letters long. what else changes?",
    "what breaks if I make the lid name 50 letters long?",
  ],
  ["if we had lid codes of 8 digits, what would break?", "what breaks if I make the lid code 8 digits long?"],
  [
    "they want to have box titles of up to thirty characters, where do we change that and what else?",
    "what breaks if I make the box title 30 characters long?",
  ],
])("%s wishes for a width", (said, asked) => {
  expect(asWishedWidth(said)).toBe(asked);
});

test.each([
  "we'd like a list of the lids, what is in it?",
  "I need files of ten lines, which are there?",
  "we have passwords of 8 characters, who checks them?",
  "I'd like a report with 80 characters, which program prints one?",
])("%s wishes for no width", (said) => {
  expect(asWishedWidth(said)).toBe(said);
});
