import { BOTH, FRESH, type Row } from "../row.ts";

const skill = (header: string, body = "Body.\n"): string => `---\n${header}\n---\n${body}`;

const BANK = {
  ".waymark/skills/SKILL.md": skill("name: bank\ndescription: The bank as a whole"),
  ".waymark/skills/jcl/SKILL.md": skill(
    "name: nightly-batch\ndescription: How the nightly batch is restarted\ntags: jcl, restart",
    "Start with step PS020.\n",
  ),
  ".waymark/skills/cbl/SKILL.md": skill(
    "name: interest\ndescription: Interest and its rounding\ntags: [cobol]",
    "Rounding is half-even.\n",
  ),
  ".waymark/skills/lower/skill.md": skill("description: Kept under a lower-case name"),
};

/** Written knowledge: found by words, loaded when it is needed. */
export const SKILLS: readonly Row[] = [
  {
    id: "CW-30",
    title: "a skill is a Markdown file with a header; one that is wrong is passed over and told",
    what: "Name, description and tags stand in the header; a bad file never hides the good ones.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put({ ...BANK, ".waymark/skills/bad/SKILL.md": "---\nname: [unclosed\n---\nx\n" });
      const list = await stage.run("skills", "list");
      stage.expect(list.stdout).toMatch(/nightly-batch/);
      stage.expect(list.stdout).toMatch(/lower/);
      const check = await stage.run("skills", "check");
      stage
        .expect([check.code, check.stdout + check.stderr])
        .toEqual([1, stage.expect.stringMatching(/bad\/SKILL\.md/)]);
    },
  },
  {
    id: "CW-31",
    title: "skills of all categories are known by name from the start, their text is read when asked for",
    what: "The model is told names and descriptions; bodies cost nothing until they are loaded.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      stage.put(BANK);
      const { bodies, results } = await stage.ask({
        replies: [{ calls: [{ name: "load_skill", input: { skill_name: "nightly-batch" } }] }, { text: "ok" }],
        flags: ["--trust"],
      });
      const first = JSON.stringify(bodies[0]?.messages);
      stage.expect(first).toContain("nightly-batch: How the nightly batch is restarted");
      stage.expect(first).not.toContain("PS020");
      stage.expect(results[0]?.text).toContain("Start with step PS020.");
    },
  },
  {
    id: "CW-32",
    title: "a search gives names, scores and descriptions, as many as asked, and says how to read one",
    what: "search_skills takes a limit from 1 to 20 and finds categories that nobody loaded.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put(BANK);
      await stage.run("config", "trust");
      const found = await stage.tool("search_skills", { query: "nightly batch" });
      stage
        .expect(found.text)
        .toMatch(/^Found 1 skill matching 'nightly batch':\n\n- \*\*nightly-batch\*\* \(score: \d+\.\d+\)/);
      stage.expect(found.text).toContain("load_skill");
      stage
        .expect((await stage.tool("search_skills", { query: "zebra" })).text)
        .toMatch(/No skills found matching 'zebra'/);
      stage.expect((await stage.tool("search_skills", { query: "x", limit: 21 })).isError).toBe(true);
    },
  },
  {
    id: "CW-33",
    title: "a name weighs more than a description, a description more than the text; forms of a word are one",
    what: "The best skill comes first, whatever form of the word was asked for.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put({
        ".waymark/skills/a/SKILL.md": skill("name: aa\ndescription: other", "settlement\n"),
        ".waymark/skills/b/SKILL.md": skill("name: bb\ndescription: settlement of the day"),
        ".waymark/skills/c/SKILL.md": skill("name: settlement\ndescription: other"),
      });
      const { stdout } = await stage.run("skills", "search", "SETTLEMENTS");
      stage
        .expect(
          stdout
            .trim()
            .split("\n")
            .map((line) => line.split(/\s/)[0]),
        )
        .toEqual(["settlement", "bb", "aa"]);
    },
  },
  {
    id: "CW-34",
    title: "a loaded skill tells its name, description and file; a wrong name is answered with near ones",
    what: "load_skill reads the whole skill, and never another one than was named.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.put(BANK);
      await stage.run("config", "trust");
      const loaded = await stage.tool("load_skill", { skill_name: "nightly-batch" });
      for (const part of [
        "# Skill: nightly-batch",
        "How the nightly batch is restarted",
        ".waymark/skills/jcl/SKILL.md",
        "PS020",
      ])
        stage.expect(loaded.text).toContain(part);
      const wrong = await stage.tool("load_skill", { skill_name: "nightly" });
      stage
        .expect([wrong.isError, wrong.text])
        .toEqual([
          true,
          stage.expect.stringMatching(/Skill 'nightly' not found[\s\S]*Did you mean[\s\S]*nightly-batch/),
        ]);
      stage.expect((await stage.tool("load_skill", { skill_name: "nightly-batch-x" })).isError).toBe(true);
    },
  },
  {
    id: "CW-35",
    title: "a tag finds its skills, in any case",
    what: "Searching for a tag's word brings the skills that carry it.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put(BANK);
      stage.expect((await stage.run("skills", "search", "COBOL")).stdout).toMatch(/^interest\b/);
      stage.expect((await stage.run("skills", "search", "Restart")).stdout).toMatch(/^nightly-batch\b/);
    },
  },
  {
    id: "CW-36",
    title: "skills of an estate are written by the parsers, with the line that proves each fact",
    what: "`waymark skills generate` makes a root skill and one for each kind of source; `waymark document` the same as pages, as one HTML file, or as skills.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      const made = await stage.run("skills", "generate", "--system-name", "Bank", "-o", "generated");
      stage.expect([made.code, made.stderr]).toEqual([0, ""]);
      const root = stage.read("generated/SKILL.md");
      stage.expect(root).toMatch(/^---\nname: bank/);
      stage
        .expect(stage.read("generated/programs/program-credit/SKILL.md"))
        .toContain("ACCTPOST calls it (cbl/ACCTPOST.cbl:57)");
      stage.put({ "generated/SKILL.md": "mine\n" });
      stage
        .expect((await stage.run("skills", "generate", "--system-name", "Bank", "-o", "generated")).code)
        .not.toBe(0);
      stage.expect(stage.read("generated/SKILL.md")).toBe("mine\n");
      const pages = await stage.run("document", "--offline", "-o", "pages");
      stage.expect([pages.code, pages.stderr]).toEqual([0, ""]);
      stage
        .expect(stage.read("pages/programs/credit.md"))
        .toMatch(/\[ACCTPOST[^\]]*\]\(\.\.\/programs\/acctpost\.md\).*cbl\/ACCTPOST\.cbl:57/);
      const again = await stage.run("document", "--offline", "-o", "pages");
      stage.expect(again.stdout).toContain("0 written");
      const skills = await stage.run("document", "--offline", "--format", "skills", "-o", "from-pages");
      stage.expect([skills.code, skills.stderr]).toEqual([0, ""]);
      stage.expect(stage.read("from-pages/programs/program-credit/SKILL.md")).toContain("cbl/ACCTPOST.cbl:57");
    },
  },
  {
    id: "CW-37",
    title: "skills need neither a network nor a model",
    what: "Offline, what was written down is found and read.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      stage.put(BANK);
      await stage.run("config", "trust");
      const { stdout, code } = await stage.command({
        args: ["tool", "run", "search_skills", '{"query":"rounding"}'],
        environment: { WAYMARK_OFFLINE: "true", HTTPS_PROXY: "http://127.0.0.1:9" },
      });
      stage.expect([code, stdout]).toEqual([0, stage.expect.stringContaining("**interest**")]);
    },
  },
];
