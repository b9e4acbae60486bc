import { lineWidth } from "../text/width.ts";
import { truncateLine } from "../text/wrap.ts";
import type { Role, Theme } from "../theme.ts";
import { words } from "../words/words.ts";

/** What the line at the bottom tells. Absent facts are left out. */
export interface StatusFacts {
  readonly model: string;
  readonly mode: string;
  readonly sandbox?: string;
  readonly branch?: string;
  /** What the session works towards. */
  readonly goal?: string;
  readonly tokens: number;
  readonly costUsd: number;
  readonly isCostUnknown?: boolean | undefined;
  /** What it came to is not told yet. */
  readonly isCostOpen?: boolean;
  readonly contextTokens: number;
  readonly contextTokensMax?: number;
  readonly cacheShare?: number;
  /** Takes the place of the facts for a moment. */
  readonly hint?: string;
}

const GAUGE_CELLS = 6;
const GOAL_COLUMNS_MAX = 32;

/** One row: what is on the right goes first when there is no room. */
export function statusLine(facts: StatusFacts, width: number, theme: Theme): string {
  if (facts.hint !== undefined) return truncateLine(theme.paint("warn", facts.hint), width);
  const dim = (text: string): string => theme.paint("dim", text);
  const parts = [
    theme.paint("accent", shortModel(facts.model)),
    theme.paint(MODE_ROLES[facts.mode] ?? "warn", facts.mode),
    contextGauge(facts, theme),
    ...(facts.goal === undefined ? [] : [theme.paint("accent", truncateLine(facts.goal, GOAL_COLUMNS_MAX))]),
    ...costOf(facts).map(dim),
    ...(facts.branch === undefined ? [] : [dim(`⎇ ${facts.branch}`)]),
    ...(facts.sandbox === undefined ? [] : [dim(facts.sandbox)]),
    ...numbers(facts).map(dim),
  ].filter((part) => part !== undefined);
  let line = "";
  for (const part of parts) {
    const next = line === "" ? part : `${line}${theme.paint("border", " · ")}${part}`;
    if (lineWidth(next) > width && line !== "") break;
    line = next;
  }
  return truncateLine(line, width);
}

const MODE_ROLES: Readonly<Record<string, Role>> = { default: "dim", bypassPermissions: "bad" };

/** Nothing as long as nothing was asked. */
function costOf({ tokens, costUsd, isCostUnknown = false, isCostOpen = false }: StatusFacts): string[] {
  if (isCostUnknown) return [words("status.priceUnknown")];
  return tokens === 0 || isCostOpen ? [] : [`$${costUsd.toFixed(costUsd > 0 && costUsd < 0.1 ? 4 : 2)}`];
}

/** What was used so far; nothing is said of what is nought. */
function numbers({ tokens, cacheShare = 0 }: StatusFacts): string[] {
  return [
    ...(tokens === 0 ? [] : [words("status.tokens", { count: shortNumber(tokens) })]),
    ...(cacheShare === 0 ? [] : [words("status.cache", { percent: Math.round(cacheShare * 100) })]),
  ];
}

function contextGauge({ contextTokens, contextTokensMax }: StatusFacts, theme: Theme): string | undefined {
  if (contextTokens === 0 || !contextTokensMax) return undefined;
  const share = Math.min(1, contextTokens / contextTokensMax);
  const filled = Math.round(share * GAUGE_CELLS);
  const role = share > 0.85 ? "bad" : share > 0.65 ? "warn" : "dim";
  return theme.paint(role, `ctx ${"▮".repeat(filled)}${"▯".repeat(GAUGE_CELLS - filled)} ${Math.round(share * 100)}%`);
}

/** The name without its path: a scripted model is a file. */
function shortModel(model: string): string {
  const parts = model.split("/");
  return parts.length <= 2 ? model : `${parts[0]}/${parts.at(-1)}`;
}

export function shortNumber(value: number): string {
  if (value < 1_000) return String(value);
  if (value < 1_000_000) return `${(value / 1_000).toFixed(value < 10_000 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}
