import type { CitedLine } from "../../result-text.ts";

/** A function, class or field of the code with what is said of it. */
export interface Unit {
  readonly kind: "function" | "class" | "field";
  readonly name: string;
  /** The class that holds it; empty where none does. */
  readonly owner: string;
  /** Where its head stands among the lines of its file, where that ends, and its own last line. */
  readonly at: number;
  readonly headEnd: number;
  readonly end: number;
  /** What is said of it: the text below its head, the comment above it. */
  readonly said: readonly CitedLine[];
}

const DECLARES =
  /^\s*(?:(?:export|default|public|private|protected|static|declare|abstract|async|override)\s+)*(def|function\*?|func|fn|class|interface|const(?=\s+\w+[^=]*=\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)))\s+(#?\w+)|^\s+(?:(?:async|static|get|set|private|public|protected|override)\s+)*(#?\w+)\??\s*(?:<[^>]*>)?\((?:(?![^)]*\)\s*[;,]?\s*$).*[{(,])?\s*$/;
const FIELD = /^\s+(?:(?:readonly|public|private|protected|static|declare)\s+)*(#?\w+)\??\s*:\s*[^\s{][^{]*$/;
const NO_NAME =
  /^(?:return|if|for|while|switch|catch|else|elif|except|try|with|lambda|case|default|function|new|await|throw|raise|super)$/;
const HEAD_LINES_MAX = 40;
const SAID_LINES_MAX = 60;

export const indentOf = (text: string): number => text.search(/\S/);

/** What a file declares, in the order of its lines. */
export function unitsOf(lines: readonly CitedLine[]): readonly Unit[] {
  const isPython = /\.pyi?$/.test(lines[0]?.path ?? "");
  const units: Unit[] = [];
  const within = textBlocks(lines, isPython);
  for (const at of lines.keys()) {
    const unit = within.has(at) ? undefined : unitOf(lines, at, units, isPython);
    if (unit) units.push(unit);
  }
  return units;
}

/** What a line declares; a field or method only where a class holds it, and not a function of that class. */
function unitOf(lines: readonly CitedLine[], at: number, units: readonly Unit[], isPython: boolean): Unit | undefined {
  const text = lines[at]?.text ?? "";
  const holders = units.filter((one) => one.kind !== "field" && one.at < at && at <= one.end);
  const holder = holders.findLast(({ kind }) => kind === "class");
  const isMember = holder !== undefined && holders.every(({ kind }) => kind === "class");
  const found = declaredIn(text, isMember) ?? (isMember ? fieldIn(text) : undefined);
  if (found === undefined || NO_NAME.test(found.name)) return undefined;
  const headEnd = found.kind === "field" ? at : endOfHead(lines, at, isPython);
  return {
    ...found,
    owner: holder?.name ?? "",
    at,
    headEnd,
    end: found.kind === "field" ? at : endOfUnit(lines, at, headEnd),
    said: saidOf(lines, at, headEnd, isPython),
  };
}

type Declared = Pick<Unit, "kind" | "name">;

function declaredIn(text: string, isMember: boolean): Declared | undefined {
  const [, word, declared, method = signatureIn(text)] = DECLARES.exec(text) ?? [];
  const name = declared ?? (isMember ? method : undefined);
  return name === undefined
    ? undefined
    : { kind: /^(?:class|interface)$/.test(word ?? "") ? "class" : "function", name };
}

function fieldIn(text: string): Declared | undefined {
  const name = FIELD.exec(text)?.[1];
  return name === undefined ? undefined : { kind: "field", name };
}

/** What an interface only declares. */
const signatureIn = (text: string): string | undefined => /^\s+(\w+)\??\((?:[^)]*\)\s*:.*;|)\s*$/.exec(text)?.[1];

/** The innermost function or class that a line stands in. */
export const unitAt = (units: readonly Unit[], at: number): Unit | undefined =>
  units.findLast((one) => one.kind !== "field" && one.at <= at && at <= one.end);

export const fullName = ({ owner, name }: Pick<Unit, "owner" | "name">): string =>
  owner === "" ? name : `${owner}.${name}`;

/** Which lines stand in texts and comments over several lines. */
function textBlocks(lines: readonly CitedLine[], isPython: boolean): ReadonlySet<number> {
  const { begins, ends, remark } = isPython ? PYTHON_TEXT : SCRIPT_TEXT;
  const inside = new Set<number>();
  let isOpen = false;
  for (const [at, { text }] of lines.entries()) {
    if (isOpen || begins(text) || remark.test(text)) inside.add(at);
    isOpen = isOpen ? !ends(text) : begins(text);
  }
  return inside;
}

const isOddly = (text: string): boolean => (text.match(/"""|'''/g) ?? []).length === 1;
const PYTHON_TEXT = { begins: isOddly, ends: isOddly, remark: /^\s*(?:[rbu]?"""|#)/ };
const SCRIPT_TEXT = {
  begins: (text: string): boolean => /^\s*\/\*(?!.*\*\/)/.test(text),
  ends: (text: string): boolean => text.includes("*/"),
  remark: /^\s*\/[/*]/,
};

function endOfHead(lines: readonly CitedLine[], at: number, isPython: boolean): number {
  let depth = 0;
  for (let index = at; index < Math.min(lines.length, at + HEAD_LINES_MAX); index++) {
    const text = (lines[index]?.text ?? "").replace(/"[^"]*"|'[^']*'/g, "");
    depth += (text.match(/[([]/g) ?? []).length - (text.match(/[)\]]/g) ?? []).length;
    if (depth <= 0 && (isPython ? /:\s*(?:#.*)?$/ : /[{;]\s*$|\{.*\}\s*$/).test(text)) return index;
  }
  return at;
}

function endOfUnit(lines: readonly CitedLine[], at: number, headEnd: number): number {
  const indent = indentOf(lines[at]?.text ?? "");
  if (/;\s*$/.test(lines[headEnd]?.text ?? "")) return headEnd;
  let end = headEnd;
  for (let index = headEnd + 1; index < lines.length; index++) {
    const text = lines[index]?.text ?? "";
    if (text.trim() === "") continue;
    if (indentOf(text) < indent || (indentOf(text) === indent && !/^\s*[)\]}]/.test(text))) break;
    end = index;
  }
  return end;
}

function saidOf(lines: readonly CitedLine[], at: number, headEnd: number, isPython: boolean): readonly CitedLine[] {
  const below = isPython ? textFrom(lines, headEnd + 1) : [];
  if (below.length > 0) return below;
  const above: CitedLine[] = [];
  for (let index = at - 1; index >= 0 && above.length < SAID_LINES_MAX; index--) {
    const line = lines[index];
    if (!line || !(isPython ? /^\s*[#@]/ : /^\s*(?:\/\/|\/\*|\*|@\w)/).test(line.text)) break;
    above.unshift(line);
  }
  return above.filter(({ text }) => /\p{L}/u.test(text) && !/^\s*@\w/.test(text));
}

/** The text in quotes that begins at a line. */
function textFrom(lines: readonly CitedLine[], from: number): readonly CitedLine[] {
  const first = lines[from]?.text ?? "";
  if (!/^\s*[rbu]?(?:"""|''')/.test(first)) return [];
  if ((first.match(/"""|'''/g) ?? []).length > 1) return lines.slice(from, from + 1);
  const end = lines.findIndex(({ text }, index) => index > from && /"""|'''/.test(text));
  return lines
    .slice(from, end < 0 ? from + SAID_LINES_MAX : Math.min(end + 1, from + SAID_LINES_MAX))
    .filter(({ text }) => /\p{L}/u.test(text));
}
