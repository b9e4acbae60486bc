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
  choice: Choice<Intent>,
  asked: Asked,
  described: Thing | undefined,
): Looking<Answer | undefined> {
  if (!answer.isAnswer) return yield* insteadOfNone(answer, choice, asked);
  const { intent, fit } = choice;
  const { part, folder, things } = asked;
  if (isSupposed(part, things) || !leavesOpen(answer, part, described)) return undefined;
  // What a thing is, is no answer to what else is asked of it; nor is what was perhaps asked, without half of it.
  const isOfThing = intent.needs === "name" && intent.isOfBareName === true;
  const isUnsure = answer.isUnnarrowed === true && fit < SURE && intent.needs !== "nothing";
  if (answer.isUnnarrowed === true && asksBehaviour(part)) {
    const spoken = yield* passages(part, folder);
    if (spoken.isAnswer) return spoken;
  }
  if (isOfThing || isUnsure || (yield* answersWell(part))) return yield* passages(part, folder);
  return yield* withWhatItLacks(answer, choice, asked);
}

/** Where a kind of question finds nothing of its own kind, it was perhaps not what was asked: then the passages are. */
function* insteadOfNone(
  answer: Answer,
  { fit }: Choice<Intent>,
  { part, folder, things, restricting }: Asked,
): Looking<Answer | undefined> {
  // That there is no such thing is what was asked.
  if (fit >= CERTAIN && restricting.length === 0) return undefined;
  const spoken = yield* passages(part, folder);
  if (answer.text.includes(spoken.text)) return undefined;
  const isUnknown = things.some(({ kind }) => kind === "unknown");
  return isUnknown ? { ...spoken, text: `${answer.text}\n${spoken.text}` } : spoken;
}

/** Of so many words that an answer did not regard, it is an answer to another question. */
const UNREAD_MAX = 2;

/** A passage that regards most of what an answer did not, before that answer or in its place. */
function* withWhatItLacks(
  answer: Answer,
  { intent, fit }: Choice<Intent>,
  { part, folder, restricting, things }: Asked,
): Looking<Answer | undefined> {
  const obeyed = new Set(answer.obeyed === "all" ? restricting : answer.obeyed);
  const unread = restricting.filter((word) => !obeyed.has(word));
  const isOther = unread.length > UNREAD_MAX;
  // That a list of all lacks little is said; no passage is a list.
  if (!isOther && intent.needs === "nothing" && fit >= SURE) return undefined;
  const missing = yield* missingWords(part);
  const held = unread.filter((word) => !missing.includes(plain(word)));
  // It must not lack what is named, either.
  if (things.some(({ written }) => missing.includes(plain(written)))) return undefined;
  if (held.length === 0 || (!isOther && held.length * 2 < unread.length)) return undefined;
  const spoken = yield* passages(part, folder);
  if (!spoken.isAnswer) return isOther && fit < CERTAIN ? spoken : undefined;
  return isOther ? spoken : { ...spoken, text: `${spoken.text}\n${answer.text}` };
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
