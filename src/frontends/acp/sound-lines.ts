import { Readable } from "node:stream";
import { clientLines } from "../../base/client-lines.ts";
import { textNestsTooDeep } from "../../base/json-depth.ts";

/** No JSON: what reads it answers that it could not be parsed. */
const UNREADABLE = "{";

/**
 * What a client sends; a line that nests too deep to be parsed stands there as one that is no JSON.
 * @param onFailure  told why no more is read
 */
export function soundLines(
  input: ReadableStream<Uint8Array>,
  onFailure: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return Readable.toWeb(Readable.from(sound(input, onFailure))) as ReadableStream<Uint8Array>;
}

async function* sound(input: ReadableStream<Uint8Array>, onFailure: (error: unknown) => void) {
  try {
    for await (const line of clientLines(input)) yield Buffer.from(`${textNestsTooDeep(line) ? UNREADABLE : line}\n`);
  } catch (error) {
    onFailure(error);
    throw error;
  }
}
