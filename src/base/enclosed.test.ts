import { expect, test } from "vitest";
import { enclosedIn, withoutEnclosed } from "./enclosed.ts";

const closing = ([, name = ""]: RegExpExecArray): RegExp => new RegExp(`</${name}>`, "g");

test("each opening ends at the first mark that closes it, and what nothing closes is left as it is", () => {
  const text = "1<a>2<b>3</a>4</b>5<b>6<a>7</a>8";
  expect([...enclosedIn(text, /<([ab])>/g, closing)].map(({ at, content, end }) => [at, content, end])).toEqual([
    [1, "2<b>3", 13],
    [23, "7", 31],
  ]);
  expect(withoutEnclosed(text, /<([ab])>/g, closing)).toBe("14</b>5<b>68");
});

test("openings of a hundred kinds that nothing closes end the search", () => {
  const text = Array.from({ length: 100 }, (_, index) => `<a${index}>`).join("");
  expect(withoutEnclosed(`${text}<b>x</b>`, /<(\w+)>/g, closing)).toBe(`${text}<b>x</b>`);
});
