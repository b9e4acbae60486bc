import { isNarrowed, leadingPaths } from "./dangers/files.ts";
import { optionValues } from "./scan.ts";
import { isLiteral, type ShellWord } from "./words.ts";

/** Stands for words that come from files' names or standard input. */
export const FOUND_FILE: ShellWord = { text: "{}", certainty: "variable", glob: true };
export const LISTED_FILE: ShellWord = { text: "{}", certainty: "variable", glob: false };

/** What a search for one name below one folder finds, as the shell would write it. */
export function foundByName(rest: readonly ShellWord[]): ShellWord {
  const [start, ...others] = leadingPaths(rest);
  const names = optionValues(rest, "-name", "-iname");
  const name = names[0];
  if (others.length > 0 || names.length !== 1 || !name || !isLiteral(name) || !isNarrowed(rest)) return LISTED_FILE;
  if (rest.some((word) => /^-(follow|L|execdir|okdir)$/.test(word.text))) return LISTED_FILE;
  return start && !isLiteral(start)
    ? LISTED_FILE
    : { text: `${(start?.text ?? ".").replace(/\/$/, "")}/${name.text}`, certainty: "literal", glob: true };
}
