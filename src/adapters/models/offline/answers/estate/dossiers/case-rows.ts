import { type CitedLine, type FoundPassage, isComment } from "../../../result-text.ts";

/** One branch of a program in a line: what leads there, and what it says. */
export interface Case {
  readonly path: string;
  readonly line: number;
  /** Of the program, then its paragraph. */
  readonly titles: readonly string[];
  /** The innermost conditions; empty where none leads there. */
  readonly when: string;
  /** What was asked of a file or program before. */
  readonly after: string;
  readonly says: readonly string[];
  /** True: what it says is put somewhere, and not only displayed. */
  readonly isKept: boolean;
}

const COLUMNS = [7, 72] as const;
const CONDITIONS_MAX = 2;
const CONDITION = /^(?:IF|WHEN|EVALUATE|ELSE|AND|OR|NOT|INVALID\s+KEY|AT\s+END|ON\s+(?:SIZE|EXCEPTION)|UNTIL)\b/i;
const VERB =
  /^(?:MOVE|SET|DISPLAY|STRING|PERFORM|GO|ADD|SUBTRACT|COMPUTE|READ|WRITE|REWRITE|DELETE|START|OPEN|CLOSE|CALL|EXEC|CONTINUE|STOP|GOBACK|INITIALIZE|INSPECT|UNSTRING|MULTIPLY|DIVIDE|RETURN|EXIT)\b/i;
const ASKS = /^(?:READ|OPEN|START|WRITE|REWRITE|DELETE|CLOSE|CALL|EXEC)\b/i;
/** That no message stands there yet is no part of a check. */
const OF_MESSAGE = /\b[\w-]*(?:MSG|MESSAGE)[\w-]*\b/i;
/** A literal there is no text that anybody reads. */
const NAMES_PROGRAM = /^(?:CALL|EXEC|LINK|XCTL|UNTIL)\b/i;
/** The number of a reason, as it is put somewhere; one of a digit is a switch or a cursor. */
const CODE = /^MOVE\s+(\d{2,4})\s+TO\b/i;
const GAP_LINES_MAX = 20;
const TEXT = /'([^']*\p{L}{2}[^']*)'|"([^"]*\p{L}{2}[^"]*)"/gu;

interface Open {
  readonly indent: number;
  readonly kind: "if" | "evaluate" | "when" | "other";
  text: string;
}

/** What is read of a case as far as its lines were gone through. */
interface Reading {
  readonly stack: Open[];
  readonly says: string[];
  after: string;
  isKept: boolean;
  /** True: a condition may go on. */
  isOpen: boolean;
  /** True: the literals of a statement name programs and maps. */
  isNaming: boolean;
  /** Line of what is said. */
  told: number;
  before: number;
}

/** Puts the lines of an outcome, with what leads there, into one. */
export function caseOf({ path, titles, lines }: FoundPassage): Case {
  const code = lines.filter(({ text }) => !isComment(path, text)).map(codeOf);
  const read: Reading = {
    stack: [],
    says: [],
    after: "",
    isKept: false,
    isOpen: false,
    isNaming: false,
    told: 0,
    before: 0,
  };
  for (const one of code) {
    // What is performed from there stands elsewhere and is the same for all.
    if (read.says.length > 0 && read.stack.length > 0 && one.line - read.before > GAP_LINES_MAX) break;
    read.before = one.line;
    if (CONDITION.test(one.text)) read.isOpen = openCondition(read.stack, one.text, one.indent);
    else readStatement(read, one);
  }
  const { stack, after, says, isKept, told, before } = read;
  const conditions = stack.filter(({ text, kind }) => text !== "" && kind !== "evaluate" && !OF_MESSAGE.test(text));
  const when = conditions
    .slice(-CONDITIONS_MAX)
    .map(({ text }) => text.replace(/\s+/g, " ").trim())
    .join("; ");
  return {
    path,
    line: told === 0 ? before : told,
    titles: titles.split(" > "),
    when,
    after,
    says: [...new Set(says)],
    isKept,
  };
}

interface Code {
  readonly line: number;
  readonly text: string;
  readonly indent: number;
}

/** A line of a statement, or one on which a condition goes on. */
function readStatement(read: Reading, { line, text }: Code): void {
  if (VERB.test(text)) {
    read.isOpen = false;
    read.isNaming = NAMES_PROGRAM.test(text);
  }
  const top = read.stack.at(-1);
  if (read.isOpen) {
    if (top) top.text = `${top.text} ${text}`;
    return;
  }
  if (!top && ASKS.test(text)) read.after = text;
  const texts = textsIn(text);
  if (texts.length === 0 || read.isNaming) return;
  read.says.push(...texts);
  read.isKept ||= !/^DISPLAY\b/i.test(text);
  if (top && read.told === 0) read.told = line;
}

const textsIn = (text: string): readonly string[] => [
  ...(CODE.exec(text)?.slice(1) ?? []),
  ...[...text.matchAll(TEXT)].map(([, one, other]) => (one ?? other ?? "").trim()),
];

const codeOf = ({
  line,
  text,
}: CitedLine): { readonly line: number; readonly text: string; readonly indent: number } => {
  const own = text.slice(...COLUMNS);
  return { line, text: own.trim().replace(/\.$/, ""), indent: own.search(/\S|$/) };
};

/** @returns  whether what stands on the next line may belong to it */
function openCondition(stack: Open[], text: string, indent: number): boolean {
  const top = stack.at(-1);
  if (/^(?:AND|OR)\b/i.test(text) && top) {
    top.text = `${top.text} ${text}`;
    return true;
  }
  if (/^ELSE\b/i.test(text)) {
    const own = stack.findLast((one) => one.kind === "if" && one.indent === indent);
    if (own) own.text = `not (${own.text.replace(/^IF\s+/i, "IF ")})`;
    return false;
  }
  if (/^EVALUATE\b/i.test(text)) stack.push({ indent, kind: "evaluate", text: text.replace(/^EVALUATE\s+/i, "") });
  else if (/^WHEN\b/i.test(text)) openWhen(stack, text, indent);
  else stack.push({ indent, kind: /^IF\b/i.test(text) ? "if" : "other", text });
  return true;
}

/** Several WHEN of one branch are one condition; what is compared is said with it. */
function openWhen(stack: Open[], text: string, indent: number): void {
  const own = stack.findLast(({ kind, indent: at }) => kind === "when" && at === indent);
  if (own) {
    own.text = `${own.text} or ${text.replace(/^WHEN\s+/i, "")}`;
    return;
  }
  const subject = stack.findLast(({ kind }) => kind === "evaluate")?.text ?? "";
  const compared = /^TRUE\b/i.test(subject) || subject === "" ? "" : `${subject}: `;
  stack.push({ indent, kind: "when", text: `${compared}${text}` });
}

/** `PATH:LINE  WHEN … → "text"`. */
export function caseText({ path, line, when, after, says }: Case): string {
  const asked = after === "" ? "" : `after ${after.replace(/\s+/g, " ")}: `;
  const told = says.length === 0 ? "" : ` → ${says.map((one) => `"${one}"`).join(" ")}`;
  return `${path}:${line}  ${asked}${when}${told}`;
}
