import fc from "fast-check";
import { expect, test } from "vitest";
import { type AnswerPlace, type Segment, splitAnswer } from "./split-answer.ts";

/** Feeds a text in pieces and gathers what is handed out as final. */
function stream(text: string, cuts: readonly number[]): readonly Segment[] {
  const segments: Segment[] = [];
  let place: AnswerPlace = { offset: 0 };
  for (const end of [...cuts, text.length]) {
    const step = splitAnswer(text.slice(0, end), { start: place, isEnd: false, width: 40 });
    segments.push(...step.segments);
    place = step.next;
  }
  return [...segments, ...splitAnswer(text, { start: place, isEnd: true, width: 40 }).segments];
}

const essence = (segments: readonly Segment[]): string => segments.map(({ text }) => text.replace(/\s+/g, "")).join("");

test("a paragraph is final once a line at the margin follows its blank line", () => {
  const place = { start: { offset: 0 }, isEnd: false, width: 40 };
  expect(splitAnswer("One.\n\n", place).segments).toEqual([]);
  expect(splitAnswer("One.\n\nTwo", place).segments).toEqual([
    { kind: "prose", text: "One.", isFirst: true, isContinued: false },
  ]);
});

test("a list stays whole over blank lines before indented text", () => {
  expect(splitAnswer("- one\n\n  more\n\nEnd", { start: { offset: 0 }, isEnd: false, width: 40 }).segments).toEqual([
    { kind: "prose", text: "- one\n\n  more", isFirst: true, isContinued: false },
  ]);
});

test("lines of a fence are final in batches, with what came before for the colours", () => {
  const code = Array.from({ length: 9 }, (_, index) => `line ${index}`).join("\n");
  const { segments, next } = splitAnswer(`\`\`\`ts\n${code}\nnot whole`, {
    start: { offset: 0 },
    isEnd: false,
    width: 40,
  });
  expect(segments).toEqual([
    { kind: "code", text: code, language: "ts", before: "", isFirst: true, isContinued: false },
  ]);
  expect(next.fence?.before).toBe(`${code}\n`);
});

test("a paragraph that does not end is cut at the end of a row", () => {
  const words = "word ".repeat(400);
  const { segments, rest } = splitAnswer(words, { start: { offset: 0 }, isEnd: false, width: 40 });
  expect(segments[0]?.text.length).toBeGreaterThan(1_500);
  expect(segments[0]?.text.endsWith("word")).toBe(true);
  expect(rest?.isContinued).toBe(true);
});

test("however an answer is cut while it streams, nothing is lost or said twice", () => {
  const line = fc.constantFrom(
    "",
    "text here",
    "- item",
    "  indented",
    "```ts",
    "```",
    "| a | b |",
    "# head",
    "~~~",
    "x".repeat(90),
    "1. one",
  );
  const document = fc.array(line, { maxLength: 40 }).map((lines) => lines.join("\n"));
  fc.assert(
    fc.property(document, fc.array(fc.nat(600), { maxLength: 12 }), (text, numbers) => {
      const cuts = numbers.map((number) => number % (text.length + 1)).sort((left, right) => left - right);
      expect(essence(stream(text, cuts))).toBe(essence(stream(text, [])));
    }),
  );
});

// All that is behind a fence was parted again for each one: then the test runs out of time.
test("an answer of 100,000 fences is split in time of its length", () => {
  const fences = 100_000;
  const { segments } = splitAnswer("```ts\nconst a = 1;\n```\n\n".repeat(fences), {
    start: { offset: 0 },
    isEnd: true,
    width: 80,
  });
  expect(segments).toHaveLength(fences);
  expect(segments.at(-1)).toMatchObject({ kind: "code", text: "const a = 1;", language: "ts" });
});

test.each([
  ["one word", "x"],
  ["a line of marks", "[<{("],
  ["characters of two halves", "👍"],
  ["a table", "| one | two |\n"],
  ["a fence of one line", "const a = 1; ", "```ts\n"],
  ["a diagram", "a --> b\n", "```mermaid\n"],
])("no part of a long answer is longer than a frame may take: %s", (_, unit, before = "") => {
  const text = before + unit.repeat(200_000 / unit.length);
  const { segments } = splitAnswer(text, { start: { offset: 0 }, isEnd: true, width: 80 });
  expect(Math.max(...segments.map((segment) => segment.text.length))).toBeLessThanOrEqual(32 * 1024);
  expect(essence(segments)).toBe(text.slice(before.length).replace(/\s+/g, ""));
  expect(segments.every((segment) => segment.text.isWellFormed())).toBe(true);
});

test("an answer of empty lines has no part, however many they are", () => {
  const { segments, next } = splitAnswer("\n".repeat(1_000_000), { start: { offset: 0 }, isEnd: false, width: 80 });
  expect(segments).toEqual([]);
  expect(next.offset).toBeGreaterThan(900_000);
});
