import { wrapStyled } from "../text/wrap.ts";
import type { Role } from "../theme.ts";
import type { BlockContext } from "./block-context.ts";

const SHORT_LINES_MAX = 40;
/** Beyond this a pair of lines is shown whole: comparing words costs more than it tells. */
const WORD_DIFF_CHARS_MAX = 2_000;

/** One line of a unified diff with its numbers in the old and the new file. */
export type DiffLine =
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "hunk"; readonly text: string }
  | {
      readonly kind: "same" | "added" | "removed";
      readonly text: string;
      readonly oldLine: number;
      readonly newLine: number;
    }
  | { readonly kind: "note"; readonly text: string };

/** Reads a unified diff for display; a line that is none of its forms is a note. */
export function parsePatch(patch: string): readonly DiffLine[] {
  const lines: DiffLine[] = [];
  let oldLine = 0;
  let newLine = 0;
  let oldLeft = 0;
  let newLeft = 0;
  for (const line of patch.replace(/\n$/, "").split("\n")) {
    const hunk = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/.exec(line);
    if (oldLeft > 0 || newLeft > 0) {
      const body = line.slice(1);
      if (line.startsWith("+")) {
        lines.push({ kind: "added", text: body, oldLine, newLine: newLine++ });
        newLeft--;
      } else if (line.startsWith("-")) {
        lines.push({ kind: "removed", text: body, oldLine: oldLine++, newLine });
        oldLeft--;
      } else if (line.startsWith("\\")) lines.push({ kind: "note", text: line });
      else {
        lines.push({ kind: "same", text: body, oldLine: oldLine++, newLine: newLine++ });
        oldLeft--;
        newLeft--;
      }
    } else if (hunk) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[3]);
      oldLeft = Number(hunk[2] ?? 1);
      newLeft = Number(hunk[4] ?? 1);
      lines.push({ kind: "hunk", text: line });
    } else if (line.startsWith("+++ ")) lines.push({ kind: "file", text: line.slice(4).replace(/^b\//, "") });
    else if (line.startsWith("--- ")) {
      if (!line.endsWith("/dev/null")) continue;
      lines.push({ kind: "note", text: "new file" });
    } else if (line !== "") lines.push({ kind: "note", text: line });
  }
  return lines;
}

/** `+3 −1` over a whole diff. */
export function diffCounts(patch: string): { readonly added: number; readonly removed: number } {
  const lines = parsePatch(patch);
  return {
    added: lines.filter(({ kind }) => kind === "added").length,
    removed: lines.filter(({ kind }) => kind === "removed").length,
  };
}

/** A diff with line numbers, and the words that changed within a line marked. */
export function diffLines(patch: string, context: BlockContext): string[] {
  const parsed = parsePatch(patch);
  const files = parsed.filter(({ kind }) => kind === "file").length;
  const widest = Math.max(0, ...parsed.map((line) => ("newLine" in line ? Math.max(line.oldLine, line.newLine) : 0)));
  const digits = Math.max(3, String(widest).length);
  const rows: string[] = [];
  let hunks = 0;
  for (let index = 0; index < parsed.length; index++) {
    const line = parsed[index];
    if (!line) break;
    if (line.kind === "file") {
      if (files > 1) rows.push(context.theme.paint("strong", line.text));
      hunks = 0;
    } else if (line.kind === "hunk") {
      if (hunks++ > 0) rows.push(context.theme.paint("border", `${" ".repeat(digits)} ⋮`));
    } else if (line.kind === "note") rows.push(context.theme.paint("dim", line.text));
    else {
      const changed = changedRun(parsed, index);
      rows.push(...changed.flatMap((part) => numberedRows(part, digits, context)));
      index += Math.max(0, changed.length - 1);
    }
  }
  return shorten(rows, context);
}

interface ShownLine {
  readonly kind: "same" | "added" | "removed";
  readonly text: string;
  readonly line: number;
  readonly painted?: string;
}

type BodyLine = Extract<DiffLine, { oldLine: number }>;
const isBody = (line: DiffLine | undefined): line is BodyLine => line !== undefined && "oldLine" in line;

/** Lines removed and the lines that stand in for them: as many of each are compared word by word. */
function changedRun(lines: readonly DiffLine[], start: number): readonly (BodyLine & { readonly other?: string })[] {
  const first = lines[start];
  if (!isBody(first) || first.kind !== "removed") return isBody(first) ? [first] : [];
  const removed: BodyLine[] = [];
  const added: BodyLine[] = [];
  for (let index = start; index < lines.length; index++) {
    const line = lines[index];
    if (!isBody(line) || line.kind === "same" || (line.kind === "removed" && added.length > 0)) break;
    (line.kind === "removed" ? removed : added).push(line);
  }
  if (removed.length !== added.length) return [...removed, ...added];
  return [
    ...removed.map((line, index) => ({ ...line, other: added[index]?.text ?? "" })),
    ...added.map((line, index) => ({ ...line, other: removed[index]?.text ?? "" })),
  ];
}

function numberedRows(line: BodyLine & { readonly other?: string }, digits: number, context: BlockContext): string[] {
  const { paint } = context.theme;
  const number = String(line.kind === "removed" ? line.oldLine : line.newLine).padStart(digits);
  const sign = line.kind === "added" ? "+" : line.kind === "removed" ? "-" : " ";
  const role: Role = line.kind === "same" ? "dim" : line.kind;
  const body = line.kind === "same" ? line.text : paintWords(line, role, context);
  const shown: ShownLine = { kind: line.kind, text: line.text, line: Number(number), painted: body };
  const rows = wrapStyled(shown.painted ?? shown.text, Math.max(10, context.width - digits - 3));
  return rows.map((row, index) =>
    index === 0 ? `${paint("border", number)} ${paint(role, sign)} ${row}` : `${" ".repeat(digits)}   ${row}`,
  );
}

function paintWords(
  line: BodyLine & { readonly other?: string },
  role: Role,
  { theme: { paint }, changedWords }: BlockContext,
): string {
  const { text, other, kind } = line;
  if (other === undefined || text.length + other.length > WORD_DIFF_CHARS_MAX) return paint(role, text);
  const isAdded = kind === "added";
  const parts = changedWords(other, text);
  const changed = parts.reduce((sum, part) => sum + (part.isChanged ? part.text.length : 0), 0);
  // When most of the line is new, marks on every word would only be noise.
  if (changed > text.length * 0.7) return paint(role, text);
  const word: Role = isAdded ? "addedWord" : "removedWord";
  return parts.map((part) => paint(part.isChanged ? word : role, part.text)).join("");
}

/** The beginning of long output, and how much is left out. */
export function shorten(
  rows: readonly string[],
  { isExpanded, theme }: BlockContext,
  linesMax = SHORT_LINES_MAX,
): string[] {
  if (isExpanded || rows.length <= linesMax) return [...rows];
  return [...rows.slice(0, linesMax - 1), theme.paint("dim", `… ${rows.length - linesMax + 1} more lines`)];
}
