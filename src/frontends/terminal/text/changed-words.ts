import { diffWordsWithSpace } from "diff";
import type { WordPart } from "../blocks/block-context.ts";

/** `text` in parts, those marked that `other`, its version before or after, does not have. */
export function changedWords(other: string, text: string): readonly WordPart[] {
  return diffWordsWithSpace(other, text)
    .filter((part) => !part.removed)
    .map((part) => ({ text: part.value, isChanged: part.added }));
}
