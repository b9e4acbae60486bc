import { type Cell, type Report, textOfCell } from "./model.ts";

/** Findings of these tables, and how grave they are. */
const FINDINGS: Readonly<Record<string, { readonly level: "warning" | "note"; readonly text: string }>> = {
  missing: { level: "warning", text: "A member that nothing in the estate has" },
  dead: { level: "note", text: "Code that nothing reaches, or whose reach is in doubt" },
};

/** Missing members and dead code as SARIF 2.1.0 (OASIS), for code scanning. Paths are relative to the root. */
export function renderSarif({ tables }: Report, version: string): string {
  const found = tables.filter(({ id }) => FINDINGS[id] !== undefined);
  const results = found.flatMap(({ id, rows }) => rows.flatMap((row) => result(id, row)));
  const rules = found.map(({ id, title }) => ({
    id,
    name: title,
    shortDescription: { text: FINDINGS[id]?.text ?? title },
  }));
  const driver = { name: "waymark", version, rules };
  const run = { tool: { driver }, columnKind: "utf16CodeUnits", results };
  const log = { $schema: "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0", runs: [run] };
  return `${JSON.stringify(log, null, 1)}\n`;
}

function result(ruleId: string, row: readonly Cell[]): object[] {
  const place = row.find((cell) => typeof cell === "object");
  if (!place || typeof place !== "object") return [];
  const text = row
    .map(textOfCell)
    .filter((part) => part !== "")
    .join(", ");
  const uri = place.file.split("/").map(encodeURIComponent).join("/");
  const physicalLocation = { artifactLocation: { uri }, region: { startLine: Math.max(1, place.line) } };
  return [{ ruleId, level: FINDINGS[ruleId]?.level ?? "note", message: { text }, locations: [{ physicalLocation }] }];
}
