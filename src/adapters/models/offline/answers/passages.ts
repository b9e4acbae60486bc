import type { Folder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import { type Looking, together } from "../looking.ts";
import { lacksForm } from "../reading/expected-form.ts";
import { asksOfNow, asksYesOrNo } from "../reading/question-form.ts";
import { holdsWord } from "../reading/word-forms.ts";
import type { FoundPassage } from "../result-text.ts";
import { asksIfThereIs } from "./absence/asked-existence.ts";
import { type Answer, answered, unanswered } from "./answer.ts";
import { messageText } from "./quoting/messages.ts";
import { namedNowhere, spelledNowhere } from "./quoting/named-nowhere.ts";
import {
  leadsText,
  linesText,
  quotedPassage,
  quotedPassages,
  sharesLines,
  shortPassage,
  valuesText,
} from "./quoting/quoted-passage.ts";
import { NOTHING_FOUND, type Searched, searched } from "./quoting/search-passages.ts";
import { unspoken } from "./quoting/unspoken.ts";

/** A passage that holds less of the question is said to answer nothing for certain; so is one that lacks several words and does not hold as much. */
const COVERAGE_MIN = 30;
const COVERAGE_LACKING_MIN = 35;
const COVERAGE_WELL = 60;
/** Where a word is named nowhere and less than this is found, the nearest lines are few. */
const COVERAGE_HALF = 50;
const FEW_LINES = 4;
/** The one that tells what is asked by its form is quoted first from this share of the best one's score on. */
const NEAR_SHARE = 0.6;
/** So many passages are quoted together, the second one always and others while there is room for their lines, and behind them so many lines of others. */
const QUOTED_MAX = 5;
const QUOTED_LINES_MAX = 26;
/** One that says far less than the best is no more likely than a line alone. */
const QUOTED_SHARE = 0.35;
const LINES_BEHIND_MAX = 5;

/** The passages of this folder that answer a question best, quoted; or that nothing does, and what is nearest. @param before  said first */
export function* passages(question: string, folder: Folder, before?: string): Looking<Answer> {
  if (!folder.tools.has("find_passages")) return unanswered(before, framesFor(question).nothing);
  const placed = eachPlace(question);
  const all = yield* together([question, ...placed].map((one) => searched(one, folder)));
  const [whole = NOTHING_FOUND, ...byPlace] = all;
  const message = messageText(question, whole.found);
  if (message) return { ...answered(before, message), isGuessed: true };
  if (placed.length > 0) return ofPlaces(question, byPlace, before);
  const spelled = yield* spelledNowhere(question);
  const nowhere = yield* namedNowhere(unspoken(whole.unsaid, question, ""), question);
  const told = [...spelled, ...nowhere.filter((word) => !isSpokenOfIn(whole) || asksIfThereIs(question, word))];
  return ofWhole(question, whole, folder, { before, told, lacks: spelled.length + nowhere.length > 0 });
}

/** Whether lines were found for other words of a question: that one of its words stands nowhere would read as its answer then. */
const isSpokenOfIn = ({ found }: Searched): boolean => found.some(({ held }) => held.length > 1);

/** Of a question that is asked of several places: for each the passage that answers it there best. */
function ofPlaces(question: string, byPlace: readonly Searched[], before: string | undefined): Answer {
  const frames = framesFor(question);
  const near = byPlace.map(({ found }) => found.filter(isNearEnough));
  const shown = bestApart(near);
  if (shown.length === 0) return unanswered(before, frames.nothing);
  return answered(
    before,
    frames.nearest([]).replace(/\.$/, ":"),
    ...shown.map(quotedPassage),
    valuesText(shown, frames),
  );
}

/** For each place its best passage, each another: where two have the same, it is given to the one that has the poorer next. */
function bestApart([first = [], second = []]: readonly (readonly FoundPassage[])[]): readonly FoundPassage[] {
  const nextTo = (taken: FoundPassage | undefined, found: readonly FoundPassage[]): FoundPassage | undefined =>
    found.find((one) => taken === undefined || !sharesLines(one, taken));
  const share = (one: FoundPassage | undefined, found: readonly FoundPassage[]): number =>
    (one?.score ?? 0) / (found[0]?.score ?? 1);
  const [one, other] = [nextTo(second[0], first), nextTo(first[0], second)];
  const isOfFirst = share(other, second) >= share(one, first);
  return (isOfFirst ? [first[0], other] : [one, second[0]]).flatMap((passage) => passage ?? []);
}

const isNearEnough = ({ found, coverage, missing }: FoundPassage): boolean =>
  found === "words" && coverage >= (missing.length > 1 ? COVERAGE_LACKING_MIN : COVERAGE_MIN);

const isFar = ({ missing, coverage }: FoundPassage): boolean => missing.length > 0 && coverage < COVERAGE_WELL;

function ofWhole(
  question: string,
  { found, lines, taken }: Searched,
  folder: Folder,
  {
    before,
    told,
    lacks,
  }: { readonly before: string | undefined; readonly told: readonly string[]; readonly lacks: boolean },
): Answer {
  const frames = framesFor(question);
  const ranked = found.filter((one) => one.found === "words");
  const { best, isNear } = bestOf(ranked, question);
  const absent = told.length === 0 ? [] : [frames.nowhere(told, folder.paths.length)];
  if (!best)
    return {
      ...unanswered(before, frames.nothing, absent[0] ?? frames.searched(folder.paths.length)),
      isOfPassages: true,
      isAbsence: absent.length > 0,
    };
  // What is named nowhere and hardly spoken of, has little near it that is worth reading.
  const isFew = asksOfNow(question) || (lacks && best.coverage < COVERAGE_HALF);
  const leads = leadsText(found, frames);
  const led = found.filter((one) => one.found === "leads to");
  // What is named is quoted, however far it is: whether it answers, only its lines can tell.
  const quoted = isFew ? [shortPassage(best)] : bestOnes(best, ranked, folder);
  const shown = [...quoted, ...led];
  const linesMax = isFew ? FEW_LINES : LINES_BEHIND_MAX;
  const alone = asksOfNow(question) ? "" : linesText(lines, frames, shown, linesMax);
  // A line alone speaks of a word only beside what was found of the question: by itself it may be of anything.
  const beside = alone.split("\n").filter((line) => best.held.some((word) => holdsWord(line, word)));
  const [first, ...others] = quotedPassages(quoted);
  const [shortQuote = ""] = quotedPassages(quoted.map(shortPassage));
  const shownText = [first, ...others, leads, ...beside].join("\n");
  const missing = unspoken(best.missing, question, shownText).filter((word) => !told.includes(word));
  const lead = [
    ...absent,
    ...(taken.length > 0 ? [frames.taken(taken)] : []),
    ...(isNear ? [] : [frames.nothing]),
    ...(isNear || absent.length > 0 ? [] : [frames.searched(folder.paths.length)]),
    ...aboutNearest(question, missing, isNear && absent.length === 0),
  ].join(" ");
  const answer = (isNear ? answered : unanswered)(
    before,
    lead.replace(/\.$/, ":"),
    first,
    leads,
    valuesText([best, ...led], frames, shown),
    ...others,
    alone,
  );
  return { ...answer, isNearestOnly: isFar(best), isOfPassages: true, shortQuote, isAbsence: absent.length > 0 };
}

/** The passage to be quoted first, and whether it is near enough to answer: one that tells what is asked by its form, else the best ranked. */
function bestOf(
  ranked: readonly FoundPassage[],
  question: string,
): { readonly best: FoundPassage | undefined; readonly isNear: boolean } {
  const tells = ({ lines }: FoundPassage): boolean =>
    !lacksForm(
      question,
      lines.map(({ text }) => text),
    );
  const told = ranked.find((one) => tells(one) && isNearEnough(one));
  const isNear = told !== undefined && !asksOfNow(question) && told.score >= (ranked[0]?.score ?? 0) * NEAR_SHARE;
  return { best: isNear ? told : ranked[0], isNear };
}

/** What is said of the nearest: that it is of sources alone, which words it lacks, that it is for the reader to conclude. */
function aboutNearest(question: string, missing: readonly string[], mayDecide: boolean): readonly string[] {
  const frames = framesFor(question);
  return [
    ...(asksOfNow(question) ? [frames.notHere] : []),
    frames.nearest(missing),
    ...(mayDecide && asksYesOrNo(question) ? [frames.readYourself] : []),
  ];
}

/** The best passage and those that follow it, none that shares lines with one before: each is as likely to hold what decides as the lines that the best leaves out. */
function bestOnes(
  best: FoundPassage,
  ranked: readonly FoundPassage[],
  { isAskedMore = false }: Folder,
): readonly FoundPassage[] {
  const quoted = [best];
  const near = ranked.filter((one) => one !== best && one.score >= best.score * QUOTED_SHARE).map(shortPassage);
  let room = QUOTED_LINES_MAX - best.lines.length;
  for (const one of isAskedMore ? [] : near) {
    if (quoted.length === QUOTED_MAX || (quoted.length > 1 && one.lines.length > room)) break;
    if (quoted.some((other) => sharesLines(one, other))) continue;
    quoted.push(one);
    room -= one.lines.length;
  }
  return quoted;
}

const PLACED =
  /^(.+?),?\s+((?:in|on|at|during|for|na|no|em) (?:(?:the|an?) )?[\p{L}\p{N} -]{3,30}?)\s+(?:and|e|or|ou)\s+((?:in|on|at|during|for|na|no|em) (?:(?:the|an?) )?[\p{L}\p{N} -]{3,30})\W*$/iu;

/** "What happens with X in A and on B": the question of each place; none where it names one place or none. */
function eachPlace(question: string): readonly string[] {
  const [, asked, one, other] = PLACED.exec(question.trim()) ?? [];
  return asked && one && other ? [`${asked} ${one}?`, `${asked} ${other}?`] : [];
}

/** Whether a passage holds nearly all of a question. */
export function* answersWell(question: string, folder: Folder): Looking<boolean> {
  const [best] = yield* ranked(question, folder);
  return best !== undefined && best.coverage >= COVERAGE_WELL && best.missing.length === 0;
}

/** A passage that holds less is not worth to be looked at. */
const COVERAGE_FAR = 25;

/** Whether any passage holds a part of a question that is worth to be looked at. */
export function* isSpokenOf(question: string, folder: Folder): Looking<boolean> {
  const [best] = yield* ranked(question, folder);
  return best !== undefined && best.coverage >= COVERAGE_FAR;
}

/** The words of a question that its best passage does not hold. */
export function* missingWords(question: string, folder: Folder): Looking<readonly string[]> {
  const [best] = yield* ranked(question, folder);
  return best?.missing ?? [];
}

function* ranked(question: string, folder: Folder): Looking<readonly FoundPassage[]> {
  return (yield* searched(question, folder)).found;
}
