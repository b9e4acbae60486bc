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
  ["when did lids.py get in and who put it there?", "added", "lids.py"],
  ["since when is there a Makefile?", "added", "Makefile"],
  ["since when have we had close_lid?", "added", "close_lid"],
  ["when did lids get their own module?", "added", "lids module"],
  ["who came up with close_lid?", "added", "close_lid"],
  ["when did the flat lid first show up?", "added", "flat lid"],
  ["quem trouxe o close_lid?", "added", "close_lid"],
  ["desde quando existe o ficheiro lids.py?", "added", "file lids.py"],
  ["quem pôs lá o close_lid e quando?", "added", "close_lid"],
])("what was done is read: %s", (question, deed, said) => {
  const asked = readHistoryQuestion(question);
  expect({ deed: asked?.deed, said: asked?.said }).toEqual({ deed, said });
});

test.each([
  "who calls FEEPOST?",
  "who puts the record there?",
  "when does a record get into the file?",
  "since when is Python 3.12 needed?",
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
