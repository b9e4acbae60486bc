import { expect, test } from "vitest";
import { htmlText } from "./html-text.ts";

test("a page that is read in pieces reads as one: no line, link or blank is lost where a piece begins", () => {
  const part =
    '<h2>Head</h2>\n<p>One &amp;  <b>two</b> <a href="https://x.example/y">a  link</a></p>\n\n\n<ul><li>a</ul>';
  const read = "## Head\n\nOne & two a link (https://x.example/y)\n\n- a";
  const times = 10_000;
  expect(htmlText(part)).toBe(read);
  expect(htmlText(part.repeat(times))).toBe(Array(times).fill(read).join("\n\n"));
});

test("a line that is longer than a piece stays one line", () => {
  const text = "a <b>word</b> ".repeat(60_000);
  expect(htmlText(`<p>${text}</p>`)).toBe("a word ".repeat(60_000).trim());
});
