import type { CitedLine } from "../../result-text.ts";

/** Blank lines and the signs of a comment are left out without a word. */
const GAP_LINES_MAX = 3;
const SIGN_ALONE = /^\s*(?:\/\*\*?|\*\/|"""|'''|\*|)\s*$/;

/** Lines of one file below their place and the name of what they stand in, as code; what is left out between them is a sign. */
export function quotedLines(shown: readonly CitedLine[], title = ""): string {
  const lines = shown.filter(({ text }) => !SIGN_ALONE.test(text));
  const indent = Math.min(...lines.map(({ text }) => text.search(/\S/)));
  const [first] = lines;
  return [
    `${first?.path}:${first?.line ?? 1}-${lines.at(-1)?.line ?? 1}${title === "" ? "" : `, "${title}"`}:`,
    ...lines.flatMap(({ line, text }, index) => {
      const isGap = line - (lines[index - 1]?.line ?? line) > GAP_LINES_MAX;
      return [...(isGap ? ["  …"] : []), `  ${text.slice(indent).trimEnd()}`];
    }),
  ].join("\n");
}
