import { sha256 } from "../../base/sha256.ts";
import type { FileChange, Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import { decodeFile, encodeFile, type FileText } from "../../engines/text/file-text.ts";

/** A text file as a tool changes it: its text, and what is needed to write it back as it was found. */
export interface TextFile extends FileText {
  /** SHA-256 of its bytes, hexadecimal. */
  readonly sha256: string;
}

/** @throws {ToolFailure} when there is no file, or it is no text */
export async function readTextFile(workspace: Workspace, path: string): Promise<TextFile> {
  const bytes = await workspace.readBytes(path);
  const decoded = decodeFile(bytes);
  if (decoded.kind === "binary")
    throw new ToolFailure(`${workspace.show(path)} is binary (${bytes.length} bytes), not text.`);
  return { ...decoded, sha256: await sha256(bytes) };
}

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
