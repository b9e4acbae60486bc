// GIF89a: a screen with a colour table, then blocks. Comments and foreign applications (XMP among them) are blocks of their own.

import { joinedBytes } from "../text/joined-bytes.ts";
import { latin1, type Picture, type PictureBudget, part, pictureBudget, viewOf } from "./bytes.ts";

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const END = 0x3b;
const COMMENT = 0xfe;
const APPLICATION = 0xff;

/** @returns undefined for a block of no known kind @throws {RangeError} where one reaches past the end */
export function readGif(bytes: Uint8Array): Picture | undefined {
  const view = viewOf(bytes);
  let at = 13 + colourTable(view.getUint8(10));
  const pieces = [part(bytes, 0, at)];
  const budget = pictureBudget();
  for (;;) {
    budget.part();
    const from = at;
    const kind = view.getUint8(at);
    if (kind === END) break;
    if (kind === IMAGE) at = blocksEnd(view, at + 10 + colourTable(view.getUint8(at + 9)) + 1, budget);
    else if (kind === EXTENSION) at = blocksEnd(view, at + 2, budget);
    else return undefined;
    const block = part(bytes, from, at);
    if (kind === IMAGE || isSeen(block)) pieces.push(block);
  }
  pieces.push(Uint8Array.of(END));
  return { width: view.getUint16(6, true), height: view.getUint16(8, true), bytes: joinedBytes(pieces) };
}

function colourTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function blocksEnd(view: DataView, from: number, budget: PictureBudget): number {
  let at = from;
  for (let size = view.getUint8(at); size > 0; size = view.getUint8(at)) {
    budget.look();
    at += size + 1;
  }
  return at + 1;
}

/** How often an animation is played is seen. */
function isSeen(extension: Uint8Array): boolean {
  const label = extension[1];
  if (label === COMMENT) return false;
  return label !== APPLICATION || /^(?:NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(latin1(extension.subarray(3, 14)));
}
