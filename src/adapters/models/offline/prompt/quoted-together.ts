import { passages } from "../answers/passages.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import type { AnsweredPart } from "./joined-answers.ts";

/**
 * Parts of which only what is nearest is known, quoted once for the whole prompt: what holds the words of all its parts answers each of them
 * more often than what is nearest to one.
 */
export function* quotedTogether(
  answers: readonly AnsweredPart[],
  prompt: string,
  folder: Folder,
): Looking<readonly AnsweredPart[]> {
  if (answers.length < 2 || answers.every(({ answer }) => answer.isOfPassages !== true)) return answers;
  const whole = yield* passages(prompt, folder);
  return answers.map(({ part, answer }) => {
    if (answer.isOfPassages !== true) return { part, answer };
    const { findings } = answer;
    return { part, answer: findings === undefined ? whole : { ...whole, text: `${whole.text}\n${findings}` } };
  });
}
