import type { Answer } from "../answers/answer.ts";
import { withDoers } from "../answers/doers/with-doers.ts";
import { nearest } from "../answers/estate/actors/nearest.ts";
import { placeIn, readQuoted } from "../answers/quoting/quoted-blocks.ts";
import { sharesLines } from "../answers/quoting/quoted-passage.ts";
import type { Folder } from "../folder.ts";
import { type Frames, framesFor } from "../frames.ts";
import type { Looking } from "../looking.ts";
import type { AnsweredPart } from "./joined-answers.ts";

/** Where a later part has a passage of its own, so many of the whole prompt stand above it: three would put it below what is read. */
const WHOLE_MAX = 2;
/** A sentence above what is quoted for a part is no longer answer. */
const LINES_MORE_MAX = 4;

/**
 * Parts of which only what is nearest is known, quoted once for the whole prompt: what holds the words of all its parts answers each of them
 * more often than what is nearest to one. Of a later part stands below what is nearest to it alone, where that is not quoted yet.
 */
export function* quotedTogether(
  answers: readonly AnsweredPart[],
  prompt: string,
  folder: Folder,
): Looking<readonly AnsweredPart[]> {
  if (answers.length < 2 || answers.every(({ answer }) => answer.isOfPassages !== true)) return answers;
  const whole = yield* nearest(prompt, folder);
  const first = answers.findIndex(({ answer }) => answer.isOfPassages === true);
  const shown = shownWhole(whole, answers.slice(0, first), framesFor(prompt));
  const own = ownPassages(answers.slice(first + 1), shown, whole);
  const together = yield* withDoers(own === undefined ? shown.whole : shown.cut, prompt, folder);
  return answers.map(({ part, answer }, index) => {
    if (answer.isOfPassages !== true) return { part, answer };
    const { findings } = answer;
    const told = own?.[index - first - 1] ?? together;
    return { part, answer: findings === undefined ? told : { ...told, text: `${told.text}\n${findings}` } };
  });
}

interface Shown {
  readonly whole: Answer;
  /** The same with room for what is nearest to later parts. */
  readonly cut: Answer;
}

/** What is nearest to a whole prompt; below what is nowhere here a part of it is enough, and none that stands above. */
function shownWhole(whole: Answer, above: readonly AnsweredPart[], { nothing }: Frames): Shown {
  const { lead, blocks } = readQuoted(whole.text);
  const withBlocks = (some: readonly string[]): Answer => ({ ...whole, text: [lead, ...some].join("\n") });
  const cut = withBlocks(blocks.slice(0, WHOLE_MAX));
  const absences = above.filter(({ answer }) => answer.isAbsence === true);
  if (absences.length === 0 || blocks.length === 0) return { whole, cut };
  const told = absences.flatMap(({ answer }) => readQuoted(answer.text).blocks);
  const others = blocks.filter((one) => !told.some((block) => sharesPlace(one, block))).slice(0, WHOLE_MAX);
  const other = others.length === 0 ? { ...whole, text: nothing, isAnswer: false } : withBlocks(others);
  return { whole: other, cut: other };
}

/** What is nearest to each later part alone, undefined where that is told; undefined where none is left, or where all would be longer than the whole. */
function ownPassages(
  later: readonly AnsweredPart[],
  { cut }: Shown,
  whole: Answer,
): readonly (Answer | undefined)[] | undefined {
  const { blocks } = readQuoted(cut.text);
  const own = later.map(({ answer }) => ownPassage(answer, blocks));
  const told = own.flatMap((one) => one ?? []);
  const lines = [cut, ...told].reduce((sum, { text }) => sum + text.split("\n").length, 0);
  return told.length === 0 || lines > whole.text.split("\n").length + LINES_MORE_MAX ? undefined : own;
}

/** The nearest to one part alone; undefined where nothing answers that, or where it stands among `shown`. */
function ownPassage(answer: Answer, shown: readonly string[]): Answer | undefined {
  if (answer.isOfPassages !== true || !answer.isAnswer || answer.isNearestOnly === true) return undefined;
  const { lead, blocks } = readQuoted(answer.text);
  const [first] = blocks;
  return first === undefined || shown.some((one) => sharesPlace(one, first))
    ? undefined
    : { ...answer, text: [lead, first].join("\n") };
}

/** Whether two quotations are of the same lines. */
const sharesPlace = (one: string, other: string): boolean => sharesLines(placeIn(one), placeIn(other));
