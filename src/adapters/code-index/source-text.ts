import { isAscii } from "node:buffer";
import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import type { Encoding } from "../../engines/text/encoding.ts";
import { decodeFile } from "../../engines/text/file-text.ts";

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
  const sha256 = hash("sha256", bytes);
  if (bytes.length > SOURCE_BYTES_MAX) return { kind: "trouble", message: "the file is too large for source", sha256 };
  if (encoding === undefined && isPlain(bytes))
    return { kind: "text", text: bytes.toString("latin1"), sha256, encoding: "utf-8" };
  const decoded = decodeFile(bytes, encoding);
  if (decoded.kind === "binary") return { kind: "trouble", message: "the file is binary, not text", sha256 };
  return { kind: "text", text: decoded.text, sha256, encoding: decoded.encoding };
}

/** ASCII without NUL: the same in every encoding that is guessed, so that guessing is not needed. */
function isPlain(bytes: Buffer): boolean {
  return bytes.length > 0 && bytes[0] !== 0xff && isAscii(bytes) && !bytes.includes(0);
}
