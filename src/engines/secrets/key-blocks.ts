import type { Finding } from "./finding.ts";

const LINES_MAX = 400;
const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/;
const END = /-{4,5} ?END (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/;
const PUTTY = /^(?:PuTTY-User-Key-File-\d|Private-Lines):/;
/** A line of a block behind quoting, diff marks, line numbers and indentation. */
const BODY = /^[\s>|+"'`#*\\-]{0,16}(?:\d{1,6}[\s:|→-]{1,4})?[\s"'`+-]{0,32}(?:[A-Za-z0-9+/=]{1,}|(?:Proc-Type|DEK-Info|Comment|Version|Hash|Private-MAC|Encryption|Key-Derivation|Argon2-\w+): .*)?[\s"'`,;+\\)nr]{0,8}$/;

/** Follows private key blocks from line to line. */
export interface KeyBlockReader {
  /** Key material in this line; the marker lines themselves stay readable. */
  readLine(line: string): Finding[];
}

/** Private keys in PEM, OpenSSH, SSH2, PGP and PuTTY form: over many lines, or in one with `\n` written out.
 *  A block without an end stops at the first line that cannot belong to it. */
export function createKeyBlockReader(): KeyBlockReader {
  let linesLeft = 0;
  let isPutty = false;

  function readLine(line: string): Finding[] {
    const findings: Finding[] = [];
    let at = 0;
    if (linesLeft > 0) {
      const end = END.exec(line);
      const text = line.slice(0, end?.index ?? line.length);
      if (!end && !BODY.test(text.trimEnd())) linesLeft = 0;
      else {
        findings.push(...material(text, 0));
        linesLeft = end ? 0 : linesLeft - 1;
        at = (end?.index ?? line.length) + (end?.[0].length ?? 0);
      }
    }
    for (let begin = BEGIN.exec(line.slice(at)); begin; begin = BEGIN.exec(line.slice(at))) {
      const start = at + begin.index + begin[0].length;
      const end = END.exec(line.slice(start));
      const stop = end ? start + end.index : blockEnd(line, start);
      findings.push(...material(line.slice(start, stop), start));
      at = stop + (end?.[0].length ?? 0);
      if (!end && stop >= line.trimEnd().length) linesLeft = LINES_MAX;
    }
    const putty = PUTTY.exec(line);
    if (putty) isPutty = putty[0] !== "Private-Lines:";
    if (putty?.[0] === "Private-Lines:") linesLeft = Math.min(LINES_MAX, Number(/\d+/.exec(line)?.[0] ?? 0));
    if (isPutty && /^Private-MAC:/.test(line)) isPutty = false;
    return findings;
  }
  return { readLine };
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
