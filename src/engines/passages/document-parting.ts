import type { Parting, Start } from "./passage.ts";

const FENCE = /^\s*```/;
const MARKED = /^(#{1,6})\s+(.+?)\s*#*$|^(={1,5})\s+(\S.*)$/;
const UNDERLINE = /^([=\-~^"'*+#`:.])\1{2,}\s*$/;
/** How underlines of reStructuredText mostly follow each other. */
const UNDERLINES = "=-~^\"'";
const ITEM = /^(?:[-*+•]|\d+[.)])\s/;

/** Documents: a passage is a section, or paragraphs and items of a long one. */
export const DOCUMENTS: Parting = {
  kind: "prose",
  hasOutlines: true,
  linesMax: 14,
  starts(lines) {
    const starts: Start[] = [];
    const above: string[] = [];
    const isFenced = fencedLines(lines);
    for (const [index, line] of lines.entries()) {
      const heading = isFenced[index] === true ? undefined : headingAt(lines, index, line);
      if (!heading) continue;
      above.length = Math.min(above.length, heading.level - 1);
      above[heading.level - 1] = heading.text;
      starts.push({ index, nameIndex: index, titles: above.filter((title) => title !== undefined) });
    }
    return starts;
  },
  cuts(lines) {
    const isFenced = fencedLines(lines);
    return (index) => {
      const line = lines[index] ?? "";
      // Code and tables stay below what introduces them.
      const isParagraph = lines[index - 1]?.trim() === "" && !/^\s|^[|]|^```|^\.\. /.test(line);
      if (isFenced[index] === true) return "no";
      if (ITEM.test(line)) return "poorly";
      return isParagraph ? "well" : "no";
    };
  },
};

function headingAt(
  lines: readonly string[],
  index: number,
  line: string,
): { readonly level: number; readonly text: string } | undefined {
  const marked = MARKED.exec(line);
  if (marked) return { level: (marked[1] ?? marked[3] ?? "").length, text: marked[2] ?? marked[4] ?? "" };
  const sign = UNDERLINE.exec(lines[index + 1] ?? "")?.[1];
  const isTitle = /^\S.{0,90}$/.test(line) && /\p{L}/u.test(line) && !ITEM.test(line) && !line.startsWith("|");
  if (sign === undefined || !isTitle || (lines[index + 1] ?? "").trim().length < line.trim().length - 1)
    return undefined;
  return { level: Math.max(0, UNDERLINES.indexOf(sign)) + 1, text: line.trim() };
}

function fencedLines(lines: readonly string[]): readonly boolean[] {
  let isFenced = false;
  return lines.map((line) => {
    if (FENCE.test(line)) isFenced = !isFenced;
    return isFenced;
  });
}
