import { describedRows } from "../../described-rows.ts";
import { COBOL_PROGRAMS, isCobol, stemOf } from "../../file-names.ts";
import { type Looking, lookAll } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { programs, transactions } from "../../query/rows/estate.ts";
import type { Row } from "../../query/shape.ts";
import { type AttentionKey, readAttentionKeys } from "../../reading/attention-key.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { type CitedLine, isComment, readNumbered } from "../../result-text.ts";
import { type Answer, answered, cited, listed, search } from "../answer.ts";
import { scopeOf } from "./outcomes.ts";

const BRANCH_LINES_MAX = 60;
/** Conditions go on over so many lines. */
const CONDITION_LINES_MAX = 8;
const BRANCHES_MAX = 3;
const PROGRAMS_MAX = 40;
const COLUMNS = [7, 72] as const;

/** "What does PF3 do on the account view screen": the branches of its program that test the key; of no known screen, which programs test it. */
export function* answerAttentionKey(part: string, context: Context): Looking<QueryAnswer | undefined> {
  if (!context.folder.paths.some(isCobol)) return undefined;
  const answers: Answer[] = [];
  for (const key of readAttentionKeys(part)) {
    const { lines } = yield* search(key.pattern, { glob: COBOL_PROGRAMS });
    const tests = lines.filter((line) => !isComment(line.path, line.text) && TESTS.test(line.text.slice(...COLUMNS)));
    if (tests.length === 0) return undefined;
    const path = yield* programMeant(part, key, tests, context);
    const own = tests.filter((line) => line.path === path);
    answers.push(own.length > 0 ? yield* branchesOf(key.name, own) : yield* programsWith(key.name, tests, path));
  }
  if (answers.length === 0) return undefined;
  return { answer: { ...answered(...answers.map(({ text }) => text)), obeyed: "all" }, groups: context.before };
}

const BEGINS = /^\s*(?:WHEN|IF|ELSE +IF)\b/i;
/** What begins a condition, or goes on with one. */
const TESTS = /^\s*(?:(?:WHEN|IF|ELSE +IF|AND|OR|NOT)\b|\()/i;

/** The file of the one program that is named, or whose transaction is, or that tests the key and whose screen is described. */
function* programMeant(
  part: string,
  { screen }: AttentionKey,
  tests: readonly CitedLine[],
  { folder, before }: Context,
): Looking<string | undefined> {
  const { paths } = yield* scopeOf(part, folder);
  if (paths.length > 0) return paths.length === 1 ? paths[0] : undefined;
  const { rows } = yield* programs();
  const started = (yield* transactions(folder)).rows.filter(({ name }) =>
    new RegExp(`(?<!\\w)${name}(?!\\w)`).test(part),
  );
  const byTransaction = rows.filter(({ name }) => started.some(({ note }) => note?.split(/\s+/)[1] === name));
  if (byTransaction.length > 0) return byTransaction.length === 1 ? byTransaction[0]?.path : undefined;
  if (screen.length === 0) return undefined;
  // That one which is only described does not test it would be told of a program that nobody means.
  const testing = rows.filter((row) => tests.some(({ path }) => path === row.path));
  const kind = { kind: "program", noun: "program", words: screen } as const;
  const described = yield* describedRows(kind, testing, { folder, before });
  const holding = described.filter(({ held }) => held.size === screen.length);
  // One line that says all of it tells more than several that each say a part.
  const saying = holding.filter(({ lines }) => lines.some(({ text }) => screen.every((word) => holdsWord(text, word))));
  const [best, ...others] = saying.length > 0 ? saying : holding;
  return others.length === 0 ? best?.row.path : undefined;
}

/** The branches of one program, each with all that stands in it. */
function* branchesOf(name: string, tests: readonly CitedLine[]): Looking<Answer> {
  // What is chosen by the key tells more than what only asks whether it is one that counts.
  const choosing = ({ text }: CitedLine): number =>
    /\bWHEN\b/i.test(text) ? 0 : /^ *(?:AND|OR)\b/i.test(text.slice(7)) ? 1 : 2;
  const ordered = tests.toSorted((one, other) => choosing(one) - choosing(other));
  const shown = ordered.slice(0, BRANCHES_MAX);
  const read = yield* lookAll(
    shown.map(({ path, line }) => ({
      name: "read_file",
      input: { path, offset: Math.max(1, line - CONDITION_LINES_MAX), limit: BRANCH_LINES_MAX },
    })),
  );
  const quoted = shown.map((test, index) => quotedBranch(test, readNumbered(read[index]?.text ?? "", test.path)));
  const rest = ordered.slice(BRANCHES_MAX).map(cited);
  return answered(
    `Where ${stemOf(shown[0]?.path ?? "")} tests ${name}:`,
    ...quoted,
    listed(`More lines that test ${name}`, rest),
  );
}

function quotedBranch({ path, line: tested }: CitedLine, read: readonly CitedLine[]): string {
  const from = read.findLastIndex(({ line, text }) => line <= tested && BEGINS.test(text.slice(...COLUMNS)));
  const lines = read.slice(Math.max(0, from));
  const own = lines.slice(0, branchLength(lines.map(({ text }) => text.slice(...COLUMNS))));
  const said = own.filter(({ text }) => !isComment(path, text) && text.slice(...COLUMNS).trim() !== "");
  const shown = said.map(({ line, text }) => ({ line, text: text.slice(...COLUMNS).trimEnd() }));
  const indent = Math.min(...shown.map(({ text }) => text.search(/\S/)));
  return [
    `${path}:${shown[0]?.line}-${shown.at(-1)?.line}:`,
    ...shown.map(({ line, text }) => `  ${line}  ${text.slice(indent)}`),
  ].join("\n");
}

/** A statement, and no condition that goes on. */
const ACTS = /^(?!(?:WHEN|AND|OR)\b)[A-Z]/i;

/** How many lines a branch has: to the next one of its EVALUATE, or to the end of its IF. @param lines  from its first line on */
export function branchLength(lines: readonly string[]): number {
  const isIf = /^\s*(?:ELSE +)?IF\b/i.test(lines[0] ?? "");
  let depth = isIf ? 1 : 0;
  let isActing = false;
  for (const [index, line] of lines.entries()) {
    const code = line.replace(/'[^']*'|"[^"]*"/g, "").trim();
    const isOther = index > 0 && depth === 0 && /^(?:WHEN|END-EVALUATE)\b/i.test(code);
    // Conditions that stand under each other lead to the same.
    if (isOther && (isActing || /^END/i.test(code))) return index;
    depth += opened(code, { isIf, isFirst: index === 0 });
    if (isIf && (depth <= 0 || (index > 0 && /\.$/.test(code)))) return index + 1;
    isActing ||= ACTS.test(code);
  }
  return lines.length;
}

function opened(code: string, { isIf, isFirst }: { readonly isIf: boolean; readonly isFirst: boolean }): number {
  const count = (pattern: RegExp): number => (code.match(pattern) ?? []).length;
  if (isIf) return isFirst ? -count(/(?<![\w-])END-IF\b/gi) : count(/(?<![\w-])IF\b/gi) - count(/(?<![\w-])END-IF\b/gi);
  return count(/(?<![\w-])EVALUATE\b/gi) - (isFirst ? 0 : count(/(?<![\w-])END-EVALUATE\b/gi));
}

/** Of no one screen, or of one whose program does not test it: each program that tests the key, with its first line. */
function* programsWith(name: string, tests: readonly CitedLine[], meant: string | undefined): Looking<Answer> {
  const known: ReadonlyMap<string, Row> = new Map((yield* programs()).rows.map((row) => [row.path, row]));
  const first = new Map<string, CitedLine>();
  for (const test of tests)
    if (!first.has(test.path) || (/\bWHEN\b/i.test(test.text) && !/\bWHEN\b/i.test(first.get(test.path)?.text ?? "")))
      first.set(test.path, test);
  const rows = [...first.values()].map(
    (line) =>
      `${known.get(line.path)?.name ?? stemOf(line.path)}: ${line.text.slice(...COLUMNS).trim()} — ${line.path}:${line.line}`,
  );
  return answered(
    meant === undefined
      ? `What ${name} does, each program says for itself; none is told for certain by the question.`
      : `No line of ${stemOf(meant)} tests ${name} by that name.`,
    listed(`Programs that test ${name}`, rows, rows.length, PROGRAMS_MAX),
  );
}
