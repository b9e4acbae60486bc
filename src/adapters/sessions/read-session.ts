import { readFileSync } from "node:fs";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { LineTail } from "../line-tail.ts";
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
  /** Of the file, from its first line. */
  readonly format: number;
}

const LINE_START = '{"n":';

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
    const { line, problem } = readLine(bytes.toString("utf8", start, end));
    const expected = (lines.at(-1)?.n ?? 0) + 1;
    if (problem !== undefined) problems.push({ line: number, problem });
    if (line !== undefined && line.n !== expected)
      problems.push({ line: number, problem: `sequence ${line.n} where ${expected} was due` });
    if (line !== undefined) lines.push(line);
    start = end + 1;
    wholeBytes = start;
  }
  const events = lines.map((line) => line.event);
  return { lines, events, problems, wholeBytes, totalBytes: bytes.length, format: lines[0]?.v ?? 1 };
}

/** Reads a log that somebody else may be writing: each time the whole lines that were added since. */
export class SessionTail {
  readonly #tail: LineTail;

  constructor(path: string) {
    this.#tail = new LineTail(path);
  }

  /**
   * Line by line, as they are looked at. What is damaged is left out; a last line that is not whole yet comes with the next read.
   * @returns undefined when the file has become shorter: it was written anew, and is read from its beginning next
   * @throws what the file system reports
   */
  read(): Iterable<LogLine> | undefined {
    const lines = this.#tail.read();
    return lines && wholeLines(lines);
  }
}

function* wholeLines(lines: Iterable<string>): Generator<LogLine> {
  for (const text of lines) {
    const { line } = readLine(text);
    if (line !== undefined) yield line;
  }
}

/** A line of the log, or what is whole of it behind a damage. */
function readLine(text: string): { readonly line?: LogLine | undefined; readonly problem?: string } {
  const decoded = decodeLine(text);
  if (!("problem" in decoded)) return { line: decoded };
  const line = wholeLineIn(text);
  const rest = line === undefined ? "" : " (the whole line after the damage is kept)";
  return { line, problem: `${decoded.problem}${rest}` };
}

/** A line that follows damage without a line end between, as when a power cut left a block of zeros. */
function wholeLineIn(text: string): LogLine | undefined {
  const start = text.lastIndexOf(LINE_START);
  if (start <= 0) return undefined;
  const decoded = decodeLine(text.slice(start));
  return "problem" in decoded ? undefined : decoded;
}
