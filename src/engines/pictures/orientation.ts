import { latin1, viewOf } from "./bytes.ts";

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/**
 * How a picture is to be turned, as EXIF says it (TIFF 6.0, tag 274): 1 to 8, 1 where it says nothing. Pixels are stored as the camera was
 * held, so this is kept when all else of EXIF goes.
 * @param tiff  the EXIF data from its byte order mark on
 */
export function orientationIn(tiff: Uint8Array): number {
  const order = latin1(tiff.subarray(0, 2));
  if (tiff.length < 8 || (order !== "II" && order !== "MM")) return 1;
  const isLittle = order === "II";
  const view = viewOf(tiff);
  const start = view.getUint32(4, isLittle);
  if (start + 2 > tiff.length) return 1;
  const count = view.getUint16(start, isLittle);
  for (let index = 0; index < count; index += 1) {
    const at = start + 2 + index * ENTRY_BYTES;
    if (at + ENTRY_BYTES > tiff.length) return 1;
    if (view.getUint16(at, isLittle) !== ORIENTATION) continue;
    const value = view.getUint16(at + 8, isLittle);
    return value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** EXIF data that says nothing else: a header, one entry, no further directory. */
export function orientationOnly(value: number): Uint8Array {
  const tiff = new Uint8Array(26);
  tiff.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value]);
  return tiff;
}
