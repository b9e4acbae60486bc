import type { Looking } from "../../looking.ts";
import { formsOf, holdsWord } from "../../reading/word-forms.ts";
import { DECLARES_TEST, isTestFile } from "../../test-files.ts";
import { type Answer, type Asked, answered, cited, counted, type Intent, listed, search, verdict } from "../answer.ts";
import { passages } from "../passages.ts";
import { markedTests } from "./test-marks.ts";

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
  const marked = yield* markedTests(asked);
  if (marked) return marked;
  const wanted = restricting.filter((word) => !/^(?:unit|integration|only|all|files?|cases?|suites?)$/i.test(word));
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
function* testsAbout(wanted: readonly string[], files: readonly string[], { part, folder }: Asked): Looking<Answer> {
  const [first = ""] = wanted;
  const isMeant = (text: string): boolean => wanted.every((word) => holdsWord(text, word));
  const named = files.filter(isMeant);
  const speaking = yield* search(searchedAs(first));
  const lines = speaking.lines.filter(({ path, text }) => isTestFile(path) && isMeant(text));
  const ofNamed = named.length > 0 ? (yield* search(DECLARES_TEST, { path: named[0] })).lines : [];
  const titles = [...lines.filter(({ text }) => DECLARING.test(text)), ...ofNamed];
  const declared = [...new Map(titles.map((line) => [`${line.path}:${line.line}`, line])).values()];
  const said = wanted.join(" ");
  const others = lines.filter(({ text }) => !DECLARING.test(text));
  const inAll = `There are ${counted(files.length, "file")} of tests in all.`;
  if (named.length + declared.length > 0)
    return verdict(
      true,
      answered(
        listed(
          `Files of tests named for "${said}"`,
          named.map((path) => `${path}:1`),
        ),
        listed(`Tests that are about "${said}" by their names or their file`, declared.map(cited), declared.length, 20),
        inAll,
      ),
    );
  const nowhere = `No test says "${said}" in its name, and no file of tests is named for it.`;
  if (others.length > 0) return answered(nowhere, listed("Lines of tests that speak of it", others.map(cited)), inAll);
  // Only names were looked at so far, and what a test does stands in its lines.
  const spoken = yield* passages(part, folder);
  return { ...spoken, text: [`${nowhere} ${inAll}`, spoken.text].join("\n") };
}

/** A name may join what a question writes apart. */
const searchedAs = (word: string): string => formsOf(word).replace(/\[- \]\?/g, "[-_ ]?");
