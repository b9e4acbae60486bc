import type { EditCandidate, EditError, Hunk } from "../model.ts";
import type { LineFinder } from "./line-finder.ts";
import { isBlank, lineKey } from "./line-keys.ts";

const CANDIDATES_MAX = 5;
const LINES_AROUND = 2;
const CANDIDATE_LINES_MAX = 24;
const LINE_CHARACTERS_MAX = 300;

/** The lines of a file around a place, each with its number. */
export function numberedLines(lines: readonly string[], start: number, end: number): string {
  const from = Math.max(0, start - LINES_AROUND);
  const to = Math.min(lines.length, Math.min(end, start + CANDIDATE_LINES_MAX) + LINES_AROUND);
  return lines
    .slice(from, to)
    .map((line, index) => `${from + index + 1} | ${line.slice(0, LINE_CHARACTERS_MAX)}`)
    .join("\n");
}

/** What the hunk expects to find, as lines. */
export function expectedLines(hunk: Hunk): readonly string[] {
  if (hunk.kind === "insert") return [];
  if (hunk.kind === "lines") return hunk.lines.filter((line) => line.kind !== "insert").map((line) => line.text);
  const lines = hunk.search.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

export function ambiguousError(
  starts: readonly number[],
  length: number,
  finder: LineFinder,
): Pick<EditError, "code" | "message" | "candidates" | "hint"> {
  const shown = starts.slice(0, 20).map((start) => start + 1);
  const more = starts.length > shown.length ? ` and ${starts.length - shown.length} more` : "";
  return {
    code: "ambiguous",
    message: `The text to change stands in ${starts.length} places: lines ${shown.join(", ")}${more}.`,
    candidates: starts.slice(0, CANDIDATES_MAX).map((start) => ({
      line: start + 1,
      endLine: start + length,
      text: numberedLines(finder.lines, start, start + length),
    })),
    hint: `${starts.length > CANDIDATES_MAX ? `Of these, the first ${CANDIDATES_MAX} are shown. ` : ""}Add lines above or below it until the text stands in one place only, or ask for every occurrence.`,
  };
}

const TO_THE_LETTER =
  "So large a file or edit is compared to the letter alone. Read the lines again, and give few of them, as they are.";

export function noMatchError(
  hunk: Hunk,
  finder: LineFinder,
  reason: string | undefined,
): Pick<EditError, "code" | "message" | "candidates" | "hint"> {
  const message = `The text to change is not in the file${reason === undefined ? "" : `: ${reason}`}.`;
  if (!finder.comparesLoosely) return { code: "no-match", message, hint: TO_THE_LETTER };
  const expected = expectedLines(hunk);
  const start = expected.length === 0 ? undefined : closestStart(expected, finder.lines);
  if (start === undefined) {
    const hint = "Nothing in the file is like it. Read it, and copy the lines as they are.";
    return { code: "no-match", message, hint };
  }
  const candidate = candidateAt(expected, start, finder.lines);
  const first = candidate.firstDifference;
  const hint =
    first === undefined
      ? `The closest place is line ${candidate.line}. Copy the lines from there as they are.`
      : `The closest place is line ${candidate.line}; it differs in line ${first.line}: ${differenceText(first)}`;
  return { code: "no-match", message, candidates: [candidate], hint };
}

function differenceText({ expected, found }: NonNullable<EditCandidate["firstDifference"]>): string {
  if (expected.trim() !== "" && found !== expected && found.startsWith(expected)) {
    const rest = JSON.stringify(found.slice(expected.length));
    return `only the beginning of that line was given; it goes on with ${rest}. Lines are compared whole: give it to its end.`;
  }
  return `the file has ${JSON.stringify(found)} where ${JSON.stringify(expected)} was expected. Copy the lines from the file as they are.`;
}

function candidateAt(expected: readonly string[], start: number, lines: readonly string[]): EditCandidate {
  const end = Math.min(lines.length, start + expected.length);
  const base = { line: start + 1, endLine: end, text: numberedLines(lines, start, end) };
  const foundAt = (index: number): string => lines[start + index] ?? "";
  // Blanks alone are forgiven by the matcher: the line that is no match is named, where there is one.
  const telling = expected.findIndex((wanted, index) => lineKey(foundAt(index), "trim") !== lineKey(wanted, "trim"));
  const index = telling >= 0 ? telling : expected.findIndex((wanted, at) => foundAt(at) !== wanted);
  if (index < 0) return base;
  const clip = (text: string): string => text.slice(0, LINE_CHARACTERS_MAX);
  const [wanted = "", found] = [expected[index], foundAt(index)];
  return { ...base, firstDifference: { line: start + index + 1, expected: clip(wanted), found: clip(found) } };
}

const VOTES_PER_LINE_MAX = 50;
const VOTES_MAX = 500_000;
const WORDS_MAX = 400;

/** A place, and how many characters of what was expected stand there. */
interface Likeness {
  readonly start: number;
  readonly characters: number;
}

/** The start at which most of the text stands, as whole lines or within the line that is most like the first. */
function closestStart(expected: readonly string[], lines: readonly string[]): number | undefined {
  const wanted = indexesByKey(expected);
  const votes = new Map<number, number>();
  let best = likestLine(expected, lines);
  let left = VOTES_MAX;
  for (const [at, line] of lines.entries()) {
    const key = lineKey(line, "trim");
    for (const index of wanted.get(key) ?? []) {
      if (left-- <= 0) return best?.start;
      const start = Math.max(0, at - index);
      const characters = (votes.get(start) ?? 0) + key.length;
      votes.set(start, characters);
      if (characters > (best?.characters ?? 0)) best = { start, characters };
    }
  }
  return best?.start;
}

function indexesByKey(lines: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const indexes = new Map<string, number[]>();
  for (const [index, line] of lines.entries()) {
    if (isBlank(line)) continue;
    const key = lineKey(line, "trim");
    const list = indexes.get(key);
    if (list === undefined) indexes.set(key, [index]);
    else if (list.length < VOTES_PER_LINE_MAX) list.push(index);
  }
  return indexes;
}

/** A line is like another where they share more than half of their words, numbers and signs, by length: one value or name may differ. */
const LIKE = 0.5;
const LIKE_LINES_MAX = 100_000;
const WORD = /\p{Lu}?\p{Ll}+|\p{L}+|\d+|[^\s\p{L}\d]/gu;

function likestLine(expected: readonly string[], lines: readonly string[]): Likeness | undefined {
  const offset = expected.findIndex((line) => !isBlank(line));
  const wanted = wordsOf(expected[offset] ?? "");
  const size = lengthOf(wanted);
  let best: Likeness | undefined;
  let bestScore = LIKE;
  for (const [at, line] of lines.slice(0, LIKE_LINES_MAX).entries()) {
    const found = wordsOf(line);
    const characters = lengthOf([...found].filter((word) => wanted.has(word)));
    const score = (2 * characters) / (size + lengthOf(found));
    if (!(score > bestScore)) continue;
    bestScore = score;
    best = { start: Math.max(0, at - offset), characters };
  }
  return best;
}

const wordsOf = (line: string): ReadonlySet<string> =>
  new Set(line.slice(0, LINE_CHARACTERS_MAX).match(WORD)?.slice(0, WORDS_MAX));

function lengthOf(words: Iterable<string>): number {
  let length = 0;
  for (const word of words) length += word.length;
  return length;
}
