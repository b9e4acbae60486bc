import type { Folder } from "../folder.ts";
import { framesFor } from "../frames.ts";
import { type Looking, look } from "../looking.ts";
import { lacksForm } from "../reading/expected-form.ts";
import { asksYesOrNo } from "../reading/question-form.ts";
import { sameSubject } from "../reading/subject-words.ts";
import { plain } from "../reading/tokens.ts";
import { type FoundPassage, readPassages, readTaken } from "../result-text.ts";
import { type Answer, answered, unanswered } from "./answer.ts";

const RANKED_MAX = 8;
/** Of less than this nothing is quoted. */
const COVERAGE_FAR = 25;
const FAR_LINES_MAX = 4;
/** A passage that holds less of the question is only named as the nearest; so is one that lacks several words and does not hold half. */
const COVERAGE_MIN = 40;
const COVERAGE_HALF = 50;
const COVERAGE_WELL = 60;
/** A second passage is as good as the first from here on. */
const NEAR_SHARE = 0.85;
const QUOTED_MAX = 2;
const NAMED_MAX = 2;

/** The passages of this folder that answer a question best, quoted; or that nothing does, and what is nearest. @param before  said first */
export function* passages(question: string, folder: Folder, before?: string): Looking<Answer> {
  const frames = framesFor(question);
  const { found, taken } = folder.tools.has("find_passages") ? yield* searched(question) : { found: [], taken: [] };
  const [best, ...others] = found;
  if (!best) return unanswered(before, frames.nothing);
  const isTold = !lacksForm(
    question,
    best.lines.map(({ text }) => text),
  );
  const isNear = isTold && best.coverage >= (best.missing.length > 1 ? COVERAGE_HALF : COVERAGE_MIN);
  const linesMax = best.coverage < COVERAGE_FAR ? 0 : FAR_LINES_MAX;
  const shown = isNear ? best : { ...best, lines: densestLines(best, linesMax) };
  const lead = [
    ...(taken.length > 0 ? [frames.taken(taken)] : []),
    ...(isNear ? [] : [frames.nothing]),
    frames.nearest(best.missing),
    ...(isNear && asksYesOrNo(question) ? [frames.readYourself] : []),
  ].join(" ");
  const paragraphs = [lead.replace(/\.$/, ":"), quotedPassage(shown)];
  if (!isNear) return unanswered(before, ...paragraphs);
  const near = others.filter((one) => one.score >= best.score * NEAR_SHARE && !isBeside(one, best));
  const quoted = near.slice(0, QUOTED_MAX - 1);
  const named = near.slice(QUOTED_MAX - 1, QUOTED_MAX - 1 + NAMED_MAX);
  return answered(
    before,
    ...paragraphs,
    quoted.length + named.length > 0 ? frames.alsoNear : "",
    ...quoted.map(quotedPassage),
    ...named.map(placeOf),
  );
}

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

function* searched(question: string): Looking<{
  readonly found: readonly FoundPassage[];
  readonly taken: ReturnType<typeof readTaken>;
}> {
  const found = yield* look("find_passages", { query: withOtherNames(question), limit: RANKED_MAX });
  return found.failed ? { found: [], taken: [] } : { found: readPassages(found.text), taken: readTaken(found.text) };
}

/** Each word with what else names the same subject, behind `|`. */
export const withOtherNames = (question: string): string =>
  question.replace(/(?<![\w-])\p{L}{3,}(?![\w-])/gu, (word) => [word, ...sameSubject(plain(word))].join("|"));

/** The lines that say most of what a passage holds of the question. */
function densestLines({ lines, held }: FoundPassage, max: number): FoundPassage["lines"] {
  const saidFrom = (from: number): number => {
    const text = plain(
      lines
        .slice(from, from + max)
        .map((line) => line.text)
        .join("\n"),
    );
    return held.filter((word) => text.includes(word)).length;
  };
  let best = 0;
  for (let from = 1; from + max <= lines.length; from++) if (saidFrom(from) > saidFrom(best)) best = from;
  return lines.slice(best, best + max);
}

const isBeside = (one: FoundPassage, other: FoundPassage): boolean =>
  one.path === other.path && one.from <= other.to + 2 && other.from <= one.to + 2;

function placeOf({ path, from, to, titles }: FoundPassage): string {
  const name = titles.split(" > ").at(-1) ?? "";
  return `${path}:${from}-${to}${name === "" ? "" : `, "${name}"`}`;
}

function quotedPassage(passage: FoundPassage): string {
  const shown = passage.lines.filter(({ text }) => text.trim() !== "");
  const indent = Math.min(...shown.map(({ text }) => text.length - text.trimStart().length));
  return [`${placeOf(passage)}:`, ...shown.map(({ text }) => `  ${text.slice(Math.max(0, indent)).trimEnd()}`)].join(
    "\n",
  );
}
