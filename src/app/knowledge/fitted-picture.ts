import type { FittedPicture } from "../../core/ports/documents.ts";
import type { Image } from "../../core/protocol/event.ts";

/** A picture of a prompt as it may leave this machine. Never rejects. */
export async function fittedPicture(bytes: Uint8Array): Promise<FittedPicture> {
  const { fitPicture } = await import("../../adapters/documents/fit-picture.ts");
  return fitPicture(bytes);
}

/** The picture of a client's message. What the bytes say it is counts, whatever the client calls it. @throws {Error} where it cannot be taken */
export async function imageOf(base64: string): Promise<Image> {
  const picture = await fittedPicture(Buffer.from(base64, "base64"));
  if (picture.kind === "picture") return picture.image;
  const why = picture.kind === "refused" ? picture.why : "it is no PNG, JPEG, GIF or WebP";
  throw new Error(`an image of a prompt cannot be taken: ${why}`);
}
