import { asksYesOrNo } from "../reading/question-form.ts";

/** A prompt without the words that want its lists in full. */
export interface Wanted {
  readonly text: string;
  readonly isInFull: boolean;
}

const WORDS =
  "(?:please )?(?:in full|(?:give me |show me )?the (?:whole|full|complete) list|uncut|por inteiro|por extenso|na íntegra|(?:a )?lista (?:completa|inteira))(?:,? please|,? por favor)?";
const AT_END = new RegExp(String.raw`(?<apart>[,;:(.?!–-]\s*|\s)${WORDS}[\s.!?)]*$`, "iu");
/** Nothing but that the answer before is wanted in full. */
const ALONE = new RegExp(
  String.raw`^\W*(?:${WORDS}|(?:now )?show (?:me )?(?:the rest|all(?: of (?:it|them))?)|the rest|mostr[ae](?:-me)? (?:o resto|tudo)|o resto)\W*$`,
  "iu",
);

/** Reads whether lists are wanted in full: behind a stop, or at the end of what is no question for yes or no. */
export function readInFull(prompt: string): Wanted {
  const match = AT_END.exec(prompt);
  const rest = prompt.slice(0, match?.index);
  const isSaid = match !== null && rest.trim() !== "";
  if (!isSaid || (match.groups?.["apart"]?.trim() === "" && asksYesOrNo(rest)))
    return { text: prompt, isInFull: false };
  const stop = /^[?.!]/.exec(match.groups?.["apart"] ?? "")?.[0] ?? "";
  return { text: `${rest}${stop}`, isInFull: true };
}

/** A prompt that only wants more of the answer before is the one before, in full. @param before  what was asked before, the last at the end */
export function behindPrompts(prompt: string, before: readonly string[]): string {
  if (!ALONE.test(prompt)) return prompt;
  const last = before.findLast((one) => one !== "" && !ALONE.test(one));
  return last === undefined ? prompt : `${last.trimEnd()}, in full`;
}
