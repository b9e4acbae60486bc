import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { applyHunks } from "./apply.ts";
import type { FileEdit } from "./model.ts";
import { readDocument } from "./text-form/document.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (found: Uint8Array): string => new TextDecoder().decode(found);

function edited(before: string, search: string, { replaceAll = false, replace = "NEW" } = {}): string | undefined {
  const read = readDocument(bytes(before), { path: "a.txt" });
  if (read.kind !== "document") throw new Error("it is no text");
  const hunk = { kind: "text" as const, search, replace, replaceAll, wholeLines: false };
  const edit: FileEdit = { kind: "modify", path: "a.txt", hunks: [hunk], order: "ordered" } as unknown as FileEdit;
  const result = applyHunks(read.document, edit, "a.txt");
  return result.kind === "applied" ? text(result.bytes) : undefined;
}

/** Few letters, so that lines repeat, and many ends of lines, at the top and at the end too. */
const small = fc.stringMatching(/^[ab\n]{1,9}$/);

test("a text that stands there once is what is replaced, to the letter, wherever it begins and ends", () => {
  fc.assert(
    fc.property(small, fc.nat(9), fc.nat(9), (before, from, length) => {
      const search = before.slice(from, from + length + 1);
      if (search.trim() === "" || before.indexOf(search) !== before.lastIndexOf(search)) return;
      const result = edited(before, search);
      // A replacement of whole lines by whole lines keeps the end of the last.
      const wanted = before.replace(search, () => "NEW");
      if (result !== undefined) expect([wanted, `${wanted}\n`]).toContain(result);
    }),
    { numRuns: rounds(400) },
  );
});

test.each([
  ["\nbar\n16\n", "\nbar", "NEW\n16\n"],
  ["\nab\ncd\n", "\nab\ncd\n", "NEW"],
  ["\nab\n", "\nab\n", "NEW"],
])("of a file that begins with an empty line: %j without %j", (before, search, after) => {
  expect(edited(before, search)).toBe(after);
  expect(edited(before, search, { replaceAll: true })).toBe(after);
});
