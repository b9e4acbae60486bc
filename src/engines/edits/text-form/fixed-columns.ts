/**
 * COBOL fixed format. Columns 1-6 are sequence numbers and 73-80 identification: never matched, always kept. Code ends
 * at column 72; a compiler ignores what stands beyond, so an edit that pushes code there would drop it silently.
 */
const SEQUENCE_END = 6;
const CODE_END = 72;
const LINE_END = 80;
const SAMPLE_LINES_MAX = 2000;

export interface FixedColumns {
  /** Identification texts that occur in the file, trimmed. */
  readonly identifications: ReadonlySet<string>;
  /** Sequence fields that occur in the file and are not blank. */
  readonly sequences: ReadonlySet<string>;
}

const COBOL_PATH = /\.(cbl|cob|cobol|cpy|ccp|pco)$/i;
const FREE_DIRECTIVE = /^\s*(>>\s*source\s+(format\s+)?(is\s+)?free|\$set\s+sourceformat\s*\(?\s*"?free)/i;
const DIVISION = /^.{7,10}(identification|id|environment|data|procedure)\s+division\b/i;
const LEVEL_OR_STATEMENT = /^ {7,}(\d\d? |copy |move |perform |exec |if )/i;

/** A quick no for most files: without a telling name or a division there is no COBOL. */
export const mayBeCobol = (text: string, path: string): boolean => COBOL_PATH.test(path) || /\bdivision\b/i.test(text);

/** Recognises fixed format by its columns; `path` may be any name, the columns decide. */
export function detectFixedColumns(lines: readonly string[], path: string): FixedColumns | undefined {
  return isFixedFormat(lines, path) ? fieldsIn(lines) : undefined;
}

function isFixedFormat(lines: readonly string[], path: string): boolean {
  let codeLines = 0;
  let fixedLines = 0;
  let evidence = COBOL_PATH.test(path) ? 1 : 0;
  for (const line of lines.slice(0, SAMPLE_LINES_MAX)) {
    if (FREE_DIRECTIVE.test(line)) return false;
    if (line.trim() === "") continue;
    codeLines++;
    if (!isFixedLine(line)) continue;
    fixedLines++;
    if (DIVISION.test(line)) evidence += 2;
    if (evidence === 1 && LEVEL_OR_STATEMENT.test(`       ${line.slice(SEQUENCE_END + 1)}`)) evidence++;
  }
  return codeLines > 0 && fixedLines >= codeLines * 0.95 && evidence >= 2;
}

function fieldsIn(lines: readonly string[]): FixedColumns {
  const identifications = new Set<string>();
  const sequences = new Set<string>();
  for (const line of lines) {
    if (line.includes("\t")) continue;
    const identification = line.slice(CODE_END, LINE_END).trim();
    if (identification !== "") identifications.add(identification);
    const sequence = line.slice(0, SEQUENCE_END);
    if (sequence.trim() !== "" && sequence.length === SEQUENCE_END) sequences.add(sequence);
  }
  return { identifications, sequences };
}

const INDICATORS = " */-DdxX$";

/** The sequence field holds no code: digits, blanks, or one word that ends where the field ends. */
function isFixedLine(line: string): boolean {
  if (line.length > LINE_END || line.slice(0, CODE_END).includes("\t")) return false;
  const sequence = line.slice(0, SEQUENCE_END);
  if (!/^[\dA-Za-z@#$ ]*$/.test(sequence)) return false;
  if (line.length <= SEQUENCE_END) return /^[\d ]*$/.test(sequence);
  return INDICATORS.includes(line[SEQUENCE_END] ?? "");
}

/** A line as it is matched: sequence field blanked, identification and trailing blanks dropped. */
export function viewOfLine(line: string, columns: FixedColumns): string {
  if (line.includes("\t")) return line;
  const fields = fieldsOf(line, columns);
  return `${fields.sequence === "" ? line.slice(0, SEQUENCE_END) : "      "}${fields.code}`.trimEnd();
}

/** A line of an edit's text as the file's lines are matched: without number and identification, where it has them. */
export function viewOfWritten(line: string, columns: FixedColumns): string {
  if (line.includes("\t")) return line;
  const { sequence, identification } = fieldsOf(line, columns);
  return sequence === "" && identification === "" ? line : viewOfLine(line, columns);
}

export type Fitted =
  | { readonly kind: "fitted"; readonly line: string }
  | { readonly kind: "past-column"; readonly excess: string };

/**
 * A new text as a whole line: with its own sequence and identification where it has them, otherwise with those of the
 * line it stands in for. Blanks at its end stay as written, and reach as far as those of the line it stands in for. Tabs
 * are never expanded, so a line with tabs is taken as it is.
 */
export function fitLine(text: string, replaced: string | undefined, columns: FixedColumns): Fitted {
  if (text.includes("\t")) return { kind: "fitted", line: text };
  const own = fieldsOf(text, columns);
  const body = `${own.sequence === "" ? text.slice(0, SEQUENCE_END) : "      "}${own.code}`;
  const excess = body.slice(CODE_END).trim();
  const isComment = text[SEQUENCE_END] === "*" || text[SEQUENCE_END] === "/";
  if (excess !== "" && (!isComment || body.trimEnd().length > LINE_END)) return { kind: "past-column", excess };
  if (excess !== "") return { kind: "fitted", line: text };
  const old = replaced === undefined || replaced.includes("\t") ? undefined : fieldsOf(replaced, columns);
  const sequence = own.sequence !== "" ? own.sequence : (old?.sequence ?? "");
  const identification = own.identification !== "" ? own.identification : (old?.identification ?? "");
  let line = body.trimEnd();
  if (sequence !== "") line = sequence + line.slice(SEQUENCE_END);
  if (identification !== "") return { kind: "fitted", line: line.padEnd(CODE_END) + identification };
  return { kind: "fitted", line: line.padEnd(Math.max(text.length, lengthInBlanks(replaced))) };
}

const lengthInBlanks = (line: string | undefined): number => (line?.endsWith(" ") ? line.length : 0);

interface Fields {
  readonly sequence: string;
  readonly code: string;
  readonly identification: string;
}

/** `sequence` is empty unless the field is a sequence number; `code` is all from column 7 that is not identification. */
function fieldsOf(line: string, columns: FixedColumns): Fields {
  const head = line.slice(0, SEQUENCE_END);
  const isSequence =
    head.length === SEQUENCE_END && head.trim() !== "" && (columns.sequences.has(head) || /^\d{6}$/.test(head));
  const tail = line.slice(CODE_END, LINE_END);
  const isIdentification = line.trimEnd().length <= LINE_END && isKnownIdentification(tail.trim(), columns);
  return {
    sequence: isSequence ? head : "",
    code: isIdentification ? line.slice(SEQUENCE_END, CODE_END) : line.slice(SEQUENCE_END),
    identification: isIdentification ? tail : "",
  };
}

function isKnownIdentification(text: string, columns: FixedColumns): boolean {
  if (text === "") return false;
  if (columns.identifications.has(text)) return true;
  if (!/^\d{8}$/.test(text)) return false;
  for (const known of columns.identifications) return /^\d{8}$/.test(known);
  return false;
}
