import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rankByBm25 } from "../../engines/bm25/bm25.ts";
import type { Graph } from "../../engines/citadel/model.ts";
import { headerLines } from "../../engines/citadel/queries/sources/header-lines.ts";
import { openCodeIndex } from "../code-index/code-intelligence.ts";
import { type GeneratedSkill, generateSkills } from "./generate-skills.ts";
import { parseSkill } from "./parse-skill.ts";

const ESTATE = resolve(import.meta.dirname, "../../../test/fixtures/estate");
let graph: Graph;
let cacheFolder: string;

beforeAll(async () => {
  cacheFolder = mkdtempSync(join(tmpdir(), "waymark-generate-"));
  const index = openCodeIndex({ root: ESTATE, cacheFolder });
  graph = await index.graph({ signal: new AbortController().signal });
  index.close();
}, 30_000);

afterAll(() => rmSync(cacheFolder, { recursive: true, force: true }));

test("CW-36: one root, one skill for each program, job and folder of copybooks; the same bytes each time", () => {
  const skills = generateSkills(graph, "Fixture");
  expect(generateSkills(structuredClone(graph), "Fixture")).toEqual(skills);
  const kinds = ["program", "module"];
  expect(skills.filter(({ path }) => path.startsWith("programs/"))).toHaveLength(
    graph.nodes.filter((node) => kinds.includes(node.kind)).length,
  );
  expect(skills[0]?.path).toBe("SKILL.md");
  for (const { path, text } of skills)
    expect(parseSkill(text, path), path).toMatchObject({ kind: "skill", problems: [] });
});

const sourceOf = (file: string): string => readFileSync(join(ESTATE, file), "latin1");

function searchable(skills: readonly GeneratedSkill[]) {
  return skills.map(({ path, text }) => {
    const parsed = parseSkill(text, path);
    return parsed.kind === "skill"
      ? [
          { text: parsed.name, weight: 6 },
          { text: parsed.description, weight: 3 },
          { text: parsed.body, weight: 1 },
        ]
      : [];
  });
}

test("CW-32, CW-36: a program is found by what it is about, and its own words are cited by a true line", () => {
  const skills = generateSkills(graph, "Fixture", { sourceOf });
  const documents = searchable(skills);
  const best = (query: string): string => skills[rankByBm25(query, documents)[0]?.documentIndex ?? -1]?.path ?? "";
  expect(best("posting of daily transactions to the account master")).toBe("programs/program-acctpost/SKILL.md");
  expect(best("show one account from the menu")).toBe("programs/program-acctinq/SKILL.md");
  expect(best("which program prints the card report")).toBe("programs/program-rptgen/SKILL.md");
  let cited = 0;
  for (const { text } of skills)
    for (const [, words = "", file = "", line = ""] of text.matchAll(/^- (.+) \(([^()\s]+):(\d+)\)$/gm)) {
      if (!text.includes(`## In its own words\n- ${words}`)) continue;
      expect(sourceOf(file).split("\n")[Number(line) - 1]).toContain(words);
      cited++;
    }
  expect(cited).toBeGreaterThan(5);
});

test("CW-36: an estate below the folder is cited from there", () => {
  const skills = generateSkills(graph, "Fixture", { prefix: "legacy/", sourceOf });
  const text = skills.find(({ path }) => path.includes("acctinq"))?.text ?? "";
  expect(text).toContain("(legacy/cbl/ACCTINQ.cbl:3)");
  expect(text).toContain("Source: legacy/cbl/ACCTINQ.cbl:");
  expect(text).not.toMatch(/[( ]cbl\/ACCTINQ/);
});

test("every program is found by its name, and each cited line is true", () => {
  const skills = generateSkills(graph, "Fixture");
  const documents = searchable(skills);
  for (const node of graph.nodes.filter(({ kind }) => kind === "program")) {
    const best = rankByBm25(node.name, documents)[0];
    expect(skills[best?.documentIndex ?? -1]?.text, node.name).toContain(`${node.name} of Fixture`);
  }
  const lines = (file: string): string[] => readFileSync(join(ESTATE, file), "latin1").split("\n");
  let cited = 0;
  for (const { text } of skills)
    for (const match of text.matchAll(/^- (\S+) (?:calls|copies|links|xctls) \((\S+?):(\d+)/gm)) {
      const [, name = "", file = "", line = ""] = match;
      const edge = graph.edges.find((one) => one.name === name && one.file === file && one.line === Number(line));
      expect(edge, match[0]).toBeDefined();
      if (edge?.resolved !== "exact") continue;
      const around = lines(file)
        .slice(Number(line) - 1, Number(line) + 2)
        .join("\n");
      expect(around.toUpperCase(), match[0]).toContain(name.toUpperCase());
      cited++;
    }
  expect(cited).toBeGreaterThan(5);
});

test("the words of a header are its sentences: no licence, no rulers, no code that was turned off", () => {
  const source = [
    "      ******************************************************************",
    "      * Program     : COACTUPC.CBL",
    "      * Function    : Accept and process ACCOUNT UPDATE",
    "      * Copyright Amazon.com, Inc. or its affiliates.",
    "      * Licensed under the Apache License, Version 2.0",
    "      *    MOVE A TO B",
    "       IDENTIFICATION DIVISION.",
    "       PROGRAM-ID. COACTUPC.",
    "      * Something else entirely",
  ].join("\n");
  expect(headerLines(source, { start: 7, end: 9 })).toEqual([
    { text: "Program : COACTUPC.CBL", line: 2 },
    { text: "Function : Accept and process ACCOUNT UPDATE", line: 3 },
  ]);
});
