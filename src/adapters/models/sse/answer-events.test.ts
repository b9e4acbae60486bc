import { expect, test } from "vitest";
import { AnswerReader } from "./answer-events.ts";

test.each([
  ["an event", (json: string) => `data: ${json}\n\n`],
  ["a document", (json: string) => json],
])("%s of more values than any that means well is a failure by its name", (_, sent) => {
  const read = (json: string) => {
    const reader = new AnswerReader();
    return [...reader.push(sent(json)), ...reader.end()];
  };
  expect(read('{"choices":[]}')).toEqual([{ choices: [] }]);
  expect(() => read(`{"choices":[],"x":[${"[],".repeat(250_000)}1]}`)).toThrow("more than 250,000 values of JSON");
  expect(() => read(`{"x":${"[".repeat(501)}`)).toThrow("more than 500 levels of nested JSON");
});
