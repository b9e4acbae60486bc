import { sha256 } from "../../base/sha256.ts";
import type { FileChange, Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { decodeFile, encodeFile, type FileText } from "../../engines/text/file-text.ts";

/** A text file as a tool changes it: its text, and what is needed to write it back as it was found. */
export interface TextFile extends FileText {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** @throws {ToolFailure} when there is no file, it is no text, or a larger one than can be changed as text */
export async function readTextFile(workspace: Workspace, path: string): Promise<TextFile> {
  const bytes = await workspace.readBytes(path);
  if (isTooLargeToChange(bytes)) throw new ToolFailure(tooLargeText(workspace.show(path)));
  const decoded = decodeFile(bytes);
  if (decoded.kind === "binary")
    throw new ToolFailure(`${workspace.show(path)} is binary (${bytes.length} bytes), not text.`);
  return { ...decoded, sha256: await sha256(bytes) };
}

/** A text is compared line by line before it is changed: beyond this it takes seconds and gigabytes. */
const CHANGED_BYTES_MAX = 50_000_000;
const CHANGED_LINES_MAX = 1_000_000;
const LINE_FEED = 10;
const RETURN = 13;

export function isTooLargeToChange(bytes: Uint8Array): boolean {
  if (bytes.length > CHANGED_BYTES_MAX) return true;
  let lines = 0;
  for (let at = 0; at < bytes.length && lines <= CHANGED_LINES_MAX; at += 1) {
    const byte = bytes[at];
    if (byte === LINE_FEED || (byte === RETURN && bytes[at + 1] !== LINE_FEED)) lines += 1;
  }
  return lines > CHANGED_LINES_MAX;
}

export const tooLargeText = (shown: string): string =>
  `${shown} is too large to be changed as text (${CHANGED_BYTES_MAX / 1e6} MB and ${CHANGED_LINES_MAX} lines at most). Use shell with sed.`;

/** The change that gives a text file new text, in its own encoding, with its byte order mark, line ends or records. */
export function rewrite(workspace: Workspace, path: string, file: TextFile, text: string): FileChange {
  const encoded = encodeFile(text, file);
  if (encoded.kind === "bytes") return { kind: "write", path, bytes: encoded.bytes, expected: file.sha256 };
  const name = workspace.show(path);
  throw new ToolFailure(
    encoded.kind === "too-long"
      ? `${name} has records of ${encoded.recordLength} characters; line ${encoded.line} is longer. Shorten it.`
      : `${name} is kept in ${file.encoding}, which has no ${JSON.stringify(encoded.character)}. Use only characters it has.`,
  );
}
