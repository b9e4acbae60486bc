import type { TrustState } from "../../app/trust/trust.ts";
import type { TrustItem } from "../../app/trust/trust-items.ts";
import { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
import { words } from "./words/words.ts";

const ITEMS_MAX = 30;

/** What would count if the folder were trusted, one line each, safe for a terminal. */
export function trustText(
  { items, isChanged, folder }: Extract<TrustState, { kind: "untrusted" }>,
  besides: readonly Pick<TrustItem, "path" | "what">[] = [],
): string {
  const safe = (text: string): string => sanitizeTerminal(text, { context: "approval" }).replaceAll("\n", " ");
  const shown = ({ path, what }: Pick<TrustItem, "path" | "what">): string => {
    const [kind = "", ...does] = what;
    return [`  ${safe(path)} (${safe(kind)})`, ...does.map((one) => `      ${safe(one)}`)].join("\n");
  };
  const lines = items.slice(0, ITEMS_MAX).map(shown);
  if (items.length > ITEMS_MAX) lines.push(`  ${words("more.count", { count: items.length - ITEMS_MAX })}`);
  lines.push(...besides.slice(0, ITEMS_MAX).map(shown));
  const head = isChanged
    ? words("trust.changed", { folder: safe(folder) })
    : words("trust.new", { folder: safe(folder) });
  return `${head}\n${lines.join("\n")}\n`;
}
