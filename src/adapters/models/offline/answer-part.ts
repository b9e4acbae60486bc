import { asksForChange } from "../../../core/prompts/asks-for-change.ts";
import { type Answer, type Asked, cited, type Intent, listed, search, unanswered } from "./answers/answer.ts";
import { INTENTS, isAskedHere } from "./answers/intents.ts";
import { manual } from "./answers/quoting/manual.ts";
import { isNamedNowhere } from "./answers/quoting/named-nowhere.ts";
import { firstNames } from "./cut-lists.ts";
import { describedThing } from "./described.ts";
import { type Folder, fileOf, type Thing } from "./folder.ts";
import { led, withUnread, withVerdict } from "./honest-answer.ts";
import { type Looking, watched } from "./looking.ts";
import { type ReadNames, readNames } from "./names.ts";
import { CERTAIN, LIKELY, preferredOf, type Reading, SURE } from "./prefer-intent.ts";
import { type Choice, intentChooser, markLastDo, markVerb } from "./reading/choose-intent.ts";
import { KIND_NOUNS } from "./reading/lexicon.ts";
import { asksForDefault, asksHowTo, comparesWithNumber, restrictingWords } from "./reading/question-form.ts";
import { subjectWords } from "./reading/subject.ts";
import {
  asSaid,
  joinPhrases,
  markCondition,
  markProject,
  markTold,
  plain,
  readTokens,
  type Token,
} from "./reading/tokens.ts";
import { readUnits } from "./reading/units.ts";
import { formsOf, holdsWord } from "./reading/word-forms.ts";
import { answerIn } from "./scoped-answer.ts";
import { meaningsOf, subjectTokens } from "./subject-tokens.ts";
import { isOfWaymark, namesWhatWaymarkHas, unsure, withEvidence } from "./with-evidence.ts";

/** Without a name there is less to hold on to. */
const LIKELY_NAMELESS = 0.52;
/** So much better a reading must be that takes an everyday word for a name. */
const BETTER_BY = 0.1;
const PRONOUN = /\b(?:it|its|that|this|they|them|there|ele|ela|isso|dele|dela|la)\b/i;

const choose = intentChooser(INTENTS);

/** Reads a part. @param before  what the part before it named, for "it" */
export function* readPart(part: string, folder: Folder, before: readonly Thing[]): Looking<Reading> {
  const tokens = markVerb(markProject(markCondition(markLastDo(markTold(readTokens(joinPhrases(part)))))));
  const isHowTo = asksHowTo(part);
  const own = yield* readNames(tokens, folder, { alsoWords: false, isHowTo });
  const reading = readingOf(tokens, own);
  if (own.things.length > 0) return plainer(tokens, own, reading, part);
  if (before.length > 0 && PRONOUN.test(part)) return inherited(tokens, own, before);
  const continued = before.length > 0 && own.topic.length === 0 ? inherited(tokens, own, before) : reading;
  if (fitOf(continued) > fitOf(reading)) return continued;
  const isDescribed = describingIndexes(tokens, own).length > 0;
  if (!isDescribed && fitOf(reading) >= CERTAIN) return reading;
  const described = isDescribed ? yield* readDescribed(tokens, own, folder, fitOf(reading)) : undefined;
  if (described) return described;
  // Words that mean something else as well may be names here; only if that says more.
  const other = readingOf(tokens, yield* readNames(tokens, folder, { alsoWords: true, isHowTo }));
  return fitOf(other) > fitOf(reading) + BETTER_BY ? other : reading;
}

/** A plain word may be spelled like a name here and not be meant as one: then what it is as a subject counts if that fits better. */
function plainer(tokens: readonly Token[], own: ReadNames, reading: Reading, part: string): Reading {
  const isOfAll = own.things.every(({ written }) => isOfAbstract(written, part));
  if (
    !isOfAll &&
    own.things.some(({ written, name, kind }) => written === name || /^(?:file|folder|unknown)$/.test(kind))
  )
    return reading;
  const slots = new Map([...own.slots].map(([index]) => [index, "TOPIC"] as const));
  const topic = [...own.things.map(({ written }) => written), ...own.topic];
  const other = readingOf(tokens, { things: [], slots, topic });
  return isOfAll || fitOf(other) > fitOf(reading) ? other : reading;
}

/** "Retry logic": a word of the language that tells which, whatever is called so as well. */
const isOfAbstract = (written: string, part: string): boolean =>
  /^[a-z]{3,}$/.test(written) &&
  new RegExp(
    `(?<![\\w-])${written} (?:logic|handling|mechanism|behaviou?r|polic(?:y|ies)|support|strateg(?:y|ies))\\b`,
  ).test(part);

/** "The customer record": words that name nothing may describe what a question needs. */
function* readDescribed(
  tokens: readonly Token[],
  own: ReadNames,
  folder: Folder,
  fitMin: number,
): Looking<Reading | undefined> {
  const described = describingIndexes(tokens, own);
  if (described.every((index) => DESCRIBES_NOTHING.test(tokens[index]?.word ?? ""))) return undefined;
  const slots = new Map([...own.slots, ...described.map((index) => [index, "NAME"] as const)]);
  const guessed = readingOf(tokens, { ...own, slots, things: [NOTHING] });
  const [best] = guessed.choices;
  if (!best?.intent.describes || best.fit < Math.max(SURE, fitMin - BETTER_BY)) return undefined;
  const nouns = tokens.flatMap((token, index) =>
    isKindWord(token) && described.some((at) => areBeside(tokens, at, index)) && !described.includes(index)
      ? kindsOf(token)
      : [],
  );
  if (nouns.length === 0 && isManner(tokens, described)) return undefined;
  const thing = yield* describedThing(
    described.map((index) => tokens[index]?.text ?? ""),
    // What the question says that it is comes before what such a question is mostly asked of.
    nouns.length > 0 ? nouns : best.intent.describes,
    folder,
  );
  if (!thing) return undefined;
  const reading = readingOf(tokens, { ...own, slots, things: [thing], topic: [] });
  const choices = reading.choices.filter(({ intent }) => intent.needs === "name");
  const same = choices.filter(({ intent }) => intent.id === best.intent.id && (intent.of?.test(thing.kind) ?? true));
  return { ...reading, choices: [...same, ...choices], described: thing };
}

/** What is said of any data or file and tells none of them. */
const DESCRIBES_NOTHING =
  /^(?:data|dados|initial|iniciais|inicial|sample|default|old|new|current|existing|real|whole|same|other|main|input|output)$/;

/** Words that name nothing, and a kind of thing that tells which of another kind: "the transaction file". */
function describingIndexes(tokens: readonly Token[], own: ReadNames): readonly number[] {
  return tokens.flatMap((token, index) => {
    const isTopic = own.slots.get(index) === "TOPIC";
    const next = tokens[index + 1];
    return isTopic || (next !== undefined && isKindWord(token) && isKindWord(next)) ? [index] : [];
  });
}

/** Beside each other, or with nothing between that means anything: "registro de conta". */
function areBeside(tokens: readonly Token[], one: number, other: number): boolean {
  const between = tokens.slice(Math.min(one, other) + 1, Math.max(one, other));
  return between.length < 2 && between.every(({ kind }) => kind === "empty");
}

/** "Stored in plain text": how something is, which has no article, is no thing. */
const isManner = (tokens: readonly Token[], [first = 0]: readonly number[]): boolean =>
  first > 1 && /^(?:in|as|em|como)$/.test(tokens[first - 1]?.word ?? "");

const NOTHING: Thing = { written: "", name: "", kind: "unknown", places: [] };
const isKindWord = ({ kind, concepts }: Token): boolean =>
  kind === "word" && concepts.some((concept) => KIND_NOUNS.has(concept));
const kindsOf = ({ word, concepts }: Token): readonly string[] =>
  /^(?:record|registr?o|layout)/.test(word) ? ["record"] : concepts;

const fitOf = ({ choices }: Reading): number => choices[0]?.fit ?? 0;

function readingOf(tokens: readonly Token[], names: ReadNames): Reading {
  const units = readUnits(tokens, names.slots);
  return {
    tokens,
    names,
    choices: choose({
      units,
      slots: new Set(names.slots.values()),
      named: names.things.length,
      kind: names.things[0]?.kind,
    }),
  };
}

/** What was named before stands where "it" stands, or at the end where nothing does. */
function inherited(tokens: readonly Token[], own: ReadNames, before: readonly Thing[]): Reading {
  const at = tokens.findIndex(({ word }) => PRONOUN.test(word));
  const name: Token = { text: before[0]?.written ?? "", word: "", kind: "name", concepts: [] };
  const slot = before[0]?.kind === "file" ? "FILE" : "NAME";
  const slots = new Map([...own.slots, [at < 0 ? tokens.length : at, slot] as const]);
  return readingOf(at < 0 ? [...tokens, name] : tokens, { ...own, things: before, slots });
}

/** Answers a part, or says why there is no answer and what there is instead. */
export function* answerPart(part: string, folder: Folder, reading: Reading): Looking<Answer> {
  const itself = reading.choices.find(({ intent, fit }) => intent.isOfGuide === true && fit >= CERTAIN);
  if (itself) return yield* itself.intent.answer(askedOf(part, folder, reading, itself));
  if (asksForChange(part))
    return unanswered("That asks for a change, which needs a language model: nothing was changed.");
  if (isOfWaymark(reading) || (yield* namesWhatWaymarkHas(reading))) return yield* manual(part);
  const best = yield* preferredHere(part, folder, reading);
  const isTaken = best && best.fit >= (best.intent.needs === "nothing" ? LIKELY_NAMELESS : LIKELY);
  const asked = askedOf(part, folder, reading, isTaken ? best : undefined);
  if (!best || !isTaken || (best.intent.id === "uses" && asksForDefault(part))) return yield* unsure(asked);
  if (comparesWithNumber(part) && reading.names.things.length === 0)
    return nearestTo("I cannot compare with a number.", best.intent, asked);
  const answer = introduced(yield* answerTaken(best, asked), best, reading);
  return yield* withEvidence(answer, best, asked, reading.described);
}

/** The kind of question that is preferred, of those that may be asked of this folder. */
function* preferredHere(part: string, folder: Folder, reading: Reading): Looking<Choice<Intent> | undefined> {
  const isOfBefore = folder.about !== undefined && OF_EACH.test(plain(part));
  const choices = reading.choices.filter(
    ({ intent }) => isAskedHere(intent, folder.paths) && !(isOfBefore && intent.needs === "nothing"),
  );
  const best = preferredOf({ ...reading, choices }, part);
  if (best?.intent.isOfWaymark !== true) return best;
  // Unless it names Waymark a question is about the project, even where Waymark has the same.
  const { subject } = askedOf(part, folder, reading, undefined);
  if (yield* isNamedNowhere(subject, part)) return best;
  return preferredOf({ ...reading, choices: choices.filter(({ intent }) => intent.isOfWaymark !== true) }, part);
}

/** "Which settings can each have": things that were spoken of before, never the whole folder. */
const OF_EACH =
  /\b(?:(?:can|does|do|has|have|may|must|should|will|of) (?:each|every one|they|them)|each (?:of them|one|has|have|can|may|must))\b/;

/** An answer with what the question was taken as, where that is not sure. */
function introduced(answer: Answer, { intent, fit }: Choice<Intent>, { described, names }: Reading): Answer {
  const guessed = { ...answer, isGuessed: true };
  if (described)
    return led(
      `I took "${described.written}" as ${described.name}${placeOf(described)}${othersOf(described)}.`,
      guessed,
    );
  if (fit >= SURE || intent.needs === "topic") return answer;
  const named = intent.needs === "nothing" ? "" : names.things.map(({ name }) => name).join(" and ");
  return led(`I took this as: ${intent.means}${named === "" ? "" : ` (${named})`}.`, guessed);
}

/** The answer of an intent, with what it did not regard and what was cut. */
function* answerTaken({ intent, fit }: Choice<Intent>, asked: Asked): Looking<Answer> {
  const { value, wasCut } = yield* watched(answerIn(intent, asked));
  const isTold = !wasCut || / or more/.test(value.text);
  const counted = isTold
    ? value
    : { ...value, text: `${value.text}\nA search was cut: what is counted above is what it gave, and there is more.` };
  const full = fit < CERTAIN ? yield* withTopic(counted, intent, asked) : counted;
  return withVerdict(withUnread(full, intent, asked), asked.part);
}

/** Nothing speaks of what was asked: a list of something near is not given for it, only named. */
function nearestTo(why: string, { means }: Intent, { restricting }: Asked): Answer {
  const words = restricting.length === 0 ? "that" : restricting.map((word) => `"${word}"`).join(", ");
  return unanswered(why, `The nearest that I could tell is ${means}, without regard to ${words}: ask for that alone.`);
}

function askedOf(part: string, folder: Folder, { tokens, names }: Reading, choice: Choice<Intent> | undefined): Asked {
  const { things, topic, scope, slots } = names;
  const concepts = new Set(tokens.flatMap((token, index) => (slots.has(index) ? [] : token.concepts)));
  const restricting = (choice === undefined ? [] : restrictingWords(tokens, slots, meaningsOf(choice.intent))).map(
    (word) => asSaid(word, part),
  );
  const subject = subjectWords(subjectTokens(tokens), { isHowTo: asksHowTo(part) });
  return { part, things, topic, subject, restricting, concepts, folder, ...(scope === undefined ? {} : { scope }) };
}

function placeOf({ places: [place] }: Thing): string {
  return place ? ` (${place.path}:${place.line})` : "";
}

const OTHERS_MAX = 5;

function othersOf({ others = [] }: Thing): string {
  if (others.length === 0) return "";
  return `; others that it may mean: ${firstNames(others, OTHERS_MAX)}`;
}

/** What a question says besides of something that has a file is looked for in that file. */
function* withTopic(answer: Answer, { needs }: Intent, { things, topic }: Asked): Looking<Answer> {
  const path = fileOf(things[0]);
  const words = topic.filter((word) => word.length > 2);
  const isWhole = answer.obeyed === "all" || words.length === 0;
  if (path === undefined || isWhole || needs === "topic" || /^(?:unknown|text)$/.test(things[0]?.kind ?? ""))
    return answer;
  const { lines } = yield* search(words.map(formsOf).join("|"), { path });
  const held = lines.filter(({ text }) => words.some((word) => holdsWord(text, word)));
  if (held.length === 0) return answer;
  const found = listed(`Lines of ${path} that speak of ${words.join(" or ")}`, held.map(cited), held.length, 8);
  return { ...answer, text: `${answer.text}\n${found}` };
}
