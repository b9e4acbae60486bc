import { type Answer, notNarrowed } from "../answers/answer.ts";
import { settledLists } from "../cut-lists.ts";
import { type Folder, listFolder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import { led } from "../honest-answer.ts";
import { ofKeptFiles } from "../kept-files.ts";
import type { Looking } from "../looking.ts";
import { withNotLookedAt } from "../not-looked-at.ts";
import { inPortuguese } from "../portuguese/in-portuguese.ts";
import { OF_WAYMARK } from "../reading/of-waymark.ts";
import { type Restriction, readRestriction } from "../reading/restriction.ts";
import { isPortuguese } from "../reading/tokens.ts";
import { earlierParts, wordForEarlier } from "./earlier-prompts.ts";
import { readInFull } from "./in-full.ts";
import { withMeantNames } from "./misspelled-names.ts";
import { withMeantWordsHere } from "./misspelled-words.ts";
import { withWhatToAsk } from "./nothing-near.ts";

/** A prompt that asks something of this folder. */
export interface Whole {
  readonly asked: string;
  /** The prompts before it that tell what "it" is. */
  readonly earlier: readonly string[];
  readonly tools: ReadonlySet<string>;
  /** Answers its parts behind the questions of the prompts before. */
  readonly answerParts: (prompt: string, before: readonly string[], folder: Folder) => Looking<Answer>;
}

/** The answer with the subject of the prompts before; where that leads to none, what the prompt alone asks. */
export function* answerWhole(prompt: Whole): Looking<Answer> {
  const { asked, earlier, tools } = prompt;
  const answer = yield* answerAll(prompt);
  if (answer.isAnswer) return answer;
  const alone = earlier.length === 0 ? answer : yield* answerAll({ ...prompt, earlier: [] });
  if (alone.isAnswer) return alone;
  const open = yield* withWhatToAsk(answer, asked, tools);
  const word = earlier.length === 0 ? wordForEarlier(asked) : undefined;
  return word === undefined ? open : led(framesFor(asked).nothingBefore(word), open);
}

/** The answers to all parts of a prompt, each under what it asks where there are several. */
function* answerAll({ asked, earlier, tools, answerParts }: Whole): Looking<Answer> {
  const wanted = readInFull(asked);
  const slips = yield* withMeantWordsHere(wanted.text);
  const { prompt, restriction } = readRestriction(slips.text);
  const listed = yield* listFolder(tools);
  const { text, taken } = OF_WAYMARK.test(prompt) ? { text: prompt, taken: [] } : yield* withMeantNames(prompt, listed);
  const before = yield* earlierParts(earlier, listed);
  const answerHere = (folder: Folder): Looking<Answer> => answerParts(text, before, folder);
  const found = yield* withNotLookedAt(answerIn(listed, restriction, answerHere), tools);
  const told = [...slips.taken, ...taken];
  const whole = told.length > 0 ? led(framesFor(asked).taken(told), found) : found;
  const answer = { ...whole, text: settledLists(whole.text, wanted) };
  return isPortuguese(asked) ? { ...answer, text: inPortuguese(answer.text) } : answer;
}

/** The answer among the files that the prompt wants. */
function* answerIn(
  listed: Folder,
  restriction: Restriction | undefined,
  answerHere: (folder: Folder) => Looking<Answer>,
): Looking<Answer> {
  if (restriction === undefined) return yield* answerHere(listed);
  const folder = { ...listed, paths: listed.paths.filter(restriction.keeps), keeps: restriction.keeps };
  const { value, isRestricted, wasCut } = yield* ofKeptFiles(answerHere(folder), restriction);
  if (!value.isAnswer && !isRestricted) return value;
  const said = restriction.said;
  const isObeyed = isRestricted || value.isOfKeptFiles === true;
  return led(isObeyed ? `As asked: ${said}.${wasCut ? CUT : ""}` : notNarrowed([said]), value);
}

const CUT = " The count of a list that was cut may still hold what is left out.";
