// JPEG (ITU T.81, EXIF 2.32): segments of a marker and a length, and entropy-coded data behind each start of scan.

import { joinedBytes } from "../text/joined-bytes.ts";
import { latin1, type Picture, type PictureBudget, part, pictureBudget, viewOf } from "./bytes.ts";
import { orientationIn, orientationOnly } from "./orientation.ts";

const START_OF_SCAN = 0xda;
const END = 0xd9;
/** Marker, length, name, version, density, and the sides of the thumbnail. */
const JFIF_BYTES = 18;

/** @returns undefined for what has no frame @throws {RangeError} where a segment reaches past the end, or nothing ends it */
export function readJpeg(bytes: Uint8Array): Picture | undefined {
  const pieces: Uint8Array[] = [];
  let size: Pick<Picture, "width" | "height"> | undefined;
  let orientation = 1;
  for (const { marker, segment, scan } of segmentsOf(bytes)) {
    if (isFrame(marker)) size = { height: viewOf(segment).getUint16(5), width: viewOf(segment).getUint16(7) };
    if (marker === 0xe1 && latin1(segment.subarray(4, 10)) === "Exif\0\0")
      orientation = orientationIn(segment.subarray(10));
    if (isNeeded(marker, segment)) pieces.push(marker === 0xe0 ? withoutThumbnail(segment) : segment, scan);
  }
  if (size === undefined || size.width === 0) return undefined;
  const exif = orientation === 1 ? [] : [exifSegment(orientation)];
  return { ...size, bytes: joinedBytes([bytes.subarray(0, 2), ...exif, ...pieces, Uint8Array.of(0xff, END)]) };
}

interface Segment {
  readonly marker: number;
  /** From the marker on. */
  readonly segment: Uint8Array;
  /** The coded data behind a start of scan. */
  readonly scan: Uint8Array;
}

/** As far as the end of the picture: what follows it is another one, or a video. */
function* segmentsOf(bytes: Uint8Array): Generator<Segment> {
  const view = viewOf(bytes);
  const budget = pictureBudget();
  for (let at = 2; ; ) {
    budget.part();
    if (view.getUint8(at) !== 0xff) throw new RangeError("no marker where one must be");
    const marker = view.getUint8(at + 1);
    if (marker === END) return;
    const isFill = marker === 0xff;
    const end = isFill ? at + 1 : at + 2 + view.getUint16(at + 2);
    const next = marker === START_OF_SCAN ? scanEnd(bytes, end, budget) : end;
    if (!isFill) yield { marker, segment: part(bytes, at, end), scan: part(bytes, end, next) };
    at = next;
  }
}

/** SOF0 to SOF15, without the tables among them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Of what programs add: JFIF's density, the colour profile and Adobe's word on colours change what is seen. */
function isNeeded(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xfe) return false;
  if (marker < 0xe0 || marker > 0xef) return true;
  const name = latin1(segment.subarray(4, 16));
  return (
    (marker === 0xe0 && name.startsWith("JFIF\0")) ||
    (marker === 0xe2 && name.startsWith("ICC_PROFILE\0")) ||
    (marker === 0xee && name.startsWith("Adobe"))
  );
}

/** JFIF may hold a small copy of what the picture was before it was changed: its size becomes none, behind its density. */
function withoutThumbnail(jfif: Uint8Array): Uint8Array {
  const head = part(jfif, 0, JFIF_BYTES).slice();
  head.set([0, JFIF_BYTES - 2], 2);
  head.set([0, 0], JFIF_BYTES - 2);
  return head;
}

/** Where the coded data ends: at the next marker that is neither a stuffed byte nor a restart. */
function scanEnd(bytes: Uint8Array, from: number, budget: PictureBudget): number {
  let at = from;
  for (;;) {
    budget.look();
    at = bytes.indexOf(0xff, at);
    const next = at < 0 ? undefined : bytes[at + 1];
    if (next === undefined) throw new RangeError("the scan has no end");
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at;
    at += next === 0xff ? 1 : 2;
  }
}

function exifSegment(orientation: number): Uint8Array {
  const tiff = orientationOnly(orientation);
  const head = [0xff, 0xe1, 0, tiff.length + 8, 0x45, 0x78, 0x69, 0x66, 0, 0];
  return joinedBytes([Uint8Array.from(head), tiff]);
}
