import { placeOf } from "../places.ts";
import type { CommandPolicyOptions } from "../policy-types.ts";
import { isLiteral, type ShellWord } from "../words.ts";
import { namesFoundBy, patternIn } from "./word-patterns.ts";

/** The folder that a word names: a pattern names one where it finds one alone, and else nobody knows which. */
export function folderNamed(
  word: ShellWord,
  from: string | undefined,
  options: CommandPolicyOptions,
): string | undefined {
  if (!isLiteral(word) || !word.glob) return placeOf(word, [from], options).path;
  const found =
    from === undefined && !word.text.startsWith("/") ? [] : namesFoundBy(patternIn(word, from), options.facts);
  return found?.length === 1 ? found[0] : undefined;
}

/** Each name that a word means, as absolute paths: itself by its letters, and what its pattern finds; undefined where they are too many. */
export function pathsNamed(
  word: ShellWord,
  folder: string | undefined,
  options: CommandPolicyOptions,
): readonly string[] | undefined {
  const { path, pattern } = placeOf(word, [folder], options);
  const found = word.glob && isLiteral(word) && (folder !== undefined || word.text.startsWith("/"));
  const names = found ? namesFoundBy(pattern ?? patternIn(word, folder), options.facts) : [];
  return names && [...(path === undefined ? [] : [path]), ...names];
}
