import { ignoreRules } from "../../src/engines/ignore/ignore-rules.ts";
import { type CaseReport, loadCases, runDirectly, Tally } from "./security-tally.ts";

interface IgnoreCase {
  readonly id: string;
  readonly kind: string;
  readonly gitignore: readonly string[] | string;
  readonly expect: { readonly ignored: Readonly<Record<string, boolean>> };
}

export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("ignore");
  for (const entry of loadCases<IgnoreCase>(casesFolder, "ignore/open.json")) {
    if (entry.kind !== "gitignore") continue;
    const rules = ignoreRules([{ folder: "", text: [entry.gitignore].flat().join("\n") }]);
    const wrong = Object.entries(entry.expect.ignored).filter(([path, ignored]) => rules.isIgnored(path) !== ignored);
    tally.mark(entry.kind, { passed: wrong.length === 0, id: entry.id, note: JSON.stringify(wrong) });
  }
  return tally.report(verbose);
}

await runDirectly(import.meta.url, run);
