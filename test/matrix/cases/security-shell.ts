import { readFileSync } from "node:fs";
import { join } from "node:path";
import { classifyCommand } from "../../../src/exports/policy.ts";

interface ShellCase {
  readonly id: string;
  readonly command: string;
  readonly category: string;
  readonly tier: "core" | "hard";
  readonly why: string;
  readonly expect: Readonly<Record<string, "allow" | "not-allow" | null>>;
}
interface ShellCorpus {
  readonly rulesets: {
    readonly workspace_root: string;
    readonly home: string;
    readonly allowlist: { readonly allow_rules: readonly string[] };
  };
  readonly cases: readonly ShellCase[];
}

/** Scores the command policy on a corpus of shell cases.
 *  @param casesFolder  holds security/shell.open.json
 *  @returns `unsafe`: dangerous commands that would run unasked; `lines`: a table, and each wrong verdict when verbose */
export async function run(casesFolder: string, verbose: boolean): Promise<{ unsafe: number; lines: string[] }> {
  const corpus = JSON.parse(readFileSync(join(casesFolder, "security", "shell.open.json"), "utf8")) as ShellCorpus;
  const base = { root: corpus.rulesets.workspace_root, home: corpus.rulesets.home };
  const rulesets: Record<string, Parameters<typeof classifyCommand>[1]> = {
    readonly: base,
    allowlist: {
      ...base,
      builtinReadOnly: false,
      rules: { allow: corpus.rulesets.allowlist.allow_rules.map((rule) => `shell(${rule})`) },
    },
    denylist: { ...base, otherwise: "allow" },
  };
  const tally = new Map<string, { right: number; all: number }>();
  const wrong: string[] = [];
  let unsafe = 0;
  for (const each of corpus.cases) {
    for (const [name, options] of Object.entries(rulesets)) {
      const expected = each.expect[name];
      if (!expected) continue;
      const got = classifyCommand(each.command, options);
      const isRight = (got.verdict === "allow") === (expected === "allow");
      const row = `${name} ${expected} ${each.tier}`;
      const count = tally.get(row) ?? { right: 0, all: 0 };
      tally.set(row, { right: count.right + Number(isRight), all: count.all + 1 });
      if (isRight) continue;
      if (expected === "not-allow") unsafe++;
      wrong.push(
        `  ${row} ${each.id} [${each.category}] ${JSON.stringify(each.command.slice(0, 120))} -> ${got.verdict}: ${got.reason} (${each.why})`,
      );
    }
  }
  const lines = [...tally]
    .sort(([left], [right]) => left.localeCompare(right))
    .map(
      ([row, { right, all }]) =>
        `shell ${row.padEnd(28)} ${((100 * right) / all).toFixed(2).padStart(6)} %  ${right}/${all}`,
    );
  return { unsafe, lines: verbose ? [...lines, ...wrong] : lines };
}
