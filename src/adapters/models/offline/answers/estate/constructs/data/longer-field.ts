import { describedFieldIn } from "../../../../described.ts";
import { led } from "../../../../honest-answer.ts";
import { readNames } from "../../../../names.ts";
import { changeOf } from "../../../../query/what-if.ts";
import { readTokens } from "../../../../reading/tokens.ts";
import { askedWords } from "../../dossiers/asked-words.ts";
import type { Dossier } from "../../operations/dossier.ts";
import { recordsMeant } from "../record-meant.ts";

const GROWS = "(?:longer|wider|bigger|larger|shorter|smaller)";
const ASKS: readonly RegExp[] = [
  new RegExp(
    String.raw`\b(?:if|when|suppose) (?:i|we|you|one) (?:make|made|makes|want(?:ed)? to make|had to make|have to make) (?:the |our |an? )?((?:[a-z]+ ){1,3})${GROWS}\b`,
  ),
  /\b(?:if|when) (?:i|we|you|one) (?:widen|lengthen|extend|enlarge|shorten)(?:ed|s)? (?:the |our |an? )?((?:[a-z]+ ?){1,3}?)(?:,| to | by | what|\W*$)/,
  new RegExp(
    String.raw`\b(?:if|when) (?:the |our |an? )?((?:[a-z]+ ){1,3})(?:became|becomes|gets|got|grows|were|was|is) ?(?:made )?(?:to )?(?:${GROWS})?\b.*\b(?:touch|change|break|affect|adapt)\w*`,
  ),
];
/** By how much is a question of its own. */
const SAYS_WIDTH = /\b(?:digits?|characters?|chars?|bytes?|positions?|letters?)\b/;
const ASKS_WHAT = /\b(?:what|which|where|who|how many|anything)\b/;

/** "If I make the account number longer, what do I have to touch": the field in the record that is called so, even where only its remark says it. */
export const LONGER_FIELD: Dossier = {
  isOfStory: true,
  asks: (said) => ASKS_WHAT.test(said) && !SAYS_WIDTH.test(said) && wordsIn(said).length > 1,
  tells: /\b(?:what|which|where|touch|change|break)\b/,
  *answer(said, own, context) {
    const { things } = yield* readNames(readTokens(own), context.folder, { alsoWords: false, isHowTo: false });
    if (things.some(({ written, name }) => written === name)) return undefined;
    const words = wordsIn(said);
    const { taken } = yield* recordsMeant(words.slice(0, -1), context);
    const [record] = taken;
    const field = record && (yield* describedFieldIn(words.slice(-1), record.path));
    const [place] = field?.places ?? [];
    if (!record || !field || !place) return undefined;
    const found = yield* changeOf({ thing: field, words: field.name.toLowerCase().split("-") }, true, context.folder);
    const lead = `I took "${words.join(" ")}" as ${field.name} of ${record.name} (${place.path}:${place.line}).`;
    return { ...found, answer: { ...led(lead, found.answer), obeyed: "all", isOfForm: true } };
  },
};

function wordsIn(said: string): readonly string[] {
  const found = ASKS.map((form) => form.exec(said)?.[1]).find((one) => one !== undefined);
  return found === undefined ? [] : askedWords(found, /^(?:field|column|record)$/);
}
