import type { CitedLine } from "../../../result-text.ts";

/** What stands at a place of a map. */
export interface MapPlace {
  /** Empty for a text that no program sets. */
  readonly name: string;
  readonly row: number;
  readonly column: number;
  readonly length: number;
  readonly text: string;
  readonly isTyped: boolean;
  readonly line: number;
}

/** The places of a file of BMS, in the order of the screen; what is cut from one line goes on below a mark in column 72. */
export function mapPlaces(lines: readonly string[]): readonly MapPlace[] {
  const places = macrosIn(lines).flatMap(({ text, line }): MapPlace[] => {
    const [, name = "", macro] = /^(\S*)\s+(DFHMDF)\b/i.exec(text) ?? [];
    if (macro === undefined) return [];
    const [, row = "0", column = "0"] = /\bPOS=\(?(\d+),?(\d*)/i.exec(text) ?? [];
    const attributes = /\bATTRB=(\([^)]*\)|\w+)/i.exec(text)?.[1] ?? "";
    return [
      {
        name,
        row: Number(row),
        column: Number(column),
        length: Number(/\bLENGTH=(\d+)/i.exec(text)?.[1] ?? 0),
        text: (/\bINITIAL='((?:[^']|'')*)/i.exec(text)?.[1] ?? "").replaceAll("''", "'").trim(),
        // BMS protects a field whose attributes are not given.
        isTyped: attributes !== "" && !/\b(?:PROT|ASKIP)\b/i.test(attributes) && name !== "",
        line,
      },
    ];
  });
  return places.toSorted((one, other) => one.row - other.row || one.column - other.column);
}

function macrosIn(lines: readonly string[]): readonly Pick<CitedLine, "line" | "text">[] {
  const macros: { line: number; text: string }[] = [];
  let goesOn = false;
  for (const [index, raw] of lines.entries()) {
    if (raw.startsWith("*")) continue;
    const text = raw.slice(0, CODE_COLUMNS).trimEnd();
    const last = macros.at(-1);
    // A literal that is cut goes on in column 16.
    if (goesOn && last) last.text += openLiteral(last.text) ? raw.slice(15, CODE_COLUMNS) : ` ${text.trim()}`;
    else macros.push({ line: index + 1, text });
    // What begins a macro goes on with nothing, whatever stands at the end of the line above.
    goesOn = /\S/.test(raw.slice(CODE_COLUMNS, CODE_COLUMNS + 1)) && !/^\S*\s+DFHM/i.test(lines[index + 1] ?? "");
  }
  return macros;
}

const openLiteral = (text: string): boolean => (text.match(/'/g) ?? []).length % 2 === 1;

const CODE_COLUMNS = 71;

/** The text that stands before a field in its row: what it is called on the screen. */
export function labelOf({ row, column }: MapPlace, places: readonly MapPlace[]): string {
  const before = places.findLast(
    (one) => one.row === row && one.column < column && /\p{L}/u.test(one.text) && one.name === "",
  );
  return before?.text.replace(/\s*[:.]*\s*$/, "") ?? "";
}
