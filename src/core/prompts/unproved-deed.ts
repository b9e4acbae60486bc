import { asksForChange } from "./asks-for-change.ts";

const DEEDS =
  "applied|changed|edited|fixed|updated|made|replaced|added|removed|modified|wrote|written|created|implemented|renamed|corrected|moved|deleted|refactored";
/** A sentence that says that a change was made. */
const CLAIMS: readonly RegExp[] = [
  new RegExp(String.raw`\b(?:i|we)(?:'ve| have)?(?: just| now| also)* (?:${DEEDS})\b`, "i"),
  new RegExp(String.raw`\b(?:has|have) (?:now )?been (?:${DEEDS})\b|\b(?:is|are) now (?:${DEEDS})\b`, "i"),
  new RegExp(String.raw`^(?:all )?done[.!:,]|^(?:${DEEDS})(?: (?:the|a|an|it|in)\b|[.!:,])`, "i"),
  /^(?:feito|pronto)[.!:,]|(?<!\p{L})(?:apliquei|alterei|editei|corrigi|atualizei|mudei|substituí|criei|adicionei|removi|renomeei|implementei)(?!\p{L})/iu,
];
/** What makes of such a sentence an honest one, a wish, or a tale of what others did. */
const HEDGES =
  /\b(?:not?|never|nothing|already|before|previously|earlier|would|could|should|might|may|if|once|until|unless|in (?:commit|version)|não|nunca|nada|já|antes|se|deveria|poderia)\b|n't\b/i;

/**
 * What a model is told whose answer says that a change was made, where one was asked for and the run has changed and started nothing.
 * @returns undefined where the answer claims none, or none was asked for
 */
export function unprovedDeed(answer: string, prompt: string): string | undefined {
  const sentences = answer.replaceAll("’", "'").split(/(?<=[.!?])\s|\n/);
  const claims = (): boolean =>
    sentences.some((one) => !HEDGES.test(one) && CLAIMS.some((claim) => claim.test(one.trim())));
  if (!asksForChange(prompt) || !claims()) return undefined;
  return "Your answer says that a change was made, but nothing was changed and nothing was run for this prompt. Make the change now with the tools, or say plainly that it was not made.";
}
