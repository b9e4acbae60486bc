import { codeColumns } from "./program-lines.ts";

/** What a program does with a key that none of its branches names. */
export interface KeyBranch {
  readonly path: string;
  readonly line: number;
  /** The name or the literal that is moved to a message; empty where none is. */
  readonly message: string;
  readonly statement: string;
}

const BRANCH_LINES_MAX = 8;
const MOVED = /\bMOVE +('[^']*'?|[A-Z][\w-]*(?:MSG|MESSAGE|ERR|TEXT|KEY)[\w-]*) +TO\b|\bMOVE +('[^']*')/i;

/** The WHEN OTHER of what evaluates the key, or what is done where a switch says that it is invalid. */
export function invalidKeyBranches(path: string, lines: readonly string[]): readonly KeyBranch[] {
  const code = codeColumns(lines);
  return code.flatMap((text, index): readonly KeyBranch[] => {
    if (/^ *EVALUATE +EIBAID\b/i.test(text)) return otherOf(path, code, index);
    if (/^ *IF +[\w-]*(?:PFK?-?INVALID|INVALID-(?:PF)?KEY)\b/i.test(text)) return [branchAt(path, code, index)];
    return [];
  });
}

function otherOf(path: string, code: readonly string[], from: number): readonly KeyBranch[] {
  let depth = 0;
  for (const [offset, text] of code.slice(from).entries()) {
    if (/^ *EVALUATE\b/i.test(text)) depth++;
    if (/\bEND-EVALUATE\b/i.test(text)) depth--;
    if (depth === 0) return [];
    if (depth === 1 && /^ *WHEN +OTHER\b/i.test(text)) return [branchAt(path, code, from + offset)];
  }
  return [];
}

function branchAt(path: string, code: readonly string[], at: number): KeyBranch {
  const rest = code.slice(at, at + BRANCH_LINES_MAX);
  const end = rest.findIndex((text, index) => index > 0 && /^ *(?:WHEN|END-IF|END-EVALUATE|ELSE)\b/i.test(text));
  const own = rest.slice(0, end < 0 ? undefined : end).filter((text) => text.trim() !== "");
  const moved = own.flatMap((text) => {
    const [, named, literal] = MOVED.exec(text) ?? [];
    const value = named ?? literal;
    return value === undefined || value.length < LITERAL_MIN ? [] : [value];
  });
  return {
    path,
    line: at + 1,
    message: moved[0] ?? "",
    statement: own.map((text) => text.trim().replace(/\s+/g, " ")).join(" "),
  };
}

/** A switch is no text. */
const LITERAL_MIN = 6;
