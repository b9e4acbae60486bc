import { saysLittle } from "../../../../engines/passages/question.ts";
import type { Folder } from "../folder.ts";
import { type Looking, settled } from "../looking.ts";
import { leansOnBefore } from "../reading/leaning.ts";
import { KIND_NOUNS } from "../reading/lexicon.ts";
import { readRestriction } from "../reading/restriction.ts";
import { saysDoing } from "../reading/subject.ts";
import { plain, readTokens, type Token } from "../reading/tokens.ts";
import { answerAside } from "./asides.ts";
import { withMeantNames } from "./misspelled-names.ts";
import { partsOf } from "./prompt-parts.ts";

/** So many prompts back a subject is looked for: "who calls X", "what does it do", "and who reads it". */
const PROMPTS_MAX = 4;

/** The prompts before that tell what "it" is in a prompt, the first first; none where the prompt names what it asks of. */
export function earlierOf(prompt: string, before: readonly string[]): readonly string[] {
  const asked = before.filter((one) => one.trim() !== "" && answerAside(one) === undefined);
  const earlier: string[] = [];
  let behind = prompt;
  for (const one of asked.slice(-PROMPTS_MAX).reverse()) {
    if (!refersBack(behind)) break;
    earlier.unshift(one);
    behind = one;
  }
  return earlier;
}

/** The questions of earlier prompts, with names that were meant in them. */
export function* earlierParts(earlier: readonly string[], folder: Folder): Looking<readonly string[]> {
  if (earlier.length === 0) return yield* settled([]);
  const parts: string[] = [];
  for (const one of earlier) {
    const { text } = yield* withMeantNames(readRestriction(one).prompt, folder);
    parts.push(...(yield* partsOf(text, folder)).parts);
  }
  return parts;
}

/** What a prompt begins with stands for something that was spoken of in another, and what stands for it; undefined: it names what it asks of. */
export function wordForEarlier(prompt: string): string | undefined {
  const tokens = readTokens(firstSentence(prompt));
  const at = tokens.findIndex(({ word }, index) => FOR_IT.test(word) || isPointing(tokens, index));
  if (at < 0) return undefined;
  const clause = tokens.slice(0, at).findLastIndex(({ word }) => CLAUSE.test(word));
  // What a clause before it names is what it means: "what does the crane do when it is full".
  return tokens.slice(0, Math.max(0, clause)).some(names) ? undefined : tokens[at]?.text;
}

/** A prompt asks more of what another asked. */
function refersBack(prompt: string): boolean {
  const said = firstSentence(prompt);
  const asksMore = MORE.test(plain(said)) || said.trim().split(/\s+/).length <= SHORT_WORDS_MAX;
  return wordForEarlier(prompt) !== undefined || (asksMore && leansOnBefore(said));
}

const SHORT_WORDS_MAX = 3;
const firstSentence = (prompt: string): string => prompt.trim().split(/(?<=[?!.])\s/, 1)[0] ?? "";

const FOR_IT =
  /^(?:it|its|they|them|their|those|these|ele|ela|eles|elas|isso|isto|dele|dela|deles|delas|nele|nela|disso)$/;
const CLAUSE =
  /^(?:when|if|while|and|but|that|which|who|because|before|after|so|once|quando|se|e|mas|que|enquanto|porque)$/;
const MORE = /^\W*(?:and|but|or|e|mas|ou)\b/;

/** "That one", "from there", "who uses this". */
const isPointing = (tokens: readonly Token[], index: number): boolean =>
  /^(?:this|that|there|essa|esse|esta|este|la)$/.test(tokens[index]?.word ?? "") &&
  index > 0 &&
  (index === tokens.length - 1 || tokens[index + 1]?.word === "one") &&
  !/^(?:is|are|was|what's|e|eh|for|like|about)$/.test(tokens[index - 1]?.word ?? "");

const names = ({ kind, word, concepts }: Token): boolean =>
  kind === "name" ||
  (kind === "other" && !saysLittle(word) && !saysDoing(word)) ||
  concepts.some((concept) => KIND_NOUNS.has(concept));
