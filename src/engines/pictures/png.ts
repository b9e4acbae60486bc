// PNG (W3C, third edition): a signature, and chunks of length, name, data and checksum.

import { joinedBytes } from "../text/joined-bytes.ts";
import { latin1, type Picture, part, pictureBudget, viewOf } from "./bytes.ts";

/** What changes how it looks. A chunk of another name, if it is not critical, only tells about it. */
const SEEN = new Set([
  ...["tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "bKGD", "cICP", "mDCV", "cLLI", "pHYs"],
  ...["acTL", "fcTL", "fdAT"],
]);
const HEAD_BYTES = 8;
const FRAME_BYTES = 12;

/** @returns undefined where no header begins it or no end ends it @throws {RangeError} where a chunk reaches past the end */
export function readPng(bytes: Uint8Array): Picture | undefined {
  const view = viewOf(bytes);
  if (latin1(part(bytes, HEAD_BYTES + 4, HEAD_BYTES + 8)) !== "IHDR") return undefined;
  const pieces = [bytes.subarray(0, HEAD_BYTES)];
  const budget = pictureBudget();
  for (let at = HEAD_BYTES; ; ) {
    budget.part();
    const name = latin1(part(bytes, at + 4, at + 8));
    if (!/^[A-Za-z]{4}$/.test(name)) return undefined;
    const end = at + FRAME_BYTES + view.getUint32(at);
    const chunk = part(bytes, at, end);
    if (/^[A-Z]/.test(name) || SEEN.has(name)) pieces.push(chunk);
    at = end;
    if (name === "IEND") break;
  }
  return { width: view.getUint32(16), height: view.getUint32(20), bytes: joinedBytes(pieces) };
}
