import { hash } from "node:crypto";
import { join } from "node:path";
import { createPlanFiles, type PlanFiles } from "../src/adapters/plans/plan-files.ts";
import { textReader } from "../src/app/models/answers/text-reader.ts";
import { saidNo } from "../src/app/permissions/approval-options.ts";
import { permissionPolicy } from "../src/app/permissions/permission-policy.ts";
import type { AgentParts, RunLimits } from "../src/core/loop/agent-parts.ts";
import { RunLedger } from "../src/core/loop/run-ledger.ts";
import type { PermissionMode } from "../src/core/permissions/decide.ts";
import { draftPlan } from "../src/core/plan/read-plan.ts";
import type { ModelClient, ModelPart, ModelRequest } from "../src/core/ports/model.ts";
import type { AgentEvent, RecordedEvent, ReplyPart } from "../src/core/protocol/event.ts";
import type { Outcome } from "../src/core/protocol/outcome.ts";
import type { Plan } from "../src/core/protocol/plan.ts";
import { NO_USAGE } from "../src/core/protocol/usage.ts";
import { record } from "../src/core/record.ts";
import { run } from "../src/core/run.ts";
import { planRunner, type RunPlanOptions } from "../src/core/strategies/plan.ts";
import type { Strategy } from "../src/core/strategies/strategy.ts";
import type { Tool, ToolContext } from "../src/core/tool.ts";
import { defineTool } from "../src/tools/define-tool.ts";
import { TOOLS } from "../src/tools/index.ts";
import { offeredSpecs } from "../src/tools/offered.ts";
import { createToolBench, type ToolBench } from "./tool-context.ts";

/** What a model answers, request by request: a text, calls, or a failure. */
export type Mind = readonly (string | readonly ReplyPart[] | ((request: ModelRequest) => string))[];

export interface SceneOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly mind?: Mind;
  readonly tools?: readonly Tool[];
  readonly mode?: PermissionMode;
  /** Answers of the person; nobody is there without them. */
  readonly answers?: readonly string[];
  /** What the person says with a no to each call that is asked about; absent: nobody is there. */
  readonly refusal?: string;
  readonly limits?: Partial<RunLimits>;
}

/** A folder with real files, tools and plans, and a model with a script. */
export interface PlanScene {
  readonly bench: ToolBench;
  readonly plans: PlanFiles;
  /** What is kept beside a plan, by its path there. */
  readonly kept: (path: string) => string;
  readonly requests: ModelRequest[];
  readonly questions: string[];
  readonly parts: (signal?: AbortSignal, history?: RecordedEvent[]) => AgentParts;
  /** Keeps a draft made of these steps. */
  draft(steps: readonly Record<string, unknown>[], more?: Record<string, unknown>): Promise<Plan>;
  play(
    strategy: Strategy,
    prompt?: string,
    onEvent?: (event: AgentEvent, abort: AbortController) => void,
  ): Promise<Played>;
  /** Runs a plan that is there already. */
  run(
    id: string,
    options?: RunPlanOptions,
    onEvent?: (event: AgentEvent, abort: AbortController) => void,
  ): Promise<Played & { plan: Plan }>;
  close(): Promise<void>;
}

export interface Played {
  readonly events: AgentEvent[];
  readonly history: RecordedEvent[];
  readonly outcome: Outcome | undefined;
}

export function planScene(options: SceneOptions = {}): PlanScene {
  const bench = createToolBench({ ...options.files });
  const state = join(bench.root, "../state");
  const plans = createPlanFiles({
    root: bench.root,
    folder: ".waymark/plans",
    state,
    lock: () => () => {},
    seal: (text) => hash("sha256", `test ${text}`),
  });
  const requests: ModelRequest[] = [];
  const questions: string[] = [];
  const answers = [...(options.answers ?? [])];
  const tools = new Map([...TOOLS, ...(options.tools ?? [])].map((tool) => [tool.name, tool]));
  let ids = 0;
  const parts = (signal = new AbortController().signal, history: readonly RecordedEvent[] = []): AgentParts => {
    const asker = {
      async ask({ question }: { question: string }) {
        if (options.answers === undefined) return undefined;
        questions.push(question);
        return answers.shift() ?? "";
      },
    };
    return {
      model: modelOf(options.mind ?? [], requests),
      textReader,
      system: "system",
      tools,
      offer: (set) => offeredSpecs([...tools.values()], set, { isAttended: false, hasAgents: false }),
      ports: { ...(bench.context as ToolContext), asker },
      outputs: bench.context.outputs,
      policy: () =>
        permissionPolicy({
          mode: options.mode ?? "bypassPermissions",
          rules: { allow: [], ask: [], deny: [] },
          cwd: bench.root,
          home: undefined,
          addDirs: [],
        }),
      approver: {
        approve: async () =>
          options.refusal === undefined ? { allowed: false, why: "nobody is there" } : saidNo(options.refusal),
      },
      inbox: { take: () => [] },
      clock: {
        now: () => performance.timeOrigin + performance.now(),
        sleep: realSleep,
        random: () => 0.5,
        id: () => `call-${++ids}`,
      },
      limits: { stepsMax: 0, wallTimeMs: 0, tokensMax: 0, costUsdMax: 0, ...options.limits },
      retryAttemptsMax: 1,
      ledger: new RunLedger(performance.timeOrigin + performance.now()),
      sessionId: "s",
      history,
      plans,
      signal,
    };
  };
  const play: PlanScene["play"] = async (strategy, prompt = "the goal", onEvent) => {
    const abort = new AbortController();
    const history: RecordedEvent[] = [];
    const events: AgentEvent[] = [];
    const start = { prompt, strategy: "plan", permissionMode: "default" };
    const log = { append: async () => undefined };
    for await (const event of record((told) => run(start, strategy, parts(abort.signal, told)), { log, history })) {
      events.push(event);
      onEvent?.(event, abort);
    }
    const end = events.at(-1);
    return { events, history, outcome: end?.type === "run-end" ? end.outcome : undefined };
  };
  return {
    bench,
    plans,
    kept: (path) => join(state, path),
    requests,
    questions,
    parts,
    play,
    async draft(steps, more = {}) {
      const read = draftPlan({ ...more, steps }, { id: "p", goal: "the goal", created: "2026-01-01T00:00:00.000Z" });
      if (read.kind === "malformed") throw new Error(read.problems.join(" "));
      return plans.create(read.plan);
    },
    async run(id, runOptions = {}, onEvent) {
      const played = await play(planRunner(id, { replanning: false, ...runOptions }), "the goal", onEvent);
      return { ...played, plan: await plans.read(id) };
    },
    async close() {
      await bench.close();
    },
  };
}

function modelOf(mind: Mind, requests: ModelRequest[]): ModelClient {
  return {
    id: "test/mind",
    abilities: { nativeTools: true },
    async *step(request): AsyncGenerator<ModelPart> {
      const answer = mind[requests.length];
      requests.push(request);
      if (answer === undefined)
        return yield { type: "failed", failure: { kind: "bad-request", message: "no model here" } };
      const said = typeof answer === "function" ? answer(request) : answer;
      const content: readonly ReplyPart[] = typeof said === "string" ? [{ kind: "text", text: said }] : said;
      const end = content.some((part) => part.kind === "call") ? "calls" : "stop";
      yield { type: "end", content, end, usage: { ...NO_USAGE, inputTokens: 10, outputTokens: 5 }, costUsd: 0.01 };
    },
  };
}

/** Does nothing, or fails as often as it is told to; counts how often it ran. */
export function countingTool(
  name: string,
  behaviour: { failures?: number; text?: string; touches?: boolean; slowMs?: number } = {},
) {
  let runs = 0;
  const tool = defineTool({
    name,
    description: name,
    schema: { type: "object", properties: { value: { type: "string" }, number: { type: "integer" } } },
    intent: ({ value }) => ({
      accesses: behaviour.touches ? [{ kind: "write", path: value ?? name }] : [],
      display: { kind: "text", text: name },
    }),
    async run({ value }) {
      runs++;
      if (behaviour.slowMs) await new Promise((resolve) => setTimeout(resolve, behaviour.slowMs));
      const failed = runs <= (behaviour.failures ?? 0);
      const text = failed ? `${name} failed` : (behaviour.text ?? value ?? `${name} ran`);
      return { text, display: { kind: "text", text }, ...(failed ? { failed: true } : {}) };
    },
  });
  return { tool, runs: () => runs };
}

function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

export const statuses = ({ steps }: Plan): Record<string, string> =>
  Object.fromEntries(steps.map((step) => [step.id, step.status]));
