import type { Folder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import { type Looking, together } from "../looking.ts";
import { lacksForm } from "../reading/expected-form.ts";
import { asksOfNow, asksYesOrNo } from "../reading/question-form.ts";
import type { FoundPassage } from "../result-text.ts";
import { type Answer, answered, unanswered } from "./answer.ts";
import { messageText } from "./quoting/messages.ts";
import { leadsText, placeOf, quotedPassage, sharesLines, valuesText } from "./quoting/quoted-passage.ts";
import { type Searched, searched } from "./quoting/search-passages.ts";

/** A passage that holds less is not worth to be looked at. */
const COVERAGE_FAR = 25;
/** A passage that holds less of the question is said to answer nothing for certain; so is one that lacks several words and does not hold half. */
const COVERAGE_MIN = 40;
const COVERAGE_HALF = 50;
const COVERAGE_WELL = 60;
/** Others are quoted as well from this share of the best one's score on, and one of the other sort, of code or of text, from the lower. */
const NEAR_SHARE = 0.6;
const OTHER_SORT_SHARE = 0.3;
const QUOTED_MAX = 3;
const NAMED_MAX = 2;
/** All that is quoted together. */
const LINES_MAX = 60;

/** The passages of this folder that answer a question best, quoted; or that nothing does, and what is nearest. @param before  said first */
export function* passages(question: string, folder: Folder, before?: string): Looking<Answer> {
  if (!folder.tools.has("find_passages")) return unanswered(before, framesFor(question).nothing);
  const placed = eachPlace(question);
  const all = yield* together([question, ...placed].map(searched));
  const [whole = NOTHING_FOUND, ...byPlace] = all;
  const message = messageText(question, whole.found);
  if (message) return answered(before, message);
  return placed.length > 0 ? ofPlaces(question, byPlace, before) : ofWhole(question, whole, folder, before);
}

const NOTHING_FOUND: Searched = { found: [], taken: [] };

/** Of a question that is asked of several places: for each the passage that answers it there best. */
function ofPlaces(question: string, byPlace: readonly Searched[], before: string | undefined): Answer {
  const frames = framesFor(question);
  const shown: FoundPassage[] = [];
  for (const { found } of byPlace) {
    const best = found.find((one) => isNearEnough(one) && !shown.some((other) => sharesLines(one, other)));
    if (best) shown.push(best);
  }
  if (shown.length === 0) return unanswered(before, frames.nothing);
  return answered(
    before,
    frames.nearest([]).replace(/\.$/, ":"),
    ...shown.map(quotedPassage),
    valuesText(shown, frames),
  );
}

const isNearEnough = ({ found, coverage, missing }: FoundPassage): boolean =>
  found === "words" && coverage >= (missing.length > 1 ? COVERAGE_HALF : COVERAGE_MIN);

const isFar = ({ missing, coverage }: FoundPassage): boolean => missing.length > 0 && coverage < COVERAGE_WELL;

function ofWhole(question: string, { found, taken }: Searched, folder: Folder, before: string | undefined): Answer {
  const frames = framesFor(question);
  const ranked = found.filter((one) => one.found === "words");
  const tells = (one: FoundPassage): boolean =>
    !lacksForm(
      question,
      one.lines.map(({ text }) => text),
    );
  const told = ranked.findIndex((one) => tells(one) && isNearEnough(one));
  const isNear =
    told >= 0 && !asksOfNow(question) && (ranked[told]?.score ?? 0) >= (ranked[0]?.score ?? 0) * NEAR_SHARE;
  const best = ranked[isNear ? told : 0];
  if (!best) return unanswered(before, frames.nothing, frames.searched(folder.paths.length));
  const lead = [
    ...(taken.length > 0 ? [frames.taken(taken)] : []),
    ...(isNear ? [] : [frames.nothing, frames.searched(folder.paths.length)]),
    ...(asksOfNow(question) ? [frames.notHere] : []),
    frames.nearest(best.missing),
    ...(isNear && asksYesOrNo(question) ? [frames.readYourself] : []),
  ].join(" ");
  // What is named is quoted, however far it is: whether it answers, only its lines can tell.
  const paragraphs = [lead.replace(/\.$/, ":"), quotedPassage(best)];
  const others = asksOfNow(question) ? [] : ranked.filter((one) => one !== best);
  const { quoted, named } = alsoNear(best, others);
  const answer = (isNear ? answered : unanswered)(
    before,
    ...paragraphs,
    leadsText(found, frames),
    valuesText([best, ...found.filter((one) => one.found === "leads to"), ...quoted], frames),
    quoted.length + named.length > 0 ? frames.alsoNear : "",
    ...quoted.map(quotedPassage),
    ...named.map(placeOf),
  );
  return { ...answer, isNearestOnly: isFar(best) };
}

const PLACED =
  /^(.+?),?\s+((?:in|on|at|during|for|na|no|em) (?:(?:the|an?) )?[\p{L}\p{N} -]{3,30}?)\s+(?:and|e|or|ou)\s+((?:in|on|at|during|for|na|no|em) (?:(?:the|an?) )?[\p{L}\p{N} -]{3,30})\W*$/iu;

/** "What happens with X in A and on B": the question of each place; none where it names one place or none. */
function eachPlace(question: string): readonly string[] {
  const [, asked, one, other] = PLACED.exec(question.trim()) ?? [];
  return asked && one && other ? [`${asked} ${one}?`, `${asked} ${other}?`] : [];
}

/** What is quoted behind the best passage, and what is only named: what comes near it, and the best of the other sort. */
function alsoNear(
  best: FoundPassage,
  others: readonly FoundPassage[],
): { readonly quoted: readonly FoundPassage[]; readonly named: readonly FoundPassage[] } {
  const isOther = (one: FoundPassage): boolean => isText(one) !== isText(best);
  const apart = others.filter(
    (one, index) => ![best, ...others.slice(0, index)].some((before) => sharesLines(one, before)),
  );
  const near = apart.filter((one) => one.score >= best.score * NEAR_SHARE);
  const other = apart.find((one) => isOther(one) && one.score >= best.score * OTHER_SORT_SHARE);
  const isMissing = other !== undefined && !near.slice(0, QUOTED_MAX - 1).includes(other);
  const ordered = isMissing ? [...near.slice(0, QUOTED_MAX - 2), other, ...near.slice(QUOTED_MAX - 2)] : near;
  const quoted: FoundPassage[] = [];
  let lines = best.lines.length;
  for (const one of ordered.slice(0, QUOTED_MAX - 1)) {
    lines += one.lines.length;
    if (lines <= LINES_MAX) quoted.push(one);
  }
  const named = [...new Set(ordered)].filter((one) => !quoted.includes(one));
  return { quoted, named: named.slice(0, NAMED_MAX) };
}

const isText = ({ path }: FoundPassage): boolean => /\.(?:md|mdx|rst|adoc|txt)$/i.test(path);

/** Whether a passage holds nearly all of a question. */
export function* answersWell(question: string): Looking<boolean> {
  const [best] = yield* ranked(question);
  return best !== undefined && best.coverage >= COVERAGE_WELL && best.missing.length === 0;
}

/** Whether any passage holds a part of a question that is worth to be looked at. */
export function* isSpokenOf(question: string): Looking<boolean> {
  const [best] = yield* ranked(question);
  return best !== undefined && best.coverage >= COVERAGE_FAR;
}

/** The words of a question that its best passage does not hold. */
export function* missingWords(question: string): Looking<readonly string[]> {
  const [best] = yield* ranked(question);
  return best?.missing ?? [];
}

function* ranked(question: string): Looking<readonly FoundPassage[]> {
  return (yield* searched(question)).found;
}
