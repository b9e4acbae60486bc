import { indentIn } from "./code-lines.ts";

/** A line that goes on with the construct of a line above it that is indented the same: another branch, or its end. */
const GOES_ON =
  /^\s*(?:[})\]]|(?:ELSE|WHEN|END-[A-Z]+|NOT (?:INVALID|AT END|ON)|INVALID KEY|AT END|ON EXCEPTION)\b|(?:else|elif|elsif|except|catch|finally|rescue|ensure|end|case|default)\b)/;

/**
 * Lines of code with the head of the block that they stand in and all its branches, as the indents tell them: who asks what happens if, asks for
 * the condition and for what is done.
 * @returns indexes into `lines`, the end exclusive; the given ones where what holds them is longer than `linesMax`
 */
export function wholeConstruct(
  { path, lines }: { readonly path: string; readonly lines: readonly string[] },
  [from, end]: readonly [number, number],
  linesMax: number,
): readonly [number, number] {
  const indents = lines.map((line) => indentIn(path, line));
  let quote: readonly [number, number] = [from, endOf(lines, indents, [from, end], from + linesMax)];
  for (let head = headOf(lines, indents, from, end); head !== undefined; head = headOf(lines, indents, ...quote)) {
    // One line more than may be quoted: what goes on behind it is not whole.
    const whole = endOf(lines, indents, [head, quote[1]], head + linesMax + 1);
    if (whole - head > linesMax) break;
    quote = [head, whole];
  }
  return quote;
}

/**
 * Lines with what stands below and above them, block by block: a block ends at a blank line, or where a statement begins that is indented no
 * deeper than they are. What is quoted of a long function is cut where the function itself is parted.
 * @returns indexes into `lines`, the end exclusive; no more than `linesMax` of them say anything, unless the given ones do
 */
export function grownByBlocks(
  { path, lines }: { readonly path: string; readonly lines: readonly string[] },
  [from, end]: readonly [number, number],
  linesMax: number,
): readonly [number, number] {
  const indents = lines.map((line) => indentIn(path, line));
  const own = Math.min(...indents.slice(from, end).map((indent) => indent ?? Number.POSITIVE_INFINITY));
  const begins = (at: number): boolean =>
    (lines[at - 1] ?? "").trim() === "" || ((indents[at] ?? own + 1) <= own && !GOES_ON.test(lines[at] ?? ""));
  const places = [0, ...[...lines.keys()].slice(1).filter(begins), lines.length];
  const saying = (start: number, stop: number): number =>
    lines.slice(start, stop).filter((line) => line.trim() !== "").length;
  let quote: readonly [number, number] = [from, end];
  for (;;) {
    const [start, stop] = quote;
    const below = places.find((at) => at > stop) ?? stop;
    const above = places.findLast((at) => at < start) ?? start;
    if (below > stop && saying(start, below) <= linesMax) quote = [start, below];
    else if (above < start && saying(above, stop) <= linesMax) quote = [above, stop];
    else return quote;
  }
}

/** The nearest line above that holds the least indented of some lines, or the branch before theirs. */
function headOf(
  lines: readonly string[],
  indents: readonly (number | undefined)[],
  from: number,
  end: number,
): number | undefined {
  const own = Math.min(...indents.slice(from, end).map((indent) => indent ?? Number.POSITIVE_INFINITY));
  const isBranch = indents[from] === own && GOES_ON.test(lines[from] ?? "");
  for (let at = from - 1; at >= 0; at--) {
    const indent = indents[at];
    if (indent === undefined) continue;
    if (indent < own || (isBranch && indent === own)) return at;
  }
  return undefined;
}

/** Behind the last line that is indented deeper than the first, or goes on with it. */
function endOf(
  lines: readonly string[],
  indents: readonly (number | undefined)[],
  [from, end]: readonly [number, number],
  endMax: number,
): number {
  const base = Math.min(...indents.slice(from, end).map((indent) => indent ?? Number.POSITIVE_INFINITY));
  let last = end;
  for (let at = end; at < Math.min(lines.length, endMax); at++) {
    const indent = indents[at];
    if (indent === undefined) continue;
    if (indent < base || (indent === base && !GOES_ON.test(lines[at] ?? ""))) break;
    last = at + 1;
  }
  return last;
}

/** What a line stands under: the condition that it is done on, or the branch. Nothing at the outmost indent of its paragraph. */
export function headAbove(
  { path, lines }: { readonly path: string; readonly lines: readonly string[] },
  index: number,
): string | undefined {
  const own = indentIn(path, lines[index] ?? "");
  if (own === undefined) return undefined;
  for (let at = index - 1; at >= 0; at--) {
    const indent = indentIn(path, lines[at] ?? "");
    if (indent !== undefined && indent < own) return DECIDES.test(lines[at] ?? "") ? lines[at] : undefined;
  }
  return undefined;
}

const DECIDES = /\b(?:IF|WHEN|ELSE|EVALUATE|INVALID KEY|AT END|ON EXCEPTION|if|else|elif|case|except|catch|when)\b/;
