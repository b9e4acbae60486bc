import { decodeText, encodeText } from "../text/encoding.ts";
import { expectedLines } from "./locate/failure.ts";
import type { Hunk } from "./model.ts";
import type { TextDocument } from "./text-form/document.ts";

/** More of them are looked for in no whole text. */
const LINES_MAX = 100;

/**
 * A line that an edit looks for and that stands in the file in UTF-8, though the file as a whole is none and was read byte by byte: what
 * fits there by its letters is another place, or half of a character.
 */
export function standsInUtf8(document: TextDocument, hunks: readonly Hunk[]): string | undefined {
  if (document.guess.encoding !== "windows-1252") return undefined;
  const foreign = hunks.flatMap(expectedLines).filter((line) => /[^\0-\x7f]/.test(line));
  const whole = foreign.length === 0 ? "" : document.lines.join("\n");
  return foreign.slice(0, LINES_MAX).find((line) => whole.includes(asMisread(line)));
}

function asMisread(line: string): string {
  const encoded = encodeText(line.replace(/^[ \t]+|[ \t]+$/g, ""), "utf-8");
  return encoded.kind === "bytes" ? decodeText(encoded.bytes, "windows-1252") : line;
}
