import type { TrustState } from "../../app/trust/trust.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";

const ITEMS_MAX = 30;

/** What would count if the folder were trusted, one line each, safe for a terminal. */
export function trustText({ items, isChanged, folder }: Extract<TrustState, { kind: "untrusted" }>): string {
  const safe = (text: string): string => sanitizeTerminal(text, { context: "approval" }).replaceAll("\n", " ");
  const lines = items.slice(0, ITEMS_MAX).map(({ path, what }) => {
    const [kind = "", ...programs] = what;
    return [`  ${safe(path)} (${safe(kind)})`, ...programs.map((program) => `      starts ${safe(program)}`)].join(
      "\n",
    );
  });
  if (items.length > ITEMS_MAX) lines.push(`  … and ${items.length - ITEMS_MAX} more`);
  const head = isChanged
    ? `These are new or different since ${safe(folder)} was trusted:`
    : `${safe(folder)} would configure Waymark or start programs:`;
  return `${head}\n${lines.join("\n")}\n`;
}
