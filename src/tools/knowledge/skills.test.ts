import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { createSkillLibrary } from "../../adapters/skills/skill-library.ts";
import type { Tool } from "../../core/tool.ts";
import { loadSkill } from "./load-skill.ts";
import { searchSkills } from "./search-skills.ts";

let bench: ToolBench;
let folder: string;

beforeEach(() => {
  bench = createToolBench();
  folder = mkdtempSync(join(tmpdir(), "waymark-skills-"));
});

afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await bench.close();
});

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const library = () => createSkillLibrary([{ folder, origin: "project" }]);
const run = (tool: Tool, input: unknown) => tool.run(tool.parse(input), { ...bench.context, skills: library() });
const skill = (name: string, description: string, body = "", more = ""): string =>
  `---\nname: ${name}\ndescription: ${description}\n${more}---\n${body}\n`;

test("CW-30: name, description and tags from front matter, however it is written", () => {
  write({
    "a/SKILL.md": skill("alpha", "First: with a colon", "Body A", "tags: [one, two]\n"),
    "b/skill.md": skill("beta", '"Second"', "Body B", "tags: three, four\n"),
    "c/SKILL.md": "Just text.\n\nMore of it.",
    "d/SKILL.md": "",
    "e/SKILL.md": "---\nbroken: [\n---\nStill useful.",
  });
  const skills = library().all();
  expect(skills.map(({ name, description, tags, body }) => [name, description, tags, body])).toEqual([
    ["alpha", "First: with a colon", ["one", "two"], "Body A"],
    ["beta", "Second", ["three", "four"], "Body B"],
    ["c", "Just text.", [], "Just text.\n\nMore of it."],
    ["e", "Still useful.", [], "Still useful."],
  ]);
  expect(
    library()
      .check()
      .map(({ path }) => path.slice(folder.length)),
  ).toContain("/d/SKILL.md");
});

test("CW-31: only the top is read at first; a search finds what lies below it", async () => {
  write({
    "estate/SKILL.md": skill("estate", "The whole system"),
    "estate/cbl/CBACT01C/SKILL.md": skill("cbact01c", "Reads the account file", "Opens ACCTFILE and prints it."),
  });
  expect(
    library()
      .outline()
      .map(({ name }) => name),
  ).toEqual(["estate"]);
  expect((await run(searchSkills, { query: "acctfile" })).text).toMatch(
    /^Found 1 skill matching 'acctfile':\n\n- \*\*cbact01c\*\*/,
  );
});

test("CW-32: hits with score and the first 150 characters of the description, and what to do next", async () => {
  write({ "a/SKILL.md": skill("alpha", "x".repeat(200), "wanted word") });
  const { text } = await run(searchSkills, { query: "wanted" });
  expect(text).toMatch(
    /^Found 1 skill matching 'wanted':\n\n- \*\*alpha\*\* \(score: \d+\.\d\)\n {2}x{150}\n\nUse load_skill/,
  );
  expect((await run(searchSkills, { query: "absent" })).text).toBe("No skills found matching 'absent'");
  expect(() => searchSkills.parse({ query: "a", limit: 21 })).toThrow(/limit/);
  expect(searchSkills.parse({ query: "a" })).toMatchObject({ limit: 5 });
});

test("CW-33: a hit in the name beats the description beats the body; case does not matter; ties keep their order", async () => {
  write({
    "a/SKILL.md": skill("first", "nothing", "the word interest stands here"),
    "b/SKILL.md": skill("second", "computes interest", "nothing at all to see"),
    "c/SKILL.md": skill("interest", "nothing", "nothing at all to see"),
    "d/SKILL.md": skill("twin-one", "about ledgers", "same"),
    "e/SKILL.md": skill("twin-two", "about ledgers", "same"),
  });
  const names = async (query: string) =>
    [...(await run(searchSkills, { query })).text.matchAll(/\*\*(.+?)\*\*/g)].map((match) => match[1]);
  expect(await names("INTEREST")).toEqual(["interest", "second", "first"]);
  expect(await names("ledgers")).toEqual(["twin-one", "twin-two"]);
});

test("CW-34: a loaded skill names its source and the files beside it; a missing one what was perhaps meant", async () => {
  write({ "a/SKILL.md": skill("alpha-one", "First", "Do this."), "a/scripts/run.sh": "echo", "a/table.md": "|" });
  expect((await run(loadSkill, { name: "ALPHA-one" })).text).toBe(
    `# Skill: alpha-one\n\n**Description:** First\n**Source:** ${join(folder, "a/SKILL.md")}\n**Files beside it:** scripts/run.sh, table.md\n\n---\n\nDo this.`,
  );
  await expect(run(loadSkill, { name: "alpha" })).rejects.toThrow("Skill 'alpha' not found. Did you mean: alpha-one?");
  await expect(run(loadSkill, { name: "zzz" })).rejects.toThrow(/^Skill 'zzz' not found\.$/);
});

test("CW-35: tags are found in any case, and the nearer of two with one name counts", async () => {
  write({
    "near/x/SKILL.md": skill("same", "near", "", "tags: [Payroll]\n"),
    "far/x/SKILL.md": skill("Same", "far"),
  });
  const places = ["near", "far"].map((name) => ({ folder: join(folder, name), origin: "project" as const }));
  const skills = createSkillLibrary(places);
  expect(skills.all().map(({ description }) => description)).toEqual(["near"]);
  const found = await searchSkills.run(searchSkills.parse({ query: "payroll" }), { ...bench.context, skills });
  expect(found.text).toContain("**same**");
});

test("CW-37: without skills the tools are not offered", () => {
  const isOffered = (tool: Tool, skills: ReturnType<typeof library>) => tool.isUseful?.({ ...bench.context, skills });
  expect([searchSkills, loadSkill].map((tool) => isOffered(tool, library()))).toEqual([false, false]);
  write({ "a/SKILL.md": skill("alpha", "First") });
  expect([searchSkills, loadSkill].map((tool) => isOffered(tool, library()))).toEqual([true, true]);
});
