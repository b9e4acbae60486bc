import { expect, test } from "vitest";
import { aspectsAsked } from "./asked-existence.ts";

test.each([
  ["are passwords hashed?", ["hash, digest, bcrypt, SHA"]],
  ["is there a hash of the password?", ["hash, digest, bcrypt, SHA"]],
  ["are the actions pinned to commit hashes?", []],
])("what code may have or lack is read out of %s", (part, names) => {
  expect(aspectsAsked(part).aspects.map((aspect) => aspect.names.join(", "))).toEqual(names);
});
