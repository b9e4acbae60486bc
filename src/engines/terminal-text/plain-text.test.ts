import fc from "fast-check";
import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("sequences are taken out, a NUL is spelt, and plain text is the very same string", () => {
  expect(plainText("\u001b]0;title\u0007\u001b[2J\u001b[31mred\u001b[0m\ta\0b\r\n")).toBe("red\ta\\x00b\n");
  expect(plainText("naïve – 日本 🧪\n")).toBe("naïve – 日本 🧪\n");
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 50 }), (text) => {
      expect(plainText(text)).not.toMatch(/[\0-\u0008\u000e-\u001f\u007f-\u009f]/);
    }),
  );
});
