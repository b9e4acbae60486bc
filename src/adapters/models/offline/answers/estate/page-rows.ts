import { escapeRegExp } from "../../../../../base/glob.ts";
import type { Looking } from "../../looking.ts";
import type { QueryAnswer } from "../../query/answer-query.ts";
import type { Context } from "../../query/draft.ts";
import { linesOf } from "../../query/rows/found.ts";
import { type MapField, readMaps } from "../../query/rows/screens.ts";
import { readPageQuestion } from "../../reading/page-question.ts";
import { holdsWord } from "../../reading/word-forms.ts";
import { answered, listed } from "../answer.ts";

/** A map on which fields are repeated, numbered from one on. */
interface ListMap {
  readonly screen: string;
  readonly rows: number;
  readonly first: MapField;
  readonly last: MapField;
}

/** "How many transactions are shown per page": the rows of the map that is said to list just that. */
export function* answerPageRows(part: string, { folder }: Context): Looking<QueryAnswer | undefined> {
  const words = readPageQuestion(part);
  if (!words || !folder.paths.some((path) => /\.bms$/i.test(path))) return undefined;
  const { screens, fields } = yield* readMaps(folder);
  const lists = screens.flatMap(({ name }) => listMap(fields.filter(({ screen }) => screen === name)) ?? []);
  const said = yield* saidOf(lists, fields);
  const ranked = lists
    .map((list, index) => ({ list, ...nearestSaid(said[index] ?? [], words) }))
    .filter(({ besides }) => Number.isFinite(besides))
    .toSorted((one, other) => one.besides - other.besides);
  const [best, ...others] = ranked;
  if (!best) return undefined;
  const lead = `${best.list.rows} rows on one page of ${best.list.screen}, which is said to be "${best.text}":`;
  const more = others.map(({ list, text }) => `${rowText(list)}; said to be "${text}" — ${placeOf(list.first)}`);
  const answer = answered(
    lead,
    `- ${rowText(best.list)} — ${placeOf(best.list.first)}`,
    listed("Other lists of which the same words are said, and more", more),
  );
  return { answer: { ...answer, obeyed: "all" }, groups: [] };
}

const placeOf = ({ path, line }: MapField): string => `${path}:${line}`;

const rowText = ({ screen, rows, first, last }: ListMap): string =>
  `${screen}: ${rows} rows, ${first.name} to ${last.name}`;

const ROWS_MIN = 3;
const COLUMNS_MIN = 2;

/** Where at least two columns are numbered from one to the same number, that many rows are shown. */
function listMap(fields: readonly MapField[]): ListMap | undefined {
  const columns = new Map<string, MapField[]>();
  for (const field of fields) {
    const [, stem, number] = /^(.*?\D)0*(\d{1,3})$/.exec(field.name) ?? [];
    const column = columns.get(stem ?? "") ?? [];
    if (stem !== undefined && Number(number) === column.length + 1) columns.set(stem, [...column, field]);
  }
  const long = [...columns.values()].filter((column) => column.length >= ROWS_MIN);
  const column = long.find((one) => long.filter(({ length }) => length === one.length).length >= COLUMNS_MIN);
  const [first, last] = [column?.[0], column?.at(-1)];
  return column && first && last && { screen: first.screen, rows: column.length, first, last };
}

const FIRST_LINES = 5;

/** What is said of each map: its titles, the first comment above it, and the cells of tables that stand beside its name. */
function* saidOf(lists: readonly ListMap[], fields: readonly MapField[]): Looking<readonly (readonly string[])[]> {
  const mapset = ({ screen }: ListMap): string => screen.split("/")[0] ?? screen;
  const names = [...new Set(lists.map(mapset))].map(escapeRegExp).join("|");
  if (names === "") return [];
  const { lines } = yield* linesOf([
    { pattern: `^\\s*\\|.*\\b(?:${names})\\b`, glob: "*.{md,rst,adoc,txt}" },
    ...lists.map(({ first: { path } }) => ({ pattern: "^\\*.*[A-Za-z]{3}", path })),
  ]);
  const said = lists.map((list) => [
    ...lines.flatMap(({ path, line, text }) => {
      if (path === list.first.path) return line <= FIRST_LINES ? clausesOf(text) : [];
      const cells = text.split("|").map((cell) => cell.trim());
      return cells.includes(mapset(list)) ? cells : [];
    }),
    ...fields.filter(({ screen, name }) => screen === list.screen && name === "").flatMap(titleOf),
  ]);
  // What is said of most of them, such as the name of the application, tells none of them.
  const isCommon = (text: string): boolean =>
    said.length > 1 && said.filter((own) => own.includes(text)).length > said.length / 2;
  return said.map((own) => own.filter((text) => !isCommon(text)));
}

const clausesOf = (text: string): readonly string[] =>
  text
    .replace(/^\W+|\W+$/g, "")
    .split(/\s+[-–—:]+\s+/)
    .filter((clause) => clause !== "");

/** What ends with a colon or stands as a line of dashes is no title of a list. */
const titleOf = ({ initial }: MapField): readonly string[] => (/:\s*$|^\W*$/.test(initial) ? [] : [initial.trim()]);

/** Of "Transaction Type List" there is more said than that it lists transactions. */
const SAYS_LIST = /^(?:lists?|listing|screens?|pages?|view|display|of|the|all|and)$/i;

function nearestSaid(
  said: readonly string[],
  words: readonly string[],
): { readonly besides: number; readonly text: string } {
  const ranked = said
    .filter((text) => words.every((word) => holdsWord(text, word)))
    .map((text) => ({ text, besides: besidesIn(text, words) }))
    .toSorted((one, other) => one.besides - other.besides);
  return ranked[0] ?? { text: "", besides: Number.POSITIVE_INFINITY };
}

const besidesIn = (text: string, words: readonly string[]): number =>
  (text.match(/[\p{L}\d]+/gu) ?? []).filter(
    (one) => !SAYS_LIST.test(one) && !words.some((word) => holdsWord(one, word)),
  ).length;
