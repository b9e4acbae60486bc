import { createReach } from "../../base/glob.ts";
import { takesEachFound } from "./meant/search-extent.ts";
import type { Input } from "./part.ts";
import type { LeadingOptions } from "./programs/leading-options.ts";
import { optionValues } from "./scan.ts";
import { isLiteral, literalWord, type ShellWord } from "./words.ts";

/** Stands for words that come from files' names or standard input. */
export const FOUND_FILE: ShellWord = { text: "{}", certainty: "variable", glob: true, isComputed: true };
export const LISTED_FILE: ShellWord = { ...FOUND_FILE, glob: false };

/** What a search finds, a word for each place where it starts. */
export function foundBy(rest: readonly ShellWord[]): readonly ShellWord[] {
  const found = foundByName(rest);
  return isLiteral(found) || isNarrowed(rest) || followsLinks(rest)
    ? [found]
    : belowEach(leadingPaths(rest), found, takesEachFound(expressionIn(rest), leadingPaths(rest)));
}

/** What `fd` finds in the folders among its words. */
export const foundBelow = (words: readonly ShellWord[]): readonly ShellWord[] =>
  belowEach(words.filter(({ text }) => !text.startsWith("-")).slice(1), FOUND_FILE, listsEach(words));

/** Options of what lists files that leave out none of them by its name, its age or its size; so does a pattern of everything. */
const LISTS_ALL = /^(?:-[0HIuz]+|--hidden|--no-ignore|--files|--cached|-t|--type|f|file|--|\.|\.\/|\*|)$/;
export const listsEach = (words: readonly ShellWord[]): boolean =>
  words.every((word) => isLiteral(word) && LISTS_ALL.test(word.text));

/** What a program reads, where the line tells what it is one of: `find ~ | xargs …`. */
export const listedIn = (input: Input, word: ShellWord): readonly ShellWord[] =>
  input.kind === "unknown" && input.lists ? input.lists.map((one) => ({ ...word, standsFor: one })) : [word];

const belowEach = (starts: readonly ShellWord[], word: ShellWord, isEach: boolean): readonly ShellWord[] =>
  (starts.length > 0 ? starts : [literalWord(".")]).map((start) =>
    isLiteral(start) ? { ...word, standsFor: allBelow(start.text, isEach) } : word,
  );

const allBelow = (folder: string, isEach: boolean): ShellWord => ({
  ...{ text: `${folder.replace(/\/+$/, "")}/*`, certainty: "literal", glob: true },
  ...(isEach ? { takes: "each" } : {}),
});

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

/** Options of xargs that leave what is read as it is, but for where it is parted. */
const LEAVES_READ =
  /^-(?:[0dIiLlnPprtx]|-(?:null|delimiter|replace|max-lines|max-args|max-procs|no-run-if-empty|verbose|exit|interactive))$/;

/** The very words that xargs reads, where they are written in the line and its options tell how they are parted. */
export function toldToXargs(options: LeadingOptions["options"], input: Input): readonly ShellWord[] | undefined {
  if (input.kind !== "text" || ![...options.keys()].every((name) => LEAVES_READ.test(name))) return undefined;
  const by = (...names: readonly string[]): string | undefined =>
    names.flatMap((name) => options.get(name) ?? [])[0]?.text;
  const delimiter = by("-0", "--null") === undefined ? by("-d", "--delimiter") : "\0";
  if (delimiter === undefined && /['"\\]/.test(input.text)) return undefined;
  const isByLine = by("-I", "-i", "--replace", "-L", "-l", "--max-lines") !== undefined;
  const parts =
    /^(?:\\n|\n)$/.test(delimiter ?? "") || (delimiter === undefined && isByLine) ? /\n/ : (delimiter ?? /\s+/);
  const words = input.text.split(parts).map((text) => (delimiter === undefined ? text.trim() : text));
  return parts === "" || (typeof parts === "string" && parts.length > 1)
    ? undefined
    : words.filter(Boolean).map(literalWord);
}

const RUNS_MAX = 60;
/** What parallel puts a value in place of, whole or in part; anything else in braces is code, a number or a list of its own. */
export const REPLACED = /\{[^{}\s,;]*\}/g;
/** A name that no line sets. */
const UNTOLD = '"$put_in_by_parallel"';
const PARTS: Readonly<Record<string, (text: string) => string>> = {
  "/": (text) => text.replace(/^.*\//s, ""),
  "//": (text) => /^(.*)\//s.exec(text)?.[1]?.replace(/^$/, "/") ?? ".",
  ".": (text) => text.replace(/\.[^./]*$/, ""),
  "/.": (text) => text.replace(/^.*\//s, "").replace(/\.[^./]*$/, ""),
};

/** `parallel` gives its words to a shell, once for each value, or each of one list with each of another; in place of the marks or behind them. */
export function parallelScript(words: readonly ShellWord[], given: readonly ShellWord[]): string {
  const script = words.map(({ text }) => text).join(" ");
  const lists: ShellWord[][] = [[]];
  for (const word of given) {
    if (/^:::/.test(word.text)) lists.push([]);
    else lists.at(-1)?.push(word);
  }
  if (words.length === 0)
    return given
      .filter(({ text }) => !/^:::/.test(text))
      .map(({ text }) => text)
      .join("\n");
  const count = lists.reduce((all, list) => all * list.length, 1);
  if (count > RUNS_MAX) return runOf(script, [lists.flat()]);
  const runs = lists.reduce<readonly ShellWord[][]>(
    (all, list) => all.flatMap((run) => list.map((one) => [...run, one])),
    [[]],
  );
  return runs
    .map((run) =>
      runOf(
        script,
        run.map((one) => [one]),
      ),
    )
    .join("\n");
}

/** @param sources  the values of each list, of which a mark may name one by its number */
function runOf(script: string, sources: readonly (readonly ShellWord[])[]): string {
  const whole = sources.flat().map(quoted).join(" ");
  const put = script.replace(REPLACED, (mark) => {
    if (mark === "{}") return whole;
    const [, source, part = ""] = /^\{(\d*)(\/\/|\/\.|\.|\/)?\}$/.exec(mark) ?? [];
    const values = source === "" ? sources.flat() : sources[Number(source) - 1];
    if (values === undefined || (part !== "" && values.some(({ glob }) => glob))) return UNTOLD;
    return values.map((value) => quoted({ ...value, text: PARTS[part]?.(value.text) ?? value.text })).join(" ");
  });
  return script.search(REPLACED) >= 0 ? put : `${script} ${whole}`;
}

const quoted = ({ text, glob }: ShellWord): string =>
  glob || /^[\w./~-]*$/.test(text) ? text : `'${text.replaceAll("'", `'"'"'`)}'`;

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

const startsExpression = ({ text }: ShellWord): boolean => /^[-(!]/.test(text) && !/^-[HLP]$/.test(text);

export function leadingPaths(words: readonly ShellWord[]): readonly ShellWord[] {
  const end = words.findIndex(startsExpression);
  return (end < 0 ? words : words.slice(0, end)).filter((word) => !/^-[HLP]$/.test(word.text));
}

/** What a search asks of what it comes to, and does with it. */
export function expressionIn(words: readonly ShellWord[]): readonly ShellWord[] {
  const start = words.findIndex(startsExpression);
  return start < 0 ? [] : words.slice(start);
}
