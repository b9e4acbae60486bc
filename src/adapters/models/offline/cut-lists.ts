/** Before a row that only stands in an answer that is wanted in full, before its further lines, and before lines of an answer that was cut as a whole. */
const HIDDEN = "\u0001";
const GOES_ON = "\u0005";
const PAST = "\u0006";
/** Around names that only stand there, and around what stands for them elsewhere. */
const NAMES = /\u0002([^\u0002-\u0004]*)\u0003([^\u0002-\u0004]*)\u0004/g;
const MARK = /^(\s*(?:- )?)… (\d+) of (.+?) shown$/;

/** The first of some rows and, where there are more, a row that says how many; `settled` decides whether the others show. */
export function firstRows(
  rows: readonly string[],
  rowsMax: number,
  { total = rows.length, indent = "- " }: { readonly total?: number | string; readonly indent?: string } = {},
): readonly string[] {
  const shown = Math.min(rows.length, rowsMax);
  const isCut = shown < Number(total) || /more/.test(String(total));
  const hidden = rows.slice(rowsMax).map((row) => HIDDEN + row.replaceAll("\n", `\n${GOES_ON}`));
  return [...rows.slice(0, rowsMax), ...hidden, ...(isCut ? [`${indent}… ${shown} of ${total} shown`] : [])];
}

/** The same in one line. @param joint  between two of them; `noun` behind how many more there are */
export function firstNames(names: readonly string[], namesMax: number, { joint = ", ", noun = "" } = {}): string {
  const more = names.slice(namesMax);
  const shown = names.slice(0, namesMax).join(joint);
  if (more.length === 0) return shown;
  const said = ` and ${more.length} more${noun === "" ? "" : ` ${noun}`}`;
  return `${shown}\u0002${joint}${more.join(joint)}\u0003${said}\u0004`;
}

/** As many lines as a screen has; what proves an answer is cut there where it goes on alike. */
const SCREEN_LINES = 40;
/** Of a list that is cut for that so many rows stay. */
const ROWS_MIN = 4;
const HINT = `Lists are cut where it says so: end the question with "in full" to see all of them.`;

/** An answer with its lists cut where they are long and said to be, or with all that is known of them. */
export function settledLists(text: string, { isInFull }: { readonly isInFull: boolean }): string {
  if (isInFull) return wholeLists(text);
  const lines = onScreen(text.replace(NAMES, "$2").split("\n"));
  const isCut = lines.some(isHidden);
  return [...lines.filter((line) => !isHidden(line)), ...(isCut ? [HINT] : [])].join("\n");
}

/** What of an answer shows that is not wanted in full. */
export const visiblePart = (text: string): string =>
  text
    .replace(NAMES, "$2")
    .split("\n")
    .filter((line) => !isHidden(line))
    .join("\n");

/** The first lines of an answer, and how many more there are. */
export function firstLines(text: string, linesMax: number): string {
  let shown = 0;
  const lines = text.split("\n").map((line) => (isHidden(line) || ++shown <= linesMax ? line : PAST + line));
  return shown <= linesMax ? text : [...lines, `  … (${shown - linesMax} more lines)`].join("\n");
}

const PAST_MARK = /^ {2}… \(\d+ more lines\)$/;
const isHidden = (line: string): boolean => line[0] === HIDDEN || line[0] === GOES_ON || line[0] === PAST;

function wholeLists(text: string): string {
  let hidden = 0;
  return text
    .replace(NAMES, "$1")
    .replaceAll(PAST, "")
    .split("\n")
    .filter((line) => !PAST_MARK.test(line))
    .flatMap((line) => {
      const [, indent = "", shown = "", total = ""] = MARK.exec(line) ?? [];
      const count = Number(shown) + hidden;
      hidden = line.startsWith(HIDDEN) ? hidden + 1 : line.startsWith(GOES_ON) ? hidden : 0;
      if (shown === "") return [isHidden(line) ? line.slice(1) : line];
      return String(count) === total ? [] : [`${indent}… ${count} of ${total} shown`];
    })
    .join("\n");
}

interface List {
  /** Its first row, and behind its last one that shows. */
  readonly from: number;
  readonly end: number;
}

/** How `listed` ends the title of what it lists. */
const TITLE = /\((?:more than )?\d+(?:, \d+ of them in tests, examples or samples)?\):$/;
const isRow = (line: string | undefined): boolean => line?.startsWith("- ") === true && !MARK.test(line);

/** Hides the last row of the longest list behind the first until an answer has no more lines than a screen. */
function onScreen(lines: readonly string[]): readonly string[] {
  let kept = lines;
  for (let over = linesOver(kept); over > 0; over = linesOver(kept)) {
    const [, ...proving] = listsIn(kept);
    const [longest] = proving.toSorted((one, other) => other.end - other.from - (one.end - one.from));
    if (!longest || longest.end - longest.from <= ROWS_MIN) return kept;
    kept = withoutLast(kept, longest);
  }
  return kept;
}

/** An answer with only so many rows of each of its lists, each of which says how many there are. */
export function shortLists(text: string, rowsMax: number): string {
  let kept: readonly string[] = text.split("\n");
  for (let long = longerThan(kept, rowsMax); long !== undefined; long = longerThan(kept, rowsMax))
    kept = withoutLast(kept, long);
  return kept.join("\n");
}

const longerThan = (lines: readonly string[], rowsMax: number): List | undefined =>
  listsIn(lines).find(({ from, end }) => end - from > rowsMax);

const linesOver = (lines: readonly string[]): number => lines.filter((line) => !isHidden(line)).length - SCREEN_LINES;

function listsIn(lines: readonly string[]): readonly List[] {
  return lines.flatMap((line, at) => {
    if (!line.endsWith("):") || !TITLE.test(line) || !isRow(lines[at + 1])) return [];
    const rest = lines.findIndex((one, index) => index > at && !isRow(one));
    return [{ from: at + 1, end: rest < 0 ? lines.length : rest }];
  });
}

/** The same with the last row of a list hidden, and said to be. */
function withoutLast(lines: readonly string[], { from, end }: List): readonly string[] {
  const rest = lines.findIndex((line, index) => index >= end && !isHidden(line));
  const below = rest < 0 ? lines.length : rest;
  const known = MARK.exec(lines[below] ?? "");
  const total = known?.[3] ?? String(below - from);
  return [
    ...lines.slice(0, end - 1),
    `${HIDDEN}${lines[end - 1]}`,
    ...lines.slice(end, below),
    `- … ${end - 1 - from} of ${total} shown`,
    ...lines.slice(known ? below + 1 : below),
  ];
}
