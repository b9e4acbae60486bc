import { expect, test } from "vitest";
import { readmeDigest, readmeTitle } from "./readme-digest.ts";

test("title, first paragraph and sections stay; badges, markup and examples do not", () => {
  const readme = `<p align="center">
  <img alt="logo" src="./logo.png" />
</p>

# heron <sup>[![Version][version-image]][version-url]</sup>

[![actions][actions-image]][actions-url]
[![License][license-image]][license-url]

A library that parses [query strings](https://example.com/q)
with some added care.

## Usage

\`\`\`sh
# no heading at all
\`\`\`

### Nested objects ###

More words that nobody needs here.
`;
  expect(readmeDigest(readme, 600)).toBe(
    "# heron\nA library that parses query strings with some added care.\nSections: Usage, Nested objects",
  );
});

test("underlined headings count, and what is too long is cut", () => {
  expect(readmeDigest("Heron\r\n=====\r\n\r\nIt wades through the files.\r\n", 600)).toBe(
    "# Heron\nIt wades through the files.",
  );
  expect(readmeDigest(`# A\n\n${"words ".repeat(500)}`, 100)).toMatch(/^# A\n(?:words )+words?…$/);
  expect(readmeDigest("", 600)).toBe("");
  expect(readmeDigest("plain words without any heading", 600)).toBe("plain words without any heading");
});

test.each([
  ["# heron <sup>[![Version][image]][url]</sup>\n\ntext", "heron"],
  ["\n\nHarbor Ledger\n=============\n", "Harbor Ledger"],
  ["```sh\n# a comment\n```\n\n# Title #\n", "Title"],
  ["## Install\n\n# Later\n", undefined],
  ["only words\n", undefined],
])("the title of %j is %s", (text, title) => expect(readmeTitle(text)).toBe(title));

test("of many sections the deepest levels are left out", () => {
  const members = Array.from({ length: 20 }, (_, n) => `#### .member${n}()\n\nDoes it.\n`).join("\n");
  const readme = `# lru\n\nA cache that forgets what was used last.\n\n## Usage\n\n## API\n\n### Options\n\n${members}\nRelated\n-------\n`;
  expect(readmeDigest(readme, 2000)).toBe(
    "# lru\nA cache that forgets what was used last.\nSections: Usage, API, Options, Related",
  );
});
