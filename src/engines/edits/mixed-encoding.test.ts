import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { applyHunks } from "./apply.ts";
import type { FileEdit } from "./model.ts";
import { readDocument } from "./text-form/document.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** No text of UTF-8 has it. */
const FOREIGN = new Uint8Array([0x0a, 0xff, 0x0a]);

function edited(before: Uint8Array, search: string, replace: string): ReturnType<typeof applyHunks> {
  const read = readDocument(before, { path: "a.txt" });
  if (read.kind !== "document") throw new Error("it is no text");
  const hunk = { kind: "text" as const, search, replace, replaceAll: false, wholeLines: false };
  const edit: FileEdit = { kind: "modify", path: "a.txt", hunks: [hunk], order: "ordered" } as unknown as FileEdit;
  return applyHunks(read.document, edit, "a.txt");
}

test.each(["\u201cq\u201d", "\u00a0nb", "caf\u00e9"])(
  "in a file of two encodings no other bytes are taken for a text that stands there in UTF-8: %s",
  (search) => {
    const lookalikes = new Uint8Array([...Buffer.from('"q"0\n'), ...Buffer.from("caf\u00e9\n", "latin1")]);
    const whole = new Uint8Array([...utf8(`${search}\n`), ...lookalikes, ...FOREIGN]);
    expect(edited(whole, search, "x")).toMatchObject({ kind: "failed", error: { code: "encoding" } });
  },
);

test("what stands there in its bytes alone is edited, and nothing beside it changes", () => {
  const letters = fc.stringMatching(/^[a-z\u00e0-\u00ff ]{1,12}$/);
  fc.assert(
    fc.property(letters, letters, (before, after) => {
      const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
      const whole = (middle: string) => new Uint8Array([...latin(`start\n<${middle}>\n`), ...FOREIGN]);
      const result = edited(whole(before), `<${before}>`, `<${after}>`);
      if (before !== after) expect(result).toMatchObject({ kind: "applied", bytes: whole(after) });
    }),
    { numRuns: rounds(60) },
  );
});
