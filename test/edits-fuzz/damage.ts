import type { Random } from "../random.ts";
import { codeOf, type HunkLines, isBlank, type Line } from "./hunks.ts";

/** What models do to the lines of a hunk. What the result says is what counts: `resultsOf` tells what that is. */
type Damage = (hunk: HunkLines, random: Random, path: string) => HunkLines;

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
  const index = anyIndex(hunk, random, ({ sign, text }) => sign !== "-" && isBlank(text));
  const line = hunk[index];
  if (line === undefined) return hunk;
  const rest = without(hunk, index);
  const to = Math.max(0, Math.min(rest.length, index + random.pick([-2, -1, 1, 2])));
  return [...rest.slice(0, to), line, ...rest.slice(to)];
};

const trailingBlanks: Damage = (hunk, random) =>
  hunk.map((line) => (line.sign !== "+" && random.chance(0.5) ? { ...line, text: `${line.text}  ` } : line));

/** A line in another spelling that means what it meant. */
const respelled = (line: Line, text: string): Line => ({ ...line, text, meant: line.meant ?? line.text });

/** Depths that were changed once are changed no more: which they were is not told by the text then. */
const once =
  (damage: Damage): Damage =>
  (hunk, random, path) =>
    hunk.some(({ meant }) => meant !== undefined) ? hunk : damage(hunk, random, path);

/** All lines at another depth: what is added comes along. */
const shifted: Damage = (hunk, random) => {
  const by = random.pick(["  ", "    ", "\t"]);
  if (random.chance(0.5)) return hunk.map((line) => (isBlank(line.text) ? line : respelled(line, by + line.text)));
  if (!hunk.every(({ text }) => isBlank(text) || text.startsWith(by))) return hunk;
  return hunk.map((line) => respelled(line, line.text.slice(by.length)));
};

/** Tabs for the blanks that lines begin with, or blanks for their tabs. */
const tabbed: Damage = (hunk, random) => {
  const width = random.pick([2, 4, 8]);
  const usesTabs = hunk.some(({ text }) => text.startsWith("\t"));
  return hunk.map((line) => {
    const indent = /^[ \t]*/.exec(line.text)?.[0] ?? "";
    const other = usesTabs ? indent.replaceAll("\t", " ".repeat(width)) : indent.replaceAll(" ".repeat(width), "\t");
    return isBlank(line.text) ? line : respelled(line, other + line.text.slice(indent.length));
  });
};

/** Tabs typed out as a backslash and a `t`. */
const typedTabs: Damage = (hunk) =>
  hunk.map((line) =>
    respelled(
      line,
      line.text.replace(/^\t+/, (tabs) => "\\t".repeat(tabs.length)),
    ),
  );

/** A line of old text with other characters for some of its own; what is added is as it shall be. */
const oldSpelled =
  (spell: (text: string) => string): Damage =>
  (hunk) =>
    hunk.map((line) => (line.sign === "+" ? line : { ...line, text: spell(line.text) }));

const fullWidth = (text: string): string =>
  text.replace(/[(),;:!?]/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0));

/** A line that nobody meant; what it says is that the file has one there. */
const invented =
  (text: string): Damage =>
  (hunk, random) =>
    hunk.toSpliced(random.below(hunk.length + 1), 0, { sign: " ", text });

const withoutNumbers: Damage = (hunk, _random, path) =>
  path.endsWith(".cbl") ? hunk.map((line) => respelled(line, `      ${codeOf(path)(line.text)}`.trimEnd())) : hunk;

export const DAMAGES: Readonly<Record<string, Damage>> = {
  "a context line is missing": dropped(" "),
  "an added line is missing": dropped("+"),
  "a deleted line is missing": dropped("-"),
  "a line is doubled": doubled,
  "a blank line stands elsewhere": movedBlank,
  "blanks at line ends": trailingBlanks,
  "a blank line too many": invented(""),
  "an invented line": invented("  // ... and so on"),
  "another depth": once(shifted),
  "tabs for blanks": once(tabbed),
  "typed tabs": once(typedTabs),
  "curled quotes": oldSpelled((text) => text.replace(/'/g, "’")),
  "full width": oldSpelled(fullWidth),
  "without numbered columns": once(withoutNumbers),
};

/** What is done to the hunks of a file as a whole. */
export const ORDERS: Readonly<Record<string, (hunks: readonly HunkLines[], random: Random) => readonly HunkLines[]>> = {
  "another order": (hunks) => hunks.toReversed(),
  "a hunk comes twice": (hunks, random) => {
    const at = random.below(hunks.length);
    return hunks.toSpliced(random.below(hunks.length + 1), 0, ...hunks.slice(at, at + 1));
  },
};
