import type { Case } from "./cases.ts";
import type { Written } from "./forms.ts";
import { codeOf, type HunkLines, oldSide } from "./hunks.ts";
import { stated } from "./readings.ts";
import type { Revision } from "./revisions.ts";

/**
 * Whether an edit that nothing was done to can mean one place only: the old side of each of its hunks stands once, as
 * a text and as lines, or its header tells the line. A line number counts where it is right, and a form without headers has none.
 */
export function isClear(one: Case): boolean {
  return one.written.every((written, index) => {
    const revision = one.revisions[index];
    return (
      revision !== undefined && written.hunks.every((hunk, at) => hunkIsClear(hunk, at, { one, written, revision }))
    );
  });
}

interface Place {
  readonly one: Case;
  readonly written: Written;
  readonly revision: Revision;
}

function hunkIsClear(hunk: HunkLines, at: number, { one, written, revision }: Place): boolean {
  const start = hunk.find((line) => line.at !== undefined)?.at ?? 0;
  if (one.form.isPatch && one.input.includes(`@@ -${start + 1},`)) return true;
  const isOfResult = one.form.format === "str_replace";
  const before = isOfResult ? stated(revision, written.hunks.slice(0, at)) : undefined;
  const lines = before?.map(({ text }) => text) ?? revision.before;
  const code = codeOf(revision.path);
  return occurrences(lines.map(code), oldSide(hunk).map(code), { asText: isOfResult }) === 1;
}

/** How often lines stand, blanks at their ends aside; `asText` counts also where they end within a line. */
function occurrences(
  lines: readonly string[],
  wanted: readonly string[],
  { asText }: { readonly asText: boolean },
): number {
  const [text, part] = [lines, wanted].map((some) => some.map((line) => line.trimEnd()).join("\n"));
  const [stock, needle] = asText ? [text ?? "", part ?? ""] : [`\n${text}\n`, `\n${part}\n`];
  let count = 0;
  for (let at = stock.indexOf(needle); at !== -1; at = stock.indexOf(needle, at + 1)) count++;
  return count;
}
