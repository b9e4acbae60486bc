import { expect, test } from "vitest";
import { holdsWhole, readHistoryQuestion, saysDeed } from "./said-of-history.ts";

test.each([
  ["when was the totalTimeout option added and by whom?", "added", "totalTimeout option"],
  ["who contributed the --uploaded-prior-to option, and when?", "added", "--uploaded-prior-to option"],
  ["when was support for Python 3.8 dropped?", "removed", "support Python 3.8"],
  ["which commit fixed the Safari errors?", "fixed", "Safari errors"],
  ["when did they drop the legacy resolver?", "removed", "legacy resolver"],
  ["in which version was the retry.delay option introduced?", "added", "retry.delay option"],
  ["quando o método QUERY foi adicionado, e por quem?", "added", "method QUERY"],
  ["em que versão apareceu o --strip-extras?", "added", "--strip-extras"],
])("what was done is read: %s", (question, deed, said) => {
  const asked = readHistoryQuestion(question);
  expect({ deed: asked?.deed, said: asked?.said }).toEqual({ deed, said });
});

test.each([
  "who calls FEEPOST?",
  "when is the cache removed?",
  "which programs update the account file?",
  "what happens when a file is deleted?",
  "when was it added?",
  "who is told when a record was changed?",
])("what is asked of now is no history: %s", (question) => {
  expect(readHistoryQuestion(question)).toBeUndefined();
});

test("a commit says a deed of what it did it to, and not of what is only near", () => {
  expect(saysDeed("Add support for Bun", "added", ["Bun"])).toBe(true);
  expect(saysDeed("Add a `retry` option", "added", ["retry"])).toBe(true);
  expect(saysDeed("Add test for the retry option", "added", ["retry"])).toBe(false);
  expect(saysDeed("Remove slash in prefixUrl example", "removed", ["prefixUrl"])).toBe(false);
  expect(saysDeed("Add baseUrl, rename `prefixUrl` to `prefix`", "removed", ["prefixUrl"])).toBe(true);
});

test("a name within a longer one is not that name", () => {
  expect(holdsWhole("Use @backtracking_resolver_only in tests", ["backtracking", "resolver"])).toBe(false);
  expect(holdsWhole("Add the backtracking resolver", ["backtracking", "resolver"])).toBe(true);
});
