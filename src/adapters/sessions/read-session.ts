import { readFileSync } from "node:fs";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { decodeLine, type LogLine } from "./log-line.ts";

export interface LineProblem {
  /** 1-based line of the session file. */
  readonly line: number;
  readonly problem: string;
}

export interface SessionContent {
  readonly lines: readonly LogLine[];
  readonly events: readonly RecordedEvent[];
  readonly problems: readonly LineProblem[];
  /** Bytes up to the end of the last whole line; what follows is a torn tail. */
  readonly wholeBytes: number;
  readonly totalBytes: number;
}

/** Reads a session, leaving out what is damaged. A torn last line is no damage: it was never acknowledged. */
export function readSession(path: string): SessionContent {
  const bytes = readFileSync(path);
  const lines: LogLine[] = [];
  const problems: LineProblem[] = [];
  let start = 0;
  let number = 0;
  let wholeBytes = 0;
  while (start < bytes.length) {
    const end = bytes.indexOf(10, start);
    if (end < 0) break;
    number++;
    const decoded = decodeLine(bytes.toString("utf8", start, end));
    if ("problem" in decoded) problems.push({ line: number, problem: decoded.problem });
    else {
      const expected = (lines.at(-1)?.n ?? 0) + 1;
      if (decoded.n !== expected)
        problems.push({ line: number, problem: `sequence ${decoded.n} where ${expected} was due` });
      lines.push(decoded);
    }
    start = end + 1;
    wholeBytes = start;
  }
  return { lines, events: lines.map((line) => line.event), problems, wholeBytes, totalBytes: bytes.length };
}
