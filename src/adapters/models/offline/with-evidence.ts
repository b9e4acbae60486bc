import { escapeRegExp } from "../../../base/glob.ts";
import { saysLittle } from "../../../engines/passages/question.ts";
import { type Answer, type Asked, type Intent, search } from "./answers/answer.ts";
import { nearest } from "./answers/estate/actors/nearest.ts";
import { explain } from "./answers/explain.ts";
import { examples } from "./answers/meta.ts";
import { answersWell, missingWords } from "./answers/passages.ts";
import { firstLines } from "./cut-lists.ts";
import type { Thing } from "./folder.ts";
import { led } from "./honest-answer.ts";
import { type Looking, lookAll } from "./looking.ts";
import { CERTAIN, type Reading, SURE } from "./prefer-intent.ts";
import { openWords } from "./prompt/gate.ts";
import type { Choice } from "./reading/choose-intent.ts";
import { asksBehaviour, asksYesOrNo, supposesChange } from "./reading/question-form.ts";
import { saysDoing } from "./reading/subject.ts";
import { conceptsOf, isPortuguese, plain } from "./reading/tokens.ts";
import { formsOf } from "./reading/word-forms.ts";

/** Whether it asks of Waymark itself and of nothing that is here. */
export const isOfWaymark = ({ tokens, names }: Reading): boolean =>
  tokens.some(({ concepts }) => concepts.includes("waymark")) &&
  names.things.every(({ kind }) => /^(?:text|unknown)$/.test(kind));

/** Whether all that it names stands nowhere here and is a command or a flag in Waymark's own documentation. */
export function* namesWhatWaymarkHas({ names: { things } }: Reading): Looking<boolean> {
  const written = things.map(({ written: name }) => name);
  if (written.length === 0 || things.some(({ kind }) => kind !== "unknown")) return false;
  if (!written.every((name) => COMMAND_OR_FLAG.test(name))) return false;
  const found = yield* lookAll(written.map((name) => ({ name: "search_manual", input: { query: name } })));
  return found.every(({ text }, index) =>
    new RegExp(`^## [\\s\\S]*${escapeRegExp(written[index] ?? "")}(?![\\w-])`, "m").test(text),
  );
}

const COMMAND_OR_FLAG = /^(?:\/|--)[a-z][a-z-]+$/;

/** What an answer finds behind the evidence is cut there. */
const FINDINGS_LINES_MAX = 14;

/**
 * The answer of a kind of question alone, where it is just what was asked: all that restricts was obeyed, and something was found, or that
 * there is nothing is certain. Else what is nearest in this folder, and what that kind of question found behind it.
 */
export function* withEvidence(
  answer: Answer,
  choice: Choice<Intent>,
  asked: Asked,
  described: Thing | undefined,
): Looking<Answer> {
  const isOfThings = choice.intent.needs !== "nothing";
  if (isOfThings && saysNone(answer) && isInherited(asked)) return yield* nearest(asked.part, asked.folder);
  return standsAlone(answer, choice, asked, described) ? answer : yield* besideEvidence(answer, choice, asked);
}

function* besideEvidence(answer: Answer, choice: Choice<Intent>, asked: Asked): Looking<Answer> {
  const { part, things } = asked;
  if (leavesOutPoint(answer, choice, asked)) return yield* nearest(asked.part, asked.folder);
  // That a list of all leaves out what stands nowhere near, it says; no passage is a list.
  if (answer.isUnnarrowed === true && choice.fit >= SURE && (yield* isSaidNowhere(answer, asked)))
    return yield* withNowhere(answer, asked);
  const spoken = yield* nearest(asked.part, asked.folder);
  if (answer.text.includes(spoken.text)) return answer.isUnnarrowed === true ? spoken : answer;
  if (things.some(({ kind }) => kind === "unknown")) return { ...spoken, text: `${answer.text}\n${spoken.text}` };
  if (!answer.isAnswer || (spoken.isAnswer && (asksBehaviour(part) || foundNothing(answer)))) return spoken;
  if (!spoken.isAnswer && choice.fit >= SURE) return answer;
  if (choice.fit < SURE || isOfAnother(answer, choice, asked) || leavesOutWeight(answer, part)) return spoken;
  const findings = cut(answer.text);
  return { ...spoken, text: `${spoken.text}\n${findings}`, findings };
}

/**
 * Whether what a kind of question tells of the whole folder leaves out what the question is about, where it only seems to be asked: how a
 * package is built is not how "a different CLI than the bundled one" is used.
 */
const leavesOutPoint = (answer: Answer, { intent, fit }: Choice<Intent>, { part }: Asked): boolean =>
  answer.isAnswer &&
  answer.obeyed !== "all" &&
  answer.verdict === undefined &&
  intent.needs === "nothing" &&
  fit < CERTAIN &&
  (openWords(answer.text, part).some((word) => !isTelling(word, part)) || leavesOutWeight(answer, part));

/** "Web" of "the web api" only tells which: that an answer does not say it again leaves out nothing. */
function isTelling(word: string, part: string): boolean {
  const said: readonly string[] = plain(part).match(/[\p{L}\p{N}-]+/gu) ?? [];
  const next = said[said.indexOf(plain(word)) + 1] ?? "";
  return said.includes(plain(word)) && next.length > 2 && !saysLittle(next) && !saysDoing(next);
}

function standsAlone(answer: Answer, choice: Choice<Intent>, asked: Asked, described: Thing | undefined): boolean {
  const { isAnswer, isUnnarrowed, obeyed, verdict } = answer;
  const { intent, fit } = choice;
  const { part, things, restricting } = asked;
  if (!isAnswer) return fit >= CERTAIN && restricting.length === 0;
  if (isSupposed(part, things)) return true;
  if (isUnnarrowed === true || asksBehaviour(part)) return false;
  if (described !== undefined) return verdict !== undefined || !asksYesOrNo(part);
  if (leavesOutPoint(answer, choice, asked)) return false;
  return fit >= SURE || obeyed === "all" || intent.needs === "topic";
}

/** Whether all that an answer says is that there is nothing, of a question that it did not narrow to what was asked. */
const foundNothing = ({ text }: Answer): boolean =>
  text.split("\n").every((line) => LABEL.test(line) || /^(?:No|Nothing|None)\b/.test(line));

/** Whether it begins with that there is nothing. */
const saysNone = ({ text }: Answer): boolean => /^(?:No|Nothing|None)\b/.test(text);

/** Whether all that it is asked of was only found for what was asked before: that this has none says nothing of what was meant. */
const isInherited = ({ part, things }: Asked): boolean =>
  things.length > 0 && things.every(({ written }) => !plain(part).includes(plain(written)));

const LABEL = /^(?:I could not narrow this|I took |Neither yes nor no|Declared:|$)/;

/**
 * Whether it regards nothing of what the question is about: a size, a history or a list of the whole folder is no answer behind what was found,
 * nor is what was hardly asked and not narrowed.
 */
const isOfAnother = (
  { isUnnarrowed, obeyed = [] }: Answer,
  { intent }: Choice<Intent>,
  { subject, restricting }: Asked,
): boolean => {
  const about = new Set(subject.map(plain));
  const told = restricting.filter((word) => about.has(plain(word)));
  const isUnread = told.length > 0 && told.every((word) => !obeyed.includes(word));
  return isUnnarrowed === true && intent.needs === "nothing" && isUnread;
};

/** Whether what it did not regard tells which: behind lines that do, it is of something else. */
const leavesOutWeight = ({ unread = [] }: Answer, part: string): boolean =>
  !isPortuguese(part) &&
  unread.some((word) => !saysLittle(plain(word)) && !conceptsOf(plain(word)).some((concept) => WHOLE.test(concept)));

const WHOLE = /^(?:project|module|source)$/;

/** Whether no passage holds what an answer did not regard. */
function* isSaidNowhere({ obeyed }: Answer, { part, restricting, folder }: Asked): Looking<boolean> {
  const missing = yield* missingWords(part, folder);
  const unread = restricting.filter((word) => !(obeyed ?? []).includes(word));
  return unread.length > 0 && unread.every((word) => missing.includes(plain(word)));
}

/** What stands in no line at all is said first: a list of something else could be taken for the answer. */
function* withNowhere(answer: Answer, { restricting }: Asked): Looking<Answer> {
  const unread = restricting.filter((word) => !(answer.obeyed ?? []).includes(word));
  const { lines } = yield* search(unread.map(formsOf).join("|"), { limit: 1 });
  return lines.length > 0
    ? answer
    : led(`No line here says ${unread.map((word) => `"${word}"`).join(" or ")}.`, answer);
}

const cut = (text: string): string => firstLines(text, FINDINGS_LINES_MAX);

/** A change of something that is named: in which way it changes, its reach does not depend on. */
const isSupposed = (part: string, things: readonly Thing[]): boolean => things.length > 0 && supposesChange(part);

/** Where no kind of question fits: the passage that says most of it, or what the thing is that it names. */
export function* unsure(asked: Asked): Looking<Answer> {
  const { part, folder } = asked;
  const [thing] = asked.things;
  const isKnown = thing !== undefined && !/^(?:text|unknown|folder)$/.test(thing.kind);
  const found = yield* nearest(asked.part, asked.folder);
  // What a thing is, is no answer to what else is asked of it.
  if (isKnown && !found.isAnswer && found.isAbsence !== true && !(yield* answersWell(part, folder)))
    return led(`I am not sure what is asked of ${thing.name}; this is what it is.`, yield* explain(asked));
  return found.text.includes("\n") ? found : { ...found, text: `${found.text}\n${yield* examples(folder)}` };
}
