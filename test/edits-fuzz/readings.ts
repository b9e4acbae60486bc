import type { Form } from "./forms.ts";
import { codeOf, type HunkLines, indentOf, isBlank, type Line, newSide, oldSide, plain } from "./hunks.ts";
import type { Revision } from "./revisions.ts";

/** A line of a result: one of the file by its index there, or a text. */
export interface Cell {
  readonly text: string;
  readonly origin?: number;
  /** Blocks say the blanks at line ends of their context twice, so that either may count. */
  readonly isLoose?: boolean;
}

interface State {
  readonly cells: readonly Cell[];
}

/** Where the lines of a hunk stand in a state; undefined for those that are added or were made up. */
type Positions = readonly (number | undefined)[];

const STATES_MAX = 60;
/** How far from its lines a number may be that was right before they were damaged. */
const NUMBER_DISTANCE_MAX = 3;

/**
 * Every result that the hunks may be read to ask for: each done where it was taken from, where its old side stands to
 * the letter, or where it stands alone. Made of the hunks' origin, and of nothing that the engine says.
 */
export function resultsOf(revision: Revision, hunks: readonly HunkLines[], form: Form): readonly (readonly Cell[])[] {
  let states: readonly State[] = [{ cells: cellsOf(revision.before) }];
  for (const [index, hunk] of hunks.entries()) {
    const next = new Map<string, State>();
    for (const state of states) {
      const read = readingsOf(state, hunk, revision, form);
      // What was said twice may be done once.
      const known = hunks.indexOf(hunk) < index ? [...read, state] : read;
      for (const one of known) next.set(one.cells.map(({ text }) => text).join("\n"), one);
    }
    states = [...next.values()].slice(0, STATES_MAX);
  }
  return states.map(({ cells }) => cells);
}

/** What the hunks say, each done where it was taken from. */
export function stated(revision: Revision, hunks: readonly HunkLines[]): readonly Cell[] | undefined {
  let state: State | undefined = { cells: cellsOf(revision.before) };
  const how: How = { isBlocks: false, isNumbered: isNumberedPath(revision) };
  for (const hunk of hunks) if (state !== undefined) state = done(state, hunk, home(state, hunk), how);
  return state?.cells;
}

const isNumberedPath = ({ path }: Revision): boolean => path.endsWith(".cbl");

const cellsOf = (lines: readonly string[]): Cell[] => lines.map((text, origin) => ({ text, origin }));

function readingsOf(state: State, hunk: HunkLines, revision: Revision, form: Form): State[] {
  const atHome = home(state, hunk);
  const isBlocks = !form.isPatch;
  const how: How = { isBlocks, isNumbered: isNumberedPath(revision) };
  const read = [
    done(state, hunk, atHome, how),
    done(state, hunk, atHome, { ...how, isMoved: true }),
    done(state, hunk, atHome, { ...how, isLocal: true }),
    done(state, hunk, withEqualsInPlace(state, hunk, atHome, 1), how),
    done(state, hunk, withEqualsInPlace(state, hunk, atHome, -1), how),
    ...(isBlocks ? EDGES.map((edges) => literally(state, [oldSide(hunk), newSide(hunk)], edges)) : []),
    ...(isBlocks ? [literally(state, withoutSharedBlanks(oldSide(hunk), newSide(hunk)), ["\n", "\n"])] : []),
  ];
  for (const some of [hunk, withoutOuterBlanks(hunk)])
    for (const seen of [(line: string) => line.trimEnd(), (line: string) => line.trim()])
      for (const place of placesOf(state, some, (line) => seen(plain(codeOf(revision.path)(line))), form)) {
        const widths = [2, 4, 8].map((tabWidth) => ({ ...how, tabWidth }));
        for (const one of [how, { ...how, isLocal: true }, ...widths]) read.push(done(state, some, place, one));
      }
  return read.filter((one) => one !== undefined);
}

const home = ({ cells }: State, hunk: HunkLines): Positions => {
  const positions = new Map(cells.map(({ origin }, position) => [origin, position]));
  return hunk.map(({ at }) => (at === undefined ? undefined : positions.get(at)));
};

/** Old lines as the line next to their neighbour in the hunk, where that is its equal: which of both was meant is not said. */
function withEqualsInPlace({ cells }: State, hunk: HunkLines, positions: Positions, step: 1 | -1): Positions {
  const placed = [...positions];
  let next: number | undefined;
  for (let index = step === 1 ? 0 : hunk.length - 1; index in hunk; index += step) {
    const { sign, text } = hunk[index] as Line;
    const isEqual = next !== undefined && cells[next]?.text.trimEnd() === text.trimEnd();
    if (sign !== "+" && isEqual) placed[index] = next;
    const position = placed[index];
    if (position !== undefined) next = position + step;
  }
  return placed;
}

/** A hunk without the blank lines at its ends that nothing is done to. */
function withoutOuterBlanks(hunk: HunkLines): HunkLines {
  const isKept = ({ sign, text }: Line): boolean => sign !== " " || !isBlank(text);
  return hunk.slice(hunk.findIndex(isKept), hunk.findLastIndex(isKept) + 1);
}

/**
 * Where the old side stands as `seen`: the only place, home, or where home does not match any more, near it. JSON edits are
 * of what those before them made, all others of the file as it was.
 */
function placesOf(state: State, hunk: HunkLines, seen: (line: string) => string, form: Form): Positions[] {
  const wanted = oldSide(hunk).map(seen);
  const isOfResult = form.format === "str_replace";
  const stock = [...state.cells.keys()].filter((at) => isOfResult || state.cells[at]?.origin !== undefined);
  const lines = stock.map((at) => seen(state.cells[at]?.text ?? ""));
  const starts: number[] = [];
  for (let start = 0; start + wanted.length <= lines.length; start++)
    if (wanted.length > 0 && wanted.every((line, index) => lines[start + index] === line)) starts.push(start);
  const originOf = (start: number): number => state.cells[stock[start] ?? -1]?.origin ?? -99;
  const first = hunk.find(({ at }) => at !== undefined)?.at ?? -9;
  const old = hunk.filter(({ sign }) => sign !== "+");
  const atHome = starts.filter((start) => old.every(({ at }, index) => at === originOf(start + index)));
  const near = starts.filter((start) => Math.abs(originOf(start) - first) <= NUMBER_DISTANCE_MAX);
  const chosen = starts.length === 1 ? starts : atHome.length > 0 ? atHome : near;
  return chosen.map((start) => {
    let at = start;
    return hunk.map(({ sign }) => (sign === "+" ? undefined : stock[at++]));
  });
}

interface How {
  /** The form says both sides apart, context included. */
  readonly isBlocks: boolean;
  /** Lines of COBOL, whose numbers a model may leave out. */
  readonly isNumbered: boolean;
  /** Added lines come along with the old side, whatever they meant before. */
  readonly isMoved?: boolean;
  /** The depth of the deleted lines is that of the added ones. */
  readonly isLocal?: boolean;
  /** Of tabs, where the file has blanks for them or the reverse. */
  readonly tabWidth?: number;
}

/**
 * The changes of a hunk done at positions.
 * @returns undefined where nothing can be done: between its first and last change it leaves out lines of the file, or has
 *   them twice
 */
function done(state: State, written: HunkLines, at: Positions, how: How): State | undefined {
  const { cells } = state;
  const known = [...written.keys()].filter((index) => written[index]?.sign !== " " || at[index] !== undefined);
  const hunk = known.map((index) => written[index] as Line);
  const positions = known.map((index) => at[index]);
  if (hunk.some(({ sign }, index) => sign === "-" && positions[index] === undefined)) return undefined;
  const first = hunk.findIndex(({ sign }) => sign !== " ");
  const last = hunk.findLastIndex(({ sign }) => sign !== " ");
  if (first === -1) return state;
  const around = hunk.slice(first, last + 1);
  // A blank line that ends a hunk of a patch may as well stand between it and what comes next.
  const isOpenEnd = !how.isBlocks && last + 2 === hunk.length && isBlank(hunk.at(-1)?.text ?? "");
  const [above, below] = [positions[first - 1], isOpenEnd ? undefined : positions[last + 1]];
  const inside = positions.slice(first, last + 1).filter((position) => position !== undefined);
  if (inside.some((position, index) => index > 0 && position !== (inside[index - 1] ?? 0) + 1)) return undefined;
  const start =
    positions[first] ?? (above === undefined ? (inside[0] ?? positions[last + 1]) : nextOfFile(cells, above));
  if (start === undefined) return undefined;
  // Lines that are added at an edge and stand in for none need the line next to them to be the next one of the file.
  if (onlyAdds(around) && above !== undefined && (inside[0] ?? below ?? start) !== start) return undefined;
  const end = (inside.at(-1) ?? start - 1) + 1;
  if (onlyAdds(around.toReversed()) && below !== undefined && below !== end) return undefined;
  const placedText = textsAt(cells, hunk, positions, how);
  const result = around.flatMap((line, index): Cell[] => {
    if (line.sign === "-") return [];
    const cell = cells[positions[first + index] ?? -1];
    return [cell ?? { text: line.sign === "+" ? placedText(line) : line.text }];
  });
  const looseFrom = Math.min(start, ...positions.filter((position) => position !== undefined));
  const looseTo = Math.max(end, ...positions.map((position) => (position ?? -1) + 1));
  const loosened = (some: readonly Cell[]): Cell[] =>
    some.map((cell) => (how.isBlocks ? { ...cell, isLoose: true } : cell));
  return {
    cells: [
      ...cells.slice(0, looseFrom),
      ...loosened([...cells.slice(looseFrom, start), ...result, ...cells.slice(end, looseTo)]),
      ...cells.slice(looseTo),
    ],
  };
}

/** The position of the next line of the file, behind what other hunks added. */
function nextOfFile(cells: readonly Cell[], above: number): number {
  let next = above + 1;
  while (next < cells.length && cells[next]?.origin === undefined) next++;
  return next;
}

/** Whether the changes up to the first context are all additions. */
function onlyAdds(lines: HunkLines): boolean {
  const end = lines.findIndex(({ sign }) => sign === " ");
  return lines.slice(0, end === -1 ? undefined : end).every(({ sign }) => sign === "+");
}

/** Added lines as they belong there: as written where the old side is at its depth, else as meant, or moved along. */
function textsAt(
  cells: readonly Cell[],
  hunk: HunkLines,
  positions: Positions,
  { isNumbered, isMoved = false, isLocal = false, tabWidth }: How,
): (line: Line) => string {
  const others = [...hunk.keys()].filter((index) => {
    const { text, sign } = hunk[index] as Line;
    const cell = cells[positions[index] ?? -1];
    if (sign === "+" || cell === undefined || isBlank(text)) return false;
    return indentOf(text) !== indentOf(cell.text) || /^\s*\\t/.test(text);
  });
  // Where all deleted lines stand at their depth, so do those that come for them.
  const deleted = [...hunk.keys()].filter((index) => hunk[index]?.sign === "-" && !isBlank(hunk[index]?.text ?? ""));
  if (isLocal && deleted.length > 0 && !deleted.some((index) => others.includes(index))) return ({ text }) => text;
  const [least] = others.toSorted(
    (one, other) => indentOf(hunk[one]?.text ?? "").length - indentOf(hunk[other]?.text ?? "").length,
  );
  const isAtHome = hunk.every(({ at }, index) => at === undefined || cells[positions[index] ?? -1]?.origin === at);
  const isMeant = hunk.some(({ meant }) => meant !== undefined);
  const wasMoved = least !== undefined || isNumbered;
  if (wasMoved && isAtHome && isMeant && !isMoved) return ({ text, meant }) => meant ?? text;
  if (least === undefined || isNumbered) return ({ text }) => text;
  const [from, to] = [indentOf(hunk[least]?.text ?? ""), indentOf(cells[positions[least] ?? 0]?.text ?? "")];
  if (tabWidth === undefined) return ({ text }) => shiftedBack(text, from, to);
  const moved = columnsOf(to, tabWidth) - columnsOf(from, tabWidth);
  const isOneShift = others.every((index) => {
    const [written, stands] = [hunk[index]?.text ?? "", cells[positions[index] ?? -1]?.text ?? ""].map(indentOf);
    return columnsOf(stands ?? "", tabWidth) - columnsOf(written ?? "", tabWidth) === moved;
  });
  if (!isOneShift) return ({ text }) => text;
  return ({ text }) => `${" ".repeat(Math.max(0, columnsOf(indentOf(text), tabWidth) + moved))}${text.trimStart()}`;
}

const columnsOf = (indent: string, tabWidth: number): number =>
  [...indent].reduce((columns, one) => columns + (one === "\t" ? tabWidth - (columns % tabWidth) : 1), 0);

function shiftedBack(text: string, from: string, to: string): string {
  if (isBlank(text)) return text;
  if (text.startsWith(from)) return to + text.slice(from.length);
  if (from.endsWith(to)) return text.slice(from.length - to.length);
  return to.slice(0, to.length - from.length) + text;
}

type Sides = readonly [old: readonly string[], now: readonly string[]];

/** Without the blank lines that both sides begin and end with. */
function withoutSharedBlanks(old: readonly string[], now: readonly string[]): Sides {
  if (old.length > 0 && now.length > 0 && isBlank(old[0] ?? "") && isBlank(now[0] ?? ""))
    return withoutSharedBlanks(old.slice(1), now.slice(1));
  if (old.length > 0 && now.length > 0 && isBlank(old.at(-1) ?? "") && isBlank(now.at(-1) ?? ""))
    return withoutSharedBlanks(old.slice(0, -1), now.slice(0, -1));
  return [old, now];
}

const EDGES = [
  ["", ""],
  ["", "\n"],
  ["\n", "\n"],
] as const;

/** The old side as a text that stands once: also where it ends within a line, or of whole lines alone. */
function literally(state: State, sides: Sides, [top, bottom]: (typeof EDGES)[number]): State | undefined {
  const texts = state.cells.map(({ text }) => text);
  const text = top + texts.join("\n") + bottom;
  const [old, now] = sides.map((lines) => (lines.length === 0 ? top : top + lines.join("\n") + bottom));
  if (old === undefined || old === "") return undefined;
  const [stock, wanted] = [plain(text), plain(old)];
  const at = stock.indexOf(wanted);
  if (at === -1 || stock.indexOf(wanted, at + 1) !== -1) return undefined;
  const result = text.slice(0, at) + now + text.slice(at + old.length);
  const lines = result.slice(top.length, bottom === "" ? undefined : -1).split("\n");
  let lead = 0;
  while (lead < texts.length && lead < lines.length && texts[lead] === lines[lead]) lead++;
  let tail = 0;
  const tailMax = Math.min(texts.length, lines.length) - lead;
  while (tail < tailMax && texts.at(-1 - tail) === lines.at(-1 - tail)) tail++;
  const middle = lines.slice(lead, lines.length - tail).map((line): Cell => ({ text: line, isLoose: true }));
  return { ...state, cells: [...state.cells.slice(0, lead), ...middle, ...state.cells.slice(texts.length - tail)] };
}
