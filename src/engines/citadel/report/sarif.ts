import type { Finding } from "../../findings/finding.ts";
import { sarifLog } from "../../findings/sarif.ts";
import { type Cell, type Report, textOfCell } from "./model.ts";

/** Findings of these tables, and how grave they are. */
const FINDINGS: Readonly<Record<string, { readonly level: "warning" | "note"; readonly text: string }>> = {
  missing: { level: "warning", text: "A member that nothing in the estate has" },
  dead: { level: "note", text: "Code that nothing reaches, or whose reach is in doubt" },
};

/** Missing members and dead code as SARIF 2.1.0 (OASIS), for code scanning, finding by finding. Paths are relative to the root. */
export function* sarifPieces({ tables }: Report, version: string): Generator<string> {
  const found = tables.filter(({ id }) => FINDINGS[id] !== undefined);
  const rules = found.map(({ id, title }) => ({
    id,
    name: title,
    shortDescription: { text: FINDINGS[id]?.text ?? title },
  }));
  const [head = "", tail = ""] = printed(sarifLog([], rules, version)).split(NO_RESULTS, 2);
  yield `${head}"results": [`;
  let between = "\n";
  for (const { id, rows } of found)
    for (const row of rows)
      for (const finding of findingOf(id, row)) {
        const [run] = sarifLog([finding], rules, version).runs;
        for (const result of run?.results ?? []) yield between + printed(result).replace(/^/gm, RESULT_INDENT);
        between = ",\n";
      }
  yield `${between === "\n" ? "" : "\n   "}]${tail}\n`;
}

const NO_RESULTS = '"results": []';
const RESULT_INDENT = "    ";
const printed = (value: unknown): string => JSON.stringify(value, null, 1);

function findingOf(rule: string, row: readonly Cell[]): readonly Finding[] {
  const place = row.find((cell) => typeof cell === "object");
  if (!place || typeof place !== "object") return [];
  const message = row
    .map(textOfCell)
    .filter((part) => part !== "")
    .join(", ");
  return [{ path: place.file, line: place.line, level: FINDINGS[rule]?.level ?? "note", rule, message }];
}
