import { expect, test } from "vitest";
import { KeptOutput, type OutputSink } from "./kept-output.ts";
import { liveText } from "./live-text.ts";

function sinkFor(pieces: Buffer[], failing?: () => boolean): () => OutputSink {
  return () => ({
    handle: "out-1",
    append(bytes) {
      if (failing?.()) throw Object.assign(new Error("no room"), { code: "ENOSPC" });
      pieces.push(Buffer.from(bytes));
    },
    close: () => {},
  });
}

function kept(bytes: Buffer, pieceBytes = 1000): { text: string; output: KeptOutput; stored: Buffer } {
  const pieces: Buffer[] = [];
  const output = new KeptOutput(sinkFor(pieces));
  for (let at = 0; at < bytes.length; at += pieceBytes) output.push(bytes.subarray(at, at + pieceBytes));
  output.close();
  return { text: output.text(), output, stored: Buffer.concat(pieces) };
}

test("short output is not stored, and loses what would act on a terminal", () => {
  const { text, output } = kept(Buffer.from("\u001b]0;title\u0007\u001b[31mred\u001b[0m\n"));
  expect([text, output.handle]).toEqual(["red\n", undefined]);
});

test("long output is stored as it came; its middle is left out of the text, and no character is cut", () => {
  const bytes = Buffer.from("é→🧪".repeat(9000));
  const { text, stored, output } = kept(bytes, 777);
  expect([output.handle, stored.equals(bytes)]).toEqual(["out-1", true]);
  expect(text).not.toContain("\ufffd");
  expect(text).not.toContain("\\x");
  expect(text).toMatch(/^(?:é→🧪)+(?:é→?)?\n… \d+ bytes left out …\n→?🧪?(?:é→🧪)+$/);
});

test("wide characters are whole at either side of the gap", () => {
  const { text } = kept(Buffer.from("line of text\n".repeat(4000), "utf16le"), 999);
  expect(text.replace(/… \d+ bytes left out …/, "")).toMatch(/^[a-z\n ]+$/);
});

test("of bytes that are no text only the number is given", () => {
  expect(kept(Buffer.alloc(3000)).text).toBe("(binary output, 3000 bytes)\n");
});

test("no more than 16 MB are stored, and the store says what is missing", () => {
  const { stored } = kept(Buffer.alloc(17 * 1024 * 1024, "x\n"), 65_536);
  const line = "\n… 1048576 bytes more were written and are not kept …\n";
  expect(stored.length).toBe(16 * 1024 * 1024 + Buffer.byteLength(line));
  expect(stored.toString("utf8", 16 * 1024 * 1024)).toBe(line);
});

test("a full disk costs the stored part and is said, the text stays", () => {
  const output = new KeptOutput(sinkFor([], () => true));
  for (let count = 0; count < 100; count++) output.push(Buffer.alloc(1000, "x\n"));
  output.close();
  expect(output.text()).toMatch(/^x\n[\s\S]*… 67232 bytes left out, and they could not be kept \(the disk is full\) …/);
});

test("who watches sees all of a short output, and of an endless one whole lines now and then", () => {
  const shown: string[] = [];
  const show = liveText((text) => void shown.push(text));
  show(Buffer.from("one\ntw"));
  show(Buffer.from("o\n"));
  expect(shown.join("")).toBe("one\ntwo\n");
  const line = Buffer.from("some line of output\n".repeat(3000));
  for (let count = 0; count < 1000; count++) show(line);
  expect(shown.join("").length).toBeLessThan(line.length * 500);
  for (const text of shown.slice(-1)) expect(text).toMatch(/^(?:some line of output\n)+$/);
});
