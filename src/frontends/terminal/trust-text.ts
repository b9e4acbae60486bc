import type { TrustState } from "../../app/trust/trust.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { words } from "./words/words.ts";

const ITEMS_MAX = 30;

/** What would count if the folder were trusted, one line each, safe for a terminal. */
export function trustText({ items, isChanged, folder }: Extract<TrustState, { kind: "untrusted" }>): string {
  const safe = (text: string): string => sanitizeTerminal(text, { context: "approval" }).replaceAll("\n", " ");
  const lines = items.slice(0, ITEMS_MAX).map(({ path, what }) => {
    const [kind = "", ...does] = what;
    return [`  ${safe(path)} (${safe(kind)})`, ...does.map((one) => `      ${safe(one)}`)].join("\n");
  });
  if (items.length > ITEMS_MAX) lines.push(`  ${words("more.count", { count: items.length - ITEMS_MAX })}`);
  const head = isChanged
    ? words("trust.changed", { folder: safe(folder) })
    : words("trust.new", { folder: safe(folder) });
  return `${head}\n${lines.join("\n")}\n`;
}
