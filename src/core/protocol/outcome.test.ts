import { expect, test } from "vitest";
import { whatFailed } from "./outcome.ts";

test.each([
  ["X (m) is overloaded (503): a; b; wait and send the prompt again.", "X (m) is overloaded (503): a; b."],
  ["X reported an error; send the prompt again or use another model.", "X reported an error."],
  ["X did not accept the key; check its settings.", "X did not accept the key; check its settings."],
])("what is tried again by itself asks nobody to send the prompt again: %s", (message, said) => {
  expect(whatFailed({ message })).toBe(said);
});
