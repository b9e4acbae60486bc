import { isAscii } from "node:buffer";
import { hash } from "node:crypto";
import { closeSync, fstatSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import type { Problem } from "../../engines/citadel/model.ts";
import type { Encoding } from "../../engines/text/encoding.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { openFileAt } from "../pinned-folder.ts";
import { readWhole } from "../whole-file.ts";

export type ReadSource =
  | {
      readonly kind: "text";
      readonly text: string;
      readonly sha256: string;
      readonly encoding: Encoding;
      /** What was no text and is read as blanks. */
      readonly problem?: Problem;
    }
  | { readonly kind: "trouble"; readonly message: string; readonly sha256: string };

/** Larger files are data, or made by a machine: 400,000 lines of 80 columns, which take a gigabyte to parse. */
const SOURCE_BYTES_MAX = 32 * 1024 * 1024;
const TOO_LARGE = "the file is too large for source (32 MB at most)";

/**
 * The text of a source file in whatever encoding it is.
 * @param encoding  when given, no detection; EBCDIC and the like are otherwise recognised
 */
export function readSource(absolute: string, encoding: Encoding | undefined): ReadSource {
  const bytes = bytesOf(absolute);
  if (typeof bytes === "string") return { kind: "trouble", message: bytes, sha256: "" };
  const sha256 = hash("sha256", bytes);
  if (encoding === undefined && isPlain(bytes))
    return { kind: "text", text: bytes.toString("latin1"), sha256, encoding: "utf-8" };
  const decoded = decodeFile(bytes, encoding);
  if (decoded.kind === "binary")
    return withBlanks(bytes, sha256) ?? { kind: "trouble", message: "the file is binary, not text", sha256 };
  return { kind: "text", text: decoded.text, sha256, encoding: decoded.encoding };
}

/** What a file holds, or why it is not read. */
function bytesOf(absolute: string): Buffer | string {
  try {
    const file = openFileAt(absolute);
    try {
      const { size } = fstatSync(file);
      return size > SOURCE_BYTES_MAX ? TOO_LARGE : readWhole(file, size);
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return `the file cannot be read (${errorCode(error) ?? "it was exchanged"})`;
  }
}

/** A text with more bytes that no text has, one in so many, is none. */
const CONTROLS_ONE_IN = 20;
/** EBCDIC first: to ASCII all of its bytes are some letter. */
const PAGES = [
  { blank: 0x40, isEbcdic: true, lineEnds: [0x15, 0x25] },
  { blank: 0x20, isEbcdic: false, lineEnds: [0x0a] },
] as const;

/** A text that packed numbers stand in, as literals of old sources do: these bytes as blanks, of ASCII or of EBCDIC. */
function withBlanks(bytes: Buffer, sha256: string): ReadSource | undefined {
  const isControl = (byte: number): boolean => byte < 0x20 && !TEXT_CONTROLS.has(byte);
  let count = 0;
  for (const byte of bytes) if (isControl(byte)) count += 1;
  if (count * CONTROLS_ONE_IN > bytes.length) return undefined;
  for (const { blank, isEbcdic, lineEnds } of PAGES) {
    const decoded = decodeFile(bytes.map((byte) => (isControl(byte) ? blank : byte)));
    if (decoded.kind === "binary" || decoded.encoding.startsWith("cp") !== isEbcdic) continue;
    const { text, encoding } = decoded;
    const before = bytes.subarray(0, bytes.findIndex(isControl));
    const line = before.filter((byte) => lineEnds.some((end) => end === byte)).length + 1;
    return {
      kind: "text",
      text,
      sha256,
      encoding,
      problem: { line, message: `${count} bytes are no text; they are read as blanks` },
    };
  }
  return undefined;
}

/** Those that texts have, in ASCII and in EBCDIC. */
const TEXT_CONTROLS: ReadonlySet<number> = new Set([0x05, 0x08, 0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x15, 0x1a, 0x1b]);

/** ASCII without NUL: the same in every encoding that is guessed, so that guessing is not needed. */
function isPlain(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes[0] !== 0xff && isAscii(bytes) && !bytes.includes(0);
}
