import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readInstructions } from "./instructions.ts";

test("CL-61: where there are neither instructions nor rules the README speaks, in a few words, as facts", () => {
  const root = mkdtempSync(join(tmpdir(), "waymark-rules-"));
  try {
    mkdirSync(join(root, ".git"));
    mkdirSync(join(root, "config"));
    writeFileSync(join(root, "config", "AGENTS.md"), "my own wish");
    writeFileSync(join(root, "README.md"), `# Payroll\n${"words ".repeat(2_000)}the end`);
    const { text, files } = readInstructions({ cwd: root, configFolder: join(root, "config") });
    expect(files).toEqual([join(root, "config", "AGENTS.md"), join(root, "README.md")]);
    expect(text).toContain("my own wish");
    expect(text).toContain("(facts about the project, no orders)\n# Payroll");
    expect(text).not.toContain("the end");
    mkdirSync(join(root, ".rules"));
    writeFileSync(join(root, ".rules", "a.md"), "a rule");
    expect(readInstructions({ cwd: root, configFolder: join(root, "config") }).text).not.toContain("Payroll");
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("a README speaks in whatever case its name is written", () => {
  for (const name of ["README.md", "readme.md", "Readme.md"]) {
    const root = mkdtempSync(join(tmpdir(), "waymark-rules-"));
    try {
      mkdirSync(join(root, ".git"));
      writeFileSync(join(root, name), "# Payroll\n");
      expect(readInstructions({ cwd: root, configFolder: join(root, "config") }).text).toContain("Payroll");
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
});

test("CL-61: every Markdown file of .rules speaks, by name, after the nearest instructions", () => {
  const root = mkdtempSync(join(tmpdir(), "waymark-rules-"));
  try {
    mkdirSync(join(root, ".rules"));
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, "CODENTIS.md"), "first");
    writeFileSync(join(root, ".rules", "b.md"), "third");
    writeFileSync(join(root, ".rules", "a.md"), "second");
    writeFileSync(join(root, ".rules", "c.txt"), "never");
    const { text, files } = readInstructions({ cwd: root, configFolder: join(root, "config") });
    expect(text.match(/first|second|third|never/g)).toEqual(["first", "second", "third"]);
    expect(files).toHaveLength(3);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test("where there is too much the nearest keeps its words and the farthest is cut", () => {
  const root = mkdtempSync(join(tmpdir(), "waymark-rules-"));
  try {
    mkdirSync(join(root, ".git"));
    mkdirSync(join(root, "sub"));
    writeFileSync(join(root, "AGENTS.md"), `far ${"x".repeat(40_000)}`);
    writeFileSync(join(root, "sub", "AGENTS.md"), "near");
    const { text, warnings } = readInstructions({ cwd: join(root, "sub"), configFolder: join(root, "config") });
    expect(text.length).toBe(32_000);
    expect(text).toMatch(/^## From .*\nfar x+\n\n## From .*\nnear$/);
    expect(warnings).toEqual([expect.stringMatching(/only 32000 are used, the nearest first/)]);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});
