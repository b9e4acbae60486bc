import type { Finding } from "./finding.ts";
import type { LineReader } from "./line-reader.ts";

/** Of a block whose end is missing: so many lines that may be anything else as well, and so many characters of such. */
const LINES_MAX = 400;
const CHARACTERS_MAX = 20_000;
const FULL_LINE = /[A-Za-z0-9+/=]{40}/;
const BEGIN = /-{4,5} ?BEGIN (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/;
const END = /-{4,5} ?END (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY|SECRET KEY)(?: BLOCK)? ?-{4,5}/;
const PUTTY = /^Private-Lines:[ \t]*(\d{1,3})/;
/** `PRIVATE KEY-----` in Base64 at each of the three places in a group. */
const ENCODED_MARKER = "UFJJVkFURSBLRVktLS0t|BSSVZBVEUgS0VZLS0tL|QUklWQVRFIEtFWS0tLS0";
/** How a key begins that has no such line: RSA, curves and Ed25519 as PKCS#8, PKCS#1 and SEC 1. */
const BARE =
  "(?:MII[\\w+/]{4}BADANBgkqhkiG9w0BAQ|MII[\\w+/]{4}BAAK[BC]|M[\\w+/]{3,5}AgEAM[\\w+/]{1,2}GByqGSM49AgE|MIG[\\w+/]AgEBBD|MIHcAgEBBE|MHcCAQEEI|M[CF][\\w+/]CAQAwBQYDK2V[uvwx])[\\w+/]{24}";
const ENCODED = new RegExp(`${ENCODED_MARKER}|(?<![\\w+/])${BARE}`);
/** Is in every file that holds a key, in the syntax that ripgrep shares. */
export const KEY_MARK = `(?:PRIVATE|SECRET) KEY|^Private-Lines:|${ENCODED_MARKER}|${BARE}`;
const ENCODED_REST = /[A-Za-z0-9+/=]*/y;
const ENCODED_ROW = /^[\s>|+"'`#*\\-]{0,48}[A-Za-z0-9+/=]{4,}[\s"'`,;+\\)nr]{0,8}$/;
/** Is in every line that may begin a block. */
export const KEY_BLOCK_HINT = new RegExp(`${BEGIN.source}|${PUTTY.source}|${ENCODED.source}`, "gm");
/** A line of a block behind quoting, diff marks, line numbers and indentation. */
const BODY =
  /^[\s>|+"'`#*\\-]{0,16}(?:\d{1,6}[\s:|→-]{1,4})?[\s"'`+-]{0,32}(?:[A-Za-z0-9+/=]{1,}|(?:Proc-Type|DEK-Info|Comment|Version|Hash|Private-MAC|Encryption|Key-Derivation|Argon2-\w+): .*)?[\s"'`,;+\\)nr]{0,8}$/;

/** Private keys in PEM, OpenSSH, SSH2, PGP and PuTTY form: over many lines, or in one with `\n` written out; and the lines of one in Base64.
 *  The marker lines stay readable. A block without an end stops at the first line that cannot belong to it. */
export function createKeyBlockReader(): LineReader {
  let linesLeft = 0;
  let charactersLeft = 0;
  let isEncoded = false;

  function open(lines: number, characters: number): void {
    linesLeft = lines;
    charactersLeft = characters;
  }

  /** The rest of a block that began on an earlier line. */
  function continueBlock(line: string): { findings: Finding[]; at: number } {
    if (!isInside()) return { findings: [], at: 0 };
    const end = END.exec(line);
    const text = line.slice(0, end?.index ?? line.length);
    if (!end && !(isEncoded ? ENCODED_ROW : BODY).test(text.trimEnd())) {
      open(0, 0);
      return { findings: [], at: 0 };
    }
    if (end) open(0, 0);
    else if (!FULL_LINE.test(text)) open(Math.max(0, linesLeft - 1), Math.max(0, charactersLeft - text.length));
    return { findings: material(text, 0), at: text.length + (end?.[0].length ?? 0) };
  }

  function readLine(line: string): Finding[] {
    const { findings, at: start } = continueBlock(line);
    for (const { body, stop, isOpen } of blocksIn(line, start)) {
      findings.push(...material(line.slice(body, stop), body));
      isEncoded = false;
      if (isOpen) open(LINES_MAX, CHARACTERS_MAX);
    }
    for (const { text, at } of isInside() ? [] : encodedIn(line)) {
      isEncoded = true;
      findings.push(...material(text, at));
      if (CLOSING.test(line.slice(at + text.length))) open(LINES_MAX, CHARACTERS_MAX);
    }
    // PuTTY says how many lines of its private part follow.
    const putty = PUTTY.exec(line)?.[1];
    if (putty !== undefined) open(Math.min(LINES_MAX, Number(putty)), 0);
    return findings;
  }
  return { readLine, isInside };

  function isInside(): boolean {
    return linesLeft > 0 || charactersLeft > 0;
  }
}

/** What goes on in Base64 behind the first such mark. */
function encodedIn(line: string): { text: string; at: number }[] {
  const at = line.search(ENCODED);
  if (at < 0) return [];
  ENCODED_REST.lastIndex = at;
  return [{ text: ENCODED_REST.exec(line)?.[0] ?? "", at }];
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

/** Material of the keys in a piece of a line that is too long to wait for. */
export const keysWithin = (piece: string): Finding[] => [
  ...blocksIn(piece, 0).flatMap(({ body, stop }) => material(piece.slice(body, stop), body)),
  ...encodedIn(piece).flatMap(({ text, at }) => material(text, at)),
];

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

/** Whether a line may be of a key that began above it. */
export const mayBeRow = (line: string): boolean => /[A-Za-z0-9+/=]{4}/.test(line) && BODY.test(line.trimEnd());
