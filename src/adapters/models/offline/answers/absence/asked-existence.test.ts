import { expect, test } from "vitest";
import { aspectsAsked } from "./asked-existence.ts";

test.each([
  ["are passwords hashed?", ["hash, digest, bcrypt, SHA"]],
  ["is there a hash of the password?", ["hash, digest, bcrypt, SHA"]],
  ["are the actions pinned to commit hashes?", []],
  ["logging?", ["log, logger, console, print(), DISPLAY"]],
  ["is the cook allowed to see the pot?", ["authorize, permission, allow, forbid, role, 401, 403"]],
  ["what port does it listen on?", ["port, listen, bind(), serve()"]],
  ["what happens on a retry?", []],
  ["which programs log errors?", []],
])("what code may have or lack is read out of %s", (part, names) => {
  expect(aspectsAsked(part).aspects.map((aspect) => aspect.names.join(", "))).toEqual(names);
});
