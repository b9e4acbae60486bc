import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isKnownSentence } from "../src/adapters/models/offline/portuguese/in-portuguese.ts";
import { BUILT_IN_AGENTS } from "../src/app/agents/built-in-agents.ts";
import { SETTINGS } from "../src/app/settings/settings.ts";
import PORTUGUESE from "../src/app/words/pt.json" with { type: "json" };
import { guideSentences, sentencesOf } from "./guide-sentences.ts";
import { helpTexts, phrasesOf, phrasesOfSources, unspokenIn } from "./phrases.ts";

/** What commander's own help says, and is looked up by the same table. */
const TITLES = ["Usage:", "Options:", "Arguments:"];

/** What is the same text for programs, and is looked up where a person reads it. */
const DESCRIBED = [...Object.values(SETTINGS), ...BUILT_IN_AGENTS].map(({ description }) => description);

const said = new Set([...phrasesOfSources(), ...(await helpTexts()), ...TITLES, ...DESCRIBED]);
const places = (text: string): readonly string[] =>
  [...new Set([...text.matchAll(/\{\d+\}/g)].map(([place]) => place))].sort();

test("every phrase and every word of help has its Portuguese, and there is none for what nobody says", () => {
  expect(said.size).toBeGreaterThan(600);
  expect(Object.keys(PORTUGUESE).sort()).toEqual([...said].sort());
});

test("a translation has the values of its English text", () => {
  const wrong = Object.entries(PORTUGUESE).filter(([english, text]) => `${places(english)}` !== `${places(text)}`);
  expect(wrong).toEqual([]);
});

test("the gate finds each phrase of a source, within others too", () => {
  const source =
    "out(phrase`Wrote ${count} files\\n`); phrase`${isLeft ? phrase`Done, but` : phrase`Done`}. \\`x\\``; other`no`;";
  expect(phrasesOf(source)).toEqual(["Wrote {0} files", "Done, but", "Done"]);
});

test("what a subcommand or the server of the view says is a phrase", () => {
  const files = [
    "src/main.ts",
    ...globSync("src/{frontends/{commands,view},app/{batch,models,remedies,session,settings,trust}}/**/*.ts"),
  ];
  const sources = files.filter((file) => !/\.test\.ts$|\/view\/pages\//.test(file));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap((file) => unspokenIn(readFileSync(file, "utf8"), file))).toEqual([]);
});

test("the gate finds what is said without being one", () => {
  const source =
    "out(isThere ? `${file} is there` : 'not yet there'); context.out(phrase`It is done.`); json('is no sentence'); throw new UserError(`No ${file} is there.`);";
  expect(unspokenIn(source)).toEqual([
    "source.ts: {} is there",
    "source.ts: not yet there",
    "source.ts: No {} is there.",
  ]);
});

test("each sentence of the guide, and each title of its lists, has its Portuguese", () => {
  const sentences = guideSentences();
  expect(sentences.length).toBeGreaterThan(300);
  // What only joins names is the same in any language.
  const said = sentences.filter((sentence) => /\p{L}{3}/u.test(sentence));
  expect(said.filter((sentence) => !isKnownSentence(sentence.replaceAll("{}", "X1")))).toEqual([]);
});

test("the gate finds sentences and titles of the guide, and no patterns", () => {
  const source =
    'answered("No lid is here.", listed(`Lids of ${name}`, rows), sectionText(one, "Uses")); /^No lid.$/; search("No lid|box.");';
  expect(sentencesOf(source)).toEqual(["No lid is here.", "Lids of {} ({}):", "Uses ({}):"]);
  expect(["No lid is here.", "Lids of X1 (X1):"].filter(isKnownSentence)).toEqual([]);
});
