import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeText, encodeText } from "./decode.ts";

test("every text but EBCDIC comes back to its bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const decoded = decodeText(bytes);
      if (decoded.kind === "binary" || decoded.encoding === "ebcdic") return;
      expect(encodeText(decoded.text, decoded)).toEqual(bytes);
    }),
    { numRuns: 2000 },
  );
});

test("a NUL makes a file binary, unless it is UTF-16", () => {
  expect(decodeText(Buffer.from("text\0text"))).toEqual({ kind: "binary" });
  expect(decodeText(Buffer.from("wide text", "utf16le"))).toMatchObject({ encoding: "utf-16le", text: "wide text" });
  expect(decodeText(Buffer.from("\uFEFFü", "utf16le"))).toMatchObject({ encoding: "utf-16le", bom: true });
});

test("stray control bytes are binary, stray letters Latin-1", () => {
  expect(decodeText(Uint8Array.from({ length: 100 }, (_, index) => 1 + ((index * 37) % 250)))).toEqual({
    kind: "binary",
  });
  expect(decodeText(Buffer.from("caf\xe9 au lait", "latin1"))).toMatchObject({
    encoding: "latin-1",
    text: "café au lait",
  });
});
