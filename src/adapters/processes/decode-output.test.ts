import fc from "fast-check";
import { expect, test } from "vitest";
import { commandEncoding, decodeCommandBytes } from "./decode-output.ts";

function read(bytes: Buffer): string {
  const encoding = commandEncoding(bytes);
  return encoding === "binary" ? "binary" : decodeCommandBytes(bytes, encoding);
}

test.each([
  ["UTF-8", Buffer.from("naïve – 日本 🧪\n"), "naïve – 日本 🧪\n"],
  ["Latin-1", Buffer.from("caf\xe9 d\xe9j\xe0\n", "latin1"), "café déjà\n"],
  ["UTF-16 with a mark", Buffer.from("\ufeffone\ntwo\n", "utf16le"), "one\ntwo\n"],
  ["UTF-16 without one", Buffer.from("one two three\n", "utf16le"), "one two three\n"],
  ["UTF-8 with single bytes that are none", Buffer.from("é \xff\xfe x", "latin1"), "\xe9 \xff\xfe x"],
  ["mixed", Buffer.concat([Buffer.from("é "), Buffer.from([0xff, 0xe9])]), "é \\xff\\xe9"],
  ["a list that NUL separates", Buffer.from("./src/a.ts\0./src/b.ts\0"), "./src/a.ts\0./src/b.ts\0"],
  ["a program", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0]), "binary"],
  ["compressed bytes", Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 197 + 31) % 256)), "binary"],
  ["nothing", Buffer.alloc(0), ""],
])("%s", (_name, bytes, text) => {
  expect(read(bytes)).toBe(text);
});

test("a character that the sample cuts is no reason to take UTF-8 for Latin-1", () => {
  const text = `${"x".repeat(8191)}é and more é`;
  expect(read(Buffer.from(text))).toBe(text);
});

test("UTF-8 comes through whatever it says, and no bytes throw", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (text) => {
      const bytes = Buffer.from(text, "utf8");
      expect(decodeCommandBytes(bytes, "utf-8")).toBe(bytes.toString("utf8"));
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void read(Buffer.from(bytes))));
});
