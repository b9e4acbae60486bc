import { createReach } from "../../base/glob.ts";
import type { Input } from "./part.ts";
import { optionValues } from "./scan.ts";
import { isLiteral, literalWord, type Origin, type ShellWord } from "./words.ts";

/** Stands for words that come from files' names or standard input. */
export const FOUND_FILE: ShellWord = { text: "{}", certainty: "variable", glob: true, isComputed: true };
export const LISTED_FILE: ShellWord = { ...FOUND_FILE, glob: false };

/** What a search finds, a word for each place where it starts. */
export function foundBy(rest: readonly ShellWord[]): readonly ShellWord[] {
  const found = foundByName(rest);
  return isLiteral(found) || isNarrowed(rest) || followsLinks(rest) ? [found] : belowEach(leadingPaths(rest), found);
}

/** What `fd` finds in the folders among its words. */
export const foundBelow = (words: readonly ShellWord[]): readonly ShellWord[] =>
  belowEach(words.filter(({ text }) => !text.startsWith("-")).slice(1), FOUND_FILE);

/** What a program reads, where the line tells what it is one of: `find ~ | xargs …`. */
export const listedIn = (input: Input, word: ShellWord): readonly ShellWord[] =>
  input.kind === "unknown" && input.lists ? input.lists.map((one) => ({ ...word, standsFor: one })) : [word];

const belowEach = (starts: readonly ShellWord[], word: ShellWord): readonly ShellWord[] =>
  (starts.length > 0 ? starts : [literalWord(".")]).map((start) =>
    isLiteral(start)
      ? { ...word, standsFor: { text: `${start.text.replace(/\/+$/, "")}/*`, certainty: "literal", glob: true } }
      : word,
  );

/** What a search for one name below one folder finds, as the shell would write it. */
function foundByName(rest: readonly ShellWord[]): ShellWord {
  const [start, ...others] = leadingPaths(rest);
  const names = optionValues(rest, "-name", "-iname");
  const name = names[0];
  if (others.length > 0 || names.length !== 1 || !name || !isLiteral(name) || !isNarrowed(rest)) return LISTED_FILE;
  if (followsLinks(rest) || rest.some(({ text }) => /^-(?:execdir|okdir)$/.test(text))) return LISTED_FILE;
  return start && !isLiteral(start)
    ? LISTED_FILE
    : { text: `${(start?.text ?? ".").replace(/\/$/, "")}/${name.text}`, certainty: "literal", glob: true };
}

/** The words that stand for one of a search: each found file in place of `{}`, or of a part of a word: `of={}`. */
export function inPlaceOfMark(word: ShellWord, found: readonly ShellWord[]): readonly ShellWord[] {
  if (word.text === "{}") return found;
  if (!word.text.includes("{}")) return [word];
  return found.map(({ standsFor: pattern, isAssembled }) => ({
    ...LISTED_FILE,
    text: word.text,
    ...(isAssembled ? { isAssembled } : {}),
    ...(pattern === undefined ? {} : { standsFor: { ...pattern, text: word.text.replaceAll("{}", pattern.text) } }),
  }));
}

/** What xargs adds: the very words where they are written in the line and no option cuts them. */
export function wordsRead(isPlain: boolean, input: Input, given: Origin): readonly ShellWord[] {
  if (!isPlain || input.kind !== "text" || /['"\\]/.test(input.text))
    return listedIn(input, { ...FOUND_FILE, ...given });
  return input.text.split(/\s+/).filter(Boolean).map(literalWord);
}

/** `parallel` gives its words to a shell, the values in place of the mark or behind them. */
export function parallelScript(words: readonly ShellWord[], given: readonly ShellWord[]): string {
  const script = words.map(({ text }) => text).join(" ");
  const plain = given.filter(({ text }) => !/^:::/.test(text));
  if (words.length === 0) return plain.map(({ text }) => text).join("\n");
  const values = plain
    .map(({ text, glob }) => (glob || /^[\w./~-]*$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`))
    .join(" ");
  const mark = /\{[^{}\s,;]*\}/g;
  return mark.test(script) ? script.replace(mark, () => values) : `${script} ${values}`;
}

/** Names in a repository that a search by name would find there too. */
const OF_GIT =
  "config HEAD index packed-refs objects refs hooks info logs description main master pre-commit pre-push commit-msg x.pack x.idx".split(
    " ",
  );

/** Deleting `*.pyc` below the workspace is housekeeping; deleting all of it is not. */
export function isNarrowed(words: readonly ShellWord[]): boolean {
  const names = optionValues(words, "-name", "-iname", "-path", "-regex").map((word) => word.text);
  return (
    names.length > 0 &&
    names.every(
      (name) =>
        /\w/.test(name) &&
        !/^\/(?:.*\/)?[*?.]+$/.test(name) &&
        !/\.git\b/.test(name) &&
        !OF_GIT.some(createReach(name, { ignoreCase: true })),
    ) &&
    !words.some((word) => /^(-o|-or|,|!|-not)$/.test(word.text))
  );
}

/** Whether a search goes on where links lead. */
export const followsLinks = (words: readonly ShellWord[]): boolean =>
  words.some(({ text }) => text === "-L" || text === "-follow");

export function leadingPaths(words: readonly ShellWord[]): readonly ShellWord[] {
  const end = words.findIndex((word) => /^[-(!]/.test(word.text) && !/^-[HLP]$/.test(word.text));
  return (end < 0 ? words : words.slice(0, end)).filter((word) => !/^-[HLP]$/.test(word.text));
}
