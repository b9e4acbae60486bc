import type { Answer, Asked, Intent } from "./answers/answer.ts";
import { explain } from "./answers/explain.ts";
import { examples } from "./answers/meta.ts";
import { answersWell, missingWords, passages } from "./answers/passages.ts";
import type { Thing } from "./folder.ts";
import { led } from "./honest-answer.ts";
import type { Looking } from "./looking.ts";
import { CERTAIN, type Reading, SURE } from "./prefer-intent.ts";
import type { Choice } from "./reading/choose-intent.ts";
import { asksBehaviour, asksYesOrNo, supposesChange } from "./reading/question-form.ts";
import { plain } from "./reading/tokens.ts";

/** Whether it asks of Waymark itself and of nothing that is here. */
export const isOfWaymark = ({ tokens, names }: Reading): boolean =>
  tokens.some(({ concepts }) => concepts.includes("waymark")) &&
  names.things.every(({ kind }) => /^(?:text|unknown)$/.test(kind));

/** What is said where the kind of question that fits best does not know most of the question. */
export function* spokenInstead(best: Choice<Intent>, asked: Asked): Looking<Answer | undefined> {
  if (asksBehaviour(asked.part)) {
    const spoken = yield* passages(asked.part, asked.folder);
    if (spoken.isAnswer) return spoken;
  }
  if (!isMostlyUnread(best, asked) && !isOfPlainWord(asked)) return undefined;
  const { part, folder, restricting } = asked;
  if (best.fit >= SURE) {
    const missing = yield* missingWords(part);
    // Whether there is any, and what restricts it and stands nowhere near, a list of all answers better and says what it leaves out.
    if (asksYesOrNo(part) || restricting.some((word) => missing.includes(plain(word)))) return undefined;
  }
  const spoken = yield* passages(part, folder);
  return spoken.isAnswer || best.fit < SURE ? spoken : undefined;
}

/** A passage that says what an answer left out, or that answers where nothing else does. */
export function* betterPassage(
  answer: Answer,
  { intent, fit }: Choice<Intent>,
  { part, folder, things, restricting }: Asked,
  described: Thing | undefined,
): Looking<Answer | undefined> {
  if (answer.isAnswer && (isSupposed(part, things) || !leavesOpen(answer, part, described))) return undefined;
  // That there is no such thing is what was asked.
  if (!answer.isAnswer && fit >= CERTAIN && restricting.length === 0) return undefined;
  // What a thing is, is no answer to what else is asked of it; nor is what was perhaps asked, without half of it.
  const isOfThing = answer.isAnswer && intent.needs === "name" && intent.isOfBareName === true;
  const isUnsure = answer.isUnnarrowed === true && fit < SURE && intent.needs !== "nothing";
  if (answer.isUnnarrowed === true && asksBehaviour(part)) {
    const spoken = yield* passages(part, folder);
    if (spoken.isAnswer) return spoken;
  }
  if (!isOfThing && !isUnsure && !(yield* answersWell(part))) return undefined;
  const isUnknown = things.some(({ kind }) => kind === "unknown");
  return yield* passages(part, folder, isUnknown ? answer.text : undefined);
}

/** Whether it leaves out what restricts; what words only describe is no ground for yes or no. */
const leavesOpen = ({ isUnnarrowed, verdict }: Answer, part: string, described: Thing | undefined): boolean =>
  isUnnarrowed === true || (described !== undefined && verdict === undefined && asksYesOrNo(part));

/** A change of something that is named: in which way it changes, its reach does not depend on. */
const isSupposed = (part: string, things: readonly Thing[]): boolean => things.length > 0 && supposesChange(part);

/** A plain word that is a name here, too, among other words that are none: all of them together may be a subject. */
function isOfPlainWord({ things, restricting, topic, scope }: Asked): boolean {
  const [thing, ...others] = things;
  const isPlain =
    thing !== undefined && /^[a-z]+$/.test(thing.written) && /^(?:symbol|function|method)$/.test(thing.kind);
  return isPlain && others.length === 0 && scope === undefined && restricting.some((word) => topic.includes(word));
}

/** A question about the whole that words restrict which the intent knows nothing of: what speaks of all of it comes first. */
function isMostlyUnread({ intent }: Choice<Intent>, { restricting, subject, topic }: Asked): boolean {
  return (
    intent.needs === "nothing" &&
    intent.obeys !== true &&
    restricting.some((word) => topic.includes(word)) &&
    subject.length > 0
  );
}

/** Where no kind of question fits: the passage that says most of it, or what the thing is that it names. */
export function* unsure(asked: Asked): Looking<Answer> {
  const { part, folder } = asked;
  const [thing] = asked.things;
  const isKnown = thing !== undefined && !/^(?:text|unknown|folder)$/.test(thing.kind);
  if (isKnown && !(yield* answersWell(part)))
    return led(`I am not sure what is asked of ${thing.name}; this is what it is.`, yield* explain(asked));
  const found = yield* passages(part, folder);
  return found.text.includes("\n") ? found : { ...found, text: `${found.text}\n${yield* examples(folder)}` };
}
