import type { Finding } from "./finding.ts";
import { createKeyBlockReader, KEY_BLOCK_HINT, mayBeRow } from "./key-blocks.ts";
import type { LineReader } from "./line-reader.ts";
import { isDrawn } from "./look-alikes.ts";
import { createNamedBlockReader, mayBeBelowName, NAMED_BLOCK_HINT } from "./named-blocks.ts";
import { createTableReader, mayBeRowOfTable, TABLE_HINT } from "./tables.ts";
import { createTurnedPairReader, TURNED_HINT, type TurnedPairReader } from "./turned-pairs.ts";

/** Is in every line after which another may be secret. */
export const ACROSS_HINT = new RegExp(
  [KEY_BLOCK_HINT, NAMED_BLOCK_HINT, TABLE_HINT, TURNED_HINT].map(({ source }) => source).join("|"),
  "gim",
);

/** Follows all that another line gives away: private keys, values below a name, rows of a table, values above their name. */
export function createAcrossReader(): TurnedPairReader {
  const turned = createTurnedPairReader();
  const readers: readonly LineReader[] = [
    createKeyBlockReader(),
    createNamedBlockReader(),
    createTableReader(),
    turned,
  ];
  return {
    given: turned.given,
    isNameless: turned.isNameless,
    readLine: (line) => readers.flatMap((reader): Finding[] => reader.readLine(line)),
    isInside: () => readers.some((reader) => reader.isInside()),
  };
}

/** Secrets of a text that lines above them give away: out of their midst nothing tells what they are. */
export interface AcrossLines {
  /** Whole lines of keys, without the blanks around them. */
  readonly rows: ReadonlySet<string>;
  /** The rows, one below the other. */
  readonly allRows: string;
  /** Values below a name, with the kind that each is. */
  readonly values: ReadonlyMap<string, string>;
  /** False: what may be such a line without them counts as one. */
  readonly isAll: boolean;
  /** The same of the values: what is drawn by lot counts as one. */
  readonly areAllValues: boolean;
}

/** Of one text; a longer list holds no key of a person but a collection. */
const ROWS_MAX = 50_000;
const VALUES_MAX = 1_000;
/** Held of a line whose end has not come. */
const HELD_MAX = 65_536;
const LINE_END = /\r\n|\n|\r/g;

/** Looks for them in a text that comes in pieces cut anywhere, in bounded memory. */
export class AcrossLinesSearch {
  readonly #reader = createAcrossReader();
  readonly #rows = new Set<string>();
  readonly #values = new Map<string, string>();
  #held = "";
  #isAll = true;
  #areAllValues = true;

  push(piece: string): void {
    const text = this.#held + piece;
    const end = Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r", text.length - 2)) + 1;
    this.#look(text.slice(0, end));
    // Of a line that goes on only the end can open what follows it.
    this.#held = text.slice(Math.max(end, text.length - HELD_MAX));
  }

  /** @param isAll  whether the text has come whole */
  end({ isAll } = { isAll: true }): AcrossLines {
    this.#look(this.#held);
    this.#held = "";
    return {
      rows: this.#rows,
      allRows: [...this.#rows].join("\n"),
      values: this.#values,
      isAll: isAll && this.#isAll,
      areAllValues: isAll && this.#areAllValues,
    };
  }

  #look(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (!this.#reader.isInside()) {
        ACROSS_HINT.lastIndex = at;
        const hint = ACROSS_HINT.exec(text);
        if (hint === null) return;
        const before = text.slice(at, hint.index);
        at += Math.max(before.lastIndexOf("\n"), before.lastIndexOf("\r")) + 1;
      }
      LINE_END.lastIndex = at;
      const end = LINE_END.exec(text);
      this.#read(text.slice(at, end?.index ?? text.length));
      at = end === null ? text.length : LINE_END.lastIndex;
    }
  }

  #read(line: string): void {
    const isInside = this.#reader.isInside();
    const findings = this.#reader.readLine(line);
    const given = this.#reader.given();
    if (given !== undefined) this.#note(given.value, given.kind);
    for (const { start, end, kind } of findings) {
      // What is quoted of a key is in it, also where all of it stands on one line.
      if (!isInside && kind !== PRIVATE_KEY) continue;
      this.#note(kind === PRIVATE_KEY && isInside ? line.trim() : line.slice(start, end), kind);
    }
  }

  #note(text: string, kind: string): void {
    if (kind === PRIVATE_KEY) {
      this.#isAll &&= this.#rows.size < ROWS_MAX;
      if (this.#isAll) this.#rows.add(text);
      return;
    }
    this.#areAllValues &&= this.#values.size < VALUES_MAX;
    if (this.#areAllValues) this.#values.set(text, kind);
  }
}

const PRIVATE_KEY = "private key";

/** The same of a whole text. */
export function secretsAcrossLines(text: string): AcrossLines {
  const search = new AcrossLinesSearch();
  search.push(text);
  return search.end();
}

/** Whether a line may be such a one: only then the text that it comes from has to be asked. */
export const mayNeedLinesAbove = (line: string): boolean =>
  mayBeRow(line) || mayBeBelowName(line) || mayBeRowOfTable(line);

/** A text out of the midst of another without what lines above it give away there, and without what of a key is quoted in it. */
export function maskAcross(text: string, across: AcrossLines): string {
  const { rows, values, isAll, areAllValues } = across;
  if (isAll && areAllValues && rows.size === 0 && values.size === 0) return text;
  return text
    .split("\n")
    .map((line) => maskLine(line, across))
    .join("\n");
}

function maskLine(line: string, { rows, allRows, values, isAll, areAllValues }: AcrossLines): string {
  // A diff says with a sign before a line what became of it.
  if (rows.has(line.trim()) || rows.has(line.slice(1).trim())) return MASK;
  if (!isAll && mayBeRow(line)) return MASK;
  let masked = rows.size === 0 ? line : line.replace(RUN, (run) => (allRows.includes(run) ? MASK : run));
  for (const [value, kind] of values)
    if (masked.includes(value)) masked = masked.replaceAll(value, () => `[redacted ${kind}]`);
  // Of a table that is longer than its values are kept.
  return areAllValues ? masked : masked.replace(CELL, (cell) => (isDrawn(cell) ? "[redacted part]" : cell));
}

const MASK = `[redacted ${PRIVATE_KEY}]`;
/** So long that a word of a text is hardly ever found in a key. */
const CELL = /[^\s"'`,;|()]{8,512}/g;
const RUN = /[A-Za-z0-9+/=]{8,}/g;
