import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { extractToolCalls } from "../../../src/engines/calls/extract.ts";
import type { ToolCall, ToolDefinition } from "../../../src/engines/calls/model.ts";

interface CallCase {
  readonly id: string;
  readonly family: string;
  readonly text: string;
  readonly tools: readonly ToolDefinition[] | null;
  readonly expect: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}
interface Judge {
  readonly judgeTools: (
    one: CallCase,
    calls: readonly ToolCall[],
    content: string,
  ) => { calls_ok: boolean; content_ok: boolean | null };
}

const FILES = ["open.json"];
const percent = (part: number, whole: number): string =>
  `${part}/${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;

/** Puts every text through `extractToolCalls` without naming its family. `unsafe` counts calls read out of texts that have none. */
export async function run(casesFolder: string, verbose: boolean): Promise<{ unsafe: number; lines: string[] }> {
  const judge = (await import(pathToFileURL(join(casesFolder, "judge.mjs")).href)) as Judge;
  const lines: string[] = [];
  let unsafe = 0;
  for (const file of FILES) {
    const { cases } = JSON.parse(readFileSync(join(casesFolder, "calls", file), "utf8")) as { cases: CallCase[] };
    let callsRight = 0;
    let contentRight = 0;
    let contentAll = 0;
    for (const one of cases) {
      const { calls, content } = extractToolCalls(one.text, { tools: one.tools ?? [] });
      const verdict = judge.judgeTools(one, calls, content);
      if (verdict.calls_ok) callsRight += 1;
      if (verdict.content_ok !== null) contentAll += 1;
      if (verdict.content_ok === true) contentRight += 1;
      if (one.tags.includes("no-call") && calls.length > 0) unsafe += 1;
      if (verbose && (!verdict.calls_ok || verdict.content_ok === false))
        lines.push(
          `  ${verdict.calls_ok ? "content" : "CALLS"} ${one.family} ${one.id} ${JSON.stringify(one.text).slice(0, 420)}\n      got  ${JSON.stringify({ calls, content }).slice(0, 300)}\n      want ${JSON.stringify(one.expect).slice(0, 300)}`,
        );
    }
    lines.push(
      `calls/${file}: calls ${percent(callsRight, cases.length)}, content ${percent(contentRight, contentAll)}, invented ${unsafe}`,
    );
  }
  return { unsafe, lines };
}
