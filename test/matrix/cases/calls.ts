import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type ExtractOptions, extractToolCalls } from "../../../src/engines/calls/extract.ts";
import type { ToolCall, ToolDefinition } from "../../../src/engines/calls/model.ts";
import { reasonToSetCallAside } from "./set-aside-calls.ts";

interface CallCase {
  readonly id: string;
  readonly family: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[] | null;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly also_ok?: unknown;
  readonly tags: readonly string[];
}
interface Judge {
  readonly judgeTools: (
    one: CallCase,
    calls: readonly ToolCall[],
    content: string,
  ) => { calls_ok: boolean; content_ok: boolean | null };
}

interface Tally {
  calls: number;
  callsRight: number;
  content: number;
  contentRight: number;
}

const percent = (part: number, whole: number): string =>
  `${part}/${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;

/**
 * Puts every text through `extractToolCalls` without naming its family. `unsafe` counts calls read out of texts that have
 * none. What is set aside is listed with its reason, and counted in a line of its own.
 */
export async function run(casesFolder: string, verbose: boolean): Promise<{ unsafe: number; lines: string[] }> {
  const judge = (await import(pathToFileURL(join(casesFolder, "judge.mjs")).href)) as Judge;
  const lines: string[] = [];
  let unsafe = 0;
  for (const file of readdirSync(join(casesFolder, "calls")).filter((name) => name.endsWith(".json"))) {
    const { cases } = JSON.parse(readFileSync(join(casesFolder, "calls", file), "utf8")) as { cases: CallCase[] };
    const [counted, withTools, all] = [tally(), tally(), tally()];
    for (const one of cases) {
      const { calls, content } = extractToolCalls(one.text, { tools: one.tools ?? [], ...thinkingOf(one) });
      const verdict = judged(judge, one, calls, content);
      const reason = reasonToSetCallAside(one.id);
      const isRight = verdict.calls_ok && verdict.content_ok !== false;
      add(all, verdict);
      if (reason === undefined) {
        add(counted, verdict);
        if (one.tools?.length) add(withTools, verdict);
        if (one.tags.includes("no-call") && calls.length > 0) unsafe += 1;
      } else if (!isRight) lines.push(`  set aside: ${one.id}: ${reason}`);
      if (verbose && !isRight && reason === undefined)
        lines.push(
          `  ${verdict.calls_ok ? "content" : "CALLS"} ${one.family} ${one.id} ${JSON.stringify(one.text).slice(0, 420)}\n      got  ${JSON.stringify({ calls, content }).slice(0, 300)}\n      want ${JSON.stringify(one.expect).slice(0, 300)}`,
        );
    }
    lines.push(`calls/${file}: ${shown(counted)}, invented ${unsafe}`, `  where tools are given: ${shown(withTools)}`);
    lines.push(`  with what is set aside: ${shown(all)}`);
  }
  return { unsafe, lines };
}

/** The template of the prompt had opened the thinking, or had none; untagged texts are read as they come. */
function thinkingOf({ tags }: CallCase): Pick<ExtractOptions, "thinking"> {
  if (tags.includes("implicit-think")) return { thinking: "opened" };
  return tags.includes("thinking-off") ? { thinking: "closed" } : {};
}

/** Without a schema, "1" and 1 count as equal. */
function judged(judge: Judge, one: CallCase, calls: readonly ToolCall[], content: string) {
  const verdict = judge.judgeTools(one, calls, content);
  if (verdict.calls_ok || one.tools?.length) return verdict;
  const loose = { ...one, expect: untyped(one.expect), also_ok: untyped(one.also_ok) } as CallCase;
  return { ...verdict, calls_ok: judge.judgeTools(loose, untyped(calls) as readonly ToolCall[], content).calls_ok };
}

function untyped(value: unknown): unknown {
  if (typeof value === "string" && value.trim() !== "" && !Number.isNaN(Number(value))) return Number(value);
  if (Array.isArray(value)) return value.map(untyped);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, untyped(member)]));
}

function tally(): Tally {
  return { calls: 0, callsRight: 0, content: 0, contentRight: 0 };
}

function add(to: Tally, verdict: { calls_ok: boolean; content_ok: boolean | null }): void {
  to.calls += 1;
  if (verdict.calls_ok) to.callsRight += 1;
  if (verdict.content_ok !== null) to.content += 1;
  if (verdict.content_ok === true) to.contentRight += 1;
}

function shown({ calls, callsRight, content, contentRight }: Tally): string {
  return `calls ${percent(callsRight, calls)}, content ${percent(contentRight, content)}`;
}
