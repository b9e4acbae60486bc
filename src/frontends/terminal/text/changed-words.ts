import { diffWordsWithSpace } from "diff";
import type { WordPart } from "../blocks/block-context.ts";

/** Where more words than these came or went, marks tell nothing, and each costs as much as the line is long. */
const CHANGES_MAX = 60;

/** `text` in parts, those marked that `other`, its version before or after, does not have. */
export function changedWords(other: string, text: string): readonly WordPart[] {
  const parts = diffWordsWithSpace(other, text, { maxEditLength: CHANGES_MAX });
  if (parts === undefined) return [{ text, isChanged: true }];
  return parts.filter((part) => !part.removed).map((part) => ({ text: part.value, isChanged: part.added }));
}
