import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseLooseJson } from "../../../src/engines/json/loose-json.ts";
import { reasonToSetAside } from "./set-aside.ts";

interface JsonCase {
  readonly id: string;
  readonly kind: string;
  readonly text?: string;
  readonly text_repeat?: { readonly unit: string; readonly n: number };
  readonly opts?: Readonly<Record<string, unknown>>;
  readonly tags: readonly string[];
}
interface Judge {
  readonly judgeJson: (one: JsonCase, result: { value?: unknown; error?: string; crashed?: boolean }) => boolean;
}

const FILES = ["open.json"];

/** Puts every loose-JSON case through `parseLooseJson`. `unsafe` counts crashes: any throw that is not the documented one. */
export async function run(casesFolder: string, verbose: boolean): Promise<{ unsafe: number; lines: string[] }> {
  const judge = (await import(pathToFileURL(join(casesFolder, "judge.mjs")).href)) as Judge;
  const lines: string[] = [];
  let unsafe = 0;
  for (const file of FILES) {
    const { cases } = JSON.parse(readFileSync(join(casesFolder, "json", file), "utf8")) as { cases: JsonCase[] };
    const tally = new Map<string, { passed: number; all: number }>();
    for (const one of cases) {
      const result = attempt(textOf(one));
      if (result.crashed) unsafe += 1;
      const isRight = judge.judgeJson(one, result);
      const reason = reasonToSetAside(one);
      if (reason !== undefined) {
        if (!isRight) lines.push(`set aside: ${one.id}: ${reason}`);
        continue;
      }
      const row = tally.get(one.kind) ?? { passed: 0, all: 0 };
      tally.set(one.kind, { passed: row.passed + (isRight ? 1 : 0), all: row.all + 1 });
      if (!isRight && verbose)
        lines.push(
          `  miss ${one.kind} ${one.id} ${JSON.stringify(one.text)?.slice(0, 200)} => ${JSON.stringify(result).slice(0, 200)}`,
        );
    }
    for (const [kind, { passed, all }] of tally)
      lines.push(`json/${file} ${kind}: ${passed}/${all} (${((100 * passed) / all).toFixed(1)} %)`);
  }
  return { unsafe, lines };
}

function textOf(one: JsonCase): string {
  if (one.text !== undefined) return one.text;
  return one.text_repeat?.unit.repeat(one.text_repeat.n) ?? "";
}

function attempt(text: string): { value?: unknown; error?: string; crashed?: boolean } {
  try {
    return { value: parseLooseJson(text) };
  } catch (error) {
    const isExpected = error instanceof Error && error.name === "LooseJsonError";
    return isExpected ? { error: error.message } : { error: String(error), crashed: true };
  }
}
