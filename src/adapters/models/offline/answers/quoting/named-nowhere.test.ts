import { expect, test } from "vitest";
import type { Found, Looking } from "../../looking.ts";
import { namedNowhere, spelledNowhere } from "./named-nowhere.ts";

/** Does work against some text: what matches nothing in it is found nowhere. */
function played<Value>(work: Looking<Value>, text: string, notes = ""): Value {
  let state = work.next();
  while (!state.done) {
    const found = state.value.map(({ input }): Found => {
      const pattern = String(input["pattern"]);
      const isThere = new RegExp(pattern, "i").test(text);
      return { text: isThere ? "lid.ts\n1:x" : `No match for ${pattern}.${notes}`, failed: false };
    });
    state = work.next(found);
  }
  return state.value;
}

const QUESTION = "does the box have a hostname or a password?";

test.each([
  [["hostname", "password"], "a box", ["hostname", "password"]],
  [["hostname", "password"], "const PASSWD = 1;", ["hostname"]],
  [["hostname"], "hostnames.map(open)", []],
  [["locally", "started", "lid"], "a box", []],
])("of %j, in %j, are named nowhere: %j", (words, text, nowhere) => {
  expect(played(namedNowhere(words, QUESTION), text)).toEqual(nowhere);
});

test("a search that left files out claims nothing", () => {
  const note = "\n(files that may hold secrets, or that a rule forbids, were not searched)";
  expect(played(namedNowhere(["hostname"], QUESTION), "a box", note)).toEqual([]);
});

test.each([
  ["onde é que a senha é verificada?", ["senha"], ["senha"]],
  ["onde é que a xilogravura é verificada?", ["xilogravura"], []],
])("a Portuguese word is claimed where its English is known: %s", (question, words, nowhere) => {
  expect(played(namedNowhere(words, question), "a box")).toEqual(nowhere);
});

test.each([
  ["is strict=True used anywhere?", "open(lid, strict = false)", ["strict=True"]],
  ["is strict=True used anywhere?", "open(lid, strict=True)", []],
  ["is it strict?", "", []],
])("a literal that is spelled and stands nowhere: %s, %j", (question, text, nowhere) => {
  expect(played(spelledNowhere(question), text)).toEqual(nowhere);
});
