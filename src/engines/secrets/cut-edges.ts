import { mayBeRow } from "./key-blocks.ts";

const RUN = "(?:[\\w+/=.~$-]|\\\\{1,4}[nr]){16,}";
const RUN_AT_START = new RegExp(`^${RUN}`);
const RUN_AT_END = new RegExp(`${RUN}$`);
/** So far from a cut is looked. */
const RUN_MAX = 10_000;
const MASK = "[redacted part]";

/** A text that goes on behind its end, where that is cut off: the run at that place may be a part of a secret. */
export function beforeCut(text: string): string {
  const at = Math.max(0, text.length - RUN_MAX);
  return text.slice(0, at) + text.slice(at).replace(RUN_AT_END, masked);
}

/** A text that has begun before, where that is cut off: the same of its first run, and of rows that may be of a key. */
export function afterCut(text: string): string {
  const first = text.replace(RUN_AT_START, masked);
  for (let at = 0, end = 0; ; at = end + 1) {
    end = first.indexOf("\n", at);
    const line = first.slice(at, end < 0 ? first.length : end);
    if (end >= 0 && (line === MASK || (mayBeRow(line) && isMixed(line)))) continue;
    const rows = first.slice(0, at).split("\n").slice(0, -1);
    return rows.map(() => `${MASK}\n`).join("") + first.slice(at);
  }
}

const masked = (run: string): string => (isMixed(run) ? MASK : run);
/** Words, however long, are no part of a key. */
const isMixed = (run: string): boolean =>
  run.length >= 16 && (/\d/.test(run) || (/[a-z]/.test(run) && /[A-Z]/.test(run)));
