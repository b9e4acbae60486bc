import { type Paragraph, type ProgramText, paragraphAt } from "../constructs/cobol-text.ts";

/** Lines of a program that belong together, from 1. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly paragraph: Paragraph | undefined;
}

/** What is longer is no answer, though only some of its lines were shown. */
const LINES_MAX = 60;
/** What stands alone is read with what is around it. */
const AROUND = 2;
const OPENS = /^ *(IF|EVALUATE|EXEC|READ|WRITE|REWRITE|DELETE|START|SEARCH|STRING|COMPUTE|CALL)\b/i;
const WHEN = /^ *WHEN\b/i;
const ENDS_WHEN = /^ *(?:WHEN|END-EVALUATE)\b/i;
/** What asks for the outcome of the statement above. */
const ASKS_OUTCOME =
  /^ *(?:IF|EVALUATE)\b.*(?:STATUS|SQLCODE|RESP|EIBRESP|RETURN-CODE|-STAT\b|DIBSTAT|-RC\b|COMP-?CODE)/i;

/** Statements with what belongs to them, branches, and paragraphs of a program that are short enough to be read. */
export function stretchesOf(program: ProgramText): readonly Stretch[] {
  const first = program.paragraphs[0]?.from ?? program.code.length;
  const found: Stretch[] = [];
  const add = (from: number, to: number): void => {
    if (to >= from && to - from < LINES_MAX) found.push({ from, to, paragraph: paragraphAt(program, from) });
  };
  for (const { from, to } of program.paragraphs) add(from, to);
  for (let line = first; line <= program.code.length; line++) for (const to of endsOf(program, line)) add(line, to);
  for (let line = first; line <= program.code.length; line++) {
    const { from, to } = paragraphAt(program, line) ?? { from: line, to: line };
    add(Math.max(from, line - AROUND), Math.min(to, line + AROUND));
  }
  return found;
}

/** Where what begins at a line ends: the statement, the branch, and the statement with what asks for its outcome. */
function endsOf(program: ProgramText, line: number): readonly number[] {
  const text = program.code[line - 1] ?? "";
  if (WHEN.test(text)) return [endOfWhen(program, line)];
  const verb = OPENS.exec(text)?.[1]?.toUpperCase();
  if (verb === undefined) return [];
  const to = endOf(program, line, verb);
  const next = nextSaying(program, to);
  const asks = program.code[next - 1] ?? "";
  if (!DOES_TO_DATA.test(verb) || !ASKS_OUTCOME.test(asks)) return [to];
  return [to, endOf(program, next, /^ *EVALUATE/i.test(asks) ? "EVALUATE" : "IF")];
}

const DOES_TO_DATA = /^(?:EXEC|READ|WRITE|REWRITE|DELETE|START|CALL)$/;

/** The last line of a statement: its own end at the same depth, or its full stop. */
function endOf({ code }: ProgramText, line: number, verb: string): number {
  const ends = new RegExp(`\\bEND-${verb}\\b`, "i");
  const opens = new RegExp(`^ *${verb}\\b`, "i");
  let depth = 0;
  for (let at = line; at <= Math.min(code.length, line + LINES_MAX); at++) {
    const text = code[at - 1] ?? "";
    if (
      at > line &&
      verb !== "IF" &&
      verb !== "EVALUATE" &&
      verb !== "EXEC" &&
      !/^(?:READ|SEARCH|STRING)$/.test(verb) &&
      STATEMENT.test(text)
    )
      return at - 1;
    if (opens.test(text)) depth++;
    if (ends.test(text)) depth--;
    if (depth <= 0 || /\.\s*$/.test(text)) return at;
  }
  return line + LINES_MAX;
}

const STATEMENT =
  /^ *(?:IF|EVALUATE|WHEN|ELSE|END-\w+|MOVE|SET|PERFORM|GO|ADD|SUBTRACT|COMPUTE|READ|WRITE|REWRITE|DELETE|START|OPEN|CLOSE|CALL|EXEC|DISPLAY|STRING|CONTINUE|STOP|GOBACK|INITIALIZE|INSPECT|UNSTRING|EXIT)\b/i;

function endOfWhen({ code }: ProgramText, line: number): number {
  let depth = 0;
  let hasSaid = false;
  for (let at = line + 1; at <= Math.min(code.length, line + LINES_MAX); at++) {
    const text = code[at - 1] ?? "";
    // Several conditions below each other are of one branch.
    if (depth === 0 && ENDS_WHEN.test(text) && (hasSaid || !WHEN.test(text))) return at - 1;
    if (/^ *EVALUATE\b/i.test(text)) depth++;
    if (/\bEND-EVALUATE\b/i.test(text)) depth--;
    hasSaid ||= text.trim() !== "" && !WHEN.test(text);
  }
  return line;
}

function nextSaying({ code }: ProgramText, line: number): number {
  let at = line + 1;
  while (at <= code.length && (code[at - 1] ?? "").trim() === "") at++;
  return at;
}

const WHOLE_LINES_MAX = 14;
export const SHOWN_LINES_MAX = 18;
const DECIDES =
  /^ *(?:IF|ELSE|EVALUATE|WHEN|AND|OR|EXEC|READ|WRITE|REWRITE|DELETE|START|SEARCH|COMPUTE|ADD|SUBTRACT|CALL|AT +END|INVALID|NOT +INVALID|GO +TO)\b|['"][^'"]*\p{L}{3}|INSERT +INTO|\bFROM\b|\bWHERE\b/iu;

/** The lines of a stretch that are shown: all of a short one, of a longer one those that decide, that say something, or that are asked for. */
export function shownLines(
  { code }: ProgramText,
  { from, to }: Stretch,
  isAsked: (line: number) => boolean,
): readonly number[] {
  const all = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (line) => (code[line - 1] ?? "").trim() !== "",
  );
  if (all.length <= WHOLE_LINES_MAX) return all;
  const deciding = all.filter((line) => line === from || DECIDES.test(code[line - 1] ?? ""));
  const asked = all.filter((line) => deciding.includes(line) || isAsked(line));
  return asked.length <= SHOWN_LINES_MAX ? asked : deciding;
}
