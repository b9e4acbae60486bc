export type SourceForm = "fixed" | "variable" | "free";

const SAMPLE_LINES_MAX = 250;
const DIRECTIVE =
  /^[ \t\d]*(?:>>\s*SOURCE\s+(?:FORMAT\s+)?(?:IS\s+)?["']?(FREE|FIXED|VARIABLE)|(?:>>\s*SET|\$\s*SET)\s+SOURCEFORMAT\s*\(?\s*["']?(FREE|FIXED|VARIABLE))/i;

/** The form a `>>SOURCE` or `$SET SOURCEFORMAT` line asks for. */
export function formDirective(line: string): SourceForm | undefined {
  const match = DIRECTIVE.exec(line);
  return (match?.[1] ?? match?.[2])?.toLowerCase() as SourceForm | undefined;
}

/** How strongly the lines of a sample speak for a form. */
interface Evidence {
  /** A comment mark in column 7, sequence numbers in 1-6. */
  fixed: number;
  /** Code that leaves 1-7 blank: usual in fixed form, allowed in free form. */
  indented: number;
  /** Words in columns 1-7. */
  free: number;
  /** Code past column 72 that cannot be an identification area. */
  wide: number;
}

/**
 * Tells the form of a file by its directive, else by evidence: fixed form needs a legal indicator in column 7.
 * @param inherited  the form of the program that copies this member, for a member too short to tell
 */
export function detectForm(text: string, inherited: SourceForm = "fixed"): SourceForm {
  const evidence: Evidence = { fixed: 0, indented: 0, free: 0, wide: 0 };
  let position = 0;
  for (let lines = 0; lines < SAMPLE_LINES_MAX && position < text.length; lines += 1) {
    let end = text.indexOf("\n", position);
    if (end < 0) end = text.length;
    if (isPlainLine(text, position, end)) {
      if (text.charCodeAt(position + 6) === STAR) evidence.fixed += 2;
      else evidence.indented += 1;
    } else {
      const line = text.slice(position, Math.min(end, position + 160)).trimEnd();
      const directive = directiveOf(line);
      if (directive) return directive;
      weigh(line, evidence);
    }
    position = end + 1;
  }
  const { fixed, indented, free, wide } = evidence;
  if (free > fixed && free * INDENTED_PER_FREE > indented) return "free";
  if (fixed + indented + free === 0) return inherited;
  return wide > 0 ? "variable" : "fixed";
}

const STAR = 0x2a;
const BLANK = 0x20;

/** The usual line of fixed form, told without a copy of it: six blanks, then a comment, or a word that starts no directive. */
function isPlainLine(text: string, position: number, end: number): boolean {
  if (end - position < 9 || end - position > 72) return false;
  for (let at = position; at < position + 6; at += 1) if (text.charCodeAt(at) !== BLANK) return false;
  const indicator = text.charCodeAt(position + 6);
  let at = position + 7;
  if (indicator === BLANK) {
    while (at < end && text.charCodeAt(at) === BLANK) at += 1;
    if (at >= end || !beginsWord(text.charCodeAt(at))) return false;
  } else if (indicator !== STAR || text.charCodeAt(at) === 0x3e) return false;
  for (; at < end; at += 1) if (text.charCodeAt(at) === 9) return false;
  return true;
}

/** Letters and digits but C and P, which may begin CBL and PROCESS. */
function beginsWord(code: number): boolean {
  const upper = code & ~BLANK;
  return (upper >= 0x41 && upper <= 0x5a && upper !== 0x43 && upper !== 0x50) || (code >= 0x30 && code <= 0x39);
}

/** One word in column 1-7 outweighs this many lines that merely are indented. */
const INDENTED_PER_FREE = 5;

function directiveOf(line: string): SourceForm | undefined {
  const lead = line.trimStart().charCodeAt(0);
  return lead === 0x3e || lead === 0x24 ? formDirective(line) : undefined;
}

const HEADER =
  /^(?:ID|IDENTIFICATION|ENVIRONMENT|DATA|PROCEDURE|WORKING-STORAGE|LINKAGE|FILE)\s+(?:DIVISION|SECTION)\b/i;
/** Headers belong to area A: one that starts before column 7 decides. */
const HEADER_WEIGHT = 20;

function weigh(line: string, evidence: Evidence): void {
  if (line === "") return;
  if (line.length > 72 && isWide(line)) evidence.wide += 1;
  const trimmed = line.trimStart();
  const lead = line.length - trimmed.length;
  if (line.indexOf("\t") >= 0) {
    evidence.indented += lead > 0 ? 1 : 0;
    return;
  }
  if (lead < 6 && HEADER.test(trimmed)) {
    evidence.free += HEADER_WEIGHT;
    return;
  }
  if (trimmed.startsWith("*>")) {
    evidence.free += lead < 6 ? 2 : 0;
    return;
  }
  if (/^(CBL|PROCESS)\s/i.test(trimmed)) return;
  if (line.length >= 7) weighIndicator(line, lead, evidence);
  else if (lead < 6 && /^[A-Za-z]/.test(trimmed)) evidence.free += 1;
}

function weighIndicator(line: string, lead: number, evidence: Evidence): void {
  const isSequence = /^(?: {6}|\d{6})/.test(line);
  const indicator = line.charAt(6);
  if (indicator === "*" || indicator === "/") evidence.fixed += isSequence ? 2 : 1;
  else if (indicator === " " || indicator === "-") weighCode(line, lead, isSequence, evidence);
  // D in column 7 is a debugging line, and as well free code that is indented by six.
  else if (/[Dd$]/.test(indicator) && isSequence) evidence.fixed += /\s/.test(line.charAt(7) || " ") ? 1 : 0;
  // An option letter between a sequence number and blanks, as the test suites of compilers have.
  else if (/^\d{6}[A-Za-z]\s/.test(line)) evidence.fixed += 1;
  else if (lead < 6 || /[A-Za-z0-9]/.test(line.charAt(7))) evidence.free += 2;
}

/** A line whose column 7 is a legal indicator: fixed, unless words start in column 1 and run on. */
function weighCode(line: string, lead: number, isSequence: boolean, evidence: Evidence): void {
  if (isSequence && line.startsWith(" ")) evidence.indented += 1;
  else if (isSequence) evidence.fixed += 2;
  else if (lead === 0 && /^[A-Z]+\s/i.test(line) && !/^\S{6} {1,5}\S/.test(line)) evidence.free += 1;
}

/** Code past column 72 that is no identification area: it runs on past 80, or closes a literal that column 72 would cut. */
function isWide(line: string): boolean {
  const runsOn = line.length > 80 && line.charAt(71) !== " " && line.charAt(72) !== " ";
  const closes = line.indexOf('"', 72) >= 0 || line.indexOf("'", 72) >= 0;
  if (!runsOn && !closes) return false;
  if (/[*/]/.test(line.charAt(6)) || line.indexOf("*>", 6) >= 0) return false;
  return runsOn || (hasOpenLiteral(line.slice(7, 72)) && !hasOpenLiteral(line.slice(7)));
}

function hasOpenLiteral(code: string): boolean {
  let quote = "";
  for (const character of code) {
    if (quote === "" && (character === '"' || character === "'")) quote = character;
    else if (character === quote) quote = "";
  }
  return quote !== "";
}
