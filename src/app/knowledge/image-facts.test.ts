import { expect, test } from "vitest";
import { imageFacts } from "./image-facts.ts";

const bytes = (...parts: readonly (string | readonly number[])[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : part)));

test("pictures are told by their first bytes, with their size where it stands there", () => {
  expect(imageFacts(bytes("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", [0, 0, 2, 128, 0, 0, 1, 224]))).toEqual({
    format: "PNG",
    size: "640 × 480",
  });
  expect(imageFacts(bytes("GIF89a", [16, 0, 8, 0]))).toEqual({ format: "GIF", size: "16 × 8" });
  expect(imageFacts(bytes("RIFF", [0, 0, 0, 0], "WEBPVP8 "))).toEqual({ format: "WebP" });
  const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 100, 0, 200, 3, 1]);
  expect(imageFacts(jpeg)).toEqual({ format: "JPEG", size: "200 × 100" });
});

test("what is cut off or no picture is no picture, or one without a size", () => {
  expect(imageFacts(bytes("\x89PNG"))).toBeUndefined();
  expect(imageFacts(bytes("plain text of a file"))).toBeUndefined();
  expect(imageFacts(new Uint8Array())).toBeUndefined();
  expect(imageFacts(bytes([0xff, 0xd8, 0xff, 0xe0]))).toEqual({ format: "JPEG" });
});
