export type SourceForm = "fixed" | "variable" | "free";

const SAMPLE_LINES_MAX = 400;
const DIRECTIVE =
  /^[ \t\d]*(?:>>\s*SOURCE\s+(?:FORMAT\s+)?(?:IS\s+)?["']?(FREE|FIXED|VARIABLE)|(?:>>\s*SET|\$\s*SET)\s+SOURCEFORMAT\s*\(?\s*["']?(FREE|FIXED|VARIABLE))/i;

/** The form a `>>SOURCE` or `$SET SOURCEFORMAT` line asks for. */
export function formDirective(line: string): SourceForm | undefined {
  const match = DIRECTIVE.exec(line);
  return (match?.[1] ?? match?.[2])?.toLowerCase() as SourceForm | undefined;
}

/**
 * Tells the form of a file by its directive, else by evidence: fixed form needs a legal indicator in column 7.
 * @param inherited  the form of the program that copies this member, for a member too short to tell
 */
export function detectForm(text: string, inherited: SourceForm = "fixed"): SourceForm {
  let fixed = 0;
  let free = 0;
  let wide = 0;
  let position = 0;
  for (let lines = 0; lines < SAMPLE_LINES_MAX && position < text.length; lines += 1) {
    let end = text.indexOf("\n", position);
    if (end < 0) end = text.length;
    const line = text.slice(position, Math.min(end, position + 160)).trimEnd();
    position = end + 1;
    if (line === "") continue;
    const directive = directiveOf(line);
    if (directive) return directive;
    const vote = voteOf(line);
    if (vote > 0) fixed += vote;
    else free -= vote;
    if (isWide(line)) wide += 1;
  }
  if (free > fixed) return "free";
  if (fixed === 0 && free === 0) return inherited;
  return wide > 2 && wide * 10 > fixed ? "variable" : "fixed";
}

function directiveOf(line: string): SourceForm | undefined {
  const lead = line.trimStart().charCodeAt(0);
  return lead === 0x3e || lead === 0x24 ? formDirective(line) : undefined;
}

/** Positive: this line speaks for fixed form; negative: for free form. */
function voteOf(line: string): number {
  if (line.includes("\t")) return /^\s/.test(line) ? 1 : 0;
  const trimmed = line.trimStart();
  const lead = line.length - trimmed.length;
  if (trimmed.startsWith("*>")) return lead < 6 ? -2 : 0;
  const indicator = line.charAt(6);
  const isSequence = /^(?: {6}|\d{6})$/.test(line.slice(0, 6));
  if (indicator === "*" || indicator === "/") return isSequence ? 2 : 1;
  if (/^(CBL|PROCESS)\s/i.test(trimmed)) return 0;
  if (line.length < 7) return lead < 6 && /^\D/.test(trimmed) ? -1 : 0;
  if (indicator === " " || indicator === "-") return voteOfCode(line, lead, isSequence);
  if (/[Dd$]/.test(indicator) && isSequence && /\s/.test(line.charAt(7) || " ")) return 1;
  return lead < 6 || /[A-Za-z0-9]/.test(line.charAt(7)) ? -2 : 0;
}

/** A line whose column 7 is a legal indicator: fixed, unless words start in column 1 and run on. */
function voteOfCode(line: string, lead: number, isSequence: boolean): number {
  if (isSequence) return line.startsWith(" ") ? 1 : 2;
  return lead === 0 && /^[A-Z]+\s/i.test(line) && !/^\S{6} {1,5}\S/.test(line) ? -1 : 0;
}

/** Code that runs through columns 72, 73 and 80 cannot have an identification area. */
function isWide(line: string): boolean {
  return (
    line.length > 80 &&
    !/[*/]/.test(line.charAt(6)) &&
    /^\S\S$/.test(line.slice(71, 73)) &&
    !line.slice(6).includes("*>")
  );
}
