import { existsSync } from "node:fs";
import { join } from "node:path";
import { startWaymark } from "../../e2e/run-waymark.ts";
import { ALL, draft, type PlanFile, runPlan, sh, shown, statesOf } from "../plan-play.ts";
import { BOTH, FRESH, type Row } from "../row.ts";

const answer = (value: object) => ({ text: `Well: ${JSON.stringify(value)}` });

/** How a plan is executed, mended and gone on with. */
export const PLAN_RUNS: readonly Row[] = [
  {
    id: "CA-40",
    title: "steps run when what they need is done, side by side where they may; the end is told as it is",
    what: "A step gets the output of those before it; an unknown tool fails its step; a limit stops and says how to go on.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      await draft(stage, [sh("b", 'echo "got ${steps.a.output}" > out.txt', "a"), sh("a", "echo one")]);
      stage.expect((await runPlan(stage)).code).toBe(0);
      stage.expect(stage.read("out.txt")).toBe("got one\n");
      await draft(stage, [sh("a", "sleep 0.2"), sh("b", "touch never", "a")], { limits: { seconds: 0.1 } });
      const limited = await runPlan(stage);
      stage.expect([limited.code, stage.has("never")]).toEqual([55, false]);
      stage.expect(limited.stdout).toMatch(/Raise `limits` in the plan; then `waymark plan resume/);
    },
  },
  {
    id: "CA-41",
    title: "a step may have a check, and only what passes it counts as done",
    what: "A command that succeeds without doing the work is a failed step.",
    ...{ status: "kept", from: FRESH, how: "command" },
    async run(stage) {
      await draft(stage, [
        { ...sh("claims", "true"), check: "test -e made" },
        { ...sh("does", "touch done"), check: "test -e done" },
        sh("after", "touch never", "claims"),
      ]);
      stage.expect((await runPlan(stage)).code).toBe(1);
      const plan = await shown(stage);
      stage.expect(statesOf(plan)).toEqual({ claims: "failed", does: "completed", after: "blocked" });
      stage.expect(plan.steps[0]?.error).toMatch(/^The check failed/);
    },
  },
  {
    id: "CA-50",
    title: "after a failure the model may mend the step, add steps, skip it or put others in its place",
    what: "Each change is on record with its reason, and ids stay unique.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      const mend = async (value: object): Promise<PlanFile> => {
        await draft(stage, [sh("a", "cat missing.txt"), sh("b", "rm -f missing.txt", "a")]);
        await runPlan(stage, "-m", stage.script([answer(value), answer(value), answer(value)]));
        return shown(stage);
      };
      const modified = await mend({
        action: "modify",
        reason: "another name",
        steps: [{ id: "a", tool: "shell", params: { command: "echo found" } }],
      });
      stage
        .expect([modified.status, modified.revisions])
        .toEqual(["completed", [stage.expect.objectContaining({ action: "modify", reason: "another name" })]]);
      const skipped = await mend({ action: "skip", reason: "not needed", steps: [] });
      stage.expect(statesOf(skipped)["a"]).toBe("skipped");
      const alternative = await mend({
        action: "alternative",
        reason: "make it first",
        steps: [{ id: "make", tool: "shell", params: { command: "touch missing.txt" } }],
      });
      stage
        .expect([alternative.status, new Set(alternative.steps.map(({ id }) => id)).size])
        .toEqual(["completed", alternative.steps.length]);
      const added = await mend({
        action: "add_steps",
        reason: "prepare",
        steps: [{ id: "prepare", tool: "shell", params: { command: "touch missing.txt" } }],
      });
      stage.expect(added.revisions[0]?.action).toBe("add");
    },
  },
  {
    id: "CA-51",
    title: "a step is mended a bounded number of times; nonsense leaves it failed and says so",
    what: "What was done stays done while the rest of a plan changes.",
    ...{ status: "kept", from: FRESH, how: "headless" },
    async run(stage) {
      await draft(stage, [sh("a", "echo x >> ran"), sh("b", "exit 1", "a"), sh("c", "touch never", "b")]);
      const run = await runPlan(
        stage,
        "-m",
        stage.script([{ text: "Hm." }, { text: "[so]" }, { text: '{"action": "fly"}' }]),
      );
      stage
        .expect([run.code, run.stderr])
        .toEqual([1, stage.expect.stringMatching(/no usable answer for b in 3 tries/)]);
      stage.expect(statesOf(await shown(stage))).toEqual({ a: "completed", b: "failed", c: "blocked" });
      const again = await stage.run("plan", "resume", "--offline", ...ALL);
      stage.expect([again.code, stage.read("ran")]).toEqual([1, "x\n"]);
    },
  },
  {
    id: "CA-60",
    title: "a prompt with the plan strategy is planned, executed and mended without another word",
    what: "--strategy plan goes from a goal to a result, and tells each change of the plan.",
    ...{ status: "kept", from: BOTH, how: "headless" },
    async run(stage) {
      const plan = { steps: [sh("make", "cat gone.txt"), sh("see", "test -e made", "make")] };
      const mended = {
        action: "modify",
        reason: "make it",
        steps: [{ id: "make", tool: "shell", params: { command: "touch made" } }],
      };
      const { code, lines, stderr } = await stage.ask({
        prompt: "make a file",
        replies: [{ text: JSON.stringify(plan) }, answer(mended), { text: "Made." }],
        flags: ["--strategy", "plan", ...ALL],
      });
      stage.expect(code, stderr).toBe(0);
      stage.expect(stage.has("made")).toBe(true);
      stage.expect(lines[0]).toMatchObject({ strategy: "plan" });
      stage.expect(lines.filter(({ subtype }) => subtype === "plan").length).toBeGreaterThan(3);
      stage.expect(lines.at(-1)).toMatchObject({ subtype: "success" });
    },
  },
  {
    id: "CA-62",
    title: "after a crash a plan goes on where it was; what was done is not done again",
    what: "The process may be killed at any moment; resume settles the interrupted step.",
    ...{ status: "kept", from: BOTH, how: "command" },
    async run(stage) {
      await draft(stage, [
        sh("a", "echo x >> ran"),
        sh("b", "touch started; sleep 30", "a"),
        sh("c", "touch after", "b"),
      ]);
      const child = startWaymark(["plan", "run", "--offline", ...ALL], { cwd: stage.cwd, home: stage.home });
      stage.defer(() => child.kill("SIGKILL"));
      while (!existsSync(join(stage.cwd, "started"))) await new Promise((done) => setTimeout(done, 20));
      child.kill("SIGKILL");
      await new Promise((done) => child.once("close", done));
      const resumed = await stage.run("plan", "resume", "--offline", "--done", "b", ...ALL);
      stage.expect(resumed.code, resumed.stderr).toBe(0);
      stage.expect(statesOf(await shown(stage))).toEqual({ a: "completed", b: "completed", c: "completed" });
      stage.expect([stage.read("ran"), stage.has("after")]).toEqual(["x\n", true]);
    },
  },
];
