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
