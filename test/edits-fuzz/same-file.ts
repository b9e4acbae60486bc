import { type FileForm, linesIn, type WrittenLine } from "./file-bytes.ts";
import { codeOf } from "./hunks.ts";
import type { Cell } from "./readings.ts";
import type { Revision } from "./revisions.ts";

/**
 * Whether bytes are this result in the form of the file: lines that were not touched have all of their bytes, lines that
 * were added end as lines of the file do.
 */
export function isResult(bytes: Uint8Array, cells: readonly Cell[], revision: Revision): boolean {
  const lines = linesIn(bytes, revision.form);
  // Without a line end there is no telling a blank last line from none.
  const isOpen = revision.form.ends.at(-1) === "" && cells.at(-1)?.text === "" && lines?.length === cells.length - 1;
  if (lines === undefined || (lines.length !== cells.length && !isOpen)) return false;
  return lines.every((line, index) => {
    const cell = cells[index] as Cell;
    const isText =
      cell.origin !== undefined && cell.isLoose !== true
        ? isKept(line, cell.origin, revision)
        : isAdded(line, cell, revision);
    return isText && endsRight(line, cell, revision.form, { isLast: index === cells.length - 1 });
  });
}

function isKept({ text }: WrittenLine, origin: number, { before, form }: Revision): boolean {
  const width = form.encoding === "ebcdic-records" ? 80 : 0;
  return text === before[origin]?.padEnd(width);
}

function isAdded({ text }: WrittenLine, cell: Cell, { path, form, before }: Revision): boolean {
  const shown = (line: string): string => (form.encoding === "ebcdic-records" ? line.trimEnd() : line);
  if (shown(text) === shown(cell.text)) return true;
  if (!path.endsWith(".cbl") || codeOf(path)(text).trimEnd() !== codeOf(path)(cell.text).trimEnd()) return false;
  // An added line of COBOL takes the number and the identification of the one that it stands in for, or none.
  const isOfFile = (from: number, to: number): boolean => {
    const field = text.slice(from, to).trim();
    return field === "" || [...before, cell.text].some((line) => line.slice(from, to).trim() === field);
  };
  return isOfFile(0, 6) && isOfFile(72, 80) && text.length <= 80;
}

function endsRight(
  { end }: WrittenLine,
  cell: Cell,
  { ends }: FileForm,
  { isLast }: { readonly isLast: boolean },
): boolean {
  const own = cell.origin === undefined || cell.isLoose === true ? "" : (ends[cell.origin] ?? "");
  if (own !== "") return end === own;
  if (isLast && ends.at(-1) === "") return end === "";
  return end === "" ? ends.every((one) => one === "") : ends.includes(end) || ends.length === 1;
}
