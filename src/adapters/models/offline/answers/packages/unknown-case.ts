import type { Dossier } from "../estate/operations/dossier.ts";
import { indentOf, unitAt } from "../facts/units.ts";
import { holderOf, lineAt, namesWord, ownCode, quotedByFunction, type Spot, spotsOf } from "./own-code.ts";
import { packageAnswer } from "./package-answer.ts";

const UNKNOWN =
  /\b(?:unknown|unrecogni[sz]ed|unsupported|unexpected|desconhecid\w*|(?:does|do|did)(?: not|n'?t) (?:know|recogni[sz]e|support|expect)|not (?:known|recogni[sz]ed|supported))\b/;
const OF_CASE = /\b(?:what|how|does|where|which)\b/;
/** A statement that says that no case fits. */
const LEFT = /\b\w*(?:unknown|unrecogni[sz]ed|unsupported|not ?supported|methodNotFound|Unhandled)\w*\b/i;
const DOES = /\b(?:throw|raise|return|reject)\b|\b(?:console|log|logger)\.\w+\(|warn\(/;
const SMALL =
  /^(?:unknown|unrecogni[sz]ed|unsupported|unexpected|desconhecid\w*|does|do|did|not|know|known|recogni[sz]ed?|support|supported|expect|what|how|where|which|happens?|happen|when|if|an?|the|it|its|this|that|of|in|on|to|with|for|by|from|is|are|be|comes?|come|arrives?|arrive|chega|receives?|received|gets?|sent|sends?|library|sdk|package|client|server|code|handles?|handled?|treats?|react|behave|deal|deals|one|some|name|named|called|type|types|kind|they|we|you|i|came|passed|given|has|have|there|any|reply|error|errors|raised?|thrown?)$/;
const LAST_BRANCH = /^\s*(?:default:|case _:)/;
const AROUND = 4;
const SHOWN_AROUND = 6;
const BLOCKS_MAX = 4;

/** "What happens when an unknown message type arrives": the last branch of the choice among them, and what says so. */
export const UNKNOWN_CASE: Dossier = {
  asks: (said) => UNKNOWN.test(said) && OF_CASE.test(said),
  tells: /\b(?:error|caller|back|logged|ignored|raised?|thrown?|happens)\b/,
  *answer(said, _own, { folder, before }) {
    const words = [...new Set(said.match(/[a-z]{3,}/g) ?? [])].filter((word) => !SMALL.test(word));
    if (words.length === 0 || words.length > WORDS_MAX) return undefined;
    const files = yield* ownCode(folder);
    const ranked = spotsOf(files, LEFT)
      .filter((spot) => DOES.test(lineAt(spot).text))
      .map((spot) => ({ spot, worth: worthOf(spot, words) }))
      .filter(({ worth }) => worth > 0)
      .toSorted((one, other) => other.worth - one.worth);
    const best = ranked[0]?.worth ?? 0;
    const shown = ranked.filter(({ worth }) => worth >= best * NEAR).map(({ spot }) => spot);
    if (shown.length === 0) return undefined;
    return packageAnswer(before, [
      `What is done where no case fits, by the words ${words.map((word) => `"${word}"`).join(", ")}:`,
      ...quotedByFunction(shown, SHOWN_AROUND).slice(0, BLOCKS_MAX),
    ]);
  },
};

const WORDS_MAX = 4;
const NEAR = 0.8;

/** How much of what is asked stands by the branch or in the name of its function; nothing where a word stands in neither. */
function worthOf(spot: Spot, words: readonly string[]): number {
  const { file, at } = spot;
  const unit = unitAt(file.units, at);
  const near = file.lines
    .slice(Math.max(unit?.at ?? 0, at - AROUND), at + AROUND)
    .map(({ text }) => text)
    .join(" ");
  const shares = words.map((word) =>
    namesWord(lineAt(spot).text, word) ? 1 : namesWord(holderOf(spot), word) ? 0.9 : namesWord(near, word) ? 0.7 : 0,
  );
  if (shares.includes(0)) return 0;
  return shares.reduce<number>((sum, share) => sum + share, 0) / words.length + (isInLastBranch(spot) ? LAST_WORTH : 0);
}

const LAST_WORTH = 0.3;

/** Whether a line stands under what a choice does with all that no case before it fits. */
function isInLastBranch({ file, at }: Spot): boolean {
  let indent = indentOf(file.lines[at]?.text ?? "");
  for (let index = at - 1; index >= Math.max(0, at - BRANCH_LINES_MAX); index--) {
    const text = file.lines[index]?.text ?? "";
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    if (LAST_BRANCH.test(text)) return true;
    indent = indentOf(text);
  }
  return false;
}

const BRANCH_LINES_MAX = 20;
