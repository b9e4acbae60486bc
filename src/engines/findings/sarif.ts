import type { Finding } from "./finding.ts";

/** A kind of findings. */
export interface FindingRule {
  readonly id: string;
  readonly name?: string;
  readonly shortDescription: { readonly text: string };
}

const SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json";

/** Findings as SARIF 2.1.0 (OASIS), for code scanning. Their paths are relative to the root. */
export function sarifLog(findings: readonly Finding[], rules: readonly FindingRule[], version: string) {
  const driver = { name: "waymark", version, rules: [...rules] };
  const results = findings.map((finding) => resultOf(finding, rules));
  const run = { tool: { driver }, columnKind: "utf16CodeUnits" as const, results };
  return { $schema: SCHEMA, version: "2.1.0" as const, runs: [run] };
}

/** A rule for each word that findings have as theirs. */
export function rulesOf(findings: readonly Finding[]): readonly FindingRule[] {
  return [...new Set(findings.map(({ rule }) => rule))].sort().map((id) => ({ id, shortDescription: { text: id } }));
}

function resultOf({ path, line, endLine, level, rule, message }: Finding, rules: readonly FindingRule[]) {
  const uri = path.split("/").map(encodeURIComponent).join("/");
  const region = { startLine: Math.max(1, line), ...(endLine === undefined ? {} : { endLine }) };
  const ruleIndex = rules.findIndex(({ id }) => id === rule);
  return {
    ruleId: rule,
    ...(ruleIndex === -1 ? {} : { ruleIndex }),
    level,
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
  };
}
