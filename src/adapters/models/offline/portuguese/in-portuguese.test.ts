import { expect, test } from "vitest";
import { guideSentences } from "../../../../../test/guide-sentences.ts";
import { framesFor } from "../frames.ts";
import { countedKind, KINDS } from "../query/kinds.ts";
import { clausePhrase } from "../query/phrases.ts";
import type { Kind, Noun, Relation } from "../query/shape.ts";
import { inPortuguese, isHalf } from "./in-portuguese.ts";

const NOUN: Noun = { text: "X1", kinds: [], qualities: [], words: [], names: ["X1"], quantity: "some" };
const OTHERS: readonly (readonly [said: string, other: Noun])[] = [
  ["X1", NOUN],
  ["X1", { ...NOUN, quantity: "only" }],
  ["any job", { ...NOUN, kinds: ["job"], names: [], quantity: "any" }],
];
const RELATIONS: readonly Relation[] = [
  ...(["add", "alter", "call", "change", "copy", "create", "delete", "extend", "have", "import", "install"] as const),
  ...(["make", "read", "run", "send", "show", "type-into", "update", "use", "write"] as const),
];

const phrases = (relation: Relation): readonly string[] =>
  OTHERS.flatMap(([said, other]) =>
    (["acts", "suffers"] as const).flatMap((role) =>
      [true, false].flatMap((isNegated) =>
        [true, false].map((isOne) => clausePhrase({ relation, role, isNegated, other, said: "" }, said, isOne)),
      ),
    ),
  );

/** What stands above the rows of a kind, in each form in which a query says it. */
const titled = (kind: Kind, phrase: string): readonly string[] =>
  [0, 1, 3].flatMap((count) => {
    const [first = "", ...rest] = countedKind(count, kind).split(" ");
    const of = phrase === "" ? "" : ` ${phrase}`;
    const end = count === 0 ? ", for there is none at all in the files here." : " (of 9):";
    const counted = `${rest.join(" ")}${of}${end}`;
    return [`${first} ${counted}`, `${count === 0 ? "No: no" : `Yes: ${first}`} ${counted}`];
  });

const SAID = [
  "in src",
  "not in tests",
  'named "X1"',
  ", the longest of 4",
  ", 3 of them in tests, examples or samples",
];
/** English verbs that are no words of Portuguese. */
const VERBS =
  /(?<![\p{L}-])(?:adds?|calls?|changes?|copy|copies|creates?|deletes?|extends?|imports?|installs?|makes?|reads?|runs?|shows?|takes?|updates?|uses?|writes?|any|or|and)(?![\p{L}-])/u;

test("no sentence of the guide is half in English", () => {
  const said = guideSentences().filter((sentence) => /\p{L}{3}/u.test(sentence));
  expect(said.length).toBeGreaterThan(300);
  expect(said.map((sentence) => inPortuguese(sentence.replaceAll("{}", "X1"))).filter(isHalf)).toEqual([]);
});

test("what a query says above its rows is Portuguese in every form", () => {
  const kinds = (Object.keys(KINDS) as readonly Kind[]).filter((kind) => KINDS[kind].rows !== undefined);
  const said = [
    ...kinds.flatMap((kind) => ["", ...SAID].flatMap((phrase) => titled(kind, phrase))),
    ...RELATIONS.flatMap(phrases).flatMap((phrase) => titled("program", phrase)),
  ];
  expect(said.length).toBeGreaterThan(1000);
  const left = [...new Set(said)].map((title) => [title, inPortuguese(title)] as const);
  expect(left.filter(([, text]) => isHalf(text) || VERBS.test(text.replaceAll('"X1"', "")))).toEqual([]);
});

test("the sentences around quotations are Portuguese, however many stand in a line", () => {
  const frames = framesFor("where is it?");
  const lines = [
    frames.nearest(["lid"]),
    frames.nowhere(["lid", "box"], 9),
    frames.searched(9),
    `${frames.nowhere(["lid"], 1)} ${frames.nearest([])} ${frames.readYourself}`.replace(/\.$/, ":"),
    `${frames.nothing} ${frames.searched(9)} ${frames.nearest(["lid"])}`.replace(/\.$/, ":"),
    frames.says("Lid moved", 2),
    frames.uses(["lid"]),
    frames.leadsTo(["lid"]),
    frames.values(["lid"]),
    frames.values(["lid", "box"]),
    frames.taken([["lib", "lid"]]),
    frames.asAbove,
    frames.alsoNear,
  ];
  expect(lines.map(inPortuguese).filter(isHalf)).toEqual([]);
});

test("what has no Portuguese stays as it is, whole, and is told from what has", () => {
  const line = "No program that shows the lid and what it is of which nothing is known:";
  expect(inPortuguese(line)).toBe(line);
  expect(isHalf("Nenhum passo, for there is none at all em os ficheiros here.")).toBe(true);
  expect(isHalf('Nada fala de "the lid" em `is it`:')).toBe(false);
});
