import type { Passage } from "./passage.ts";

const HEAD_LINES_MAX = 30;
const COMMENT = /^\s*(?:\/\/|\/?\*|#(?!!)|--|;)|^.{6}[*/]|^\s*(?:"""|''')/;
/** From here on a head speaks of who may copy it. */
const LEGAL = /copyright|licen[cs]e|all rights reserved|spdx-/i;

/** What a file says of itself in the comment that it begins with; empty where it begins with something else. @param passages  of the file, in order */
export function fileHead(passages: readonly Passage[]): string {
  if (passages[0]?.kind !== "code") return "";
  const head: string[] = [];
  for (const { lines, numbers, kind } of passages)
    for (const [index, line] of lines.entries()) {
      if (kind === "outline" || (numbers[index] ?? 0) > HEAD_LINES_MAX) return head.join(" ");
      if (line.trim() === "") continue;
      if (LEGAL.test(line) || !COMMENT.test(line)) return head.join(" ");
      head.push(line);
    }
  return head.join(" ");
}
