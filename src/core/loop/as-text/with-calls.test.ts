import { expect, test } from "vitest";
import type { TextCall } from "../../ports/model.ts";
import { withCalls } from "./with-calls.ts";

const said = (text: string, ...calls: readonly TextCall[]): unknown => {
  let number = 0;
  const clock = { id: () => String(++number) };
  return withCalls([{ kind: "text", text: "as it came" }], text, calls, { clock } as never).map((part) =>
    part.kind === "call" ? part.call.name : part,
  );
};
const words = (text: string) => ({ kind: "text", text });

test("a call stands where it stood among the words, and no word is lost", () => {
  expect(said("I look.\nThen I edit.", { name: "read_file", input: {}, at: 8 })).toEqual([
    words("I look.\n"),
    "read_file",
    words("Then I edit."),
  ]);
  expect(said("\nDone.", { name: "a", input: {}, at: 0 }, { name: "b", input: {}, at: 0 })).toEqual([
    "a",
    "b",
    words("\nDone."),
  ]);
});

test("one whose place nobody knows, or behind which nothing is said, stands at the end", () => {
  expect(said("I look.", { name: "a", input: {} })).toEqual([words("I look."), "a"]);
  expect(said("  ", { name: "a", input: {} })).toEqual(["a"]);
});
