import { expect, test } from "vitest";
import { rankByBm25, type SearchField } from "./bm25.ts";
import { rankSkills } from "./rank-skills.ts";
import { stemOf } from "./stem.ts";
import { searchWords } from "./words.ts";

const body = (text: string, name = ""): SearchField[] => [
  { text: name, weight: 3 },
  { text, weight: 1 },
];

test("a name with hyphens is found whole and by its parts", () => {
  expect(searchWords("PERFORM 1000-READ-FILE in cbl_x.")).toEqual([
    ...["perform", "1000-read-file", "1000", "read", "file", "in", "cbl_x", "cbl"],
  ]);
});

test("the rarer word decides, a hit in the name counts more, and what has no word is left out", () => {
  const documents = [
    body("account file update and account list"),
    body("account interest"),
    body("nothing here"),
    body("batch", "interest"),
  ];
  expect(rankByBm25("account interest", documents).map((hit) => hit.documentIndex)).toEqual([1, 3, 0]);
});

test("equal documents keep their order and say what matched", () => {
  const hits = rankByBm25("Alpha gamma", [body("alpha beta"), body("alpha beta")]);
  expect(hits.map((hit) => [hit.documentIndex, hit.matched])).toEqual([
    [0, ["alpha"]],
    [1, ["alpha"]],
  ]);
  expect(rankByBm25("???", [body("alpha")])).toEqual([]);
});

test("another form of a word counts as half of it, and names are not touched", () => {
  const documents = [body("posts the transactions of the day"), body("the posting"), body("card list CARDS1")];
  expect(rankByBm25("transaction posting", documents).map((hit) => [hit.documentIndex, hit.matched])).toEqual([
    [0, ["transaction", "posting"]],
    [1, ["posting"]],
  ]);
  expect(rankByBm25("cards1", documents).map((hit) => hit.documentIndex)).toEqual([2]);
});

test.each([
  ["transactions", "transaction"],
  ["entries", "entry"],
  ["processes", "process"],
  ["processing", "processed"],
  ["update", "updating"],
  ["submitting", "submit"],
])("%s and %s have one stem", (one, other) => {
  expect(stemOf(one)).toBe(stemOf(other));
});

test.each(["status", "bus", "ring", "red", "class"])("%s is not shortened to something else", (word) => {
  expect(stemOf(word)).toBe(word);
});

test("CW-33: a word that is a part of a name counts for it; short words are in too many", () => {
  const skill = (name: string, body = "") => ({ name, tags: [], description: "", body });
  const skills = [skill("program-ratecalc"), skill("program-feepost", "the rates of the day"), skill("job-nightrun")];
  expect(rankSkills("rates", skills).map((hit) => [hit.documentIndex, hit.matched])).toEqual([
    [0, ["rates"]],
    [1, ["rates"]],
  ]);
  expect(rankSkills("run", skills)).toEqual([]);
});

test("a word in Portuguese finds what English says, with or without accents, and the other way round", () => {
  const documents = [body("rotates the keys of accounts"), body("os arquivos e as permissões"), body("nothing")];
  const found = (query: string): number[] => rankByBm25(query, documents).map((hit) => hit.documentIndex);
  expect(found("chave da conta")).toEqual([0]);
  expect(found("permissoes")).toEqual([1]);
  expect(found("permissão")).toEqual([1]);
  expect(found("files")).toEqual([1]);
});

test("words that every question has are looked for only where nothing else is", () => {
  const documents = [body("do no as os to be"), body("the undo of calls")];
  expect(rankByBm25("como desfazer o que foi feito", documents).map((hit) => hit.documentIndex)).toEqual([1]);
  expect(rankByBm25("do", documents).map((hit) => hit.documentIndex)).toEqual([0]);
});
