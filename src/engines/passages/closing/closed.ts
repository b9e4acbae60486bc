import { stemOf } from "../../bm25/stem.ts";
import { isMainframe, isTestPath } from "../code-lines.ts";
import type { Definition, Passage, RankedPassage } from "../passage.ts";
import type { Question } from "../question.ts";
import { wordParts } from "../word-parts.ts";
import { bodiesOf, declaredLines } from "./bodies.ts";
import { isConstant, type Named, namedIn } from "./named.ts";
import { valuesOf } from "./values.ts";

/** What definitions are looked for in: all that was read. */
export interface Read {
  readonly code: readonly Passage[];
  readonly settings: readonly Passage[];
}

/** Quotations that are closed, by rank, and for how many names of each. */
const NAMES_BY_RANK = [3, 2, 2, 1];
const ROWS_MAX = 6;
/** A name that is set everywhere tells nothing by its values. */
const VALUES_OF_NAME_MAX = 8;
const NAMES_LOOKED_AT_MAX = 12;

/** Ranked passages with what their quotations stand on: where that is small and has to do with the question, one step, no line twice. */
export function closed(found: readonly RankedPassage[], question: Question, read: Read): readonly RankedPassage[] {
  const shown = new Set<string>();
  return found.map((one, rank) => {
    const namesMax = NAMES_BY_RANK[rank] ?? 0;
    for (const place of linesOf(one)) shown.add(place);
    if (namesMax === 0 || isTestPath(one.path)) return one;
    const values = definitionsFor(one, question, read)
      .filter((definition) => !shown.has(placeOf(definition)))
      .slice(0, ROWS_MAX);
    const names = [...new Set(values.map(({ name }) => name))].slice(0, namesMax);
    const kept = values.filter(({ name }) => names.includes(name));
    for (const definition of kept) shown.add(placeOf(definition));
    return { ...one, values: kept };
  });
}

const placeOf = ({ path, line }: Definition): string => `${path}:${line}`;
const linesOf = ({ path, numbers, quote }: RankedPassage): readonly string[] =>
  numbers.slice(...quote).map((line) => `${path}:${line}`);

/** A definition and how much it has to do with what is asked. */
interface Weighed {
  readonly definition: Definition;
  readonly worth: number;
}

const SPOKEN = 4;
const TELLS = 2;
const FITS = 1;

/** What a quotation names and what has to do with the question, what is spoken of first. */
export function definitionsFor(
  passage: RankedPassage,
  question: Question,
  read: Read,
): readonly Definition[] {
  const of = askedOf(passage, question);
  const named = namedIn(of.quoted);
  const all = [...weighedValues(named, of, read), ...weighedBodies(named, of, read), ...weighedLines(named, of, read)];
  return all.toSorted((one, other) => other.worth - one.worth).map(({ definition }) => definition);
}

/** The same of what has a value alone: what is tested may be decided by it. */
export const valuesFor = (passage: RankedPassage, question: Question, read: Read): readonly Definition[] => {
  const of = askedOf(passage, question);
  return weighedValues(namedIn(of.quoted), of, read).map(({ definition }) => definition);
};

function askedOf({ path, kind, lines, quote }: RankedPassage, question: Question): Asked {
  const quoted = { path, kind, lines: lines.slice(...quote) };
  return { question, quoted, lacks: wordsLacking(quoted.lines, question) };
}

interface Asked {
  readonly question: Question;
  readonly quoted: Pick<Passage, "path" | "lines" | "kind">;
  /** Words of the question that the quotation does not say, as stems. */
  readonly lacks: ReadonlySet<string>;
}

const WORD_CHARS_MIN = 4;

function wordsLacking(lines: readonly string[], { terms }: Question): ReadonlySet<string> {
  const said = new Set(lines.flatMap((line) => wordParts(line).map(stemOf)));
  return new Set(
    terms
      .filter(({ weight, form, words }) => weight >= 1 && form === undefined && !words.some((word) => said.has(stemOf(word))))
      .flatMap(({ words, relatedFrom }) => words.slice(0, relatedFrom))
      .filter((word) => word.length >= WORD_CHARS_MIN)
      .map(stemOf),
  );
}

const tellsOf = (text: string, { lacks }: Asked): boolean =>
  lacks.size > 0 && wordParts(text).some((part) => lacks.has(stemOf(part)));

/** Whether the question says a part of a name. */
function isSpokenOf(name: string, { terms }: Question): boolean {
  const parts = wordParts(name).map(stemOf);
  return terms.some(({ words, relatedFrom }) =>
    words.slice(0, relatedFrom).some((word) => parts.includes(stemOf(word))),
  );
}

function weighedValues({ values }: Named, of: Asked, { code }: Read): readonly Weighed[] {
  const spoken = values.filter((name) => isSpokenOf(name, of.question));
  const names = [...spoken, ...values.filter((name) => !spoken.includes(name))].slice(0, NAMES_LOOKED_AT_MAX);
  const found = Map.groupBy(valuesOf(names, of.quoted.path, code), ({ name }) => name);
  return names.flatMap((name) => {
    const own = found.get(name) ?? [];
    const worth = own.length > VALUES_OF_NAME_MAX ? 0 : worthOfValues(name, own, of);
    return worth === 0 ? [] : own.map((definition) => ({ definition, worth }));
  });
}

const NUMBER = /\d/;

/** Several values tell on which conditions something is done; a single one what was asked for, or what is reckoned with. */
function worthOfValues(name: string, values: readonly Definition[], of: Asked): number {
  const { question, quoted } = of;
  const spoken = isSpokenOf(name, question) ? SPOKEN : 0;
  const isOfReasons = isMainframe(quoted.path) && values.length > 1 && question.wish === "condition";
  const isReckoned = question.wish === "value" && values.length === 1 && NUMBER.test(values[0]?.text.replace(name, "") ?? "");
  const isKnown = !isMainframe(quoted.path) && isConstant(name);
  const tells = values.some(({ text }) => tellsOf(text.replaceAll(name, ""), of)) ? TELLS : 0;
  return spoken + tells + (isOfReasons || isReckoned || isKnown ? FITS : 0);
}

/** What is done in a branch is asked for by a question of a condition; elsewhere only what says more of the question than is quoted. */
function weighedBodies(named: Named, of: Asked, { code }: Read): readonly Weighed[] {
  const { wish, ofMessages } = of.question;
  const isOfBranches = wish === "condition" || wish === "list" || ofMessages;
  return bodiesOf(named, of.quoted.path, code).flatMap(({ definition, isEmpty, isOutcome, isBranch }) => {
    const tells = tellsOf(definition.text, of) ? TELLS : 0;
    const fits = isEmpty || (isOfBranches && isBranch && isOutcome) ? FITS : 0;
    return tells + fits === 0 ? [] : [{ definition, worth: tells + fits + (isSpokenOf(definition.name, of.question) ? FITS : 0) }];
  });
}

function weighedLines(named: Named, of: Asked, read: Read): readonly Weighed[] {
  const { wish, ofMessages } = of.question;
  const isOfFailing = wish === "condition" || wish === "list" || ofMessages;
  return declaredLines(named, of.quoted.path, read).flatMap((definition) => {
    const isRaised = named.raised.includes(definition.name);
    const isFile = named.files.includes(definition.name);
    if (isRaised && !isOfFailing) return [];
    if (isFile && (wish === "value" || wish === "condition" || !isSpokenOf(definition.name, of.question))) return [];
    return [{ definition, worth: FITS + (tellsOf(definition.text, of) ? TELLS : 0) }];
  });
}
