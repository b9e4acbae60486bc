import { isAside } from "../aside.ts";
import type { Subject } from "../reading/subject.ts";
import { formsOf, holdsWord } from "../reading/word-forms.ts";
import { type CitedLine, isComment } from "../result-text.ts";

/** Words so near to each other speak of one thing. */
export const NEAR_LINES = 8;

/** A line with how it speaks of a subject. */
export interface Place {
  readonly line: CitedLine;
  readonly weight: number;
  readonly does: boolean;
}

export type Places =
  | { readonly kind: "doing" | "lines"; readonly places: readonly Place[]; readonly isPart: boolean }
  | { readonly kind: "stretches"; readonly rows: readonly string[] }
  | { readonly kind: "none" };

/** Lines that do what is asked to the subject, else lines that hold it all, else stretches that do. */
export function placesOf(words: readonly string[], held: readonly CitedLine[], subject: Subject): Places {
  const pool = [...new Map(held.map((line) => [placeOf(line), line])).values()];
  const whole = rankPlaces(
    pool.filter(({ path, text }) => words.every((word) => holdsWord(text, word) || holdsWord(path, word))),
    words,
    subject,
  );
  const doing = whole.filter(({ does }) => does);
  if (doing.length > 0) return { kind: "doing", places: doing, isPart: false };
  const near = subject.action === undefined ? [] : rankPlaces(linesNearAll(words, pool), words, subject);
  const doingPart = near.filter(({ does }) => does);
  if (doingPart.length > 0) return { kind: "doing", places: doingPart, isPart: true };
  if (whole.length > 0) return { kind: "lines", places: whole, isPart: false };
  const rows = stretchesOf(words, pool);
  return rows.length > 0 ? { kind: "stretches", rows } : { kind: "none" };
}

/** The lines that hold the first word, with lines so near that hold the others. */
function linesNearAll(words: readonly string[], pool: readonly CitedLine[]): readonly CitedLine[] {
  const [first, ...others] = words;
  if (first === undefined || others.length === 0) return [];
  return pool.filter(
    (line) =>
      holdsWord(line.text, first) &&
      others.every(
        (word) =>
          holdsWord(line.path, word) ||
          pool.some(
            ({ path, line: at, text }) =>
              path === line.path && Math.abs(at - line.line) <= NEAR_LINES && holdsWord(text, word),
          ),
      ),
  );
}

const placeOf = ({ path, line }: CitedLine): string => `${path}:${line}`;

/** Places of a file where all words stand close together, the closest first. */
function stretchesOf(words: readonly string[], pool: readonly CitedLine[]): readonly string[] {
  const byFile = new Map<string, CitedLine[]>();
  for (const line of pool) byFile.set(line.path, [...(byFile.get(line.path) ?? []), line]);
  const found = [...byFile.values()].flatMap((lines) => {
    const sorted = lines.toSorted((one, other) => one.line - other.line);
    return sorted.flatMap((first, index) => {
      const near = sorted.slice(index).filter(({ line }) => line - first.line <= NEAR_LINES);
      const isAll = words.every((word) => near.some(({ text }) => holdsWord(text, word)));
      if (!isAll) return [];
      const needed = near.filter((line) => words.some((word) => holdsWord(line.text, word)));
      return [{ from: first, to: needed.at(-1) ?? first }];
    });
  });
  const apart = found.filter(({ from }, index) => {
    const last = found[index - 1]?.to;
    return last === undefined || last.path !== from.path || last.line < from.line;
  });
  return apart
    .toSorted(
      (one, other) => Number(isAside(one.from.path)) - Number(isAside(other.from.path)) || spanOf(one) - spanOf(other),
    )
    .map(({ from, to }) => `${from.path}:${from.line}-${to.line}  ${shortText(from)} … ${shortText(to)}`);
}

const spanOf = ({ from, to }: { readonly from: CitedLine; readonly to: CitedLine }): number => to.line - from.line;
const shortText = ({ text }: CitedLine): string => text.trim().replace(/\s+/g, " ").slice(0, 70);

function rankPlaces(
  lines: readonly CitedLine[],
  words: readonly string[],
  { optional, action, pairs }: Subject,
): readonly Place[] {
  return lines
    .map((line): Place => {
      const does = action !== undefined && doesThat(line, action) && !isOnlyGiven(line.text, words);
      const count = (some: readonly string[]): number => some.filter((word) => holdsWord(line.text, word)).length;
      const weight =
        count(words) * 3 +
        count(optional) * 2 +
        pairs.filter(([one, other]) => standTogether(line.text, one, other)).length * 4 +
        (isDeclaring(line) ? 4 : 0) +
        (/\.(?:md|rst|adoc|txt|csd)$/i.test(line.path) ? -1 : 0) +
        (isComment(line.path, line.text) ? -1 : 0) -
        (isAside(line.path) ? 12 : 0);
      return { line, weight, does };
    })
    .toSorted((one, other) => other.weight - one.weight);
}

/** "Wrong password", `WRONG-PASSWORD`, `wrongPassword`. */
function standTogether(text: string, one: string, other: string): boolean {
  return new RegExp(`(?<![a-z])(?:${formsOf(one)})[a-z]*[\\s_-]?(?:${formsOf(other)})`, "i").test(text);
}

/** `COMPUTE` in 1300-COMPUTE-INTEREST computes nothing. */
const VERB_IN_NAME =
  /(?<=\w-)(?:COMPUTE|ADD|SET|MOVE|WRITE|REWRITE|UPDATE|INSERT|DISPLAY|SEND|MULTIPLY|DIVIDE|SUBTRACT|INITIALIZE)\b|\b(?:COMPUTE|ADD|SET|MOVE|WRITE|REWRITE|UPDATE|INSERT|DISPLAY|SEND|MULTIPLY|DIVIDE|SUBTRACT|INITIALIZE)(?=-\w)/gi;

/** Whether it only stands where a value is taken from: "MOVE it TO another". */
function isOnlyGiven(text: string, words: readonly string[]): boolean {
  const target = /\bMOVE\b.*\bTO\b(.*)$/i.exec(text)?.[1];
  return target !== undefined && !words.some((word) => holdsWord(target, word));
}

function doesThat({ path, text }: CitedLine, { said, named, done }: NonNullable<Subject["action"]>): boolean {
  // A test tells what something else does.
  if (isAside(path) && !/^test/.test(said)) return false;
  if (isComment(path, text) || /\.(?:md|rst|adoc|txt|csv|json|ya?ml)$|CHANGES|CHANGELOG/i.test(path)) return false;
  // An equals sign of a mainframe compares or names; what gives a value there says so in a verb.
  const code = /\.(?:cbl|cob|cobol|cpy|bms|jcl|prc)$/i.test(path)
    ? text.replace(/(?<!NOT )=/g, " ").replace(VERB_IN_NAME, "")
    : text;
  return done.test(code) || (isDeclaring({ path, text, line: 0 }) && named.test(text));
}

const DECLARING =
  /^\s*(?:export\s+)?(?:default\s+|async\s+|public\s+|private\s+|static\s+)*(?:function|class|interface|type|def|fn|func|const)\s+\w|PROGRAM-ID\.|^.{7}[A-Z0-9][A-Z0-9-]*(?:\s+SECTION)?\.\s*$|^\/\/\S+\s+JOB\b/;

/** Whether a line declares a function, a class, a paragraph, a program or a job. */
export const isDeclaring = ({ text }: CitedLine): boolean => DECLARING.test(text);
