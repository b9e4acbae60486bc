import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { BUG_FIX_FLAGS, BUG_FIX_REPLIES, bugFixPlace, FIXED_LINE } from "./bug-fix-scenario.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

const open: Place[] = [];
const place = (files: Record<string, string> = {}): Place => {
  const made = makePlace(files);
  open.push(made);
  return made;
};
afterEach(() => {
  for (const one of open.splice(0)) one.remove();
});

interface PlanFile {
  readonly id: string;
  readonly status: string;
  readonly steps: readonly {
    readonly id: string;
    readonly status: string;
    readonly error?: string;
    readonly result?: string;
  }[];
  readonly revisions: readonly { readonly action: string; readonly reason: string; readonly diff: unknown }[];
}
const ALL = ["--permission-mode", "bypassPermissions"];
const planIn = ({ cwd }: Place): PlanFile => {
  const [name = ""] = readdirSync(join(cwd, ".waymark/plans"));
  return JSON.parse(readFileSync(join(cwd, ".waymark/plans", name), "utf8")) as PlanFile;
};
const statesOf = ({ steps }: PlanFile): Record<string, string> =>
  Object.fromEntries(steps.map((step) => [step.id, step.status]));
const sh = (id: string, command: string, ...needs: string[]) => ({
  id,
  title: id,
  tool: "shell",
  params: { command },
  needs,
});

async function newPlan(at: Place, plan: unknown): Promise<WaymarkRun> {
  writeFileSync(join(at.home, "plan.json"), typeof plan === "string" ? plan : JSON.stringify(plan));
  return runWaymark(["plan", "new", "--file", join(at.home, "plan.json")], at);
}

describe("the failure drill", () => {
  test.each(
    inTurn(3, [
      ["a missing tool", [{ id: "a", tool: "nope", params: {} }], "Unknown tool: nope. Use one of"],
      ["a tool misspelt", [{ id: "a", tool: "shel", params: {} }], "Unknown tool: shel. Did you mean shell?"],
      ["wrong parameters", [{ id: "a", tool: "read_file", params: { file: 1 } }], "path"],
      ["a circle", [sh("a", "true", "b"), sh("b", "true", "a")], "circle: a → b → a"],
      ["an id twice", [sh("a", "true"), sh("a", "true")], "Two steps have the id a"],
      ["a need that is not there", [sh("a", "true", "z")], "there is no such step"],
      ["an output it does not need", [sh("a", "true"), sh("b", `echo ${"$"}{steps.a.output}`)], "does not need a"],
      ["no steps", [], "empty"],
    ]),
  )("a plan with %s is refused with the reason, and nothing is written", async (_, steps, reason) => {
    const at = place();
    const made = await newPlan(at, { goal: "g", steps });
    expect([made.code, made.stdout]).toEqual([42, ""]);
    expect(made.stderr).toContain(reason);
    expect(made.stderr.trim().split("\n")).toHaveLength(1);
    expect(() => readdirSync(join(at.cwd, ".waymark"))).toThrow();
  });

  test("a failing step and a failing check block what needs them; the rest is done; the exit code is 1", async () => {
    const at = place();
    await newPlan(at, {
      goal: "g",
      steps: [{ ...sh("a", "true"), check: "false" }, sh("b", "true", "a"), sh("c", "exit 7"), sh("d", "echo ok")],
    });
    const run = await runWaymark(["plan", "run", "--offline", ...ALL], at);
    expect(run.code).toBe(1);
    expect(statesOf(planIn(at))).toEqual({ a: "failed", b: "blocked", c: "failed", d: "completed" });
    expect(planIn(at).status).toBe("blocked");
    expect(run.stdout).toContain("1 of 4 steps completed, 2 failed, 1 blocked.");
    expect(run.stdout).not.toMatch(/^Plan .*: completed/m);
    // Mended by hand it goes on from there.
    const file = join(at.cwd, ".waymark/plans", `${planIn(at).id}.json`);
    writeFileSync(
      file,
      readFileSync(file, "utf8").replace('"check": "false"', '"check": "true"').replace("exit 7", "true"),
    );
    const again = await runWaymark(["plan", "resume", "--offline", ...ALL], at);
    expect([again.code, planIn(at).status]).toEqual([0, "completed"]);
  });

  test("a file that was edited to wrong params, a missing tool, a failing check and a failing need ends as the contract says", async () => {
    const at = place();
    await newPlan(at, {
      goal: "g",
      steps: [
        sh("params", "true"),
        sh("tool", "true"),
        { ...sh("check", "true"), check: "true" },
        sh("need", "touch never", "tool"),
        sh("far", "touch never", "need"),
        sh("fine", "touch made"),
      ],
    });
    const file = join(at.cwd, ".waymark/plans", `${planIn(at).id}.json`);
    const plan = JSON.parse(readFileSync(file, "utf8")) as { steps: Record<string, unknown>[] };
    const [params, tool, check] = plan.steps;
    Object.assign(params ?? {}, { params: { comand: "true" } });
    Object.assign(tool ?? {}, { tool: "levitate" });
    Object.assign(check ?? {}, { check: "echo not yet >&2; false" });
    writeFileSync(file, JSON.stringify(plan));
    const script = join(at.home, "script.json");
    const nonsense = Array.from({ length: 9 }, (_, index) => ({
      text: ["Hm.", "[so]", '{"action": "fly"}'][index % 3],
    }));
    writeFileSync(script, JSON.stringify(nonsense));
    const run = await runWaymark(["plan", "run", "-m", `scripted/${script}`, ...ALL], at);
    expect(run.code).toBe(1);
    const ended = planIn(at);
    expect(ended.status).toBe("blocked");
    expect(statesOf(ended)).toEqual({
      ...{ params: "failed", tool: "failed", check: "failed" },
      ...{ need: "blocked", far: "blocked", fine: "completed" },
    });
    const errorOf = (id: string) => ended.steps.find((step) => step.id === id)?.error;
    expect(errorOf("params")).toContain("`command` is missing");
    expect(errorOf("tool")).toContain("Unknown tool: levitate.");
    expect(errorOf("check")).toMatch(/^The check failed: [\s\S]*not yet/);
    expect(errorOf("need")).toBe("It needs tool, which failed.");
    expect(errorOf("far")).toBe("It needs need, which is blocked.");
    expect(readdirSync(at.cwd).sort()).toEqual([".waymark", "made"]);
    for (const id of ["params", "tool", "check"])
      expect(run.stderr).toContain(`The replanner gave no usable answer for ${id} in 3 tries`);
    expect(run.stdout).toContain("1 of 6 steps completed, 3 failed, 2 blocked.");
    expect(run.stdout).toContain("could not be completed: it is blocked");
  });

  test("a plan that asks a model is not run without one: the stand-in's excuse is no result", async () => {
    const at = place();
    await newPlan(at, {
      goal: "g",
      steps: [sh("a", "touch ran"), { id: "ask", tool: "think", params: { prompt: "?" } }],
    });
    const run = await runWaymark(["plan", "run", "--offline", ...ALL], at);
    expect([run.code, run.stdout]).toEqual([52, ""]);
    expect(run.stderr).toContain("asks a language model (ask); set a key, or name one with -m.");
    expect(readdirSync(at.cwd)).toEqual([".waymark"]);
  });

  test("a limit of the plan tells how the plan goes on, and one that is misspelt is refused", async () => {
    const at = place();
    const refused = await newPlan(at, { goal: "g", limits: { second: 1 }, steps: [sh("a", "true")] });
    expect(refused.code).toBe(42);
    expect(refused.stderr).toContain("limits of the plan cannot have second; there are seconds, turns, tokens,");
    const steps = [sh("a", "sleep 0.2"), sh("b", "true", "a")];
    await newPlan(at, { goal: "g", limits: { seconds: 0.1 }, steps });
    const run = await runWaymark(["plan", "run", "--offline", ...ALL], at);
    expect(run.code).toBe(55);
    expect(run.stdout).toContain(
      `Raise \`limits\` in the plan; then \`waymark plan resume ${planIn(at).id}\` goes on.`,
    );
    expect(run.stdout).not.toContain("waymark -c");
  });

  test("a step that was under way in another place is not begun again where its notes are not", async () => {
    const at = place();
    await newPlan(at, { goal: "g", steps: [sh("a", "echo once >> log"), sh("b", "true", "a")] });
    const file = join(at.cwd, ".waymark/plans", `${planIn(at).id}.json`);
    const plan = JSON.parse(readFileSync(file, "utf8")) as { status: string; steps: object[] };
    const [first, ...others] = plan.steps;
    writeFileSync(
      file,
      JSON.stringify({
        ...plan,
        status: "running",
        steps: [{ ...first, status: "in_progress", attempts: 1 }, ...others],
      }),
    );
    const run = await runWaymark(["plan", "resume", ...ALL], at);
    expect(run.stdout).toContain("what it noted is not here");
    expect(readdirSync(at.cwd)).toEqual([".waymark"]);
    expect(statesOf(planIn(at))).toEqual({ a: "blocked", b: "blocked" });
  });

  test("a plan that was broken by hand is not run: it says why and exits with 1", async () => {
    const at = place();
    await newPlan(at, { goal: "g", steps: [sh("a", "touch ran"), sh("b", "true", "a")] });
    const file = join(at.cwd, ".waymark/plans", `${planIn(at).id}.json`);
    const broken = JSON.parse(readFileSync(file, "utf8")) as { steps: { needs: string[] }[] };
    broken.steps[0]?.needs.push("b");
    writeFileSync(file, JSON.stringify(broken));
    const run = await runWaymark(["plan", "run", ...ALL], at);
    expect(run.code).toBe(1);
    expect(run.stdout).toContain("circle");
    expect(readdirSync(at.cwd)).toEqual([".waymark"]);
    expect(planIn(at).status).toBe("blocked");
  });
});

test("plan new asks the model, shows the draft and runs nothing; show and approve need no model", async () => {
  const at = place();
  const script = join(at.home, "script.json");
  const reply = `<think>[hm]</think>Here [it] is:\n{'steps': [{'id': 1, 'description': 'make it', 'tool': 'shell', 'tool_params': {'command': 'touch made'}, 'dependencies': [],},]}`;
  writeFileSync(script, JSON.stringify([{ text: "I would rather not." }, { text: reply }]));
  const made = await runWaymark(["plan", "new", "make a file", "-m", `scripted/${script}`, "--json"], at);
  expect(made.code, made.stderr).toBe(0);
  expect(JSON.parse(made.stdout)).toMatchObject({
    version: 1,
    goal: "make a file",
    status: "draft",
    steps: [{ id: "1", tool: "shell", status: "pending", attempts: 0, needs: [] }],
  });
  expect(readdirSync(at.cwd)).toEqual([".waymark"]);
  expect((await runWaymark(["plan", "show", "--mermaid"], at)).stdout).toMatch(
    /^flowchart TD\n {2}s1\["1: make it \(shell\)"\]/,
  );
  expect((await runWaymark(["plan", "approve"], at)).stdout).toContain("Approved");
  expect((await runWaymark(["plan", "run", ...ALL], at)).code).toBe(0);
  expect(readdirSync(at.cwd).sort()).toEqual([".waymark", "made"]);
});

test("plans are listed, one that was broken by hand with what is wrong; without a verb the verbs are told", async () => {
  const at = place();
  expect((await runWaymark(["plan", "list"], at)).stdout).toContain("No plans");
  await newPlan(at, { goal: "g", steps: [sh("a", "true")] });
  const file = join(at.cwd, ".waymark/plans", `${planIn(at).id}.json`);
  writeFileSync(join(at.cwd, ".waymark/plans", "other.json"), readFileSync(file, "utf8").replace("draft", "drift"));
  writeFileSync(file, "{");
  const list = await runWaymark(["plan", "list"], at);
  expect(list.code).toBe(0);
  expect(list.stdout).toContain("unreadable");
  expect(list.stdout.trim().split("\n")).toHaveLength(2);
  const bare = await runWaymark(["plan"], at);
  expect(bare).toMatchObject({ code: 0, stdout: list.stdout });
  expect(bare.stderr).toContain("There is also waymark plan new, from-todos, ");
});

test("without a model a goal cannot be planned, and the message says what to do", async () => {
  const at = place();
  const made = await runWaymark(["plan", "new", "do it", "--offline"], at);
  expect(made.code).toBe(52);
  expect(made.stderr).toContain("give a plan with --file");
});

const PLAN_REPLY = JSON.stringify({
  steps: [
    { id: "look", title: "Read", tool: "read_file", params: { path: "total.mjs" }, needs: [] },
    {
      id: "fix",
      title: "Fix",
      tool: "edit_file",
      params: { path: "total.mjs", old_string: "let index = 1;", new_string: "let index = 0;" },
      needs: ["look"],
      check: "node total.test.mjs",
    },
  ],
});

test.each(["react", "plan", "judge"])(
  "the same goal through the strategy %s over a loopback model ends with the bug fixed",
  async (strategy) => {
    let request = 0;
    const asText = (reply: (typeof BUG_FIX_REPLIES)[number]) => ({
      text:
        (reply.calls ?? [])
          .map(({ name, input }) => `<tool_call>\n${JSON.stringify({ name, arguments: input })}\n</tool_call>`)
          .join("\n") ||
        (reply.text ?? ""),
    });
    const server = await startOpenAiChat(() => {
      const reply = BUG_FIX_REPLIES[Math.min(request++, BUG_FIX_REPLIES.length - 1)] ?? {};
      if (strategy === "plan") return { text: PLAN_REPLY };
      return strategy === "judge" ? asText(reply) : reply;
    });
    const at = bugFixPlace();
    open.push(at);
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const run = await runWaymark(
      [
        "-p",
        "fix the bug",
        "--strategy",
        strategy,
        "-m",
        "openai-compatible/m",
        "--output-format",
        "stream-json",
        ...BUG_FIX_FLAGS,
      ],
      { ...at, environment },
    );
    await server.close();
    expect(run.code, run.stdout + run.stderr).toBe(0);
    expect(readFileSync(join(at.cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
    const lines = jsonLines(run.stdout);
    expect(lines[0]).toMatchObject({ type: "system", subtype: "init", strategy });
    expect(lines.at(-1)).toMatchObject({ type: "result", subtype: "success" });
    expect(lines.some((line) => line["subtype"] === "plan")).toBe(strategy === "plan");
  },
);

test("the list of things to do of a session becomes a plan", async () => {
  const at = place();
  const script = join(at.home, "script.json");
  const items = [{ text: "write the parser" }, { text: "done already", status: "completed" }, { text: "test it" }];
  writeFileSync(script, JSON.stringify([{ calls: [{ name: "todo", input: { items } }] }, { text: "noted" }]));
  await runWaymark(["-p", "plan your work", "-m", `scripted/${script}`], at);
  const made = await runWaymark(["plan", "from-todos", "--json"], at);
  expect(made.code, made.stderr).toBe(0);
  expect((JSON.parse(made.stdout) as PlanFile).steps).toMatchObject([
    { id: "todo-1", title: "write the parser", tool: "agent", needs: [] },
    { id: "todo-2", title: "test it", tool: "agent", needs: ["todo-1"] },
  ]);
});

test("the goal of such a plan is what was asked where the list began, whatever was asked before and after", async () => {
  const at = place();
  const script = join(at.home, "script.json");
  const list = (...texts: readonly string[]) => ({
    calls: [{ name: "todo", input: { items: texts.map((text) => ({ text })) } }],
  });
  const goalAfter = async (prompt: string, ...replies: readonly object[]) => {
    writeFileSync(script, JSON.stringify(replies));
    await runWaymark(["-c", "-p", prompt, "-m", `scripted/${script}`], at);
    return JSON.parse((await runWaymark(["plan", "from-todos", "--json"], at)).stdout).goal;
  };
  writeFileSync(script, JSON.stringify([{ text: "hello" }]));
  await runWaymark(["-p", "say hello", "-m", `scripted/${script}`], at);
  const noted = { text: "noted" };
  expect(await goalAfter("write a retry", list("write it", "test it"), noted)).toBe("write a retry");
  expect(await goalAfter("go on", list("test it", "document it"), noted)).toBe("write a retry");
  expect(await goalAfter("think about logging", list("choose a logger"), noted)).toBe("think about logging");
});

test("plan mode only looks: what is left to the agent is not run in it, and the message says what to do", async () => {
  const at = place();
  const script = join(at.home, "script.json");
  writeFileSync(script, JSON.stringify([{ text: "it cannot be done" }]));
  const left = { id: "a", title: "make a", tool: "agent", params: { prompt: "make a" }, needs: [] };
  await newPlan(at, { goal: "g", steps: [left] });
  const run = await runWaymark(["plan", "run", "-m", `scripted/${script}`, "--permission-mode", "plan"], at);
  expect(run.code).toBe(1);
  expect(run.stdout + run.stderr).toMatch(/is not run: plan mode only looks, .*Shift\+Tab.*--permission-mode/);
  expect(planIn(at).status).toBe("draft");
});
