import type { Looking } from "../../looking.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import type { CitedLine } from "../../result-text.ts";
import { DECLARES_TEST, isTestFile } from "../../test-files.ts";
import {
  type Answer,
  type Asked,
  answered,
  cited,
  counted,
  type Intent,
  listed,
  notNarrowed,
  search,
  verdict,
} from "../answer.ts";
import { passages } from "../passages.ts";

/** Which tests there are. */
export const TESTS_INTENTS: readonly Intent[] = [
  {
    id: "tests",
    means: "the files of tests there are",
    needs: "nothing",
    obeys: true,
    forms:
      "are there tests | is there a test suite | where are the tests | onde estao os testes | howmany tests are there | does it have tests | what tests exist | list tests | list the test files | which test files are there | howmany test files are there | existem testes | ha testes | tem testes | quais testes existem | quantos testes existem | is it tested | are there unit tests | are there tests for T | are there tests about T | which tests are about T | list the tests about T | is T tested | which tests cover T | show the tests for T | are there integration tests | ha testes para T | quais testes sao de T | has it any tests | which tests are skipped | howmany tests are skipped | which tests are expected to fail | howmany tests are marked as failing | are there skipped tests",
    answer: tests,
  },
];

const FILES_SHOWN_MAX = 20;

function* tests(asked: Asked): Looking<Answer> {
  const { folder, restricting } = asked;
  const files = folder.paths.filter(isTestFile);
  if (files.length === 0)
    return verdict(
      false,
      answered(
        `No file here is a test by its name or folder (${counted(folder.paths.length, "file")} looked at): no *.test.*, *_test.*, test_* and no tests folder.`,
      ),
    );
  const wanted = restricting.filter(
    (word) =>
      !/^(?:unit|integration|only|all|files?|cases?|suites?|against|about|around|covering|regarding|concerning|checking|verifying|contra|sobre)$/i.test(
        word,
      ),
  );
  if (wanted.length > 0) return { ...(yield* testsAbout(wanted, files, asked)), obeyed: restricting };
  const found = yield* search(DECLARES_TEST);
  const declared = found.lines.filter(({ path }) => isTestFile(path));
  return verdict(
    true,
    answered(
      listed(
        "Files of tests",
        files.map((path) => `${path}:1`),
        files.length,
        FILES_SHOWN_MAX,
      ),
      declared.length > 0
        ? `Lines in them that declare a test: ${found.isWhole ? declared.length : `${declared.length} or more`}.`
        : "",
    ),
  );
}

const DECLARING = new RegExp(DECLARES_TEST, "i");

/** Tests whose names say the words, files that are named so, and else the lines of tests that speak of them. */
function* testsAbout(wanted: readonly string[], files: readonly string[], asked: Asked): Looking<Answer> {
  const inAll = `There are ${counted(files.length, "file")} of tests in all.`;
  const whole = yield* namedFor(wanted, files);
  if (whole.named.length + whole.declared.length > 0) return verdict(true, answered(namedText(wanted, whole), inAll));
  // One word that no name says makes none of those that say the others another's; one of many says too little.
  const parts = wanted.length === 2 ? yield* eachNamedFor(wanted, files) : [];
  const said = parts.filter(({ found }) => found.named.length > 0);
  const [best] = said.toSorted((one, other) => one.found.named.length - other.found.named.length);
  if (best) {
    return answered(
      notNarrowed(wanted.filter((word) => word !== best.word)),
      namedText([best.word], best.found),
      inAll,
    );
  }
  const nowhere = `No test says "${wanted.join(" ")}" in its name, and no file of tests is named for it.`;
  if (whole.others.length > 0)
    return answered(nowhere, listed("Lines of tests that speak of it", whole.others.map(cited)), inAll);
  // Only names were looked at so far, and what a test does stands in its lines.
  const spoken = yield* passages(asked.part, asked.folder);
  return { ...spoken, text: [`${nowhere} ${inAll}`, spoken.text].join("\n") };
}

interface NamedFor {
  /** Files that are named so. */
  readonly named: readonly string[];
  /** Lines that declare a test whose name says it, or in such a file. */
  readonly declared: readonly CitedLine[];
  /** Other lines of tests that say it. */
  readonly others: readonly CitedLine[];
}

function* namedFor(words: readonly string[], files: readonly string[]): Looking<NamedFor> {
  const isMeant = (text: string): boolean => words.every((word) => holdsWord(text, word));
  const named = files.filter(isMeant);
  const speaking = yield* search(searchedAs(words[0] ?? ""));
  const lines = speaking.lines.filter(({ path, text }) => isTestFile(path) && isMeant(text));
  const ofNamed = named.length > 0 ? (yield* search(DECLARES_TEST, { path: named[0] })).lines : [];
  const titles = [...lines.filter(({ text }) => DECLARING.test(text)), ...ofNamed];
  const declared = [...new Map(titles.map((line) => [`${line.path}:${line.line}`, line])).values()];
  return { named, declared, others: lines.filter(({ text }) => !DECLARING.test(text)) };
}

function* eachNamedFor(
  words: readonly string[],
  files: readonly string[],
): Looking<readonly { readonly word: string; readonly found: NamedFor }[]> {
  const all: { readonly word: string; readonly found: NamedFor }[] = [];
  for (const word of words) all.push({ word, found: yield* namedFor([word], files) });
  return all;
}

function namedText(words: readonly string[], { named, declared }: NamedFor): string {
  const said = words.join(" ");
  return [
    listed(
      `Files of tests named for "${said}"`,
      named.map((path) => `${path}:1`),
    ),
    listed(`Tests that are about "${said}" by their names or their file`, declared.map(cited), declared.length, 20),
  ]
    .filter((text) => text !== "")
    .join("\n");
}

/** A name may join what a question writes apart. */
const searchedAs = (word: string): string => formsOf(word).replace(/\[- \]\?/g, "[-_ ]?");
