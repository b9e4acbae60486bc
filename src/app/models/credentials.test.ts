import { expect, test } from "vitest";
import { EXIT } from "../../base/user-error.ts";
import { keyFromCommand } from "./credentials.ts";

test.each([
  ["two lines", "printf 'one\\ntwo\\n'", /printed more than one line/],
  ["bytes that are no text", "printf 'a\\000b'", /what no key holds/],
  ["nothing", "true", /printed nothing/],
  ["a failure", "exit 3", /failed \(Command failed/],
])("a key command that ends with %s is named, with the code of a missing key", (_, command, why) => {
  const ask = () => keyFromCommand("groq", command);
  expect(ask).toThrow(why);
  expect(ask).toThrow(expect.objectContaining({ exitCode: EXIT.authentication }));
});

test("white space around the key is left out", () => {
  expect(keyFromCommand("groq", "echo '  one-key  '")).toBe("one-key");
});
