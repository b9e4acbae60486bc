import { BOTH, FRESH, type Row } from "../row.ts";

/** What a tool is, for a model and for a person without one. */
export const TOOL_PROTOCOL: readonly Row[] = [
  {
    id: "CW-20",
    title: "every tool has a plain name, a description and an object of parameters",
    what: "`waymark tool list --json` shows what a model would be offered here, whole.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      const { stdout } = await stage.run("tool", "list", "--json");
      const tools = JSON.parse(stdout) as { name: string; description: string; schema: { type: string } }[];
      stage.expect(tools.length).toBeGreaterThanOrEqual(8);
      for (const { name, description, ...rest } of tools) {
        stage.expect(name).toMatch(/^[A-Za-z0-9_-]+$/);
        stage.expect(description).not.toBe("");
        stage.expect(JSON.stringify(rest)).toContain('"type":"object"');
      }
    },
  },
  {
    id: "CW-21",
    title: "a model gets tools in its own wire's form, and nothing else of them",
    what: "Name, description and schema travel; nothing of the inside does.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const { bodies } = await stage.ask({ replies: [{ text: "hi" }] });
      const tools = bodies[0]?.tools ?? [];
      stage.expect(tools.length).toBeGreaterThanOrEqual(8);
      for (const tool of tools) {
        stage.expect(Object.keys(tool).toSorted()).toEqual(["function", "type"]);
        stage
          .expect(
            Object.keys(tool.function)
              .filter((key) => key !== "strict")
              .toSorted(),
          )
          .toEqual([...["description", "name", "parameters"]]);
        stage.expect(tool.function.parameters).toMatchObject({ type: "object" });
      }
    },
  },
  {
    id: "CW-22",
    title: "arguments are judged before a tool runs: missing, unknown, type, allowed values, range",
    what: "A wrong argument is named with what is allowed, and nothing has happened.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const inputs: readonly [string, unknown, RegExp][] = [
        ["read_file", {}, /`path` is missing/],
        ["read_file", { path: "a", colour: "red" }, /`colour` is unknown; allowed: path/],
        ["find_files", { pattern: "*", ignored: "perhaps" }, /`ignored` must be true or false, got "perhaps"/],
        ["file_action", { command: "burn", path: "a" }, /must be one of .*"create".* got "burn"/],
        ["search_code", { pattern: "x", context: -4 }, /`context` must be/],
        ["write_file", { path: "made.txt", content: ["no"] }, /`content` must be/],
      ];
      const { results } = await stage.ask({
        replies: [{ calls: inputs.map(([name, input]) => ({ name, input })) }, { text: "done" }],
        flags: ["--permission-mode", "bypassPermissions"],
      });
      for (const [index, [, , message]] of inputs.entries()) {
        stage.expect(results[index]?.isError).toBe(true);
        stage.expect(results[index]?.text).toMatch(message);
      }
      stage.expect(stage.has("made.txt")).toBe(false);
    },
  },
  {
    id: "CW-23",
    title: "tools are offered where they make sense, and one that a rule denies cannot be run",
    what: "A tool that a rule denies is not offered, and refused when it is called; what needs sources is offered where there are sources.",
    ...{ status: "partly", from: FRESH, how: "headless" },
    missing: "Tools cannot be added or taken away while a session runs, and no registry can be imported.",
    async run(stage) {
      const names = async (...flags: string[]): Promise<string[]> => {
        const { bodies } = await stage.ask({ replies: [{ text: "hi" }], flags });
        return bodies[0]?.tools?.map((tool) => tool.function.name) ?? [];
      };
      const bare = await names();
      stage.expect(bare).toContain("shell");
      stage.expect(bare).not.toContain("citadel_get_callers");
      const denied = await stage.ask({
        replies: [{ calls: [{ name: "shell", input: { command: "touch made" } }] }, { text: "no" }],
        flags: ["--permission-mode", "bypassPermissions", "--disallowedTools", "shell"],
      });
      stage.expect(await names("--disallowedTools", "shell")).toEqual(bare.filter((name) => name !== "shell"));
      stage.expect(denied.results[0]?.text).toMatch(/rule shell/);
      stage.expect([denied.results[0]?.isError, stage.has("made")]).toEqual([true, false]);
      stage.putEstate();
      stage.expect(await names()).toContain("citadel_get_callers");
    },
  },
  {
    id: "CW-24",
    title: "an unknown tool, wrong arguments and a failure each have a text of their own",
    what: "The message says which of the three it was and the next move.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const unknown = await stage.tool("shel", {});
      stage.expect(unknown.text).toMatch(/There is no tool "shel"/);
      stage
        .expect((await stage.tool("read_file", {})).text)
        .toMatch(/^Invalid arguments for read_file: `path` is missing/);
      const failed = await stage.tool("read_file", { path: "none.txt" });
      stage
        .expect(failed)
        .toEqual({ isError: true, text: stage.expect.stringMatching(/^none\.txt cannot be read: it does not exist/) });
    },
  },
  {
    id: "CW-25",
    title: "a folder of mainframe sources brings knowledge, code and all thirteen Citadel tools",
    what: "Two tools of knowledge, two that read and search, and thirteen that ask the parsers.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      stage.putEstate();
      stage.put({ ".waymark/skills/nightly/SKILL.md": "---\nname: nightly\ndescription: d\n---\nx\n" });
      await stage.run("config", "trust");
      const { stdout } = await stage.run("tool", "list");
      const names = stdout.split("\n").map((line) => line.split(" ")[0] ?? "");
      stage
        .expect(names)
        .toEqual(stage.expect.arrayContaining(["search_skills", "load_skill", "search_code", "read_file"]));
      const program = { file_path: "cbl/ACCTPOST.cbl" };
      const answers: readonly [name: string, input: object, answer: RegExp][] = [
        ["analyze_file", program, /2000-PROCESS \(paragraph\), lines 40-57[\s\S]*calls CREDIT/],
        ["get_functions", program, /performs 2000-PROCESS THRU 2000-EXIT/],
        ["get_callouts", { path: "cbl" }, /## calls \(\d+\)[\s\S]*-> OVERLIM \[unresolved\]/],
        ["get_includes", { file_path: "cbl/ACCTUPD.cbl" }, /EXEC SQL INCLUDE DCLCARD -> dcl\/DCLCARD\.dcl/],
        ["get_function_body", { ...program, function_name: "2500-rewrite" }, /REWRITE ACCT-RECORD/],
        [
          "get_function_bodies",
          { ...program, function_names: ["2500-REWRITE", "NONE"] },
          /Found 1 of 2[\s\S]*\*Not found\*/,
        ],
        ["get_file_stats", program, /Paragraph count: 7[\s\S]*2000-PROCESS: lines 40-57 \(18 lines/],
        ["get_callers", { function_name: "ACCTINQ" }, /csd\/BNKCICS\.csd:4[\s\S]*Total: 3 callers/],
        ["get_sequence_diagrams", { path: ".", max_diagrams: 1 }, /```mermaid\nsequenceDiagram/],
        ["get_dead_code", { path: "." }, /ACCTPOST\/4000-OLD-REPORT \(paragraph\): nothing performs it/],
        ["get_flow_diagram", program, /```mermaid\nflowchart TD/],
        ["get_file_summary", program, /Entry points \(2\)[\s\S]*Main calls/],
        ["get_analysis_patterns", program, /Pattern coverage: 23 %[\s\S]*PERFORM: 4/],
      ];
      const results = await stage.calls(answers.map(([name, input]) => ({ name: `citadel_${name}`, input })));
      for (const [index, [name, , answer]] of answers.entries()) {
        stage.expect(names).toContain(`citadel_${name}`);
        const text = stage.expect.stringMatching(answer);
        stage.expect([name, results[index]]).toEqual([name, { isError: false, text }]);
      }
    },
  },
];
