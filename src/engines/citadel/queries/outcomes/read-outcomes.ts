import type { PlacedStatement } from "../../languages/cobol/procedure/decision.ts";
import { readPlacedStatements } from "../../languages/cobol/procedure/decisions.ts";
import type { DataItem, Program } from "../../languages/cobol/program.ts";
import { expand } from "../../languages/cobol/source/copy.ts";
import { parsePrograms } from "../../languages/cobol/structure.ts";
import { literalValue, type TokenBuffer } from "../../languages/cobol/words/tokens.ts";
import type { Outcome, OutcomeKind } from "./outcome.ts";
import { fixesValue, kindsOf, type NamedTexts, namedIn } from "./statement-kinds.ts";

/** A paragraph or section by its name, or the code before the first. */
interface Place {
  readonly program: string;
  readonly name: string;
  readonly line: number;
}

/** Statements one behind the other in the same branch. */
interface Stretch {
  readonly place: Place;
  readonly statements: readonly PlacedStatement[];
  /** What was last asked of a file, a table or another program before the condition. */
  readonly before: PlacedStatement | undefined;
}

const STATEMENTS_MAX = 8;
const CALLERS_MAX = 40;
const STATEMENT_LINES_MAX = 8;
/** What was asked further above is seldom what is tested. */
const BEFORE_LINES_MAX = 12;
const CONDITION_LINES_MAX = 4;
const REMARK_LINES_MAX = 3;

/**
 * What the branches of a COBOL program bring about, and the data items with fixed values; copied members are not expanded.
 * What stands under no condition of its own is told for each place that performs its paragraph, with the condition there.
 */
export function readOutcomes(path: string, text: string): readonly Outcome[] {
  const { buffer } = expand(path, text, { find: () => undefined });
  const stem = (path.split("/").pop() ?? path).replace(/\.[^.]*$/, "");
  const programs = parsePrograms(buffer, stem, []);
  const lines = text.split(/\r?\n/);
  const named = namedTexts(programs, buffer);
  const stretches = stretchesOf(readPlacedStatements(buffer), placesOf(programs));
  const callers = Map.groupBy(stretches.flatMap(callsIn), ({ name }) => name);
  const read = { lines, named, callers };
  const done = stretches.flatMap((stretch) => [...outcomesOf(stretch, read), ...valuesIn(stretch, read)]);
  return [...done, ...programs.flatMap((program) => fixedItems(program, lines))];
}

interface Call {
  /** Of the paragraph. */
  readonly name: string;
  readonly stretch: Stretch;
}

interface Read {
  readonly lines: readonly string[];
  readonly named: NamedTexts;
  readonly callers: ReadonlyMap<string, readonly Call[]>;
}

const callsIn = (stretch: Stretch): readonly Call[] =>
  stretch.statements.flatMap(({ text }) => {
    const name = /^(?:PERFORM|GO\s+TO)\s+([\w-]+)/i.exec(text)?.[1];
    return name === undefined ? [] : [{ name: name.toUpperCase(), stretch }];
  });

function placesOf(programs: readonly Program[]): readonly Place[] {
  return programs
    .flatMap(({ name: program, units }) =>
      units.filter(({ source }) => source === 0).map(({ name, line }) => ({ program, name, line })),
    )
    .sort((one, other) => one.line - other.line);
}

const ASKS = /^(?:READ|OPEN|START|WRITE|REWRITE|DELETE|RETURN|CALL|EXEC\s+(?:CICS|SQL|DLI))\b/i;
/** What does not answer with a state that is tested behind it. */
const SHOWS = /^EXEC\s+CICS\s+(?:SEND|RETURN|XCTL|ASKTIME|FORMATTIME|ABEND|HANDLE|SYNCPOINT)\b/i;

const DOES_NOTHING = /^(?:EXIT|CONTINUE)\b/i;

function stretchesOf(statements: readonly PlacedStatement[], places: readonly Place[]): readonly Stretch[] {
  const saying = statements.filter(({ text }) => !DOES_NOTHING.test(text));
  return places.flatMap((place, at) => {
    const end = places[at + 1]?.line ?? Number.POSITIVE_INFINITY;
    const own = saying.filter(({ line }) => line >= place.line && line < end);
    return stretchesIn(place, own);
  });
}

function stretchesIn(place: Place, statements: readonly PlacedStatement[]): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let open: { readonly key: string; readonly list: PlacedStatement[] } | undefined;
  for (const [index, statement] of statements.entries()) {
    const branch = statement.within.at(-1);
    const key = `${branch?.opening} ${branch?.line}`;
    if (open?.key === key && open.list.length < STATEMENTS_MAX) open.list.push(statement);
    else {
      open = { key, list: [statement] };
      const before = branch && askedBefore(statements.slice(0, index), statement, branch.opening);
      stretches.push({ place, statements: open.list, before });
    }
  }
  return stretches;
}

/** The last statement that asked a file, a table or a program for what is tested from a line on. */
const askedBefore = (
  statements: readonly PlacedStatement[],
  { within: own }: PlacedStatement,
  from: number,
): PlacedStatement | undefined =>
  statements.findLast(
    ({ text, line, endLine, within }) =>
      ASKS.test(text) &&
      !SHOWS.test(text) &&
      line <= from &&
      from - endLine <= BEFORE_LINES_MAX &&
      within.length <= own.length,
  );

function outcomesOf(stretch: Stretch, read: Read): readonly Outcome[] {
  const { place, statements } = stretch;
  const kinds = new Set(statements.flatMap((statement) => kindsOf(statement, read.named)));
  const own = linesOf(stretch, read);
  const titles = titlesOf(place);
  const isUnder = statements.some(({ within }) => within.length > 0);
  const calls = read.callers.get(place.name.toUpperCase()) ?? [];
  const isTold = !isUnder || kinds.has("code") || kinds.has("abend");
  const told = isTold ? calls.filter(({ stretch: one }) => one !== stretch).slice(0, CALLERS_MAX) : [];
  const alone: Outcome = { kinds, titles, numbers: numbersOf(own) };
  const under = told
    .filter(({ stretch: one }) => one.statements.some(({ within }) => within.length > 0))
    .map(({ stretch: one }): Outcome => ({ kinds, titles, numbers: numbersOf([...linesOf(one, read), ...own]) }));
  return under.length > 0 ? under : [alone];
}

/** Statements that fix a value, each alone: what stands beside it speaks of something else. */
function valuesIn({ place, statements }: Stretch, read: Read): readonly Outcome[] {
  return statements.flatMap((statement, index): Outcome[] => {
    if (!fixesValue(statement)) return [];
    // A loop is told by what it does first.
    const shown = /^PERFORM\b/i.test(statement.text) ? statements.slice(index, index + 2) : [statement];
    const numbers = numbersOf(linesOf({ place, statements: shown, before: undefined }, read));
    return [{ kinds: VALUE, titles: titlesOf(place), numbers }];
  });
}

const titlesOf = ({ program, name }: Place): readonly string[] => [program, name].filter((title) => title !== "");

const numbersOf = (numbers: readonly number[]): readonly number[] =>
  [...new Set(numbers)].sort((one, other) => one - other);

/** The lines of a stretch: the conditions around it, what was asked before, its statements and the texts that they name. */
function linesOf({ statements, before }: Stretch, { lines, named }: Read): readonly number[] {
  const [first] = statements;
  const conditions = (first?.within ?? []).flatMap(({ opening, line, endLine }) => [
    opening,
    ...range(line, Math.min(endLine, line + CONDITION_LINES_MAX - 1)),
  ]);
  const top = Math.min(...conditions, first?.line ?? 1);
  return [
    ...remarkAbove(top, lines),
    ...(before ? range(before.line, Math.min(before.endLine, before.line + STATEMENT_LINES_MAX - 1)) : []),
    ...conditions,
    ...statements.flatMap(({ line, endLine }) => range(line, Math.min(endLine, line + STATEMENT_LINES_MAX - 1))),
    ...statements.flatMap(({ text }) => namedIn(text, named)),
  ];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The comment right above a line, if it is short. */
function remarkAbove(line: number, lines: readonly string[]): readonly number[] {
  const found: number[] = [];
  for (let at = line - 1; at > 0 && /^(?:.{6}[*/]|\s*\*>)/.test(lines[at - 1] ?? ""); at -= 1) found.push(at);
  const saying = found.filter((at) => /\p{L}{3}/u.test((lines[at - 1] ?? "").slice(6)));
  return saying.length <= REMARK_LINES_MAX ? saying : [];
}

/** Items whose value is a sentence, and conditions on it: who moves or sets them shows it. */
function namedTexts(programs: readonly Program[], buffer: TokenBuffer): NamedTexts {
  const named = new Map<string, number>();
  for (const { items } of programs)
    for (const { name, source, line, value, values } of items) {
      const row = value >= 0 ? value : (values[0] ?? -1);
      if (source !== 0 || row < 0 || name === "") continue;
      if (/\p{L}{2,}.*\s.*\p{L}{2,}/u.test(literalValue(buffer.text(row))))
        named.set(name.toUpperCase(), Math.max(line, buffer.line[row] as number));
    }
  return named;
}

const VALUE: ReadonlySet<OutcomeKind> = new Set<OutcomeKind>(["value"]);
const NUMBER = /\bVALUES?\s+(?:IS\s+|ARE\s+)?[-+]?\d|\bOCCURS\s+\d/i;

/** Data items with a number as their value, and tables by how much they hold. */
function fixedItems({ name, items }: Program, lines: readonly string[]): readonly Outcome[] {
  return items.flatMap((item): Outcome[] => {
    if (item.source !== 0 || item.name === "" || item.name.toUpperCase() === "FILLER") return [];
    const own = range(item.line, Math.min(item.endLine, item.line + CONDITION_LINES_MAX - 1));
    const text = own.map((line) => (lines[line - 1] ?? "").slice(6, 72)).join(" ");
    if (!NUMBER.test(text)) return [];
    const numbers = numbersOf([...remarkAbove(item.line, lines), ...own]);
    return [{ kinds: VALUE, titles: [name, recordOf(item, items)], numbers }];
  });
}

function recordOf(item: DataItem, items: readonly DataItem[]): string {
  let at = item;
  for (let up = items[at.parent]; up; up = items[at.parent]) at = up;
  return at.name;
}
