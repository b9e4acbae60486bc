/** Format and size of a picture by its first bytes; undefined for anything else. Sizes in pixels, absent where not found. */
export function imageFacts(bytes: Uint8Array): { readonly format: string; readonly size?: string } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
  if (bytes.length >= 24 && text(1, 4) === "PNG")
    return { format: "PNG", size: sized(view.getUint32(16), view.getUint32(20)) };
  if (bytes.length >= 10 && /^GIF8[79]a$/.test(text(0, 6)))
    return { format: "GIF", size: sized(view.getUint16(6, true), view.getUint16(8, true)) };
  if (bytes.length >= 12 && text(0, 4) === "RIFF" && text(8, 12) === "WEBP") return { format: "WebP" };
  if (bytes.length >= 4 && bytes[0] === 0xff && bytes[1] === 0xd8) return { format: "JPEG", ...jpegSize(view) };
  if (text(0, 2) === "BM" && bytes.length >= 26)
    return { format: "BMP", size: sized(view.getInt32(18, true), Math.abs(view.getInt32(22, true))) };
  return undefined;
}

function sized(width: number, height: number): string {
  return `${width} × ${height}`;
}

/** The first frame header (SOF0 to SOF15, without the tables among them) holds the size. */
function jpegSize(view: DataView): { readonly size?: string } {
  for (let at = 2; at + 9 < view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { size: sized(view.getUint16(at + 7), view.getUint16(at + 5)) };
  }
  return {};
}
