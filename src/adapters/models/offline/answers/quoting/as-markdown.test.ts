import { expect, test } from "vitest";
import { asMarkdown } from "./as-markdown.ts";

test("no sign of quoted code means anything, and no column of it moves", () => {
  const code = ["*----*", " 1000-PAY.", "* Pays.", "", "     IF A", "         - B", "     # no title", "     ```js"];
  const quoted = ["Nearest:", 'cbl/PAY.cbl:7-14, "1000-PAY":', ...code.map((line) => (line === "" ? "" : `  ${line}`))];
  expect(asMarkdown([...quoted, "Also near:", "- a.ts:1  x"].join("\n")).split("\n")).toEqual([
    ...quoted.slice(0, 2),
    "````cbl",
    ...code,
    "````",
    ...["Also near:", "- a.ts:1  x"],
  ]);
});

test("a text for people is quoted as text, and ends where the quotation ends", () => {
  expect(asMarkdown("README.md:1-3:\n  # Boats\n\n  Weighs boats.\nAlso near:\n- a.ts:1  x")).toBe(
    "README.md:1-3:\n\n> # Boats\n>\n> Weighs boats.\n\nAlso near:\n- a.ts:1  x",
  );
});

test("what follows a list belongs to none of its rows, rows below rows stay rows", () => {
  const text = "Jobs (2):\n- A\n  told: x\n- B\nThey run at night.\nUsed by:\n  - C\n  - D";
  expect(asMarkdown(text)).toBe("Jobs (2):\n- A\n  told: x\n- B\n\nThey run at night.\nUsed by:\n  - C\n  - D");
});
