import { say } from "./say.ts";
/** `$0.0123`; nought is what no price is known of as well. */
export const money = (usd: number): string =>
  usd === 0 ? say`no known cost` : `$${usd < 1 ? usd.toFixed(4) : usd.toFixed(2)}`;

/** `950`, `12.3k`, `4.5M`. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}k` : `${(count / 1_000_000).toFixed(1)}M`;
}

/** `120 ms`, `3.2 s`, `4 min 5 s`. */
export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

export const when = (time: string | number): string => {
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? "" : date.toISOString().slice(0, 19).replace("T", " ");
};

export const bytes = (count: number): string =>
  count < 1024 * 1024 ? `${Math.ceil(count / 1024)} KB` : `${(count / 1024 / 1024).toFixed(1)} MB`;
