import { hash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createPlanFiles } from "../src/adapters/plans/plan-files.ts";
import type { AgentParts } from "../src/core/loop/agent-parts.ts";
import { RunLedger } from "../src/core/loop/run-ledger.ts";
import { executePlan } from "../src/core/plan/execute-plan.ts";
import { draftPlan } from "../src/core/plan/read-plan.ts";
import type { Tool } from "../src/core/tool.ts";
import { numbersOf } from "../test/random.ts";
import type { Measurement } from "./measurement.ts";
import { threadMs } from "./thread-time.ts";

const STEPS = 1_000;
const NEEDS_MAX = 8;

/** What the engine of plans costs beside the work itself: with its journal and its files, on steps that do nothing. */
export async function bench(): Promise<readonly Measurement[]> {
  const thousand = await fastest(5, STEPS, NEEDS_MAX);
  const twice = await fastest(5, STEPS * 2, NEEDS_MAX);
  const sparse = await fastest(5, STEPS, 1);
  return [
    {
      name: "plan: engine time a step (1,000 steps, needs in a random DAG)",
      value: thousand / STEPS,
      unit: "ms",
      target: "<= 2",
    },
    { name: "plan: 1,000 steps of up to 8 needs", value: thousand, unit: "ms" },
    { name: "plan: 2,000 steps against 1,000 (2 is linear)", value: twice / thousand, unit: "x", target: "<= 2.6" },
    { name: "plan: up to 8 needs a step against 1", value: thousand / sparse, unit: "x", target: "<= 2.6" },
  ];
}

async function fastest(times: number, steps: number, needs: number): Promise<number> {
  const durations: number[] = [];
  for (let run = 0; run < times; run++) durations.push(await runPlan(steps, needs));
  return Math.min(...durations);
}

async function runPlan(count: number, needsMax: number): Promise<number> {
  const root = mkdtempSync(join(tmpdir(), "waymark-bench-"));
  const plans = createPlanFiles({
    folder: ".waymark/plans",
    state: join(root, "state"),
    root,
    lock: () => () => {},
    seal: (text) => hash("sha256", `test ${text}`),
  });
  const random = numbersOf(count);
  const steps = Array.from({ length: count }, (_, index) => ({
    id: `s${index}`,
    tool: "noop",
    needs: [
      ...new Set(
        Array.from(
          { length: Math.min(index, Math.ceil(random() * needsMax)) },
          () => `s${Math.floor(random() * index)}`,
        ),
      ),
    ],
  }));
  const draft = draftPlan({ steps }, { id: "p", goal: "bench", created: "2026-01-01" });
  if (draft.kind !== "plan") throw new Error(draft.problems.join(" "));
  await plans.create(draft.plan);
  const record = await plans.open("p");
  const started = threadMs();
  const running = executePlan({ record, parts: partsWith(NOOP), replanning: false, resolutions: new Map() });
  let next = await running.next();
  while (!next.done) next = await running.next();
  const duration = threadMs() - started;
  if (next.value.plan.status !== "completed") throw new Error("the plan did not complete");
  record.close();
  rmSync(root, { recursive: true, force: true });
  return duration;
}

const NOOP: Tool = {
  name: "noop",
  description: "Does nothing.",
  schema: { type: "object" },
  parse: (raw) => raw,
  intent: () => ({ accesses: [], display: { kind: "text", text: "noop" } }),
  run: async () => ({ text: "done", display: { kind: "text", text: "done" } }),
};

function partsWith(tool: Tool): AgentParts {
  let ids = 0;
  const parts: Partial<AgentParts> = {
    tools: new Map([[tool.name, tool]]),
    ports: {
      workspace: { allowing: () => ({}) },
      asker: { ask: async () => undefined },
    } as unknown as AgentParts["ports"],
    policy: () =>
      ({ mode: "bypassPermissions", rules: { allow: [], ask: [], deny: [] } }) as unknown as ReturnType<
        AgentParts["policy"]
      >,
    clock: { now: () => performance.now(), sleep: async () => {}, random: () => 0, id: () => `c${++ids}` },
    limits: { stepsMax: 0, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0 },
    ledger: new RunLedger(performance.now()),
    history: [],
    signal: new AbortController().signal,
  };
  return parts as AgentParts;
}
