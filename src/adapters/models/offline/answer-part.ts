import { asksForChange } from "../../../core/prompts/asks-for-change.ts";
import { type Answer, type Asked, cited, type Intent, listed, search, unanswered } from "./answers/answer.ts";
import { fileOf } from "./answers/code.ts";
import { INTENTS } from "./answers/intents.ts";
import { examples, manual } from "./answers/meta.ts";
import { about } from "./answers/topic.ts";
import { describedThing } from "./described.ts";
import type { Folder, Thing } from "./folder.ts";
import type { Looking } from "./looking.ts";
import { ASKING_CONCEPTS, type ReadNames, readNames } from "./names.ts";
import { type Choice, intentChooser, markLastDo } from "./reading/choose-intent.ts";
import { KIND_NOUNS } from "./reading/lexicon.ts";
import { joinPhrases, markTold, readTokens, type Token } from "./reading/tokens.ts";
import { readUnits } from "./reading/units.ts";
import { formsOf } from "./reading/word-forms.ts";
import { unknownName } from "./unknown-name.ts";

/** From here on a reading is taken as meant. */
const SURE = 0.62;
/** From here on it is answered, and said what it was taken as. */
const LIKELY = 0.42;
/** Without a name there is less to hold on to. */
const LIKELY_NAMELESS = 0.52;
/** From here on nothing better is looked for. */
const CERTAIN = 0.8;
/** So much better a reading must be that takes an everyday word for a name. */
const BETTER_BY = 0.1;
const THINGS_MAX = 3;
const PRONOUN = /\b(?:it|its|that|this|they|them|there|ele|ela|isso|dele|dela|la)\b/i;

const choose = intentChooser(INTENTS);

/** A part of a question as it was read. */
export interface Reading {
  readonly tokens: readonly Token[];
  readonly names: ReadNames;
  readonly choices: readonly Choice<Intent>[];
  /** What words were taken to describe. */
  readonly described?: Thing;
}

/** Reads a part. @param before  what the part before it named, for "it" */
export function* readPart(part: string, folder: Folder, before: readonly Thing[]): Looking<Reading> {
  const tokens = markLastDo(markTold(readTokens(joinPhrases(part))));
  const own = yield* readNames(tokens, folder, { alsoWords: false });
  const reading = readingOf(tokens, own);
  if (own.things.length > 0) return plainer(tokens, own, reading);
  if (before.length > 0 && PRONOUN.test(part)) return inherited(tokens, own, before);
  const continued = before.length > 0 && own.topic.length === 0 ? inherited(tokens, own, before) : reading;
  if (fitOf(continued) > fitOf(reading)) return continued;
  if (own.topic.length === 0 && fitOf(reading) >= CERTAIN) return reading;
  const described = own.topic.length > 0 ? yield* readDescribed(tokens, own, folder, fitOf(reading)) : undefined;
  if (described) return described;
  // Words that mean something else as well may be names here; only if that says more.
  const other = readingOf(tokens, yield* readNames(tokens, folder, { alsoWords: true }));
  return fitOf(other) > fitOf(reading) + BETTER_BY ? other : reading;
}

/** A plain word may be spelled like a name here and not be meant as one: then what it is as a subject counts if that fits better. */
function plainer(tokens: readonly Token[], own: ReadNames, reading: Reading): Reading {
  if (own.things.some(({ written, name, kind }) => written === name || /^(?:file|folder|unknown)$/.test(kind)))
    return reading;
  const slots = new Map([...own.slots].map(([index]) => [index, "TOPIC"] as const));
  const topic = [...own.things.map(({ written }) => written), ...own.topic];
  const other = readingOf(tokens, { things: [], slots, topic });
  return fitOf(other) > fitOf(reading) ? other : reading;
}

/** "The customer record": words that name nothing may describe what a question needs. */
function* readDescribed(
  tokens: readonly Token[],
  own: ReadNames,
  folder: Folder,
  fitMin: number,
): Looking<Reading | undefined> {
  const slots = new Map([...own.slots].map(([index, slot]) => [index, slot === "TOPIC" ? "NAME" : slot] as const));
  const guessed = readingOf(tokens, { ...own, slots, things: [NOTHING] });
  const [best] = guessed.choices;
  if (!best?.intent.describes || best.fit < Math.max(SURE, fitMin - BETTER_BY)) return undefined;
  const nouns = tokens.flatMap((token, index) =>
    isKindWord(token) && [...own.slots.keys()].some((at) => Math.abs(at - index) === 1) ? kindsOf(token) : [],
  );
  const thing = yield* describedThing(own.topic, [...nouns, ...best.intent.describes], folder);
  return thing && { ...readingOf(tokens, { ...own, slots, things: [thing], topic: [] }), described: thing };
}

const NOTHING: Thing = { written: "", name: "", kind: "unknown", places: [] };
const isKindWord = ({ kind, concepts }: Token): boolean =>
  kind === "word" && concepts.some((concept) => KIND_NOUNS.has(concept));
const kindsOf = ({ word, concepts }: Token): readonly string[] =>
  /^(?:record|registro|layout)/.test(word) ? ["record"] : concepts;

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
export function* answerPart(
  part: string,
  folder: Folder,
  { names, tokens, choices, described }: Reading,
): Looking<Answer> {
  if (asksForChange(part))
    return unanswered("That asks for a change, which needs a language model: nothing was changed.");
  const concepts = new Set(tokens.flatMap((token, index) => (names.slots.has(index) ? [] : token.concepts)));
  const { things, topic, scope } = names;
  const words = subjectOf(tokens);
  const asked: Asked = { part, things, topic, words, concepts, folder, ...(scope === undefined ? {} : { scope }) };
  const [best] = choices;
  if (!best || best.fit < (best.intent.needs === "nothing" ? LIKELY_NAMELESS : LIKELY)) return yield* unsure(asked);
  const answer = yield* answerIntent(best.intent, asked);
  if (described) return led(`I took "${described.written}" as ${described.name}${placeOf(described)}.`, answer);
  if (best.fit >= CERTAIN) return answer;
  if (best.fit >= SURE) return yield* withTopic(answer, best.intent, asked);
  const named = best.intent.needs === "nothing" ? "" : things.map(({ name }) => name).join(" and ");
  return led(`I took this as: ${best.intent.means}${named === "" ? "" : ` (${named})`}.`, answer);
}

const led = (lead: string, answer: Answer): Answer => ({ ...answer, text: `${lead}\n${answer.text}` });

function placeOf({ places: [place] }: Thing): string {
  return place ? ` (${place.path}:${place.line})` : "";
}

/** What a question says besides of something that has a file is looked for in that file. */
function* withTopic(answer: Answer, { needs }: Intent, { things, topic }: Asked): Looking<Answer> {
  const path = fileOf(things[0]);
  const words = topic.filter((word) => word.length > 2);
  if (path === undefined || words.length === 0 || needs === "topic" || things[0]?.kind === "unknown") return answer;
  const { lines } = yield* search(words.map(formsOf).join("|"), { path });
  const found =
    lines.length > 0
      ? listed(`Lines of ${path} that speak of ${words.join(" ")}`, lines.map(cited), lines.length, 8)
      : `No line of ${path} speaks of ${words.join(" ")}.`;
  return { ...answer, text: `${answer.text}\n${found}` };
}

/** Of several things, each is answered for. */
function* answerIntent(intent: Intent, asked: Asked): Looking<Answer> {
  const { things } = asked;
  const isOfThings = intent.needs === "name" || intent.needs === "file";
  const missing = things.filter(({ kind }) => kind === "unknown");
  if (isOfThings && intent.isOfTwo && missing[0]) return yield* unknownName(missing[0], asked.folder);
  if (!isOfThings || intent.isOfTwo) return yield* intent.answer(asked);
  const answers: Answer[] = [];
  for (const thing of things.slice(0, THINGS_MAX))
    answers.push(
      thing.kind === "unknown"
        ? yield* unknownName(thing, asked.folder)
        : yield* intent.answer({ ...asked, things: [thing] }),
    );
  return { text: answers.map(({ text }) => text).join("\n\n"), isAnswer: answers.some(({ isAnswer }) => isAnswer) };
}

function* unsure(asked: Asked): Looking<Answer> {
  const { words } = asked;
  if (words.length === 0)
    return unanswered(
      "I cannot tell what that asks for, and it names nothing that I could look up.",
      yield* examples(asked.folder),
    );
  const found = yield* about(words, "I am not sure what is asked.");
  if (found.isAnswer) return found;
  if (asked.concepts.has("waymark")) return yield* manual(asked.part, found.text);
  return { ...found, text: `${found.text}\n${yield* examples(asked.folder)}` };
}

/** Meanings that are a subject themselves. */
const SUBJECTS: ReadonlySet<string> = new Set(
  "secret error config session permission undo key tech envvar licence endpoint comment".split(" "),
);
const SAYS_LITTLE: ReadonlySet<string> = new Set([
  ...ASKING_CONCEPTS,
  ..."handle define use have source search explain anywhere effect".split(" "),
]);

/** The words that say what a question is about; those that say what is asked of it only where there are no others. */
function subjectOf(tokens: readonly Token[]): readonly string[] {
  const own = tokens.filter(
    ({ kind, concepts }) =>
      kind === "name" || kind === "other" || kind === "told" || concepts.some((concept) => SUBJECTS.has(concept)),
  );
  const said = tokens.filter(
    ({ kind, concepts }) => kind === "word" && !concepts.some((concept) => SAYS_LITTLE.has(concept)),
  );
  return (own.length > 0 ? own : said).map(({ text }) => text);
}
