import type { Looking } from "../looking.ts";
import { holdsWord } from "../reading/word-forms.ts";
import { DECLARES_TEST, isTestFile } from "../test-files.ts";
import { type Answer, type Asked, answered, cited, counted, type Intent, listed, search, verdict } from "./answer.ts";

/** Which tests there are. */
export const TESTS_INTENTS: readonly Intent[] = [
  {
    id: "tests",
    means: "the files of tests there are",
    needs: "nothing",
    obeys: true,
    forms:
      "are there tests | is there a test suite | where are the tests | onde estao os testes | howmany tests are there | does it have tests | what tests exist | list tests | list the test files | which test files are there | howmany test files are there | existem testes | ha testes | tem testes | quais testes existem | quantos testes existem | is it tested | are there unit tests | are there tests for T | are there tests about T | which tests are about T | list the tests about T | is T tested | which tests cover T | show the tests for T | are there integration tests | ha testes para T | quais testes sao de T | has it any tests",
    answer: tests,
  },
];

const FILES_SHOWN_MAX = 20;

function* tests({ folder, restricting }: Asked): Looking<Answer> {
  const files = folder.paths.filter(isTestFile);
  if (files.length === 0)
    return verdict(
      false,
      answered(
        `No file here is a test by its name or folder (${counted(folder.paths.length, "file")} looked at): no *.test.*, *_test.*, test_* and no tests folder.`,
      ),
    );
  const found = yield* search(DECLARES_TEST);
  const declared = found.lines.filter(({ path }) => isTestFile(path));
  const wanted = restricting.filter((word) => !/^(?:unit|integration|only|all)$/i.test(word));
  const speaking = (text: string): boolean => wanted.every((word) => holdsWord(text, word));
  const named = files.filter(speaking);
  const lines = declared.filter(({ path, text }) => speaking(text) || (named.length > 0 && named.includes(path)));
  const total = found.isWhole ? declared.length : `${declared.length} or more`;
  if (wanted.length === 0)
    return verdict(
      true,
      answered(
        listed(
          "Files of tests",
          files.map((path) => `${path}:1`),
          files.length,
          FILES_SHOWN_MAX,
        ),
        declared.length > 0 ? `Lines in them that declare a test: ${total}.` : "",
      ),
    );
  const said = wanted.join(" ");
  if (named.length + lines.length === 0)
    return {
      ...answered(
        `No file of tests is named for "${said}", and no test says that in its name. There are ${counted(files.length, "file")} of tests in all, such as ${files
          .slice(0, 3)
          .map((path) => `${path}:1`)
          .join(", ")}.`,
      ),
      obeyed: restricting,
    };
  return {
    ...verdict(
      true,
      answered(
        listed(
          `Files of tests named for "${said}"`,
          named.map((path) => `${path}:1`),
        ),
        listed(
          `Tests that are about "${said}" by their names or their file`,
          lines.map(cited),
          found.isWhole ? lines.length : `${lines.length} or more`,
        ),
        `There are ${counted(files.length, "file")} of tests in all.`,
      ),
    ),
    obeyed: restricting,
  };
}
