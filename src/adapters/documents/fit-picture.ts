import type { FittedPicture } from "../../core/ports/documents.ts";
import type { Image } from "../../core/protocol/event.ts";
import { type PictureFormat, type PictureRead, readPicture } from "../../engines/pictures/read-picture.ts";
import { isInstalled } from "../program-folders.ts";

/** What every wire takes, in base64 (Anthropic's 5 MB are the least). */
const BYTES_MAX = 3_750_000;
/** A longer side is refused by Anthropic; models see no more than the sizes below. */
const SIDE_MAX = 8_000;
/** Pixels a side to try, until the bytes fit. */
const SIDES = [2_000, 1_568, 1_000, 500];
/** A small file may unfold to gigabytes. */
const PIXELS_MAX = 100_000_000;
/** Of a larger file only what it is is read. */
const FILE_BYTES_MAX = 50_000_000;
const HEAD_BYTES = 64;

const MEDIA_TYPES: Readonly<Record<PictureFormat, Image["mediaType"]>> = {
  PNG: "image/png",
  JPEG: "image/jpeg",
  GIF: "image/gif",
  WebP: "image/webp",
};

/** A picture by its bytes, without what it says of itself; one that is too large is made smaller where `sharp` is installed. */
export async function fitPicture(bytes: Uint8Array): Promise<FittedPicture> {
  const read = readPicture(bytes.length > FILE_BYTES_MAX ? bytes.subarray(0, HEAD_BYTES) : bytes);
  if (read.kind === "none") return isBitmap(bytes) ? bitmap(bytes) : read;
  if (bytes.length > FILE_BYTES_MAX)
    return {
      kind: "refused",
      facts: `${read.format}, ${kilobytes(bytes)}`,
      why: `a picture of more than ${FILE_BYTES_MAX / 1e6} MB is not read; make it smaller`,
    };
  if (read.kind === "damaged")
    return {
      kind: "refused",
      facts: `${read.format}, damaged`,
      why: "it is cut off or damaged, or has more parts than a picture has; send a whole one",
    };
  const facts = factsOf(read);
  if (read.bytes.length <= BYTES_MAX && Math.max(read.width, read.height) <= SIDE_MAX)
    return { kind: "picture", image: imageOf(read.format, read.bytes), facts };
  return smaller(read, facts);
}

type Read = Extract<PictureRead, { kind: "picture" }>;

async function smaller(picture: Read, facts: string): Promise<FittedPicture> {
  const limits = `models take ${BYTES_MAX / 1e6} MB and ${SIDE_MAX} pixels a side at most`;
  const { default: sharp } = isInstalled("sharp") ? await import("sharp") : { default: undefined };
  if (!sharp) {
    const why = `${limits}; \`npm install --global sharp\` lets Waymark make it smaller`;
    return { kind: "refused", facts, why };
  }
  const isLossy = picture.format === "JPEG";
  for (const side of SIDES) {
    const size = { width: side, height: side, fit: "inside", withoutEnlargement: true } as const;
    const turned = sharp(picture.bytes, { limitInputPixels: PIXELS_MAX }).rotate().resize(size);
    try {
      const made = await (isLossy ? turned.jpeg({ quality: 85 }) : turned.png()).toBuffer({ resolveWithObject: true });
      if (made.data.length > BYTES_MAX) continue;
      const { width, height } = made.info;
      const image = imageOf(isLossy ? "JPEG" : "PNG", made.data);
      return { kind: "picture", image, facts: `${facts}, sent as ${width} × ${height}` };
    } catch (error) {
      const [reason = ""] = String(error instanceof Error ? error.message : error).split("\n");
      return { kind: "refused", facts, why: `${limits}, and it cannot be made smaller (${reason})` };
    }
  }
  return { kind: "refused", facts, why: `${limits}; make it smaller` };
}

function factsOf({ format, width, height, bytes }: Read): string {
  return `${format}, ${width} × ${height} pixels, ${kilobytes(bytes)}`;
}

function kilobytes(bytes: Uint8Array): string {
  return `${(bytes.length / 1000).toFixed(1)} kB`;
}

function imageOf(format: PictureFormat, bytes: Uint8Array): Image {
  return { mediaType: MEDIA_TYPES[format], base64: Buffer.from(bytes).toString("base64") };
}

function isBitmap(bytes: Uint8Array): boolean {
  return bytes.length >= 26 && bytes[0] === 0x42 && bytes[1] === 0x4d;
}

function bitmap(bytes: Uint8Array): FittedPicture {
  const facts = `BMP, ${kilobytes(bytes)}`;
  return { kind: "refused", facts, why: "no model takes this format; save it as PNG" };
}
