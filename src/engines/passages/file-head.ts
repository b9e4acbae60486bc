import { LEGAL } from "./code-lines.ts";
import type { Passage } from "./passage.ts";

const HEAD_LINES_MAX = 30;
/** Of jobs every line begins with two strokes. */
const COMMENT = /^\s*(?:\/\/(?!\w)|\/?\*|#(?!!)|--|;)|^.{6}[*/]|^\s*(?:"""|''')/;

/** What a file says of itself in the comment that it begins with; empty where it begins with something else. @param passages  of the file, in order */
export function fileHead(passages: readonly Passage[]): string {
  if (passages[0]?.kind !== "code") return "";
  const lines = passages
    .filter(({ kind }) => kind !== "outline")
    .flatMap((passage) => passage.lines.filter((_, index) => (passage.numbers[index] ?? 0) <= HEAD_LINES_MAX))
    .filter((line) => line.trim() !== "");
  const end = lines.findIndex((line) => LEGAL.test(line) || !COMMENT.test(line));
  return lines.slice(0, end < 0 ? lines.length : end).join(" ");
}
