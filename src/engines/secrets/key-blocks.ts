import type { Finding } from "./finding.ts";

/** Of lines that may be anything else as well. */
const LINES_MAX = 400;
const FULL_LINE = /[A-Za-z0-9+/=]{40}/;
const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/;
const END = /-{4,5} ?END (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/;
const PUTTY = /^Private-Lines:[ \t]*(\d{1,3})/;
/** Is in every line that may begin a block. */
export const KEY_BLOCK_HINT = new RegExp(`${BEGIN.source}|${PUTTY.source}`, "gm");
/** A line of a block behind quoting, diff marks, line numbers and indentation. */
const BODY =
  /^[\s>|+"'`#*\\-]{0,16}(?:\d{1,6}[\s:|→-]{1,4})?[\s"'`+-]{0,32}(?:[A-Za-z0-9+/=]{1,}|(?:Proc-Type|DEK-Info|Comment|Version|Hash|Private-MAC|Encryption|Key-Derivation|Argon2-\w+): .*)?[\s"'`,;+\\)nr]{0,8}$/;

/** Follows private key blocks from line to line. */
export interface KeyBlockReader {
  /** Key material in this line; the marker lines themselves stay readable. */
  readLine(line: string): Finding[];
  /** Whether the next line may be of a block that has begun. */
  isInside(): boolean;
}

/** Private keys in PEM, OpenSSH, SSH2, PGP and PuTTY form: over many lines, or in one with `\n` written out.
 *  A block without an end stops at the first line that cannot belong to it. */
export function createKeyBlockReader(): KeyBlockReader {
  let linesLeft = 0;

  /** The rest of a block that began on an earlier line. */
  function continueBlock(line: string): { findings: Finding[]; at: number } {
    if (linesLeft === 0) return { findings: [], at: 0 };
    const end = END.exec(line);
    const text = line.slice(0, end?.index ?? line.length);
    if (!end && !BODY.test(text.trimEnd())) {
      linesLeft = 0;
      return { findings: [], at: 0 };
    }
    linesLeft = end ? 0 : linesLeft - (FULL_LINE.test(text) ? 0 : 1);
    return { findings: material(text, 0), at: text.length + (end?.[0].length ?? 0) };
  }

  function readLine(line: string): Finding[] {
    const { findings, at: start } = continueBlock(line);
    for (const { body, stop, isOpen } of blocksIn(line, start)) {
      findings.push(...material(line.slice(body, stop), body));
      if (isOpen) linesLeft = LINES_MAX;
    }
    // PuTTY says how many lines of its private part follow.
    const putty = PUTTY.exec(line)?.[1];
    if (putty !== undefined) linesLeft = Math.min(LINES_MAX, Number(putty));
    return findings;
  }
  return { readLine, isInside: () => linesLeft > 0 };
}

/** The blocks that begin in a line, from a place on. @returns where their material is, and whether it goes on in the next line */
function* blocksIn(line: string, start: number): Generator<{ body: number; stop: number; isOpen: boolean }> {
  let at = start;
  for (let begin = BEGIN.exec(line.slice(at)); begin; begin = BEGIN.exec(line.slice(at))) {
    const body = at + begin.index + begin[0].length;
    const end = END.exec(line.slice(body));
    at = body;
    if (!end && !beginsBlock(line.slice(body))) continue;
    const stop = end ? body + end.index : blockEnd(line, body);
    at = stop + (end?.[0].length ?? 0);
    yield { body, stop, isOpen: !end && CLOSING.test(line.slice(stop)) };
  }
}

/** What closes a text in a program, where the next line goes on. */
const CLOSING = /^[\s"'`,;+)\]\\]*$/;

/** Prose may speak of the marker: a key goes on with material, a written-out line end, or nothing before the next line. */
function beginsBlock(rest: string): boolean {
  return /^\s*(?:$|["'`,;+)\]]{1,8}\s*$|\\{1,4}[nr]|[A-Za-z0-9+/=]{20})/.test(rest);
}

/** Where a block with written-out line ends stops, when its end marker is missing. */
function blockEnd(line: string, start: number): number {
  const rest = /^(?:\\{1,4}[nr]|[A-Za-z0-9+/=\s])*/.exec(line.slice(start));
  return start + (rest?.[0].length ?? 0);
}

function material(text: string, offset: number): Finding[] {
  const first = text.search(/[A-Za-z0-9+/=]/);
  if (first < 0) return [];
  const end = text.trimEnd().length;
  return [{ from: offset + first, start: offset + first, end: offset + end, kind: "private key" }];
}
