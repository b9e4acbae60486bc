import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { saveDiagrams } from "./save-diagrams.ts";

const NOW = new Date(2026, 10, 22, 3, 15, 0);

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "waymark-diagrams-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const fenced = (...sources: string[]): string =>
  sources.map((source) => `Look:\n\n\`\`\`mermaid\n${source}\n\`\`\`\n`).join("\n");

test("CW-93: diagrams of one second do not overwrite each other, and the same one is kept once", () => {
  const cwd = folder();
  const paths = saveDiagrams(
    cwd,
    fenced("flowchart TD\n A-->B", "flowchart TD\n A-->C", "sequenceDiagram\n A->>B: x"),
    NOW,
  );
  expect(paths).toHaveLength(3);
  expect(paths[0]).toMatch(/^\.waymark\/diagrams\/flowchart-20261122-031500-[0-9a-f]{8}\.mmd$/);
  expect(paths[2]).toMatch(/\/sequencediagram-/);
  expect(readFileSync(join(cwd, paths[1] ?? ""), "utf8")).toBe("flowchart TD\n A-->C\n");
  expect(saveDiagrams(cwd, fenced("flowchart TD\n A-->B"), new Date(2026, 10, 23))).toEqual([paths[0]]);
  expect(readdirSync(join(cwd, ".waymark/diagrams"))).toHaveLength(3);
});

test("a text without diagrams makes no folder, and a linked folder is not followed", () => {
  const cwd = folder();
  const elsewhere = folder();
  expect(saveDiagrams(cwd, "```ts\nconst a = 1;\n```", NOW)).toEqual([]);
  expect(readdirSync(cwd)).toEqual([]);
  mkdirSync(join(cwd, ".waymark"));
  symlinkSync(elsewhere, join(cwd, ".waymark/diagrams"));
  expect(saveDiagrams(cwd, fenced("flowchart TD\n A-->B"), NOW)).toEqual([]);
  expect(readdirSync(elsewhere)).toEqual([]);
});
