// biome-ignore-all lint/suspicious/noTemplateCurlyInString: that is how a plan refers to an output.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { countingTool, type PlanScene, planScene, type SceneOptions, statuses } from "../../../test/plan-scene.ts";
import type { AgentEvent } from "../protocol/event.ts";
import { planToMermaid, renderPlan } from "./render-plan.ts";

const open: PlanScene[] = [];
const scene = (options?: SceneOptions): PlanScene => {
  const made = planScene(options);
  open.push(made);
  return made;
};
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const shell = (id: string, command: string, ...needs: string[]) => ({ id, tool: "shell", params: { command }, needs });
const notes = (events: readonly AgentEvent[]): string[] =>
  events.flatMap((event) => (event.type === "note" ? [event.text] : []));

describe("execution", () => {
  test("CA-23, CA-40: steps run in the order of their needs and the plan is completed", async () => {
    const { draft, run, bench } = scene();
    await draft([shell("c", "echo c >> log", "b"), shell("b", "echo b >> log", "a"), shell("a", "echo a >> log")]);
    const { plan, outcome } = await run("p");
    expect(outcome?.kind).toBe("done");
    expect(plan.status).toBe("completed");
    expect(readFileSync(join(bench.root, "log"), "utf8")).toBe("a\nb\nc\n");
    expect(renderPlan(plan)).toContain("3 of 3 steps completed.");
  });

  test("commands that only read begin together, one that writes waits for them", async () => {
    const { draft, run } = scene({ files: { "in.txt": "one\n" } });
    await draft([shell("a", "cat in.txt"), shell("b", "wc -l in.txt"), shell("c", "echo c > out.txt")]);
    const { events } = await run("p");
    const course = events.flatMap((event) => {
      const { step } = (event.type === "plan-update" ? event.detail : {}) as { step?: { id: string; status: string } };
      return step ? [`${step.id} ${step.status}`] : [];
    });
    expect(course.slice(0, 2)).toEqual(["a in_progress", "b in_progress"]);
    expect(course.slice(-2)).toEqual(["c in_progress", "c completed"]);
  });

  test("2.8: the output of a step is a parameter of a later one", async () => {
    const { draft, run, bench } = scene({ files: { "in.txt": "one\ntwo" } });
    await draft([
      { id: "read", tool: "read_file", params: { path: "in.txt" } },
      { ...shell("json", `printf '{"name": "x.txt"}'`) },
      {
        id: "write",
        tool: "write_file",
        params: { path: "${steps.json.output.name}", content: "${steps.read.output}\n" },
        needs: ["read", "json"],
      },
    ]);
    expect((await run("p")).plan.status).toBe("completed");
    expect(readFileSync(join(bench.root, "x.txt"), "utf8")).toBe("one\ntwo\n");
  });

  test("2.8, CA-20: a failed need blocks its dependents, the plan says blocked and never completed", async () => {
    const { draft, run } = scene();
    await draft([shell("a", "exit 3"), shell("b", "echo b", "a"), shell("c", "echo c", "b"), shell("d", "echo d")]);
    const { plan, outcome } = await run("p");
    expect(statuses(plan)).toEqual({ a: "failed", b: "blocked", c: "blocked", d: "completed" });
    expect(plan.status).toBe("blocked");
    expect(outcome?.kind).toBe("failed");
    expect(outcome?.text).toContain("It needs a, which failed.");
    expect(plan.steps[0]?.error).toContain("exit code 3");
  });

  test("CA-40: an unknown tool fails the step and names those that there are", async () => {
    const { draft, run } = scene();
    await draft([{ id: "a", tool: "no_such_tool", params: {} }]);
    const { plan } = await run("p");
    expect(plan.status).toBe("failed");
    expect(plan.steps[0]?.error).toContain("Unknown tool: no_such_tool. Use one of read_file");
  });

  test("wrong parameters fail the step with what is allowed", async () => {
    const { draft, run } = scene();
    await draft([{ id: "a", tool: "read_file", params: { file: "x" } }]);
    expect((await run("p")).plan.steps[0]?.error).toContain("path");
  });

  test("CA-41: a check decides whether a step has done its work", async () => {
    const { draft, run } = scene();
    await draft([
      { ...shell("good", "echo done > made"), check: "test -f made" },
      {
        ...shell("bad", "echo done"),
        check: { tool: "shell", params: { command: 'test "${steps.bad.output}" = other' } },
        needs: ["good"],
      },
    ]);
    const { plan } = await run("p");
    expect(statuses(plan)).toEqual({ good: "completed", bad: "failed" });
    expect(plan.steps[1]?.error).toContain("The check failed");
  });

  test("steps that do not collide run side by side, those that do one after the other", async () => {
    const running = new Set<string>();
    const met: string[][] = [];
    const meeting = countingTool("meet", { touches: true, slowMs: 30 });
    const tool = {
      ...meeting.tool,
      run: async (input: never, context: never) => {
        const { value = "" } = input as { value?: string };
        running.add(value);
        met.push([...running].sort());
        const output = await meeting.tool.run(input, context);
        running.delete(value);
        return output;
      },
    } as typeof meeting.tool;
    const { draft, run } = scene({ tools: [tool] });
    await draft([
      { id: "a", tool: "meet", params: { value: "x/1" } },
      { id: "b", tool: "meet", params: { value: "x/2" } },
      { id: "c", tool: "meet", params: { value: "x" } },
    ]);
    expect((await run("p")).plan.status).toBe("completed");
    expect(met).toEqual([["x/1"], ["x/1", "x/2"], ["x"]]);
  });

  test("CA-22: budgets stop the plan, which says why and can be resumed", async () => {
    const { draft, run } = scene({ mind: ["first"] });
    await draft(
      [
        { id: "a", tool: "think" },
        { id: "b", tool: "think", needs: ["a"] },
      ],
      { limits: { turns: 1 } },
    );
    const { plan, outcome } = await run("p");
    expect(outcome).toMatchObject({ kind: "limit", limit: "steps" });
    expect(plan.status).toBe("blocked");
    expect(plan.error).toContain("limit of 1 step was");
    expect(statuses(plan)).toEqual({ a: "completed", b: "pending" });
  });

  test("a step that takes longer than it may is ended and fails", async () => {
    const { draft, run } = scene();
    await draft([{ ...shell("a", "sleep 20"), limits: { seconds: 0.2 } }]);
    expect((await run("p")).plan.steps[0]?.error).toContain("longer than the 0.2 seconds");
  });

  test("2.8: a plan that is cancelled says so and goes on later", async () => {
    const { draft, run } = scene();
    await draft([shell("a", "echo a"), { ...shell("b", "sleep 20", "a"), idempotent: true }]);
    const { plan, outcome } = await run("p", {}, (event, abort) => {
      if (event.type === "call-start" && JSON.stringify(event.call.input).includes("sleep")) abort.abort();
    });
    expect(outcome?.kind).toBe("cancelled");
    expect(plan.status).toBe("cancelled");
    expect(statuses(plan)).toEqual({ a: "completed", b: "in_progress" });
  });

  test("more than twenty steps are no reason to stop (2.8)", async () => {
    const counter = countingTool("noop");
    const { draft, run } = scene({ tools: [counter.tool] });
    await draft(
      Array.from({ length: 60 }, (_, index) => ({
        id: `s${index}`,
        tool: "noop",
        needs: index ? [`s${index - 1}`] : [],
      })),
    );
    expect((await run("p")).plan.status).toBe("completed");
    expect(counter.runs()).toBe(60);
  });

  test("permissions hold for each step: what is not allowed fails it", async () => {
    const { draft, run, bench } = scene({ mode: "default" });
    await draft([{ id: "a", tool: "write_file", params: { path: "x", content: "y" } }]);
    const { plan } = await run("p");
    expect(plan.steps[0]?.error).toContain("Not allowed");
    expect(existsSync(join(bench.root, "x"))).toBe(false);
  });

  test("each call has one start, one reply and one result, side by side in the log", async () => {
    const { draft, run } = scene();
    await draft([shell("a", "echo a"), { id: "r", tool: "read_file", params: { path: "log" }, needs: ["a"] }]);
    const { history } = await run("p");
    for (const [index, event] of history.entries()) {
      if (event.type !== "reply") continue;
      const next = history[index + 1];
      const call = event.content[0];
      expect(next?.type === "call-end" && call?.kind === "call" && next.result.callId === call.call.id).toBe(true);
    }
    expect(history.filter((event) => event.type === "plan-update").length).toBeGreaterThan(4);
  });
});

describe("think and agent steps", () => {
  test("CA-30: a step without a tool is a question to the model with what it needs", async () => {
    const { draft, run, requests } = scene({ files: { "a.txt": "forty-two" }, mind: ["The number is 42."] });
    await draft([
      { id: "r", tool: "read_file", params: { path: "a.txt" } },
      { id: "t", description: "Which number is it?", tool: null, dependencies: ["r"] },
    ]);
    const { plan, outcome } = await run("p");
    expect(plan.steps[1]).toMatchObject({ tool: "think", status: "completed", result: "The number is 42." });
    expect(JSON.stringify(requests[0]?.messages)).toContain("forty-two");
    expect(requests[0]?.tools).toEqual([]);
    expect(outcome?.text).toContain("The number is 42.");
  });

  test("an agent step is offered the tools it is given and no others, and has its own limits", async () => {
    const call = (id: string) => [{ kind: "call", call: { id, name: "read_file", input: { path: "a.txt" } } }] as const;
    const { draft, run, requests } = scene({
      files: { "a.txt": "x" },
      mind: [call("1"), "read it", call("2"), call("3")],
    });
    await draft([
      { id: "a", tool: "agent", params: { prompt: "read", tools: ["read_file", "todo"] } },
      { id: "b", tool: "agent", params: { prompt: "read on" }, limits: { turns: 2 }, needs: ["a"] },
    ]);
    const { plan } = await run("p");
    expect(requests[0]?.tools.map((tool) => tool.name)).toEqual(["read_file", "todo"]);
    expect(plan.steps[0]).toMatchObject({ status: "completed", result: "read it" });
    expect(plan.steps[1]?.error).toContain("limit of 2 steps");
  });
});

describe("after an edit of the plan", () => {
  test("steps that are the same are not run again, those that changed and all after them are", async () => {
    const { draft, run, bench, plans } = scene({ files: { "in.txt": "1" } });
    await draft([
      { id: "read", tool: "read_file", params: { path: "in.txt" } },
      shell("a", "echo a >> log", "read"),
      shell("b", "echo b >> log", "a"),
      shell("c", "echo c >> log", "read"),
    ]);
    await run("p");
    const file = join(bench.root, plans.show("p"));
    writeFileSync(file, readFileSync(file, "utf8").replace("echo a >> log", "echo A >> log"));
    const { plan } = await run("p");
    expect(plan.status).toBe("completed");
    expect(plan.steps.map((step) => step.attempts)).toEqual([1, 2, 2, 1]);
    expect(readFileSync(join(bench.root, "log"), "utf8").split("\n").sort()).toEqual(["", "A", "a", "b", "b", "c"]);
  });

  test("a step that is to be done again is, with all that need it, and nothing else", async () => {
    const { draft, run, bench } = scene();
    await draft([shell("a", "echo a >> log"), shell("b", "echo b >> log", "a"), shell("c", "echo c >> log")]);
    await run("p");
    const { plan } = await run("p", { resolutions: new Map([["a", "again"]]) });
    expect(plan.status).toBe("completed");
    expect(readFileSync(join(bench.root, "log"), "utf8").trim().split("\n").sort().join("")).toBe("aabbc");
  });

  test("a read that was made before is answered by the cache while its file is the same", async () => {
    const { draft, run, bench, plans } = scene({ files: { "in.txt": "1" } });
    await draft([shell("a", "true"), { id: "read", tool: "read_file", params: { path: "in.txt" }, needs: ["a"] }]);
    await run("p");
    const file = join(bench.root, plans.show("p"));
    const edit = (from: string, to: string): void => writeFileSync(file, readFileSync(file, "utf8").replace(from, to));
    edit('"command": "true"', '"command": "true; true"');
    expect((await run("p")).plan.steps.map((step) => step.attempts)).toEqual([2, 1]);
    edit('"command": "true; true"', '"command": "true"');
    writeFileSync(join(bench.root, "in.txt"), "2");
    const { plan } = await run("p");
    expect(plan.steps.map((step) => step.attempts)).toEqual([3, 2]);
    expect(plan.steps[1]?.result).toBe("2");
  });
});

describe("replanning", () => {
  const failing = [shell("a", "exit 1"), shell("b", "echo ${steps.a.output}", "a"), shell("c", "echo c", "b")];
  const change = (value: unknown): string => `Let me see {this}:\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\``;
  const mended = { steps: [{ id: "a", tool: "shell", params: { command: "echo ok" } }] };

  test("CA-50: modify mends the step, which keeps its id and is tried again", async () => {
    const { draft, run, requests } = scene({ mind: [change({ action: "modify", reason: "wrong exit", ...mended })] });
    await draft(failing);
    const { plan, events } = await run("p", { replanning: true });
    expect(plan.status).toBe("completed");
    expect(plan.steps.map((step) => [step.id, step.attempts])).toEqual([
      ["a", 2],
      ["b", 1],
      ["c", 1],
    ]);
    expect(plan.revisions[0]).toMatchObject({ action: "modify", reason: "wrong exit" });
    expect(plan.revisions[0]?.diff).toContainEqual({
      op: "change",
      step: "a",
      field: "params",
      from: { command: "exit 1" },
      to: { command: "echo ok" },
    });
    // CA-51: the failure and its neighbourhood are what the model sees.
    expect(JSON.stringify(requests[0]?.messages)).toContain("exit code 1");
    expect(
      events.some((event) => event.type === "plan-update" && JSON.stringify(event.detail).includes("wrong exit")),
    ).toBe(true);
  });

  test("a person's no blocks the step, and is nothing to mend; what they say with it is", async () => {
    const steps = [{ id: "a", tool: "write_file", params: { path: "x", content: "y" } }, shell("b", "echo b", "a")];
    const bare = scene({ mode: "default", refusal: "", mind: [change({ action: "skip", reason: "unasked" })] });
    await bare.draft(steps);
    const refused = await bare.run("p", { replanning: true });
    expect(statuses(refused.plan)).toEqual({ a: "blocked", b: "blocked" });
    expect(refused.plan.steps[0]?.error).toBe("You said no to it: it is asked about again when the plan goes on.");
    expect(bare.requests).toEqual([]);
    const spoken = scene({ mode: "default", refusal: "use z", mind: [change({ action: "skip", reason: "told" })] });
    await spoken.draft(steps);
    await spoken.run("p", { replanning: true });
    const asked = JSON.stringify(spoken.requests[0]?.messages);
    expect(asked).toContain("The user said no, and: use z");
    expect(asked).not.toContain("Do not");
  });

  test("CA-50, 2.8: add puts steps before the failed one, which is tried again after them", async () => {
    const { draft, run } = scene({
      mind: [
        change({
          action: "add_steps",
          reason: "make it first",
          steps: [{ id: "a", tool: "shell", params: { command: "touch ready" } }],
        }),
      ],
    });
    await draft([shell("a", "test -f ready"), shell("b", "echo b", "a")]);
    const { plan } = await run("p", { replanning: true });
    expect(statuses(plan)).toEqual({ "a-2": "completed", a: "completed", b: "completed" });
  });

  test("CA-50, 2.8: skip releases those that can do without it", async () => {
    const { draft, run } = scene({ mind: [change({ action: "skip", reason: "not needed" })] });
    await draft([shell("a", "exit 1"), shell("b", "echo b", "a"), shell("c", "echo ${steps.a.output}", "a")]);
    const { plan } = await run("p", { replanning: true });
    expect(statuses(plan)).toEqual({ a: "skipped", b: "completed", c: "skipped" });
    expect(plan.status).toBe("completed");
  });

  test("skip can cancel the dependents as well", async () => {
    const { draft, run } = scene({ mind: [change({ action: "skip", reason: "not needed", dependents: "cancel" })] });
    await draft([shell("a", "exit 1"), shell("b", "echo b", "a"), shell("c", "echo c")]);
    expect(statuses((await run("p", { replanning: true })).plan)).toEqual({
      a: "skipped",
      b: "skipped",
      c: "completed",
    });
  });

  test("CA-50: alternative steps take its place, also in the references of those after it", async () => {
    const { draft, run } = scene({
      mind: [
        change({
          action: "alternative",
          reason: "another way",
          steps: [{ id: "x", tool: "shell", params: { command: "echo other" } }],
        }),
      ],
    });
    await draft(failing);
    const { plan } = await run("p", { replanning: true });
    expect(statuses(plan)).toEqual({ a: "skipped", x: "completed", b: "completed", c: "completed" });
    expect(plan.steps.find((step) => step.id === "b")?.result).toBe("other");
  });

  test("CA-51, 2.8: replan replaces what has not begun, under ids that were never used", async () => {
    const { draft, run } = scene({
      mind: [
        change({
          action: "replan",
          reason: "start over",
          steps: [{ id: "b", tool: "shell", params: { command: "echo new" }, needs: ["z"] }],
        }),
      ],
    });
    await draft([shell("z", "echo z"), shell("a", "exit 1", "z"), shell("b", "echo b", "a")]);
    const { plan } = await run("p", { replanning: true });
    expect(statuses(plan)).toEqual({ z: "completed", a: "skipped", "b-2": "completed" });
    expect(plan.revisions[0]?.diff.map((line) => `${line.op} ${line.step}`)).toEqual([
      "remove b",
      "change a",
      "add b-2",
    ]);
  });

  test("nonsense three times: a step that may have done something stays failed, and the person is told", async () => {
    const { draft, run, requests } = scene({ mind: ["hm", "no idea", '{"action": "dance"}'] });
    await draft(failing);
    const { plan, events, outcome } = await run("p", { replanning: true });
    expect(requests).toHaveLength(3);
    expect(JSON.stringify(requests[2]?.messages)).toContain("There is no JSON object with an action");
    expect(statuses(plan)).toEqual({ a: "failed", b: "blocked", c: "blocked" });
    expect(outcome?.kind).toBe("failed");
    expect(notes(events)).toEqual([expect.stringContaining("no usable answer for a in 3 tries")]);
  });

  test("nonsense three times: a step without effects is tried once more as it is (CA-51)", async () => {
    const flaky = countingTool("flaky", { failures: 1 });
    const { draft, run } = scene({ tools: [flaky.tool], mind: ["hm", "hm", "hm"] });
    await draft([{ id: "a", tool: "flaky" }]);
    const { plan } = await run("p", { replanning: true });
    expect(plan.steps[0]).toMatchObject({ status: "completed", attempts: 2 });
  });

  test("a change that could not be run goes back with the reason", async () => {
    const bad = { steps: [{ id: "a", tool: "nope", params: {} }] };
    const { draft, run, requests } = scene({
      mind: [change({ action: "modify", ...bad }), change({ action: "modify", reason: "now right", ...mended })],
    });
    await draft(failing);
    expect((await run("p", { replanning: true })).plan.status).toBe("completed");
    expect(JSON.stringify(requests[1]?.messages)).toContain("Unknown tool: nope");
  });

  test("the person sees the change as a diff and may decline it", async () => {
    const { draft, run, questions, plans } = scene({
      mind: [change({ action: "modify", reason: "r", ...mended })],
      answers: ["Run it", "Leave the step failed"],
    });
    await draft(failing);
    expect((await run("p", { replanning: true })).plan.status).toBe("blocked");
    expect(questions[1]).toContain('~ a.params: {"command":"exit 1"} → {"command":"echo ok"}');
    expect((await plans.read("p")).revisions).toEqual([]);
  });

  test("tries are bounded: a step that fails again and again is given up", async () => {
    const again = change({
      action: "modify",
      reason: "again",
      steps: [{ id: "a", tool: "shell", params: { command: "exit 1" } }],
    });
    const { draft, run, requests } = scene({ mind: Array.from({ length: 20 }, () => again) });
    await draft([shell("a", "exit 1")]);
    const { plan, events } = await run("p", { replanning: true });
    expect(plan.steps[0]).toMatchObject({ status: "failed", attempts: 4 });
    expect(requests).toHaveLength(3);
    expect(notes(events).at(-1)).toContain("a has failed 4 times");
  });

  test("without a model nothing changes and the reason is told", async () => {
    const { draft, run } = scene();
    await draft(failing);
    const { plan, events } = await run("p", { replanning: true });
    expect(plan.status).toBe("blocked");
    expect(notes(events)[0]).toContain("no model here");
  });
});

test("a plan is drawn as a list and as a Mermaid flowchart", async () => {
  const { draft } = scene();
  const plan = await draft([{ ...shell("a", "true"), title: 'say "hi" [now]' }, shell("b", "true", "a")]);
  expect(renderPlan(plan)).toContain('[ ] a  say "hi" [now] (shell)\n[ ] b  b (shell, after a)');
  expect(planToMermaid(plan).split("\n").slice(0, 4)).toEqual([
    "flowchart TD",
    '  s1["a: say #34;hi#34; #91;now#93; (shell)"]:::pending',
    '  s2["b: b (shell)"]:::pending',
    "  s1 --> s2",
  ]);
});
