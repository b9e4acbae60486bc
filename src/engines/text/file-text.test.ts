import fc from "fast-check";
import { expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { encodeText } from "./encoding.ts";
import { decodeFile, encodeFile, isEbcdic } from "./file-text.ts";

function ebcdic(text: string): Uint8Array {
  const encoded = encodeText(text, "cp037");
  if (encoded.kind !== "bytes") throw new Error(`no EBCDIC for ${encoded.character}`);
  return encoded.bytes;
}

test("every text in a single encoding comes back to its bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const decoded = decodeFile(bytes);
      if (decoded.kind === "binary" || isEbcdic(decoded.encoding) || decoded.encoding === "shift_jis") return;
      expect(encodeFile(decoded.text, decoded)).toEqual({ kind: "bytes", bytes });
    }),
    { numRuns: rounds(200) },
  );
});

test("a NUL makes a file binary, unless it is UTF-16", () => {
  expect(decodeFile(Buffer.from("text\0text"))).toEqual({ kind: "binary" });
  expect(decodeFile(Buffer.from("wide text", "utf16le"))).toMatchObject({ encoding: "utf-16le", text: "wide text" });
  expect(decodeFile(Buffer.from("\uFEFFü", "utf16le"))).toMatchObject({ encoding: "utf-16le", bom: true });
});

test("stray control bytes are binary, stray letters Windows-1252", () => {
  const noise = Uint8Array.from({ length: 100 }, (_, index) => 1 + ((index * 37) % 250));
  expect(decodeFile(noise)).toEqual({ kind: "binary" });
  expect(decodeFile(Buffer.from("caf\xe9 au lait \x80 3", "latin1"))).toMatchObject({
    encoding: "windows-1252",
    text: "café au lait € 3",
  });
});

test("EBCDIC lines read with line feeds and are written back with their own ends", () => {
  const bytes = ebcdic("       IDENTIFICATION DIVISION.\u0085       PROGRAM-ID. FEES.\u0085");
  const decoded = decodeFile(bytes);
  if (decoded.kind === "binary") throw new Error("read as binary");
  expect(decoded.text).toBe("       IDENTIFICATION DIVISION.\n       PROGRAM-ID. FEES.\n");
  expect(encodeFile(decoded.text, decoded)).toEqual({ kind: "bytes", bytes });
});

test("EBCDIC card images read as lines, and are written back as cards", () => {
  const bytes = ebcdic(["//NIGHTLY JOB", "//S1 EXEC PGM=FEEPOST"].map((card) => card.padEnd(80)).join(""));
  const decoded = decodeFile(bytes);
  if (decoded.kind === "binary") throw new Error("read as binary");
  expect(decoded).toMatchObject({ text: "//NIGHTLY JOB\n//S1 EXEC PGM=FEEPOST\n", recordLength: 80 });
  expect(encodeFile(decoded.text, decoded)).toEqual({ kind: "bytes", bytes });
  expect(encodeFile(`${"X".repeat(81)}\n`, decoded)).toEqual({ kind: "too-long", line: 1, recordLength: 80 });
});
