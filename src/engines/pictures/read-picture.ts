import { latin1, type Picture } from "./bytes.ts";
import { readGif } from "./gif.ts";
import { readJpeg } from "./jpeg.ts";
import { readPng } from "./png.ts";
import { readWebp } from "./webp.ts";

export type PictureRead =
  | ({ readonly kind: "picture"; readonly format: PictureFormat } & Picture)
  /** It begins like one and is none: cut off, or its parts do not fit. */
  | { readonly kind: "damaged"; readonly format: PictureFormat }
  | { readonly kind: "none" };

export type PictureFormat = "PNG" | "JPEG" | "GIF" | "WebP";

const FORMATS: readonly {
  readonly format: PictureFormat;
  readonly begins: RegExp;
  readonly read: (bytes: Uint8Array) => Picture | undefined;
}[] = [
  { format: "PNG", begins: /^\x89PNG\r\n\x1a\n/, read: readPng },
  { format: "JPEG", begins: /^\xff\xd8\xff/, read: readJpeg },
  { format: "GIF", begins: /^GIF8[79]a/, read: readGif },
  { format: "WebP", begins: /^RIFF[\s\S]{4}WEBP/, read: readWebp },
];

/** What the bytes of a file are, by themselves; its name says nothing. */
export function readPicture(bytes: Uint8Array): PictureRead {
  const head = latin1(bytes.subarray(0, 16));
  const known = FORMATS.find(({ begins }) => begins.test(head));
  if (!known) return { kind: "none" };
  const { format } = known;
  try {
    const picture = known.read(bytes);
    return picture ? { kind: "picture", format, ...picture } : { kind: "damaged", format };
  } catch (error) {
    // A length that points past the end of the file.
    if (error instanceof RangeError) return { kind: "damaged", format };
    throw error;
  }
}
