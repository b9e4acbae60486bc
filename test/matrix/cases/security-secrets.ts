import { createRedactor, redactSecrets } from "../../../src/exports/secrets.ts";
import { type CaseReport, loadCases, type SecurityCase, Tally } from "./security-tally.ts";

interface SecretCase extends SecurityCase {
  readonly input_parts: readonly string[];
  readonly secrets_parts: readonly (readonly string[])[];
  readonly must_keep: readonly string[];
  readonly repeat?: number;
  readonly chunk_sizes?: readonly number[];
  readonly known_values_parts?: readonly (readonly string[])[];
}

const PERFORMANCE_MS_MAX = 100;

export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("secrets");
  // The first call compiles the expressions: not what the time limit is about.
  redactSecrets("password=warm-up https://a.example/?x=1\n".repeat(200));
  for (const entry of loadCases<SecretCase>(casesFolder, "security/secrets.open.json")) {
    const input = entry.input_parts.join("").repeat(entry.repeat ?? 1);
    const known = (entry.known_values_parts ?? []).map((parts) => parts.join(""));
    // Processor time: other work on the machine is not the redactor's.
    const started = process.cpuUsage();
    const redacted = entry.chunk_sizes ? inChunks(input, entry.chunk_sizes, known) : redactSecrets(input, { known });
    const elapsedMs = process.cpuUsage(started).user / 1000;
    const leaks = entry.secrets_parts.map((parts) => parts.join("")).filter((secret) => redacted.includes(secret));
    const lost = entry.must_keep.filter((part) => !redacted.includes(part));
    const isSlow = entry.category === "performance" && elapsedMs > PERFORMANCE_MS_MAX;
    const kind = entry.secrets_parts.length > 0 ? "secret" : "benign";
    const group = `${entry.category === "performance" ? "performance" : kind}${entry.soft === true ? " (soft)" : ""}`;
    const note = `${entry.category}: ${entry.why} (${elapsedMs.toFixed(0)} ms) ${redacted.slice(0, 120)}`;
    const passed = leaks.length === 0 && lost.length === 0 && !isSlow;
    tally.mark(group, { passed, unsafe: leaks.length > 0 && entry.soft !== true, id: entry.id, note });
  }
  return tally.report(verbose);
}

function inChunks(input: string, sizes: readonly number[], known: readonly string[]): string {
  const redactor = createRedactor({ known });
  let output = "";
  for (let at = 0, index = 0; at < input.length; index++) {
    const size = Math.max(1, sizes[index % sizes.length] ?? 1);
    output += redactor.push(input.slice(at, at + size));
    at += size;
  }
  return output + redactor.end();
}
