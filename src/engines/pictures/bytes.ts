/** Width and height in pixels, as they are stored. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** The picture without what it says about itself: where and when it was taken, by whom, with what; its pixels bit for bit. */
  readonly bytes: Uint8Array;
}

export function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A part of the bytes, which must be there. @throws {RangeError} when it reaches past the end */
export function part(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to > bytes.length || from > to) throw new RangeError("the file ends before its part does");
  return bytes.subarray(from, to);
}

/** The largest pictures have some ten thousand parts (PNG in pieces of 8 KB), and blocks and stuffed bytes for each 250 bytes. */
const PARTS_MAX = 100_000;
const LOOKS_MAX = 1_000_000;

/** Bounds what one picture takes to read: a file of nothing but empty parts would otherwise be millions of pieces. */
export interface PictureBudget {
  /** One more part. @throws {RangeError} when there are more than a picture has */
  part(): void;
  /** One more look within a part. @throws {RangeError} when there are more than a picture takes */
  look(): void;
}

export function pictureBudget(): PictureBudget {
  let parts = 0;
  let looks = 0;
  const fail = (): never => {
    throw new RangeError("it has more parts than a picture has");
  };
  return {
    part: () => void (++parts > PARTS_MAX && fail()),
    look: () => void (++looks > LOOKS_MAX && fail()),
  };
}
