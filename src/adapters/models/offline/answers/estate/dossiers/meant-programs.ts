import { describedRows } from "../../../described-rows.ts";
import type { Looking } from "../../../looking.ts";
import type { Context } from "../../../query/draft.ts";
import { keptPrograms } from "../../../query/rows/estate.ts";
import { linesOf } from "../../../query/rows/found.ts";
import type { Row } from "../../../query/shape.ts";
import { IT } from "../../../reading/pronoun.ts";
import { formsOf, holdsWord } from "../../../reading/word-forms.ts";
import type { CitedLine } from "../../../result-text.ts";
import { cited } from "../../answer.ts";
import { meantByDoing } from "../actors/meant-by-doing.ts";
import { type Scope, scopeOf } from "../outcomes.ts";

/** Programs that a question is about, and how that is known. */
export interface MeantPrograms extends Scope {
  /** Empty where it names them. */
  readonly taken: string;
}

/** So many that are described equally well are told side by side. */
const PROGRAMS_MAX = 2;

/** Which program is looked for where none is named. */
export interface Description {
  /** What is said of it. */
  readonly words: readonly string[];
  /** What its statements do, as a pattern; of several that are described alike the one that does most of it is meant. */
  readonly does?: string | undefined;
}

/** The programs that a part names, that "it" stands for, or that words describe. */
export function* meantPrograms(
  part: string,
  description: Description,
  context: Context,
): Looking<MeantPrograms | undefined> {
  const named = yield* scopeOf(part, context.folder);
  if (named.paths.length > 0) return { ...named, taken: "" };
  const before = context.before.find(({ kind }) => kind === "program")?.rows ?? [];
  if (IT.test(part) && before.length === 1)
    return { names: before.map(({ name }) => name), paths: before.map(({ path }) => path), steps: [], taken: "" };
  return (yield* describedPrograms(description, context)) ?? (yield* meantByDoing(part, description.does, context));
}

export function* describedPrograms({ words, does }: Description, context: Context): Looking<MeantPrograms | undefined> {
  if (words.length === 0) return undefined;
  const kept = yield* keptPrograms(context.folder);
  const described = yield* describedRows({ kind: "program", noun: "program", words }, kept, context);
  const rivals = described.filter(({ lines }) => words.every((word) => isSpokenOf(word, lines, words)));
  const most = (yield* doingMost(
    rivals.map(({ row }) => row),
    does,
  )).slice(0, PROGRAMS_MAX);
  const found = rivals.filter(({ row }) => most.includes(row));
  if (found.length === 0) return undefined;
  const names = found.map(({ row }) => row.name);
  const said = found.flatMap(({ lines: [line] }) => (line ? [cited(line)] : []));
  return {
    names,
    paths: found.map(({ row }) => row.path),
    steps: [],
    taken: `I took the program that is meant as ${names.join(" or ")}${said.length === 0 ? ", by its name" : `: ${said.join("; ")}`}.`,
  };
}

/** Whether what is told of a program speaks of what a word says, and not always of its types: a "transaction type" is no transaction. */
function isSpokenOf(word: string, lines: readonly CitedLine[], words: readonly string[]): boolean {
  const form = new RegExp(`\\b(?:${formsOf(word)})\\w*(?: (\\p{L}+))?`, "giu");
  const behind = lines.flatMap(({ text }) => [...text.matchAll(form)].map(([, next = ""]) => next));
  const isOfTypes = (next: string): boolean => TYPES.test(next) && !words.some((asked) => holdsWord(next, asked));
  return behind.length === 0 || !behind.every(isOfTypes);
}

const TYPES = /^(?:types?|kinds?|categor(?:y|ies)|class(?:es)?|groups?)$/i;

function* doingMost(rows: readonly Row[], does: string | undefined): Looking<readonly Row[]> {
  if (does === undefined || rows.length < 2) return rows;
  const { lines } = yield* linesOf(rows.map(({ path }) => ({ pattern: `^.{6}[^*].*(?:${does})`, path })));
  const countOf = ({ path }: Row): number => lines.filter((line) => line.path === path).length;
  const most = Math.max(...rows.map(countOf));
  return most === 0 ? rows : rows.filter((row) => countOf(row) === most);
}
