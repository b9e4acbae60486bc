import { diffArrays } from "diff";
import type { HunkLine, LineEdit, ResultLine } from "../model.ts";
import { editAt } from "./locate-lines.ts";
import { shapeOf } from "./shapes.ts";

const DIFF_EDITS_MAX = 200;

/** Old lines to new ones as an edit that keeps every line the change leaves alone. */
export function changedLines(
  old: readonly string[],
  lines: readonly string[],
  start: number,
  how: Pick<LineEdit, "finalNewline" | "level">,
): LineEdit {
  const { finalNewline, level } = how;
  const hunkLines = diffLines(old, lines);
  const place = { start, shape: shapeOf(hunkLines), level, reindent: (line: string) => line };
  const edit = editAt(place, finalNewline);
  if (edit !== undefined && edit.end === start + old.length) return edit;
  const core = edit ?? { start: start + old.length, end: start + old.length, lines: [], level };
  if (finalNewline === "keep") return { ...core, finalNewline };
  // The edit must reach the last line for the final newline to be its business.
  const kept: ResultLine[] = [];
  for (let index = core.end; index < start + old.length; index++) kept.push({ kind: "keep", index });
  return { ...core, end: start + old.length, lines: [...core.lines, ...kept], finalNewline };
}

/** Old lines to new ones as context, deletions and insertions. */
export function diffLines(old: readonly string[], lines: readonly string[]): readonly HunkLine[] {
  let prefix = 0;
  while (prefix < old.length && prefix < lines.length && old[prefix] === lines[prefix]) prefix++;
  let suffix = 0;
  const suffixMax = Math.min(old.length, lines.length) - prefix;
  while (suffix < suffixMax && old.at(-1 - suffix) === lines.at(-1 - suffix)) suffix++;
  const line = (kind: HunkLine["kind"]) => (text: string) => ({ kind, text });
  const middleOld = old.slice(prefix, old.length - suffix);
  const middleNew = lines.slice(prefix, lines.length - suffix);
  const parts = diffArrays(middleOld, middleNew, { maxEditLength: DIFF_EDITS_MAX });
  const middle =
    parts === undefined
      ? [...middleOld.map(line("delete")), ...middleNew.map(line("insert"))]
      : parts.flatMap((part) => part.value.map(line(part.added ? "insert" : part.removed ? "delete" : "context")));
  return [
    ...old.slice(0, prefix).map(line("context")),
    ...middle,
    ...old.slice(old.length - suffix).map(line("context")),
  ];
}
