import type { Json } from "../../core/ports/queue.ts";
import type { ItemAnswer } from "./answer-item.ts";
import { paidText } from "./batch-lines.ts";
import type { KnownBatch } from "./batch-store.ts";

const PROBLEMS_SHOWN = 50;

interface LaneTotal {
  readonly lane: number;
  readonly by: string;
  items: number;
  costUsd: number;
}

/** Counts, cost by lane, and what failed: as Markdown and as a value. */
export async function batchReport(batch: KnownBatch) {
  const json = await reportJson(batch);
  return { json, markdown: markdownOf(json) };
}

async function reportJson({ name, queue, description }: KnownBatch) {
  const counts = await queue.counts();
  const lanes = new Map<string, LaneTotal>();
  const problems: { readonly id: string; readonly state: string; readonly problem: string }[] = [];
  for await (const { id, state, result, problem, spent } of queue.entries(["done", "failed", "dead"])) {
    if (state === "done") add(lanes, result as Json, spent.costUsd);
    else if (problems.length < PROBLEMS_SHOWN) problems.push({ id, state, problem: problem ?? "" });
  }
  const { states, spent } = counts;
  return {
    batch: name,
    job: description.file,
    began: description.at,
    states,
    total_cost_usd: spent.costUsd,
    usage: { input_tokens: spent.inputTokens, output_tokens: spent.outputTokens },
    lanes: [...lanes.values()].map(({ costUsd, ...lane }) => ({ ...lane, cost_usd: costUsd })),
    problems,
  };
}

function add(lanes: Map<string, LaneTotal>, result: Json, costUsd: number): void {
  const { lane, by } = result as unknown as ItemAnswer;
  const key = `${lane} ${by}`;
  const total = lanes.get(key) ?? { lane, by, items: 0, costUsd: 0 };
  total.items++;
  total.costUsd += costUsd;
  lanes.set(key, total);
}

type Report = Awaited<ReturnType<typeof reportJson>>;

function markdownOf({ batch, job, began, states, total_cost_usd, usage, lanes, problems }: Report): string {
  const left = states.failed + states.dead - problems.length;
  return [
    `# Batch ${batch}`,
    "",
    `Job ${job}, begun ${began.slice(0, 16).replace("T", " ")} UTC.`,
    "",
    "| state | items |",
    "| --- | --- |",
    ...Object.entries(states).map(([state, count]) => `| ${state} | ${count} |`),
    "",
    `Cost: ${paidText(total_cost_usd)}; ${usage.input_tokens} tokens in, ${usage.output_tokens} out.`,
    "",
    ...(lanes.length === 0 ? [] : ["| lane | by | items | cost |", "| --- | --- | --- | --- |"]),
    ...lanes.map(({ lane, by, items, cost_usd }) => `| ${lane} | ${by} | ${items} | ${paidText(cost_usd)} |`),
    ...(problems.length === 0 ? [] : ["", "## Without a result", ""]),
    ...problems.map(({ id, state, problem }) => `- ${id} (${state}): ${problem.replace(/\s+/g, " ")}`),
    ...(left > 0 ? [`- … and ${left} more: \`waymark batch results ${batch} --state failed\``] : []),
    "",
  ].join("\n");
}
