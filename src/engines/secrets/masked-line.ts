import { afterCut, beforeCut } from "./cut-edges.ts";
import { redactSecrets } from "./redactor.ts";

/** Says where a line was cut. */
export const CUT_MARK = "…";

/**
 * A line before a part of it is shown: what is secret in it is masked while all stands around it that tells so. Of one that begins or
 * ends with `CUT_MARK` the run at that place may be a part of a secret, and is masked, too.
 */
export function maskedLine(line: string): string {
  const masked = redactSecrets(line);
  const begun = masked.startsWith(CUT_MARK) ? CUT_MARK + afterCut(masked.slice(1)) : masked;
  return begun.endsWith(CUT_MARK) ? beforeCut(begun.slice(0, -1)) + CUT_MARK : begun;
}

/** More than a key has: what stands so far from a part tells nothing of it. */
const AROUND_MAX = 16_000;

/** The same of a line of any length, as far as it matters to `length` characters from a place on, marked where that is cut off. */
export function maskedAround(line: string, at: number, length: number): string {
  const from = Math.max(0, at - AROUND_MAX);
  const to = at + length + AROUND_MAX;
  const part = line.slice(from, to);
  return maskedLine(`${from > 0 ? CUT_MARK : ""}${part}${to < line.length ? CUT_MARK : ""}`);
}
