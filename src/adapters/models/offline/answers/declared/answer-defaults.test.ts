import { expect, test } from "vitest";
import { ofSubject } from "./answer-defaults.ts";

const given = (name: string, said: string) => ({ path: "a.ts", line: 1, text: "", name, said, value: "2" });
const WAIT = given("patience", "How long a load may hang before a load drops.");
const TRIES = given("limit", "How often a dropped load is hoisted again.");
const HOISTED = given("hoistOnGale", "Whether a load is hoisted in wind.");
const namesOf = (part: string, words: readonly string[]) =>
  ofSubject([WAIT, TRIES, HOISTED], part, words).map(({ name }) => name);

test("a default is named only where its own name or comment holds what is asked of", () => {
  expect(namesOf("how often is a load hoisted by default", ["load", "hoisted"])).toEqual(["limit", "hoistOnGale"]);
  expect(namesOf("what is the default patience of a load", ["patience", "load"])).toEqual(["patience"]);
});

test("a name that is written as one is that name", () => {
  expect(namesOf("is hoistOnGale on by default", ["hoist", "on", "gale"])).toEqual(["hoistOnGale"]);
  expect(namesOf("is hoistOnRain on by default", ["hoist", "on", "rain"])).toEqual([]);
});
