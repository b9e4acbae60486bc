import { expect, test } from "vitest";
import { listed, phrase } from "./phrase.ts";
import { EXIT, UserError } from "./user-error.ts";

const shout = (pattern: string): string => pattern.toUpperCase();

test("a phrase is English by itself, in JSON too, and is found in another language by its pattern", () => {
  const told = phrase`no session ${"{1} zzz"}, ${2} others`;
  expect([told.pattern, `${told}`, JSON.stringify({ told }), told.in(shout)]).toEqual([
    "no session {0}, {1} others",
    "no session {1} zzz, 2 others",
    '{"told":"no session {1} zzz, 2 others"}',
    "NO SESSION {1} zzz, 2 OTHERS",
  ]);
});

test("a phrase within a phrase is said in the same language, what is data is not", () => {
  const parts = [phrase`one item`, "as data", phrase`${3} items`];
  expect(phrase`there: ${listed(parts)}.`.in(shout)).toBe("THERE: ONE ITEM, as data, 3 ITEMS.");
});

test("a translation may turn the values around", () => {
  expect(phrase`${"a"} of ${"b"}`.in(() => "{1}: {0}")).toBe("b: a");
});

test("an error keeps its English message beside the words for the person", () => {
  const error = new UserError(phrase`no file ${"x"}`, EXIT.badInput);
  expect([error.message, String(error.words)]).toEqual(["no file x", "no file x"]);
});
