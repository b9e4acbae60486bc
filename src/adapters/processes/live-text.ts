import { StringDecoder } from "node:string_decoder";

/** Shown as it comes; nobody reads more than that. */
const WHOLE_BYTES_MAX = 256 * 1024;
const PIECE_BYTES = 4096;
const PIECE_EVERY_MS = 100;
const FEED = 10;

/**
 * What a person who watches is shown of a command's output: all of it at first, and from a command that writes without
 * end the last whole lines ten times a second.
 */
export function liveText(show: (text: string) => void): (bytes: Buffer) => void {
  const decoder = new StringDecoder("utf8");
  let seen = 0;
  let shownAtMs = 0;
  return (bytes) => {
    seen += bytes.length;
    if (seen <= WHOLE_BYTES_MAX) return show(decoder.write(bytes));
    if (performance.now() - shownAtMs < PIECE_EVERY_MS) return;
    shownAtMs = performance.now();
    const piece = bytes.subarray(Math.max(0, bytes.length - PIECE_BYTES));
    const lines = piece.subarray(piece.indexOf(FEED) + 1, piece.lastIndexOf(FEED) + 1);
    if (lines.length > 0) show(lines.toString("utf8"));
  };
}
