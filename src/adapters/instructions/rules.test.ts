import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readInstructions } from "./instructions.ts";

test("CL-61: every Markdown file of .rules speaks, by name, after the nearest instructions", () => {
  const root = mkdtempSync(join(tmpdir(), "waymark-rules-"));
  try {
    mkdirSync(join(root, ".rules"));
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, "CODENTIS.md"), "first");
    writeFileSync(join(root, ".rules", "b.md"), "third");
    writeFileSync(join(root, ".rules", "a.md"), "second");
    writeFileSync(join(root, ".rules", "c.txt"), "never");
    const { text, files } = readInstructions(root, join(root, "config"));
    expect(text.match(/first|second|third|never/g)).toEqual(["first", "second", "third"]);
    expect(files).toHaveLength(3);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
