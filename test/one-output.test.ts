import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const SOURCE = resolve(import.meta.dirname, "../src");
/** They write temporary files, files of Waymark's own, or what is opened already. */
const OTHERS = [
  "frontends/commands/batch/batch-looks.ts",
  "frontends/commands/code/code-report.ts",
  "frontends/terminal/plain/input-history.ts",
  "frontends/terminal/screen/external-editor.ts",
  "frontends/view/open-browser.ts",
];
const WRITERS = /\b(?:writeFileSync|appendFileSync|createWriteStream|mkdirSync|makeFolder)\b/;

test("what a person has written into a folder goes through its folder held open, whichever face they speak with", () => {
  const files = globSync("frontends/**/*.ts", { cwd: SOURCE }).filter((file) => !file.endsWith(".test.ts"));
  const writers = files.filter((file) => WRITERS.test(readFileSync(join(SOURCE, file), "utf8")));
  expect(files.length).toBeGreaterThan(100);
  expect(writers.sort()).toEqual(OTHERS);
});
