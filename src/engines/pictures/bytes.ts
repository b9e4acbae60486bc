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

export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A part of the bytes, which must be there. @throws {RangeError} when it reaches past the end */
export function part(bytes: Uint8Array, from: number, to: number): Uint8Array {
  if (to > bytes.length || from > to) throw new RangeError("the file ends before its part does");
  return bytes.subarray(from, to);
}
