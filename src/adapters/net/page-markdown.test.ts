import fc from "fast-check";
import { expect, test } from "vitest";
import { pageMarkdown } from "./page-markdown.ts";

const URL_HERE = "https://docs.example/guide/page.html";
const words = (count: number): string => Array.from({ length: count }, (_, index) => `word${index}`).join(" ");

test("an article comes without what stands around it, its links whole, its code and tables readable", () => {
  const page = `<html><head><title>The Guide - Site</title></head><body>
    <nav><ul><li><a href="/login">Log in</a></li></ul></nav>
    <article><h1>The Guide</h1><p>${words(120)} <a href="../api#x">the API</a>.</p>
    <pre><code class="language-js">const a = 1;
const b = 2;</code></pre>
    <table><tr><th>name</th><th>means</th></tr><tr><td>a</td><td>one</td></tr></table><p>${words(80)}</p></article>
    <footer>All rights reserved</footer><script>track()</script></body></html>`;
  const text = pageMarkdown(page, URL_HERE);
  expect(text).toContain("[the API](https://docs.example/api#x)");
  expect(text).toContain("```js\nconst a = 1;\nconst b = 2;\n```");
  expect(text).toMatch(/\| name \| means \|\n\| a \| one \|/);
  expect(text.startsWith("# The Guide")).toBe(true);
  expect(text).not.toMatch(/Log in|track\(\)|All rights/);
});

test("a page without an article is read whole; nothing that a link would run is left", () => {
  const text = pageMarkdown(`<title>T</title><p>Short. <a href="javascript:steal()">go</a></p>`, URL_HERE);
  expect(text).toBe("# T\n\nShort. go");
});

test("boxes within boxes without end, and any text, are read without a throw", () => {
  const deep = `${"<div>".repeat(60_000)}inside${"</div>".repeat(60_000)}`;
  expect(pageMarkdown(deep, URL_HERE)).toContain("inside");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("<p>", "</p>", "<table>", "<td", "a", "&#x", '"', ">", "<!--", "<b>x", "</")),
      (parts) => {
        expect(typeof pageMarkdown(parts.join(""), URL_HERE)).toBe("string");
      },
    ),
  );
});

test.each(["<", ">", "&amp", "&amp;", "<!", "a<", "<p>&lt;</p>"])(
  "a page of nothing but %s is read as the text that it is",
  (mark) => {
    // One that the parsers of others are given takes a minute for this, and all memory.
    expect(pageMarkdown(`<p>here${mark.repeat(400_000)}`, URL_HERE)).toContain("here");
  },
);
