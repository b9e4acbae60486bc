import type { Finding } from "../../findings/finding.ts";
import { sarifLog } from "../../findings/sarif.ts";
import { type Cell, type Report, textOfCell } from "./model.ts";

/** Findings of these tables, and how grave they are. */
const FINDINGS: Readonly<Record<string, { readonly level: "warning" | "note"; readonly text: string }>> = {
  missing: { level: "warning", text: "A member that nothing in the estate has" },
  dead: { level: "note", text: "Code that nothing reaches, or whose reach is in doubt" },
};

/** Missing members and dead code as SARIF 2.1.0 (OASIS), for code scanning. Paths are relative to the root. */
export function renderSarif({ tables }: Report, version: string): string {
  const found = tables.filter(({ id }) => FINDINGS[id] !== undefined);
  const findings = found.flatMap(({ id, rows }) => rows.flatMap((row) => findingOf(id, row)));
  const rules = found.map(({ id, title }) => ({
    id,
    name: title,
    shortDescription: { text: FINDINGS[id]?.text ?? title },
  }));
  return `${JSON.stringify(sarifLog(findings, rules, version), null, 1)}\n`;
}

function findingOf(rule: string, row: readonly Cell[]): readonly Finding[] {
  const place = row.find((cell) => typeof cell === "object");
  if (!place || typeof place !== "object") return [];
  const message = row
    .map(textOfCell)
    .filter((part) => part !== "")
    .join(", ");
  return [{ path: place.file, line: place.line, level: FINDINGS[rule]?.level ?? "note", rule, message }];
}
