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
  /^\s*(?:(?:export|default|public|private|protected|static|declare|abstract|async|override)\s+)*(def|function\*?|func|fn|class|interface|const(?=\s+\w+[^=]*=\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)))\s+(#?\w+)|^\s+(?:(?:async|static|get|set|private|public|protected|override)\s+)*(#?\w+)\??\s*(?:<[^>]*>)?\((?:(?![^)]*\)\s*[;,]?\s*$).*[{(,])?\s*$|^\s+(\w+)\??\((?:[^)]*\)\s*:.*;|)\s*$/;
const FIELD = /^(\s+)(?:(?:readonly|public|private|protected|static|declare)\s+)*(#?\w+)\??\s*:\s*[^\s{][^{]*$/;
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
  for (const [at, { text }] of lines.entries()) {
    if (within.has(at)) continue;
    const [, word, declared, method, signature] = DECLARES.exec(text) ?? [];
    const name = declared ?? method ?? signature;
    const holder = units.findLast((one) => one.kind === "class" && one.at < at && at <= one.end);
    const isInside = units.some((one) => one.kind === "function" && one.at < at && at <= one.end);
    if (name !== undefined && !NO_NAME.test(name)) {
      if (word === undefined && (holder === undefined || isInside)) continue;
      const headEnd = endOfHead(lines, at, isPython);
      units.push({
        kind: word === "class" || word === "interface" ? "class" : "function",
        name,
        owner: holder?.name ?? "",
        at,
        headEnd,
        end: endOfUnit(lines, at, headEnd),
        said: saidOf(lines, at, headEnd, isPython),
      });
      continue;
    }
    const [, indent = "", field] = FIELD.exec(text) ?? [];
    const isOwn = holder !== undefined && indentOf(lines[holder.at]?.text ?? "") < indent.length;
    if (field === undefined || NO_NAME.test(field) || !isOwn || isInside) continue;
    units.push({
      kind: "field",
      name: field,
      owner: holder.name,
      at,
      headEnd: at,
      end: at,
      said: saidOf(lines, at, at, isPython),
    });
  }
  return units;
}

/** The innermost function or class that a line stands in. */
export const unitAt = (units: readonly Unit[], at: number): Unit | undefined =>
  units.findLast((one) => one.kind !== "field" && one.at <= at && at <= one.end);

export const fullName = ({ owner, name }: Unit): string => (owner === "" ? name : `${owner}.${name}`);

/** Which lines stand in texts and comments over several lines. */
function textBlocks(lines: readonly CitedLine[], isPython: boolean): ReadonlySet<number> {
  const inside = new Set<number>();
  let open = false;
  for (const [at, { text }] of lines.entries()) {
    const marks = isPython ? (text.match(/"""|'''/g) ?? []).length : 0;
    const begins = isPython ? marks === 1 : /^\s*\/\*(?!.*\*\/)/.test(text);
    const ends = isPython ? marks === 1 : /\*\//.test(text);
    if (open || begins || (isPython ? /^\s*(?:[rbu]?"""|#)/.test(text) : /^\s*\/[/*]/.test(text))) inside.add(at);
    open = open ? !ends : begins;
  }
  return inside;
}

function endOfHead(lines: readonly CitedLine[], at: number, isPython: boolean): number {
  let depth = 0;
  for (let index = at; index < Math.min(lines.length, at + HEAD_LINES_MAX); index++) {
    const text = (lines[index]?.text ?? "").replace(/"[^"]*"|'[^']*'/g, "");
    for (const sign of text) depth += /[([]/.test(sign) ? 1 : /[)\]]/.test(sign) ? -1 : 0;
    if (depth <= 0 && (isPython ? /:\s*(?:#.*)?$/ : /[{;]\s*$/).test(text)) return index;
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
