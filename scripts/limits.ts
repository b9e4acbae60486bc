import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

/** How often each limit of STYLE.md (file, function, parameters, complexity) is exceeded, by file and rule. */
export type Budgets = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const BUDGETS_FILE = "test/budgets.json";
const RULES = [
  "style/noExcessiveLinesPerFile",
  "complexity/noExcessiveLinesPerFunction",
  "complexity/useMaxParams",
  "complexity/noExcessiveCognitiveComplexity",
];

interface Diagnostic {
  readonly category: string;
  readonly location: { readonly path: string | { readonly file: string } };
}

/** Groups that count nothing of it; some of their rules first work out imports and types of all files, which takes four times as long as the counting. */
const OTHERS = ["a11y", "correctness", "nursery", "performance", "security", "suspicious"];

/** What the linter counts now under a folder. @throws when the linter could not run */
export function countExcesses(folder: string, cwd = "."): Budgets {
  const skipped = OTHERS.map((group) => `--skip=${group}`);
  const args = ["lint", ...skipped, "--max-diagnostics=none", "--diagnostic-level=info", "--reporter=json", folder];
  const { stdout, stderr } = spawnSync("biome", args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (!stdout.startsWith("{")) throw new Error(`biome gave no report: ${stderr}`);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] };
  const counts: Record<string, Record<string, number>> = {};
  for (const { category, location } of diagnostics) {
    if (!RULES.includes(category.replace("lint/", ""))) continue;
    const file = typeof location.path === "string" ? location.path : location.path.file;
    const rule = category.split("/").at(-1) ?? category;
    counts[file] ??= {};
    const row = counts[file];
    row[rule] = (row[rule] ?? 0) + 1;
  }
  return counts;
}

export function readBudgets(): Budgets {
  return JSON.parse(readFileSync(BUDGETS_FILE, "utf8")) as Budgets;
}

/** Each rule of each file that is counted more often, or less often, than its budget says. */
export function differences(counted: Budgets, budgets: Budgets): { over: string[]; under: string[] } {
  const over: string[] = [];
  const under: string[] = [];
  for (const file of new Set([...Object.keys(counted), ...Object.keys(budgets)]))
    for (const rule of new Set([...Object.keys(counted[file] ?? {}), ...Object.keys(budgets[file] ?? {})])) {
      const now = counted[file]?.[rule] ?? 0;
      const allowed = budgets[file]?.[rule] ?? 0;
      if (now > allowed) over.push(`${file}: ${rule} ${now}, budget ${allowed}`);
      if (now < allowed) under.push(`${file}: ${rule} ${now}, budget ${allowed}`);
    }
  return { over, under };
}

export function total(budgets: Budgets): number {
  return Object.values(budgets)
    .flatMap((row) => Object.values(row))
    .reduce((sum, count) => sum + count, 0);
}

/** `npm run budgets` takes what fell into the file; a number that rose is refused. */
if (import.meta.main) {
  const counted = countExcesses("src");
  const { over } = differences(counted, readBudgets());
  if (over.length > 0 && !process.argv.includes("--begin")) {
    console.error(`Over the budget; make these smaller:\n${over.join("\n")}`);
    process.exit(1);
  }
  const sorted = Object.fromEntries(Object.entries(counted).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(BUDGETS_FILE, `${JSON.stringify(sorted, undefined, 2)}\n`);
  console.log(`${total(counted)} places are over a limit.`);
}
