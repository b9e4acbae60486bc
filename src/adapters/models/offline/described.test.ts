import { expect, test } from "vitest";
import { joinsIn } from "./described.ts";

test.each([
  ["daily transaction", "DALYTRAN-RECORD", true],
  ["daily transaction", "HARBOR.DALYTRAN.PS", true],
  ["card cross", "CARDDATA", false],
  ["transaction daily", "DALYTRAN", false],
  ["customer file", "CUSTFILE", true],
  ["account", "ACCTDATA", false],
])("whether %s is run together in %s", (words, name, isJoined) => {
  expect(joinsIn(words.split(" "), name)).toBe(isJoined);
});

test("a name of any length that is no such run is none", () => {
  for (let length = 0; length < 40; length += 1) expect(joinsIn(["daily", "fee"], "X".repeat(length))).toBe(false);
});
