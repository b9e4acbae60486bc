import { sanitizeTerminal } from "../../../src/exports/terminal.ts";
import { type CaseReport, loadCases, type SecurityCase, Tally } from "./security-tally.ts";

interface TerminalCase extends SecurityCase {
  readonly input: string;
  readonly context: "output" | "approval";
  readonly must_contain: readonly string[];
  readonly must_not_contain: readonly string[];
  readonly must_equal?: string;
}

export async function run(casesFolder: string, verbose: boolean): Promise<CaseReport> {
  const tally = new Tally("terminal");
  for (const entry of loadCases<TerminalCase>(casesFolder, "security/terminal.open.json")) {
    const shown = sanitizeTerminal(entry.input, { context: entry.context });
    const passed =
      entry.must_contain.every((part) => shown.includes(part)) &&
      !entry.must_not_contain.some((part) => shown.includes(part)) &&
      (entry.must_equal === undefined || shown === entry.must_equal);
    const note = `${entry.why}: ${JSON.stringify(shown).slice(0, 160)}`;
    tally.mark(entry.category, { passed, unsafe: entry.must_equal === undefined, id: entry.id, note });
  }
  return tally.report(verbose);
}
