import { wrapStyled } from "../text/wrap.ts";
import type { Role } from "../theme.ts";
import { words } from "../words/words.ts";
import type { BlockContext } from "./block-context.ts";

const SHORT_LINES_MAX = 40;
/** Beyond this a pair of lines is shown whole: comparing words costs more than it tells. */
const WORD_DIFF_CHARS_MAX = 2_000;
/** The same of a whole patch, from its beginning: it is made into rows anew for each frame. */
const WORD_DIFF_PAIRS_MAX = 100;

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
      const [kind, olds, news] = HUNK_SIGNS[line[0] ?? ""] ?? SAME;
      lines.push(kind === "note" ? { kind, text: line } : { kind, text: line.slice(1), oldLine, newLine });
      oldLine += olds;
      newLine += news;
      oldLeft -= olds;
      newLeft -= news;
    } else if (hunk) {
      oldLine = Number(hunk[1]);
      newLine = Number(hunk[3]);
      oldLeft = Number(hunk[2] ?? 1);
      newLeft = Number(hunk[4] ?? 1);
      lines.push({ kind: "hunk", text: line });
    } else lines.push(...headLine(line));
  }
  return lines;
}

type HunkSign = readonly [kind: "added" | "removed" | "same" | "note", oldLines: number, newLines: number];
const SAME: HunkSign = ["same", 1, 1];
const HUNK_SIGNS: Readonly<Record<string, HunkSign>> = {
  "+": ["added", 0, 1],
  "-": ["removed", 1, 0],
  "\\": ["note", 0, 0],
};

/** What a line outside of hunks shows, if anything. */
function headLine(line: string): readonly DiffLine[] {
  if (line.startsWith("+++ ")) return [{ kind: "file", text: line.slice(4).replace(/^b\//, "") }];
  if (line.startsWith("--- ")) return line.endsWith("/dev/null") ? [{ kind: "note", text: words("diff.new") }] : [];
  return line === "" ? [] : [{ kind: "note", text: line }];
}

/** `+3 −1` over a whole diff. */
export function diffCounts(patch: string): { readonly added: number; readonly removed: number } {
  const lines = parsePatch(patch);
  return {
    added: lines.filter(({ kind }) => kind === "added").length,
    removed: lines.filter(({ kind }) => kind === "removed").length,
  };
}

/** The row of a line that has no number: a border between hunks, the name of a file, a note. */
function headRows(
  line: Extract<DiffLine, { kind: "file" | "hunk" | "note" }>,
  place: { readonly digits: number; readonly isFirst: boolean; readonly namesFiles: boolean },
  { theme }: BlockContext,
): string[] {
  switch (line.kind) {
    case "hunk":
      return place.isFirst ? [] : [theme.paint("border", `${" ".repeat(place.digits)} ⋮`)];
    case "file":
      return place.namesFiles ? [theme.paint("strong", line.text)] : [];
    case "note":
      return [theme.paint("dim", line.text)];
  }
}

/** A diff with line numbers, and the words that changed within a line marked. */
export function diffLines(patch: string, context: BlockContext): string[] {
  const parsed = parsePatch(patch);
  const files = parsed.filter(({ kind }) => kind === "file").length;
  const widest = Math.max(0, ...parsed.map((line) => ("newLine" in line ? Math.max(line.oldLine, line.newLine) : 0)));
  const digits = Math.max(3, String(widest).length);
  const rows: string[] = [];
  let hunks = 0;
  let passed = 0;
  let compared = 0;
  for (const [index, line] of parsed.entries()) {
    if (index < passed) continue;
    if (!("newLine" in line)) {
      rows.push(...headRows(line, { digits, isFirst: hunks === 0, namesFiles: files > 1 }, context));
      hunks = line.kind === "file" ? 0 : hunks + (line.kind === "hunk" ? 1 : 0);
      continue;
    }
    const changed = changedRun(parsed, index, WORD_DIFF_PAIRS_MAX - compared);
    compared += changed.filter(({ other }) => other !== undefined).length / 2;
    rows.push(...changed.flatMap((part) => numberedRows(part, digits, context)));
    passed = index + Math.max(1, changed.length);
  }
  return shorten(rows, context);
}

type BodyLine = Extract<DiffLine, { oldLine: number }>;
const isBody = (line: DiffLine | undefined): line is BodyLine => line !== undefined && "oldLine" in line;

/** A line, and what of the other version it is compared with word by word. */
type ComparedLine = BodyLine & { readonly other?: string | undefined };

/** Lines removed and the lines that stand in for them: where there are as many of each, so many pairs are compared. */
function changedRun(lines: readonly DiffLine[], start: number, pairsMax: number): readonly ComparedLine[] {
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
  const withOthers = (of: readonly BodyLine[], others: readonly BodyLine[]): readonly ComparedLine[] =>
    of.map((line, index) => ({ ...line, other: index < pairsMax ? others[index]?.text : undefined }));
  return [...withOthers(removed, added), ...withOthers(added, removed)];
}

function numberedRows(line: ComparedLine, digits: number, context: BlockContext): string[] {
  const { paint } = context.theme;
  const number = String(line.kind === "removed" ? line.oldLine : line.newLine).padStart(digits);
  const sign = line.kind === "added" ? "+" : line.kind === "removed" ? "-" : " ";
  const role: Role = line.kind === "same" ? "dim" : line.kind;
  const room = Math.max(10, context.width - digits - 3);
  // What goes on in another row stands below the beginning of its line, so that columns mean what they mean in the file.
  const indent = " ".repeat(Math.min(/^ */.exec(line.text)?.[0].length ?? 0, Math.floor(room / 2)));
  const text = line.text.slice(indent.length);
  const body = line.kind === "same" ? text : paintWords({ ...line, text }, role, context);
  return wrapStyled(body, room - indent.length).map((row, index) => {
    const margin = index === 0 ? `${paint("border", number)} ${paint(role, sign)} ` : `${" ".repeat(digits)}   `;
    return `${margin}${indent}${row}`;
  });
}

function paintWords(line: ComparedLine, role: Role, { theme: { paint }, changedWords }: BlockContext): string {
  const { text, other, kind } = line;
  if (other === undefined || text.length + other.length > WORD_DIFF_CHARS_MAX) return paint(role, text);
  const isAdded = kind === "added";
  const parts = changedWords(other.trimStart(), text);
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
  return [
    ...rows.slice(0, linesMax - 1),
    theme.paint("dim", words("more.lines", { count: rows.length - linesMax + 1 })),
  ];
}
