import { escapeRegExp } from "../../../../../base/glob.ts";
import type { Dossier } from "../estate/operations/dossier.ts";
import { fullName, indentOf, type Unit, unitAt } from "../facts/units.ts";
import { namesWord, type OwnCode, ownCode, type Spot, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";
import { quotedLines } from "./quoted-lines.ts";

/** What users give to be called. */
const GIVEN =
  "(?:handlers?|callbacks?|tools?|hooks?|listeners?|plugins?|middlewares?|functions?|iterators?|iterables?|generators?|interceptors?|validators?|subscribers?|tratador\\w*)";
const FAILS =
  "(?:throw[ns]?|threw|thrown|rais(?:e|es|ed|ing)|fail(?:s|ed|ing)?|crash(?:es|ed)?|reject(?:s|ed)?|errors?|exceptions?|lancad\\w+)";
const ASKS = new RegExp(`\\b${GIVEN}\\b.*\\b${FAILS}\\b|\\b${FAILS}\\b.*\\b${GIVEN}\\b`);
const OF_CASE = /\b(?:what|where|how|which|who|does|is|are|do)\b/;
/** What a refusal of another kind is told by. */
const OF_OTHER = /\b(?:not found|unknown|missing|time ?outs?|retr\w+|codes?|class(?:es)?|hierarchy)\b/;
const SMALL = new RegExp(
  `^(?:${FAILS}|what|where|how|which|who|when|if|happens?|happen|does|do|is|are|was|the|an?|my|your|our|own|custom|user|users|that|this|it|its|in|of|by|on|from|to|and|with|for|get|gets|be|been|handled|caught|treated|dealt|goes|code|library|sdk|package|tratad\\w+|inside|during|while|handles?|catch(?:es)?|error|exception|async|given|supplied|one|any)$`,
);
const CATCHES = /^\s*(?:\}\s*)?(?:catch\b|except\b)/;
const COVERAGE_MIN = 0.6;
const CATCH_LINES_MAX = 16;
const CALLERS_MAX = 2;
const CALLER_LINES = 7;

/** "What happens if a handler throws": the catch around the call of what is given, and what its caller does with that. */
export const CAUGHT: Dossier = {
  asks: (said) => ASKS.test(said) && OF_CASE.test(said) && !OF_OTHER.test(said),
  tells: /\b(?:caller|back|sent|logged|caught|else|continue\w*|lost)\b/,
  *answer(said, _own, { folder, before }) {
    const words = [...new Set(said.match(/[a-z]{3,}/g) ?? [])].filter((word) => !SMALL.test(word));
    if (words.length === 0) return undefined;
    const files = yield* ownCode(folder);
    const ranked = spotsOf(files, CATCHES)
      .map((spot) => guardOf(spot))
      .map((guard) => ({ guard, worth: worthOf(guard, words) }))
      .filter(({ worth }) => worth >= COVERAGE_MIN)
      .toSorted((one, other) => other.worth - one.worth);
    const [best] = ranked;
    if (!best) return undefined;
    const near = ranked.filter(({ guard, worth }) => worth > best.worth - NEAR && guard.unit !== best.guard.unit);
    const shown = [best.guard, ...near.map(({ guard }) => guard)].slice(0, GUARDS_MAX);
    return packageAnswer(before, [
      `Where that is caught, by the words ${words.map((word) => `"${word}"`).join(", ")}:`,
      ...shown.map((guard, index) => quotedGuard(guard, words, index === 0 ? CATCH_LINES_MAX : CATCH_LINES_MAX / 2)),
      ...shown.slice(0, 1).flatMap((guard) => callersOf(guard, files)),
    ]);
  },
};

const GUARDS_MAX = 2;
const NEAR = 0.1;

/** What catches something, with all that is caught beside it, what that guards and the function around it. */
interface Guard {
  readonly file: OwnCode;
  readonly tryAt: number;
  readonly catchAt: number;
  readonly end: number;
  readonly unit: Unit | undefined;
}

function guardOf({ file, at }: Spot): Guard {
  const { lines } = file;
  const indent = indentOf(lines[at]?.text ?? "");
  let tryAt = at - 1;
  while (tryAt > 0 && !(indentOf(lines[tryAt]?.text ?? "") === indent && /^\s*try\b/.test(lines[tryAt]?.text ?? "")))
    tryAt--;
  const isCatch = (text: string): boolean => indentOf(text) === indent && CATCHES.test(text);
  const first = lines.findIndex(({ text }, index) => index > tryAt && isCatch(text));
  let end = at;
  for (let index = at + 1; index < lines.length; index++) {
    const text = lines[index]?.text ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) <= indent && !isCatch(text)) break;
    end = index;
  }
  return { file, tryAt, catchAt: first < 0 ? at : first, end, unit: unitAt(file.units, at) };
}

/** How much of what is asked the guarded calls and the function around them are called by. */
function worthOf({ file, tryAt, catchAt, unit }: Guard, words: readonly string[]): number {
  const body = file.lines.slice(tryAt, catchAt).filter((_, index) => !file.isSaid(tryAt + index));
  const called = body.flatMap(({ text }) => [...text.matchAll(/([\w.#]+)\(/g)].map(([, name = ""]) => name));
  const isCalled = (word: string): boolean => called.some((name) => namesWord(name, word));
  const isAround = (word: string): boolean => unit !== undefined && namesWord(fullName(unit), word);
  const parts = words.map((word) =>
    isCalled(word) ? 1 : isAround(word) ? OF_FUNCTION : namesWord(file.path, word) ? OF_PATH : 0,
  );
  // A catch of something that only lies around tells nothing of it.
  const given = words.filter((word) => new RegExp(`^${GIVEN}$`).test(word));
  const isOfGiven = given.some((word) => isCalled(word) || isAround(word));
  const sum = parts.reduce<number>((total, part) => total + part, 0);
  return isOfGiven ? sum / words.length - Math.min(LENGTH_COST_MAX, LENGTH_COST * (catchAt - tryAt)) : 0;
}

const OF_FUNCTION = 0.75;
const OF_PATH = 0.4;
const LENGTH_COST = 0.008;
const LENGTH_COST_MAX = 0.3;

/** The head of the function, the guarded lines that call what is asked for, and what catches. */
function quotedGuard({ file, catchAt, tryAt, end, unit }: Guard, words: readonly string[], linesMax: number): string {
  const head = unit && unit.at < tryAt ? [file.lines[unit.at]] : [];
  const body = file.lines.slice(tryAt + 1, catchAt);
  const calls = body.filter(({ text }) => CALLS.test(text) && words.some((word) => namesWord(text, word)));
  const guarded = calls.length > 0 ? calls.slice(-GUARDED_LINES) : body.slice(-GUARDED_LINES);
  const caught = file.lines.slice(catchAt, end + 1);
  // Of many lines those that decide and those that end it tell what becomes of it.
  const told = caught.length > linesMax ? caught.filter(({ text }) => DECIDES.test(text)) : caught;
  const shown = [...head, ...guarded, ...told.slice(0, linesMax)];
  return quotedLines(
    shown.flatMap((line) => line ?? []),
    unit ? fullName(unit) : "",
  );
}

const GUARDED_LINES = 3;
const DECIDES =
  /^\s*(?:\} )?(?:if|else|elif|except|catch|return|throw|raise|continue|break|await)\b|\b(?:console|log|logger)\./;
const CALLS = /[\w\]]\(/;

/** Who calls the function, and what stands behind the call. */
function callersOf({ unit }: Guard, files: readonly OwnCode[]): readonly string[] {
  if (unit === undefined) return [];
  const calls = spotsOf(
    files,
    new RegExp(`(?<!\\bdef |\\basync |\\bfunction )(?<![\\w#])${escapeRegExp(unit.name)}\\(`),
  ).filter(({ file, at }) => unitAt(file.units, at) !== unit && !file.units.some((one) => one.at === at));
  const shown = calls.slice(0, CALLERS_MAX).map((spot) => {
    const holder = unitAt(spot.file.units, spot.at);
    const to = Math.min((holder?.end ?? spot.at) + 1, spot.at + CALLER_LINES);
    return quotedLines(spot.file.lines.slice(spot.at, to), holder ? fullName(holder) : "");
  });
  return shown.length === 0
    ? []
    : [`Who calls ${unit.name}, and what becomes of that there (${calls.length}):`, ...shown];
}
