import { isAscii } from "node:buffer";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import { decodeText, detectEncoding, type Encoding } from "../../engines/edits/text-form/encoding.ts";

export type ReadSource =
  | { readonly kind: "text"; readonly text: string; readonly sha256: string; readonly encoding: Encoding }
  | { readonly kind: "trouble"; readonly message: string; readonly sha256: string };

/** Larger files are data, not source. */
export const SOURCE_BYTES_MAX = 256 * 1024 * 1024;

/**
 * The text of a source file in whatever encoding it is.
 * @param encoding  when given, no detection; EBCDIC and the like are otherwise recognised
 */
export function readSource(absolute: string, encoding: Encoding | undefined): ReadSource {
  let bytes: Buffer;
  try {
    bytes = readFileSync(absolute);
  } catch (error) {
    return { kind: "trouble", message: `the file cannot be read (${errorCode(error) ?? "unknown"})`, sha256: "" };
  }
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  if (bytes.length > SOURCE_BYTES_MAX) return { kind: "trouble", message: "the file is too large for source", sha256 };
  if (encoding === undefined && isPlain(bytes))
    return { kind: "text", text: bytes.toString("latin1"), sha256, encoding: "utf-8" };
  const guess = encoding === undefined ? detectEncoding(bytes) : undefined;
  if (guess?.kind === "not-text") return { kind: "trouble", message: "the file is binary, not text", sha256 };
  const used = encoding ?? guess?.encoding ?? "utf-8";
  try {
    const text = decodeText(bytes.subarray(guess?.bomBytes ?? 0), used);
    return { kind: "text", text: withLineFeeds(text), sha256, encoding: used };
  } catch {
    return { kind: "trouble", message: `the file cannot be decoded as ${used}`, sha256 };
  }
}

/** EBCDIC's own end of line is NEL, in the middle of nothing else. */
function withLineFeeds(text: string): string {
  return text.includes("\n") ? text : text.replaceAll("\u0085", "\n");
}

/** ASCII without NUL: the same in every encoding that is guessed, so that guessing is not needed. */
function isPlain(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes[0] !== 0xff && isAscii(bytes) && !bytes.includes(0);
}
