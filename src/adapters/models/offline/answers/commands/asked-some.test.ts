import { expect, test } from "vitest";
import { readAskedSome } from "./asked-some.ts";

test.each([
  ["how do I run just one test?", []],
  ["How can I run a single test by its name", []],
  ["what's the command to run only one test file?", []],
  ["is there a way to run one spec alone", []],
  ["how do we run only the tests of lids", ["lids"]],
  ["how do I execute only the test lid.test.ts", ["lid.test.ts"]],
  ["como corro só um teste?", []],
  ["como é que executo um único ficheiro de testes", []],
])("%s asks for some of the tests", (question, words) => {
  const asked = readAskedSome(question);
  expect(asked).toEqual({ kind: "tests", words });
});

test.each([
  ["how do I run the tests against just one python version?", undefined],
  ["how do we run the tests under a specific python version", undefined],
  ["how do I run the tests with python 3.12", "3.12"],
  ["can I run the test suite only on python 3.9?", "3.9"],
  ["como corro os testes numa determinada versão do python?", undefined],
])("%s asks for one version", (question, version) => {
  expect(readAskedSome(question)).toEqual({ kind: "version", version });
});

test.each([
  "how do I run only the linter?",
  "what command runs just the linter",
  "can I run the typechecker alone",
  "how can we run linting alone",
  "como corro só o linter?",
])("%s asks for the linter alone", (question) => {
  expect(readAskedSome(question)).toEqual({ kind: "lint" });
});

test.each([
  "how do I run the tests?",
  "how do I run the linter?",
  "which tests run only on linux?",
  "how do I run just one job?",
  "how do I run the tests and only then the linter",
  "why does one test run twice?",
  "how do I run the tests with every python version",
  "how do I run a test server on one port",
  "como corro os testes?",
])("%s asks for none of it", (question) => {
  const asked = readAskedSome(question);
  // A word that names no file of tests makes it no such question, which only the folder can tell.
  expect(asked?.kind === "tests" && asked.words.length > 0 ? undefined : asked).toBeUndefined();
});
