import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { keepUnsent, readUnsent } from "./unsent-texts.ts";

test("whatever was kept is read again, however much was pasted or sent", () => {
  const folder = mkdtempSync(join(tmpdir(), "waymark-unsent-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const pasted = "\u0000 a line that was pasted\n".repeat(60_000);
  for (const texts of [["one"], Array.from({ length: 300 }, (_, index) => `text ${index}`), [pasted, "", pasted]]) {
    keepUnsent(folder, texts);
    expect(readUnsent(folder)).toEqual(texts);
  }
  keepUnsent(folder, []);
  expect(readUnsent(folder)).toEqual([]);
});
