import { remarkLines } from "../../../../../engines/passages/code-lines.ts";
import type { CitedLine } from "../../result-text.ts";

/** What code does in a case: a condition with all that stands under it, where that raises, ends or tells something. */
export interface Branch {
  readonly path: string;
  readonly lines: readonly CitedLine[];
  /** What it stands in, as its declaration names it; empty where that is not among the lines. */
  readonly within: string;
}

/** What ends a call in another way, or tells whoever called: `raise`, `throw`, an exit, an error or a warning that is logged. */
export const OUTCOME = String.raw`^\s*(?:raise\b|throw\b|(?:sys|process|os)\.exit\(|exit\(|panic\(|log\.Fatal|(?:\w+\.)*(?:log|logger|console|logging)\.(?:error|warn|warning|critical|fatal)\(|warnings\.warn\(|(?:\w+\.)?(?:error|fail|abort)\(|return\b.*\b(?:Error|Err|errors?\.)\b|reject\()`;
const IS_OUTCOME = new RegExp(OUTCOME);
const HEAD =
  /^\s*(?:\}\s*)?(?:if|else if|elif|else|except|catch|case|default|match|switch)\b.*(?:[:{(]|\{\s*)$|^\s*(?:\}\s*)?if\b/;
const ELSE = /^\s*(?:\}\s*)?(?:else|elif|except|catch|finally)\b/;
const DECLARES =
  /^\s*(?:(?:export|default|public|private|protected|static|async)\s+)*(?:def|function\*?|func|fn|class|const(?=\s+\w+[^=]*=\s*(?:async\s*)?(?:function\b|\(|\w+\s*=>)))\s+(#?\w+)|^\s+(?:(?:async|static|get|set|private|public)\s+)*(#?\w+)\([^)]*\)[^;=]*\{\s*$/;
const CALLS_LIKE_HEAD = /^(?:if|for|while|switch|catch|return)$/;
/** A longer branch holds more than one case. */
const LINES_MAX = 22;
const LEVELS_MAX = 2;

const indentOf = (text: string): number => text.search(/\S/);

/** The branches of consecutive lines, each once: the condition next to what it leads to, and the one around it where that is short. */
export function branchesIn(path: string, lines: readonly CitedLine[]): readonly Branch[] {
  const found = new Map<string, Branch>();
  const remarks = remarkLines(
    path,
    lines.map(({ text }) => text),
  );
  for (const [index, { text }] of lines.entries()) {
    if (!IS_OUTCOME.test(text) || remarks.has(index)) continue;
    let at = index;
    // What a function ends with where none of its cases came true is told by its message alone.
    const isLast = headOf(lines, index) === undefined && nameAbove(lines, index) !== "";
    if (isLast) found.set(`${index}`, branchOf(path, lines, index, endOf(lines, index)));
    for (let level = 0; level < LEVELS_MAX; level++) {
      const head = headOf(lines, at);
      if (head === undefined) break;
      const from = firstOfChain(lines, head);
      const to = endOf(lines, from);
      if (to - from >= LINES_MAX) break;
      found.set(`${from}-${to}`, branchOf(path, lines, from, to));
      at = from;
    }
  }
  return [...found.values()];
}

const branchOf = (path: string, lines: readonly CitedLine[], from: number, to: number): Branch => ({
  path,
  lines: lines.slice(from, Math.min(to, from + LINES_MAX) + 1),
  within: nameAbove(lines, from),
});

/** The condition that a line stands under; undefined where it stands under none. */
function headOf(lines: readonly CitedLine[], index: number): number | undefined {
  const indent = indentOf(lines[index]?.text ?? "");
  for (let at = index - 1; at >= 0; at--) {
    const { text } = lines[at] ?? { text: "" };
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    if (HEAD.test(text)) return at;
    if (DECLARES.test(text)) return undefined;
    // A call over several lines, or a loop: what is around it may be a condition.
    return headOf(lines, at);
  }
  return undefined;
}

/** Of "else" and "elif" the first condition. */
function firstOfChain(lines: readonly CitedLine[], head: number): number {
  const indent = indentOf(lines[head]?.text ?? "");
  let first = head;
  while (first > 0 && ELSE.test(lines[first]?.text ?? "")) {
    let before = first - 1;
    while (before > 0 && (indentOf(lines[before]?.text ?? "") > indent || (lines[before]?.text ?? "").trim() === ""))
      before--;
    if (indentOf(lines[before]?.text ?? "") !== indent) break;
    first = before;
  }
  return first;
}

/** The last line of what stands under a condition, with its other branches. */
function endOf(lines: readonly CitedLine[], head: number): number {
  const indent = indentOf(lines[head]?.text ?? "");
  let end = head;
  for (let at = head + 1; at < lines.length; at++) {
    const { text } = lines[at] ?? { text: "" };
    if (text.trim() === "") continue;
    const isWithin =
      indentOf(text) > indent || (indentOf(text) === indent && (ELSE.test(text) || /^\s*[\])}]/.test(text)));
    if (!isWithin) break;
    end = at;
  }
  return end;
}

function nameAbove(lines: readonly CitedLine[], from: number): string {
  const indent = indentOf(lines[from]?.text ?? "");
  for (let at = from - 1; at >= 0; at--) {
    const { text } = lines[at] ?? { text: "" };
    const [, name, method] = DECLARES.exec(text) ?? [];
    const said = name ?? method;
    if (said !== undefined && indentOf(text) < indent && !CALLS_LIKE_HEAD.test(said)) return said;
  }
  return "";
}
