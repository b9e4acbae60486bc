import { asksForChange } from "../../../../core/prompts/asks-for-change.ts";
import { stemOf } from "../../../../engines/bm25/stem.ts";
import { readQuestion } from "../../../../engines/passages/question.ts";
import type { Answer } from "../answers/answer.ts";
import { withDoers } from "../answers/doers/with-doers.ts";
import { withFacts } from "../answers/facts/answer-facts.ts";
import { passages } from "../answers/passages.ts";
import type { Folder } from "../folder.ts";
import type { Looking } from "../looking.ts";
import { inEnglish } from "../portuguese/as-english.ts";
import { leansOnBefore } from "../reading/leaning.ts";
import { isPlan } from "../reading/question-form.ts";
import { plain, readTokens } from "../reading/tokens.ts";

/** An answer with what was told before its question regarded, and with the facts of the code that it asks for. */
export function* answerWithTold(
  before: readonly string[],
  said: string,
  answer: Answer,
  folder: Folder,
): Looking<Answer> {
  const told = before.filter((part) => !asks(part) && TELLS.test(plain(part)));
  const own = yield* ofTold(told, said, answer, folder);
  const question = [...told, said].join(" ");
  const facts = yield* withFacts(own, said, folder, told.join(" "));
  const found = saysEnough(facts.text, question) ? facts : own;
  // A fact that stands behind what is near is only a guess.
  const isFirst = found !== own && !found.text.startsWith(own.text);
  const doers = isFirst ? own : yield* withDoers(own, question, folder);
  return doers === own ? found : doers;
}

/** The words that a fact was found by. */
const FOUND_BY =
  /^(?:What shows how|What the code offers|The function that|The nearest|Where the code) .*, by the words (.+):$/;

/** Whether the fact that an answer begins with speaks of what is asked, and not only of what is done every day: run, start, name. */
export function saysEnough(text: string, question: string): boolean {
  const [, words = ""] = FOUND_BY.exec(text.split("\n", 1)[0] ?? "") ?? [];
  if (words === "") return true;
  const own = readQuestion(inEnglish(question)).terms.filter(({ weight }) => weight >= 1);
  const held = new Set([...words.matchAll(/"([^"]+)"/g)].map(([, word = ""]) => stemOf(word)));
  return own.some((term) => term.said.split(" ").some((word) => held.has(stemOf(word))));
}

/** "I know X. How is this different": where an answer speaks of nothing that was said before it, a passage may that holds both. */
function* ofTold(told: readonly string[], said: string, answer: Answer, folder: Folder): Looking<Answer> {
  // What was done, "I just cloned this", is nothing that an answer must speak of.
  const words = told
    .flatMap((part) =>
      readTokens(part).flatMap(({ kind, word }) => (kind === "other" || kind === "name" ? [word] : [])),
    )
    .filter((word) => !/(?:ed|ing)$/.test(word));
  const text = plain(answer.text);
  if (words.length === 0 || words.some((word) => text.includes(word))) return answer;
  const spoken = yield* passages([...told, said].join(" "), folder);
  return spoken.isAnswer && words.some((word) => plain(spoken.text).includes(word)) ? spoken : answer;
}

/** The folder as one of several parts asks of it. @param from  the first that is answered: those before it tell what "it" is */
export const folderFor = (parts: readonly string[], index: number, all: Folder, from: number): Folder => ({
  ...all,
  isAskedMore:
    parts.filter((part, at) => at >= from && asks(part) && (at === from || !leansOnBefore(part, parts[at - 1])))
      .length > 1,
  ...(index === 0 ? {} : { about: parts.slice(0, index).join(" ") }),
});

/** A statement before a question only says what the question is about. */
export const isOnlyTold = (part: string, parts: readonly string[]): boolean =>
  parts.length > 1 && !asks(part) && parts.some(asks);

/** Statements that restrict what is asked behind them. */
export function scopesIn(parts: readonly string[]): readonly string[] {
  return parts.length > 1 ? parts.filter((part) => !asks(part) && RESTRICTING.test(plain(part))) : [];
}

/** How a statement begins that tells of something, and is no exclamation. */
const TELLS =
  /^\W*(?:i|we|my|our|the|there|this|it|you|people|eu|nos|meu|minha|nosso|nossa|ja|conheco|conhecemos|uso|usamos|tenho|temos)\b/;

/** How a statement begins that restricts what is asked behind it. */
const RESTRICTING =
  /^\W*(?:only|just|in|for|within|among|except|without|excluding|considering|during|since|apenas|somente|so|em|n[oa]s?|para|exceto|sem|durante|desde)\b/;

const ASKING =
  /\?\s*$|\b(?:what|which|who|where|when|why|how)\b|^\W*(?:is|are|does|do|can|list|show|find|give|tell|explain|describe|count|search|print|trace|draw|compare|(?:(?:em|com|de|a|por|para) )?que|quant[oa]s?|h[aá]|existem?|o que|qual|quais|quem|onde|quando|como|por que|liste|mostre|explique)\b/i;

/** Whether a part of a prompt asks or wants something, and does not only tell. */
export function asks(part: string): boolean {
  if (isPlan(part) && !/\?\s*$/.test(part)) return false;
  return ASKING.test(part) || (asksForChange(part) && !/^\W*(?:i|we|eu|nos)\b/i.test(part));
}
