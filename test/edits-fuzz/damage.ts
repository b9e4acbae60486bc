import type { HunkLines, Line } from "./hunks.ts";
import type { Random } from "./random.ts";

/** What models do to the lines of a hunk. What the result says is what counts: `stated` tells what that is. */
type Damage = (hunk: HunkLines, random: Random) => HunkLines;

const without = (hunk: HunkLines, index: number): HunkLines => hunk.filter((_, at) => at !== index);

/** An index of a line that is wanted, or -1. */
function anyIndex(hunk: HunkLines, random: Random, isWanted: (line: Line) => boolean): number {
  const indexes = [...hunk.keys()].filter((index) => isWanted(hunk[index] as Line));
  return indexes.length === 0 ? -1 : random.pick(indexes);
}

const dropped =
  (sign: Line["sign"]): Damage =>
  (hunk, random) => {
    const index = anyIndex(hunk, random, (line) => line.sign === sign);
    return index === -1 ? hunk : without(hunk, index);
  };

const doubled: Damage = (hunk, random) => {
  const index = random.below(hunk.length);
  return [...hunk.slice(0, index + 1), ...hunk.slice(index)];
};

const movedBlank: Damage = (hunk, random) => {
  const index = anyIndex(hunk, random, ({ sign, text }) => sign !== "-" && text.trim() === "");
  const line = hunk[index];
  if (line === undefined) return hunk;
  const rest = without(hunk, index);
  const to = Math.max(0, Math.min(rest.length, index + random.pick([-2, -1, 1, 2])));
  return [...rest.slice(0, to), line, ...rest.slice(to)];
};

const trailingBlanks: Damage = (hunk, random) =>
  hunk.map((line) => (line.sign !== "+" && random.chance(0.5) ? { ...line, text: `${line.text}  ` } : line));

/** All lines at another depth: what is added comes along. */
const shifted: Damage = (hunk, random) => {
  const by = random.pick(["  ", "    ", "\t"]);
  if (random.chance(0.5))
    return hunk.map((line) => (line.text.trim() === "" ? line : { ...line, text: by + line.text }));
  if (!hunk.every(({ text }) => text.trim() === "" || text.startsWith(by))) return hunk;
  return hunk.map((line) => ({ ...line, text: line.text.slice(by.length) }));
};

const curled: Damage = (hunk) =>
  hunk.map((line) => (line.sign === "+" ? line : { ...line, text: line.text.replace(/'/g, "’") }));

/** A blank line that nobody meant; what it says is that the file has one there. */
const blankTooMany: Damage = (hunk, random) => hunk.toSpliced(random.below(hunk.length), 0, { sign: " ", text: "" });

export const DAMAGES: Readonly<Record<string, Damage>> = {
  "a context line is missing": dropped(" "),
  "an added line is missing": dropped("+"),
  "a deleted line is missing": dropped("-"),
  "a line is doubled": doubled,
  "a blank line stands elsewhere": movedBlank,
  "blanks at line ends": trailingBlanks,
  "a blank line too many": blankTooMany,
  "another depth": shifted,
  "curled quotes": curled,
};

/** What is put around an edit, and done to its lines that are no content. */
export const FRAMES: Readonly<Record<string, (text: string, random: Random) => string>> = {
  "as it is": (text) => text,
  "in a fence": (text, random) => {
    const mark = random.pick(["```", "````", "~~~"]);
    return `${mark}${random.pick(["", "diff", "patch", "text"])}\n${text.replace(/\n$/, "")}\n${mark}\n`;
  },
  "in a fence of a list": (text) =>
    `1. Change this:\n   \`\`\`diff\n${text
      .replace(/\n$/, "")
      .split("\n")
      .map((line) => `   ${line}`)
      .join("\n")}\n   \`\`\`\n2. Then run it.\n`,
  quoted: (text) => text.replace(/^/gm, "> "),
  "with CRLF": (text) => text.replace(/\n/g, "\r\n"),
  "without its last line end": (text) => text.replace(/\n$/, ""),
  "with blank lines after it": (text) => `${text}\n\n`,
};

const ABOVE = "I looked at the file.\n\n- it is old\n+ it is long\n\nHere is the change:\n\n";
const BELOW = "\n\nThis does:\n\n- rename the value\n- keep **the rest**\n  - also the inner one\n\nDone.\n";

export const PROSE: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  above: (text) => ABOVE + text,
  below: (text) => text + BELOW,
  around: (text) => ABOVE + text + BELOW,
};

/** A line that carries structure is lost or comes twice. */
export function damagedFrame(text: string, isBlocks: boolean, random: Random): string {
  const lines = text.split("\n");
  // Deleted comments may look like a header, and lines of a block like anything.
  const marks = [...lines.keys()].filter((at) => {
    const line = lines[at] ?? "";
    if (isBlocks) return /^(<{7} SEARCH|={7}|>{7} REPLACE)$/.test(line);
    return /^(@@|diff |\*\*\* |```|~~~)/.test(line) || /^(--- |\+\+\+ )[\w-]*[./][\w./-]*$/.test(line);
  });
  if (marks.length === 0) return text;
  const at = random.pick(marks);
  const line = lines[at] ?? "";
  return lines.toSpliced(at, 1, ...(random.chance(0.5) ? [] : [line, line])).join("\n");
}
