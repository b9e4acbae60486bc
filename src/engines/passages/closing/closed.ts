import { stemOf } from "../../bm25/stem.ts";
import { isMainframe, isTestPath } from "../code-lines.ts";
import type { Definition, Passage, RankedPassage } from "../passage.ts";
import type { Question, Term } from "../question.ts";
import { wordParts } from "../word-parts.ts";
import { bodyOf } from "./bodies.ts";
import { declaredLines } from "./declared.ts";
import { isConstant, type Named, namedIn, type Quoted } from "./named.ts";
import { valuesOf } from "./values.ts";

/** What was asked, and all that was read for it. */
export interface Read {
  readonly question: Question;
  readonly code: readonly Passage[];
  readonly settings: readonly Passage[];
}

/** How many names of a quotation are closed, by its rank. */
const NAMES_BY_RANK = [3, 2, 2, 1];
const ROWS_MAX = 6;

/** Ranked passages with what their quotations stand on: where that is small and has to do with the question, one step, no line twice. */
export function closed(found: readonly RankedPassage[], read: Read): readonly RankedPassage[] {
  const shown = new Set<string>();
  return found.map((one, rank) => {
    const namesMax = NAMES_BY_RANK[rank] ?? 0;
    for (const line of one.numbers.slice(...one.quote)) shown.add(`${one.path}:${line}`);
    if (namesMax === 0 || isTestPath(one.path)) return one;
    const rows = definitionsFor(one, read).filter(({ path, line }) => !shown.has(`${path}:${line}`));
    const names = [...new Set(rows.map(({ name }) => name))].slice(0, namesMax);
    const values = rows.filter(({ name }) => names.includes(name)).slice(0, ROWS_MAX);
    for (const { path, line } of values) shown.add(`${path}:${line}`);
    return { ...one, values };
  });
}

interface Asked extends Read {
  readonly quoted: Quoted;
  readonly named: readonly Named[];
  /** Words of the question that the quotation does not say, as stems. */
  readonly lacks: ReadonlySet<string>;
}

function askedOf({ path, kind, lines, quote }: RankedPassage, read: Read): Asked {
  const quoted = { path, kind, lines: lines.slice(...quote) };
  return { ...read, quoted, named: namedIn(quoted), lacks: wordsLacking(quoted.lines, read.question) };
}

/** A definition and how much it has to do with what is asked. */
type Weighed = { readonly definition: Definition; readonly worth: number };

const SPOKEN = 4;
const TELLS = 2;
const FITS = 1;

/** What a quotation names and what has to do with the question, what is spoken of first. */
function definitionsFor(passage: RankedPassage, read: Read): readonly Definition[] {
  const asked = askedOf(passage, read);
  return [...weighedValues(asked), ...asked.named.flatMap((one) => weighedOthers(one, asked))]
    .toSorted((one, other) => other.worth - one.worth)
    .map(({ definition }) => definition);
}

/** The same of what has a value alone: what is tested may be decided by it. */
export const valuesFor = (passage: RankedPassage, read: Read): readonly Definition[] =>
  weighedValues(askedOf(passage, read)).map(({ definition }) => definition);

/** A name that is set everywhere tells nothing by its values. */
const VALUES_OF_NAME_MAX = 8;
const NAMES_LOOKED_AT_MAX = 12;

function weighedValues(asked: Asked): readonly Weighed[] {
  const { named, quoted, question, code } = asked;
  const values = named.flatMap(({ name, kind }) => (kind === "value" ? [name] : []));
  const names = values
    .toSorted((one, other) => Number(isSpokenOf(other, question)) - Number(isSpokenOf(one, question)))
    .slice(0, NAMES_LOOKED_AT_MAX);
  const found = Map.groupBy(valuesOf(names, quoted.path, code), ({ name }) => name);
  return names.flatMap((name) => {
    const own = found.get(name) ?? [];
    const worth = own.length > VALUES_OF_NAME_MAX ? 0 : worthOfValues(name, own, asked);
    return worth === 0 ? [] : own.map((definition) => ({ definition, worth }));
  });
}

/** Several values tell on which conditions something is done; a single one what was asked for, or what is reckoned with. */
function worthOfValues(name: string, values: readonly Definition[], asked: Asked): number {
  const { question, quoted } = asked;
  const isCobol = isMainframe(quoted.path);
  const isOfReasons = isCobol && values.length > 1 && question.wish === "condition";
  const isReckoned = isCobol && values.length === 1 && question.wish === "value" && /\d/.test(values[0]?.text ?? "");
  const fits = isOfReasons || isReckoned || (!isCobol && isConstant(name)) ? FITS : 0;
  const tells = values.some(({ text }) => tellsMore(text.replaceAll(name, ""), asked)) ? TELLS : 0;
  return (isSpokenOf(name, question) ? SPOKEN : 0) + tells + fits;
}

/** What is done in a branch is asked for by a question of a condition; elsewhere only what says more of the question than is quoted. */
function weighedOthers(one: Named, asked: Asked): readonly Weighed[] {
  const { question, quoted, code, settings } = asked;
  const { wish, ofMessages } = question;
  const isOfFailing = wish === "condition" || wish === "list" || ofMessages;
  const spoken = isSpokenOf(one.name, question);
  const weighed = (definition: Definition, fits: boolean): readonly Weighed[] => {
    const worth = (tellsMore(definition.text, asked) ? TELLS : 0) + (fits ? FITS : 0);
    return worth === 0 ? [] : [{ definition, worth: worth + (spoken ? FITS : 0) }];
  };
  if (one.kind === "done") {
    const body = bodyOf(one.name, quoted.path, code);
    return body === undefined ? [] : weighed(body.definition, body.isEmpty || (isOfFailing && one.isBranch));
  }
  if (one.kind === "error" && !isOfFailing) return [];
  return declaredLines(one, [...code, ...settings]).flatMap((definition) => weighed(definition, true));
}

const WORD_CHARS_MIN = 4;

const ownWords = ({ words, relatedFrom }: Term): readonly string[] => words.slice(0, relatedFrom);

function wordsLacking(lines: readonly string[], { terms }: Question): ReadonlySet<string> {
  const said = new Set(lines.flatMap((line) => wordParts(line).map(stemOf)));
  const lacking = terms.filter(
    ({ weight, form, words }) => weight >= 1 && form === undefined && !words.some((word) => said.has(stemOf(word))),
  );
  return new Set(
    lacking
      .flatMap(ownWords)
      .filter((word) => word.length >= WORD_CHARS_MIN)
      .map(stemOf),
  );
}

const tellsMore = (text: string, { lacks }: Asked): boolean =>
  lacks.size > 0 && wordParts(text).some((part) => lacks.has(stemOf(part)));

/** Whether the question says a part of a name. */
function isSpokenOf(name: string, { terms }: Question): boolean {
  const parts = wordParts(name).map(stemOf);
  return terms.flatMap(ownWords).some((word) => parts.includes(stemOf(word)));
}
