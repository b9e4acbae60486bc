import { linesWithin, type Reducer } from "./reduction.ts";

/** What stands above a file's hunks; `---` is one only together with the `+++` below it. */
const HEADER =
  /^(?:diff --git |index [\da-f]+\.\.|(?:old|new|deleted file|new file) mode |(?:dis)?similarity index |(?:rename|copy) (?:from|to) |Binary files )/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
/** What a hunk is made of: one that was cut, as by `head`, ends at anything else. */
const IN_HUNK = /^(?:[ +\\-]|$)/;
const HUNKS_MIN = 2;

/** A file of a diff. */
export interface ChangedFile {
  readonly name: string;
  readonly added: number;
  readonly removed: number;
  /** Heads of its hunks, and the lines that are added or removed in them. */
  readonly changed: readonly string[];
  /** What stands behind the second `@@` of its hunks, each once: the function, paragraph or section that a hunk lies in. */
  readonly headings: readonly string[];
}

interface FilePart extends ChangedFile {
  name: string;
  /** True: only the line of git above the file was read. */
  isOpened: boolean;
  added: number;
  removed: number;
  readonly changed: string[];
  readonly headings: string[];
}

/** A unified diff of any size: every file with its counts, then the changed lines without their surroundings. */
export const reduceDiff: Reducer = (text, charsMax) => {
  const lines = text.split("\n");
  if (lines.filter((line) => /^@@ .* @@/.test(line)).length < HUNKS_MIN || !lines.some((line) => /^\+\+\+ /.test(line)))
    return undefined;
  return { kind: "a diff", text: changesWithin(lines, charsMax) };
};

/** The files of a diff with their counts, then their changed lines, as many as there is room for. */
export function changesWithin(lines: readonly string[], charsMax: number): string {
  const files = changedFiles(lines);
  const heads = files.map(({ name, added, removed }) => `${name}  +${added} -${removed}`);
  const shown = linesWithin(heads, charsMax / 2, "files");
  const rest = charsMax - shown.join("\n").length;
  const changed = files.flatMap(({ name, changed: own }) => [`--- ${name}`, ...own]);
  return [...shown, "", ...linesWithin(changed, rest, "changed lines")].join("\n");
}

/** Lines that belong together: a stretch of a diff, or of what was printed before, between and after diffs. */
export interface Stretch {
  readonly isDiff: boolean;
  /** Of its first line. */
  readonly lineIndex: number;
  readonly lines: readonly string[];
}

/** A text parted where diffs begin and end, by their headers and the counts of their hunks; blank stretches are left out. */
export function diffStretches(text: string): readonly Stretch[] {
  const stretches: (Stretch & { lines: string[] })[] = [];
  let left = { old: 0, new: 0 };
  const lines = text.split("\n");
  for (const [index, line] of lines.entries()) {
    const isInHunk = left.old + left.new > 0 && IN_HUNK.test(line);
    const last = stretches.at(-1);
    const isDiff = isInHunk || line.startsWith("\\ ") || startsPart(lines, index, last?.isDiff === true);
    left = isInHunk ? afterLine(left, line) : countsOf(isDiff ? line : "");
    if (last && last.isDiff === isDiff) last.lines.push(line);
    else stretches.push({ isDiff, lineIndex: index, lines: [line] });
  }
  return stretches.filter((stretch) => stretch.lines.some((line) => line.trim() !== ""));
}

/** Whether a line outside of hunks belongs to a diff: a header, or, within one, the head of a hunk. */
function startsPart(lines: readonly string[], index: number, isWithinDiff: boolean): boolean {
  const line = lines[index] ?? "";
  if (HEADER.test(line)) return true;
  if (line.startsWith("--- ")) return lines[index + 1]?.startsWith("+++ ") === true;
  if (line.startsWith("+++ ")) return lines[index - 1]?.startsWith("--- ") === true;
  return isWithinDiff && HUNK.test(line);
}

interface HunkCounts {
  readonly old: number;
  readonly new: number;
}

function countsOf(line: string): HunkCounts {
  const [, old = 1, added = 1] = HUNK.exec(line) ?? [undefined, 0, 0];
  return { old: Number(old), new: Number(added) };
}

function afterLine(left: HunkCounts, line: string): HunkCounts {
  return { old: left.old - (/^[+\\]/.test(line) ? 0 : 1), new: left.new - (/^[-\\]/.test(line) ? 0 : 1) };
}

function takeChange(file: FilePart, line: string): void {
  if (!/^[+-]/.test(line)) return;
  if (line.startsWith("+")) file.added++;
  else file.removed++;
  file.changed.push(line);
}

/**
 * The files of a diff in order, also those that are only renamed, made empty, or no text. Only what stands inside a hunk, by its own
 * counts, is a change: a removed `-- x` looks like a file line.
 */
export function changedFiles(lines: readonly string[]): readonly ChangedFile[] {
  const files: FilePart[] = [];
  let left = { old: 0, new: 0 };
  for (const [index, line] of lines.entries()) {
    const file = files.at(-1);
    if (file && left.old + left.new > 0) {
      takeChange(file, line);
      left = afterLine(left, line);
      continue;
    }
    takeName(files, line, lines[index - 1] ?? "");
    left = countsOf(line);
    if (file && HUNK.test(line)) takeHunk(file, line);
  }
  return files;
}

/** A file begins with the line of git above it, whose name that of the new file mends; without one, with that of the new file. */
function takeName(files: FilePart[], line: string, above: string): void {
  const opened = OPENED.exec(line)?.[1];
  const name = opened ?? nameOf(line, above);
  if (name === undefined) return;
  const last = files.at(-1);
  const isOpen = last?.isOpened === true && opened === undefined;
  if (isOpen) {
    last.name = name;
    last.isOpened = false;
  } else files.push({ name, isOpened: opened !== undefined, added: 0, removed: 0, changed: [], headings: [] });
}

/** What git writes above each file, also above one without hunks. */
const OPENED = /^diff --git .*? "?b\/([^"\n]+)"?$/;

/** The name in the line of the new file; where the file is gone, that in the line of the old one above it. */
function nameOf(line: string, above: string): string | undefined {
  const name = /^\+\+\+ (?:b\/)?([^\t\n]+)/.exec(line)?.[1];
  return name === "/dev/null" ? (/^--- (?:a\/)?([^\t\n]+)/.exec(above)?.[1] ?? name) : name;
}

function takeHunk(file: FilePart, line: string): void {
  file.changed.push(line);
  const heading = line.replace(/^@@ .*? @@/, "").trim();
  if (heading !== "" && !file.headings.includes(heading)) file.headings.push(heading);
}
