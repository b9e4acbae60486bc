// WebP (RFC 9649): a RIFF file of chunks, padded to an even length; VP8X says which kinds of them there are.

import { joinedBytes } from "../text/joined-bytes.ts";
import { latin1, type Picture, part, pictureBudget, viewOf } from "./bytes.ts";
import { orientationIn, orientationOnly } from "./orientation.ts";

const SEEN = new Set(["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]);
const EXIF_FLAG = 0x08;
const XMP_FLAG = 0x04;

/** @returns undefined where nothing says its size @throws {RangeError} where a chunk reaches past the end */
export function readWebp(bytes: Uint8Array): Picture | undefined {
  const view = viewOf(bytes);
  const end = 8 + view.getUint32(4, true);
  const pieces: Uint8Array[] = [];
  let size: Pick<Picture, "width" | "height"> | undefined;
  let orientation = 1;
  const budget = pictureBudget();
  for (let at = 12; at < end; ) {
    budget.part();
    const name = latin1(part(bytes, at, at + 4));
    const length = view.getUint32(at + 4, true);
    const data = part(bytes, at + 8, at + 8 + length);
    // The last one's padding is left out by some writers.
    const next = at + 8 + length + (length % 2);
    const chunk = part(bytes, at, Math.min(next, bytes.length));
    size ??= sizeIn(name, data);
    if (name === "EXIF") orientation = orientationIn(exifData(data));
    if (SEEN.has(name)) pieces.push(name === "VP8X" ? Uint8Array.from(chunk) : chunk);
    at = next;
  }
  if (size === undefined) return undefined;
  const turned = orientation !== 1 && latin1(pieces[0]?.subarray(0, 4) ?? new Uint8Array()) === "VP8X";
  setFlags(pieces[0], turned);
  if (turned) pieces.push(riffChunk("EXIF", orientationOnly(orientation)));
  return { ...size, bytes: riffChunk("RIFF", joinedBytes([Uint8Array.from([0x57, 0x45, 0x42, 0x50]), ...pieces])) };
}

/** Some writers put JPEG's name before the data. */
function exifData(data: Uint8Array): Uint8Array {
  return latin1(data.subarray(0, 6)) === "Exif\0\0" ? data.subarray(6) : data;
}

function setFlags(first: Uint8Array | undefined, hasExif: boolean): void {
  if (first === undefined || latin1(first.subarray(0, 4)) !== "VP8X") return;
  const kept = (first[8] ?? 0) & ~(EXIF_FLAG | XMP_FLAG);
  first[8] = hasExif ? kept | EXIF_FLAG : kept;
}

function sizeIn(name: string, data: Uint8Array): Pick<Picture, "width" | "height"> | undefined {
  const view = viewOf(data);
  const three = (at: number): number => 1 + (view.getUint16(at, true) | (view.getUint8(at + 2) << 16));
  switch (name) {
    case "VP8X":
      return { width: three(4), height: three(7) };
    case "VP8 ":
      return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
    case "VP8L": {
      const bits = view.getUint32(1, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
  }
  return undefined;
}

function riffChunk(name: string, data: Uint8Array): Uint8Array {
  const head = new Uint8Array(8);
  head.set([...name].map((letter) => letter.charCodeAt(0)));
  viewOf(head).setUint32(4, data.length, true);
  return joinedBytes([head, data, new Uint8Array(data.length % 2)]);
}
