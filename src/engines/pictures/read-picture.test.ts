import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { rounds } from "../../../test/rounds.ts";
import { readPicture } from "./read-picture.ts";

const FORMATS = ["PNG", "JPEG", "GIF", "WebP"] as const;
const SECRET = "taken at 48.2082 N by jane.doe";

/** A picture of noise that a real encoder has made, with all it can say of itself. */
async function photo(
  format: (typeof FORMATS)[number],
  options: { width: number; height: number; orientation: number },
) {
  const { width, height, orientation } = options;
  const raw = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 7919) % 251));
  const exif = { IFD0: { Copyright: SECRET, Software: SECRET }, IFD3: { GPSLatitudeRef: "N" } };
  const made = sharp(raw, { raw: { width, height, channels: 3 } })
    .withExif(exif)
    .withMetadata({ orientation, exif });
  switch (format) {
    case "PNG":
      return made.png().toBuffer();
    case "JPEG":
      return made.jpeg({ progressive: width % 2 === 0 }).toBuffer();
    case "GIF":
      return withComment(await made.gif().toBuffer());
    case "WebP":
      return made.webp({ lossless: width % 2 === 0 }).toBuffer();
  }
}

/** Behind the screen and its colours. */
function withComment(gif: Buffer): Buffer {
  const start = 13 + ((gif[10] ?? 0) & 0x80 ? 3 * 2 ** (((gif[10] ?? 0) & 7) + 1) : 0);
  const comment = Buffer.from(`\x21\xfe${String.fromCharCode(SECRET.length)}${SECRET}\0`, "latin1");
  return Buffer.concat([gif.subarray(0, start), comment, gif.subarray(start)]);
}

const SIZES = fc.record({
  width: fc.integer({ min: 1, max: 40 }),
  height: fc.integer({ min: 1, max: 40 }),
  orientation: fc.integer({ min: 1, max: 8 }),
});

describe.each(FORMATS)("%s", (format) => {
  test("what it says of itself is gone, its pixels and how it is turned are the same", async () => {
    await fc.assert(
      fc.asyncProperty(SIZES, async (options) => {
        const original = await photo(format, options);
        expect(original.includes("jane.doe")).toBe(true);
        const read = readPicture(Buffer.concat([original, Buffer.from(format === "WebP" ? "" : `tail ${SECRET}`)]));
        if (read.kind !== "picture") throw new Error(`${format} is ${read.kind}`);
        expect(read).toMatchObject({ format, width: options.width, height: options.height });
        expect(Buffer.from(read.bytes).includes("jane.doe")).toBe(false);
        const pixels = (bytes: Uint8Array) => sharp(bytes).rotate().raw().toBuffer();
        if (format !== "PNG") expect(await pixels(read.bytes)).toEqual(await pixels(original));
        else expect(await sharp(read.bytes).raw().toBuffer()).toEqual(await sharp(original).raw().toBuffer());
        expect(readPicture(read.bytes)).toEqual(read);
      }),
      { numRuns: rounds(15) },
    );
  });

  test("cut off anywhere it is damaged, never half a picture and never a throw", async () => {
    const original = await photo(format, { width: 9, height: 7, orientation: 6 });
    for (let length = 16; length < original.length - 1; length += 1)
      expect(readPicture(original.subarray(0, length)).kind).toBe("damaged");
  });
});

test("a thumbnail within JFIF's own segment goes, whatever was cut from the picture later", async () => {
  const jpeg = await sharp({ create: { width: 9, height: 7, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const thumbnail = Buffer.from("hidden thumb".padEnd(3 * 2 * 2, "x"));
  const head = Buffer.from([
    0xff,
    0xe0,
    0,
    16 + thumbnail.length,
    ...Buffer.from("JFIF\0"),
    1,
    1,
    1,
    0,
    72,
    0,
    72,
    2,
    2,
  ]);
  const rest = jpeg.subarray(jpeg[3] === 0xe0 ? 4 + jpeg.readUInt16BE(4) : 2);
  const read = readPicture(Buffer.concat([jpeg.subarray(0, 2), head, thumbnail, rest]));
  if (read.kind !== "picture") throw new Error(read.kind);
  expect(Buffer.from(read.bytes).includes("hidden")).toBe(false);
  expect(await sharp(read.bytes).raw().toBuffer()).toEqual(await sharp(jpeg).raw().toBuffer());
});

test("bytes that only begin like a picture never throw", () => {
  const heads = ["\x89PNG\r\n\x1a\n", "\xff\xd8\xff", "GIF89a", "RIFF\x40\0\0\0WEBP"];
  fc.assert(
    fc.property(fc.constantFrom(...heads), fc.uint8Array({ maxLength: 200 }), (head, rest) => {
      expect(["picture", "damaged"]).toContain(readPicture(Buffer.concat([Buffer.from(head, "latin1"), rest])).kind);
    }),
  );
  expect(readPicture(new TextEncoder().encode("text")).kind).toBe("none");
});

describe("a file of more parts than a picture has is read no further", () => {
  const many = (part: readonly number[], count = 2_000_000) => Buffer.alloc(part.length * count, Buffer.from(part));
  const png = (name: string) => [0, 0, 0, 0, ...Buffer.from(name), 0, 0, 0, 0];
  const pngHead = Buffer.from("89504e470d0a1a0a0000000d4948445200000001000000010806000000ffffffff", "hex");
  const jpegHead = Buffer.from("ffd8ffc0000b080001000101011100", "hex");
  const gifHead = Buffer.from("GIF89a\x01\0\x01\0\0\0\0", "latin1");
  const webpHead = Buffer.from("RIFF\xff\xff\xff\x0fWEBPVP8X\x0a\0\0\0\0\0\0\0\0\0\0\0\0\0", "latin1");
  test.each([
    ["PNG", "parts that are kept", pngHead, many(png("PLTE"))],
    ["PNG", "parts that are left out", pngHead, many(png("tEXt"))],
    ["JPEG", "empty tables", jpegHead, many([0xff, 0xdb, 0, 2])],
    ["JPEG", "bytes that only fill", jpegHead, many([0xff])],
    ["JPEG", "stuffed bytes", Buffer.concat([jpegHead, Buffer.from("ffda0002", "hex")]), many([0xff, 0])],
    ["GIF", "frames of one pixel", gifHead, many([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 0])],
    ["GIF", "extensions", gifHead, many([0x21, 0xf9, 0])],
    ["GIF", "blocks of one byte", Buffer.concat([gifHead, Buffer.from([0x21, 0xf9])]), many([1, 65])],
    ["WebP", "empty chunks", webpHead, many([...Buffer.from("ALPH"), 0, 0, 0, 0])],
  ] as const)("%s: %s", (format, _, head, rest) => {
    expect(readPicture(Buffer.concat([head, rest]))).toEqual({ kind: "damaged", format });
  });
});
