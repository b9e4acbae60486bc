import { isNarrowed, leadingPaths } from "./dangers/files.ts";
import type { Input } from "./part.ts";
import { optionValues, programName } from "./scan.ts";
import { isLiteral, literalWord, type ShellWord } from "./words.ts";

/** Stands for words that come from files' names or standard input. */
export const FOUND_FILE: ShellWord = { text: "{}", certainty: "variable", glob: true };
export const LISTED_FILE: ShellWord = { text: "{}", certainty: "variable", glob: false };

/** What a search finds, a word for each place where it starts. */
export function foundBy(rest: readonly ShellWord[]): readonly ShellWord[] {
  const found = foundByName(rest);
  return isLiteral(found) || isNarrowed(rest) ? [found] : belowEach(leadingPaths(rest), found);
}

/** What `fd` finds in the folders among its words. */
export const foundBelow = (words: readonly ShellWord[]): readonly ShellWord[] =>
  belowEach(words.filter(({ text }) => !text.startsWith("-")).slice(1), FOUND_FILE);

/** What a program reads, where one command of the line lists it: `find ~ | xargs …`. */
export function listedIn(input: Input, word: ShellWord): readonly ShellWord[] {
  const [program, ...words] = (input.kind === "unknown" && input.producer) || [];
  if (program && /^(?:echo|printf)$/.test(programName(program)))
    return words.map((one) => (isLiteral(one) ? { ...word, standsFor: one } : word));
  if (!program || !/^(?:find|fd|fdfind|ls|tree|du)$/.test(programName(program)) || isNarrowed(words)) return [word];
  const isSearch = programName(program) === "find";
  return belowEach(isSearch ? leadingPaths(words) : words.filter(({ text }) => !text.startsWith("-")), word);
}

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
  if (rest.some((word) => /^-(follow|L|execdir|okdir)$/.test(word.text))) return LISTED_FILE;
  return start && !isLiteral(start)
    ? LISTED_FILE
    : { text: `${(start?.text ?? ".").replace(/\/$/, "")}/${name.text}`, certainty: "literal", glob: true };
}

/** The words that stand for one of a search: each found file in place of `{}`, or of a part of a word: `of={}`. */
export function inPlaceOfMark(word: ShellWord, found: readonly ShellWord[]): readonly ShellWord[] {
  if (word.text === "{}") return found;
  if (!word.text.includes("{}")) return [word];
  return found.map(({ standsFor: pattern }) =>
    pattern === undefined
      ? LISTED_FILE
      : { ...LISTED_FILE, text: word.text, standsFor: { ...pattern, text: word.text.replace("{}", pattern.text) } },
  );
}

/** What xargs adds: the very words where they are written in the line and no option cuts them. */
export function wordsRead(isPlain: boolean, input: Input, given: Pick<ShellWord, "isAssembled">): readonly ShellWord[] {
  if (!isPlain || input.kind !== "text" || /['"\\]/.test(input.text))
    return listedIn(input, { ...FOUND_FILE, ...given });
  return input.text.split(/\s+/).filter(Boolean).map(literalWord);
}
