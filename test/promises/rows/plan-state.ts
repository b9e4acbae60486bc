import { ALL, draft, runPlan, sh, shown, statesOf, tryDraft } from "../plan-play.ts";
import { BOTH, FRESH, type Row } from "../row.ts";

/** What a plan is, how it is made, and how it is told. */
export const PLAN_STATE: readonly Row[] = [
  {
    id: "CA-20",
    title: "a step is pending, in progress, completed, failed, blocked or skipped, and says why",
    what: "What could not be done is never told as done.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      await draft(stage, [sh("a", "true"), sh("b", "exit 3", "a"), sh("c", "touch never", "b")]);
      const run = await runPlan(stage);
      stage.expect(run.code).toBe(1);
      stage
        .expect(run.stderr)
        .toMatch(/a: in_progress[\s\S]*a: completed[\s\S]*b: failed[\s\S]*c: blocked: It needs b, which failed/);
      stage.expect(statesOf(await shown(stage))).toEqual({ a: "completed", b: "failed", c: "blocked" });
    },
  },
  {
    id: "CA-21",
    title: "each step keeps its id, title, tool, parameters, needs, result or error in a file one can read",
    what: "A plan is one JSON document in the folder.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      await draft(stage, [sh("a", "echo found"), sh("b", "echo gone >&2; exit 2", "a")]);
      await runPlan(stage);
      const [a, b] = (await shown(stage)).steps;
      stage.expect(a).toMatchObject({
        id: "a",
        title: "a",
        tool: "shell",
        params: { command: "echo found" },
        needs: [],
        result: "found",
      });
      stage.expect(b).toMatchObject({ needs: ["a"], error: stage.expect.stringMatching(/gone[\s\S]*exit code 2/) });
    },
  },
  {
    id: "CA-22",
    title: "the whole state of a plan is on disk, limits and changes with it",
    what: "Goal, steps, limits and revisions outlive the process.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      const { id } = await draft(stage, [sh("a", "echo one")], { limits: { turns: 7 } });
      stage
        .expect(JSON.parse(stage.read(`.waymark/plans/${id}.json`)))
        .toMatchObject({ goal: "g", status: "draft", limits: { turns: 7 }, revisions: [] });
      await runPlan(stage);
      stage.expect(JSON.parse(stage.read(`.waymark/plans/${id}.json`))).toMatchObject({ status: "completed" });
    },
  },
  {
    id: "CA-23",
    title: "a plan is told as a list with a mark for each step and how far it is",
    what: "One look says what is done, what failed and what waits.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      await draft(stage, [sh("a", "true"), sh("b", "false"), sh("c", "true", "b")]);
      await runPlan(stage);
      const { stdout } = await stage.run("plan", "show");
      stage.expect(stdout).toMatch(/\[x\] a[\s\S]*\[!\] b[\s\S]*\[#\] c/);
      stage.expect(stdout).toContain("1 of 3 steps completed, 1 failed, 1 blocked.");
    },
  },
  {
    id: "CA-30",
    title:
      "the model plans from the tools that there are; a reply that is no plan is sent back with the reason, three times at most",
    what: "Nothing runs while a plan is made, and three bad replies end it with the reason.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const server = await stage.serve([
        { text: "I would rather not." },
        {
          text: '[{"id": 1, "description": "make it", "tool": "shell", "tool_params": {"command": "touch made"}, "dependencies": []}]',
        },
        ...[{ text: "no" }, { text: "[]" }, { text: '[{"id": "x"}]' }],
      ]);
      const plan = (goal: string) =>
        stage.command({
          args: ["plan", "new", goal, "-m", "openai-compatible/m", "--json"],
          environment: server.environment,
        });
      const made = await plan("make a file");
      stage
        .expect(JSON.parse(made.stdout))
        .toMatchObject({ goal: "make a file", steps: [{ id: "1", tool: "shell", needs: [] }] });
      stage.expect(server.requests[0]?.body).toContain("edit_file");
      stage.expect(server.requests[1]?.body).toMatch(/I would rather not/);
      stage.expect(stage.has("made")).toBe(false);
      const failed = await stage.command({
        args: ["plan", "new", "another", "-m", "openai-compatible/m"],
        environment: server.environment,
      });
      stage.expect(failed.code).toBe(1);
      stage.expect(failed.stdout).toMatch(/Failed to create plan after 3 attempts: title of step x is missing/);
      stage.expect(server.requests).toHaveLength(5);
    },
  },
  {
    id: "CA-31",
    title: "a plan is found in prose, thoughts, fences and nearly-JSON, and no text inside it is changed",
    what: "Comments, trailing commas, single quotes, None, raw newlines and braces in strings all read right.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const step = (command: string): string =>
        `{'id': 1, 'description': 'x', 'tool': 'shell', 'tool_params': {'command': ${command}}, 'dependencies': [],}`;
      const replies: readonly [text: string, command: string][] = [
        [
          `<think>[1, {"a"}]</think>Here [it] is {so}:\n[${step("'echo http://a.b/c // no comment'")},]`,
          "echo http://a.b/c // no comment",
        ],
        [`\`\`\`json\n[${step('"echo } { done"')}] // that is all\n\`\`\``, "echo } { done"],
        [
          `[{"id": 1, "description": "x", "tool": "shell", "tool_params": {"command": "echo a\nb", "cwd": None}, "dependencies": None}]`,
          "echo a\nb",
        ],
      ];
      const server = await stage.serve(replies.map(([text]) => ({ text })));
      for (const [, command] of replies) {
        const made = await stage.command({
          args: ["plan", "new", "g", "-m", "openai-compatible/m", "--json"],
          environment: server.environment,
        });
        stage.expect(made.code, made.stderr).toBe(0);
        stage
          .expect((JSON.parse(made.stdout) as { steps: { params: object }[] }).steps[0]?.params)
          .toMatchObject({ command });
      }
    },
  },
  {
    id: "CA-61",
    title: "a plan may use every tool, questions and runs of the agent, and may be written by hand",
    what: "Plans come from a file, a model or a list of things to do, and can be edited and agreed to.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const model = stage.script([{ text: "The answer is seven." }]);
      await draft(stage, [
        { id: "ask", title: "ask", tool: "agent", params: { prompt: "which number?" }, needs: [] },
        sh("keep", 'echo "${steps.ask.output}" > out.txt', "ask"),
      ]);
      stage.expect((await stage.run("plan", "approve")).stdout).toContain("Approved");
      const run = await stage.run("plan", "run", "-m", model, ...ALL);
      stage.expect(run.code, run.stderr).toBe(0);
      stage.expect(stage.read("out.txt")).toBe("The answer is seven.\n");
      const wrong = await tryDraft(stage, { goal: "g", steps: [{ id: "a", tool: "shel", params: {} }] });
      stage.expect(wrong.stderr).toContain("Did you mean shell?");
    },
  },
];
