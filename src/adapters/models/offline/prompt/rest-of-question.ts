import { asksForChange } from "../../../../core/prompts/asks-for-change.ts";
import { readQuestion } from "../../../../engines/passages/question.ts";
import type { Answer } from "../answers/answer.ts";
import { behindOperations } from "../answers/outlines/named-operations.ts";
import { linesText, type Place, quotedPassage, sharesLines, shortPassage } from "../answers/quoting/quoted-passage.ts";
import { searched, searchText } from "../answers/quoting/search-passages.ts";
import { unspoken } from "../answers/quoting/unspoken.ts";
import { behindUsage } from "../answers/usage/behind-usage.ts";
import { visiblePart } from "../cut-lists.ts";
import type { Folder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import type { Looking } from "../looking.ts";
import { OF_WAYMARK } from "../reading/of-waymark.ts";
import { readTokens } from "../reading/tokens.ts";
import { type AnsweredPart, joined } from "./joined-answers.ts";
import { quotedTogether } from "./quoted-together.ts";

/** Below so many lines of an answer that fits, what is only near is not read. */
const READ_LINES_MAX = 25;
/** So many lines alone stand behind the passage that is quoted. */
const LINES_MAX = 6;
/** So many where they stand above: what is nearest to the whole question stands there, whether an answer below cites it or not. */
const LINES_ABOVE_MAX = 8;

/** All answers as one, behind the functions that the prompt names where one of them leaves that open, and with what is nearest to the whole. */
export function* joinedWithRest(
  own: readonly AnsweredPart[],
  unread: readonly string[],
  prompt: string,
  folder: Folder,
): Looking<Answer> {
  const joint = yield* withNearest(own, unread, prompt, folder);
  const answers = own.map(({ answer }) => answer);
  const listed = yield* behindOperations({ prompt, answers, joint }, folder);
  return yield* behindUsage({ prompt, answers, joint: listed }, folder);
}

/**
 * All answers as one, with what is nearest to the whole question where words of it stand in nothing that they show: a part is answered without
 * the words of the others, and a kind of question without those that it does not regard. Where the first part is not answered for certain
 * it stands first.
 */
function* withNearest(
  own: readonly AnsweredPart[],
  unread: readonly string[],
  prompt: string,
  folder: Folder,
): Looking<Answer> {
  const answers = yield* quotedTogether(own, prompt, folder);
  const answer = joined(answers, unread);
  // What is nearest to the whole question is quoted already.
  if (answers.some(({ answer: { isOfPassages } }) => isOfPassages === true)) return answer;
  if (answers.every((one) => isSettled(one.answer))) return answer;
  const wanted = wordsToFind(answers, prompt);
  const isOpen = answers[0]?.answer.isAnswer !== true;
  if (!isOpen && visiblePart(answer.text).split("\n").length > READ_LINES_MAX) return answer;
  const rest = yield* restOf({ answer, wanted, isWholly: isOpen }, prompt, folder);
  if (rest === "") return answer;
  return { ...answer, text: (isOpen ? [rest, answer.text] : [answer.text, rest]).join("\n\n") };
}

/** What regards all that it was asked leaves nothing to be found. */
const isSettled = ({ isAnswer, isGuessed, obeyed, verdict }: Answer): boolean =>
  isAnswer && isGuessed !== true && (obeyed === "all" || verdict !== undefined);

/** The words that carry weight; where a kind of question surely answered each part, those that none of them says. */
function wordsToFind(answers: readonly AnsweredPart[], prompt: string): readonly string[] {
  const said = readQuestion(searchText(prompt))
    .terms.filter(({ weight }) => weight >= 1)
    .map((term) => term.said);
  if (answers.some(({ answer }) => !answer.isAnswer || answer.isGuessed === true)) return said;
  const unexplained = new Set(readTokens(prompt).flatMap(({ kind, word }) => (kind === "other" ? [word] : [])));
  return said.filter((word) => unexplained.has(word));
}

/** What an answer leaves to be found, by which words; `isWholly`: lines that it cites are told again. */
interface Left {
  readonly answer: Answer;
  readonly wanted: readonly string[];
  readonly isWholly: boolean;
}

/** The next passage that says some of the words that an answer shows no line of, and lines that say most of the whole question. */
function* restOf({ answer, wanted, isWholly }: Left, prompt: string, folder: Folder): Looking<string> {
  if (!folder.tools.has("find_passages") || asksForChange(prompt) || OF_WAYMARK.test(prompt)) return "";
  const places = placesIn(answer.text);
  if (places.length === 0) return "";
  const open = unspoken(wanted, prompt, shownIn(answer.text));
  if (open.length === 0) return "";
  const { found, lines } = yield* searched(prompt);
  const next = found.find(
    (one) =>
      one.found === "words" &&
      one.held.some((word) => open.includes(word)) &&
      !places.some((place) => sharesLines(one, place)),
  );
  if (next === undefined) return "";
  const frames = framesFor(prompt);
  const told = open.filter((word) => next.held.includes(word));
  const cited = isWholly ? [] : places.map((place) => ({ ...place, lines: [], values: [] }));
  const alone = linesText(lines, frames, [...cited, next], isWholly ? LINES_ABOVE_MAX : LINES_MAX);
  return [frames.rest(told), quotedPassage(shortPassage(next)), alone].filter((one) => one !== "").join("\n");
}

const PLACE = /(?<![\w/.-])([\w./@+-]+\.\w+):(\d+)(?:-(\d+))?/g;

/** The places that an answer cites. */
const placesIn = (text: string): readonly Place[] =>
  [...text.matchAll(PLACE)].map(([, path = "", from, to]) => ({ path, from: Number(from), to: Number(to ?? from) }));

/** What an answer shows: its own sentences say the words of the question again. */
const shownIn = (text: string): string =>
  text
    .split("\n")
    .filter((line) => /^(?: {2}|- )|^\S+:\d+/.test(line))
    .join("\n");
