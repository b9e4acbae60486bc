import fc from "fast-check";
import { expect, test } from "vitest";
import { lineWidth, stripStyles, textWidth } from "./width.ts";
import { truncateLine, wrapRanges, wrapStyled } from "./wrap.ts";

test("widths are those of a terminal", () => {
  expect(["abc", "漢字", "e\u0301", "👩‍👩‍👧", "🇩🇪", "가", "\u200b", "ﾊ", "❤️", "é"].map(textWidth)).toEqual([
    3, 4, 1, 2, 2, 2, 0, 1, 2, 1,
  ]);
});

test("words stay whole where they fit, colours go on in the next row", () => {
  expect(
    wrapStyled("\x1b[1mone two three\x1b[0m four", 8)
      .map(stripStyles)
      .map((row) => row.trimEnd()),
  ).toEqual(["one two", "three", "four"]);
});

test("rows are never wider than asked, and hold all of the text", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), fc.integer({ min: 2, max: 30 }), (raw, width) => {
      const text = raw.replace(/[\x00-\x1f\x7f-\x9f]/g, "");
      const ranges = wrapRanges(text, width);
      expect(ranges.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text.replaceAll("\n", ""));
      for (const row of wrapStyled(text, width)) expect(lineWidth(row)).toBeLessThanOrEqual(width);
      expect(lineWidth(truncateLine(text, width))).toBeLessThanOrEqual(width);
    }),
  );
});

test("a word that fills its row leaves no blank at the start of the next", () => {
  expect(wrapStyled("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapStyled("\x1b[1mone two\x1b[0m three", 7)).toEqual(["\x1b[1mone two\x1b[0m", "three"]);
});

test("no row begins with a blank, however many stand where it is broken", () => {
  const texts = ["Use abc  and then   x  end", "Use \x1b[36mabc\x1b[39m  and  \x1b[36mthen\x1b[39m   x  end"];
  for (const text of texts)
    for (let width = 4; width < 30; width++)
      expect(wrapStyled(text, width).map(stripStyles), `${width}`).not.toContainEqual(expect.stringMatching(/^ /));
});
