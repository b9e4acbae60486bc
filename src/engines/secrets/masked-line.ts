import { redactSecrets } from "./redactor.ts";

/** Says where a line was cut. */
export const CUT_MARK = "…";
const RUN = "(?:[\\w+/=.~$-]|\\\\{1,4}[nr]){16,}";
const RUN_AT_START = new RegExp(`(?<=^…)${RUN}`);
const RUN_AT_END = new RegExp(`${RUN}(?=…$)`);
/** So far from a cut is looked. */
const RUN_MAX = 10_000;
const MASK = "[redacted part]";

/**
 * A line before a part of it is shown: what is secret in it is masked while all stands around it that tells so. Of one that begins or
 * ends with `CUT_MARK` the run at that place may be a part of a secret, and is masked, too.
 */
export function maskedLine(line: string): string {
  const masked = redactSecrets(line);
  const begun = masked.startsWith(CUT_MARK) ? masked.replace(RUN_AT_START, mixed) : masked;
  if (!begun.endsWith(CUT_MARK)) return begun;
  const at = Math.max(0, begun.length - RUN_MAX);
  return begun.slice(0, at) + begun.slice(at).replace(RUN_AT_END, mixed);
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

/** Words, however long, are no part of a key. */
const mixed = (run: string): string => (/\d/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run)) ? MASK : run);
