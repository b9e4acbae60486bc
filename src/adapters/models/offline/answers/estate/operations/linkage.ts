import { codeColumns } from "./program-lines.ts";

/** What a program receives and where its statements use it. */
export interface Received {
  /** Of `PROCEDURE DIVISION USING`. */
  readonly names: readonly string[];
  /** Lines of the declarations, 1-based, both inclusive. */
  readonly from: number;
  readonly to: number;
  /** Statements that name it or one of its fields. */
  readonly uses: readonly { readonly name: string; readonly from: number; readonly to: number }[];
  /** Fields that no statement names. */
  readonly unused: readonly string[];
}

const ITEM = /^ *(\d\d) +([A-Z][\w-]*)/i;
const VERB =
  /^ *(?:MOVE|SET|DISPLAY|STRING|PERFORM|GO|ADD|SUBTRACT|COMPUTE|READ|WRITE|REWRITE|DELETE|START|OPEN|CLOSE|CALL|EXEC|CONTINUE|STOP|GOBACK|INITIALIZE|INSPECT|UNSTRING|MULTIPLY|DIVIDE|RETURN|EXIT|IF|EVALUATE|WHEN|ELSE|END-\w+|ACCEPT)\b/i;
const STATEMENT_LINES_MAX = 8;

/** @param lines  of a program; undefined where it receives nothing or declares none of it itself */
export function readReceived(lines: readonly string[]): Received | undefined {
  const code = codeColumns(lines);
  const division = code.findIndex((line) => /^ *PROCEDURE +DIVISION\b/i.test(line));
  const head = code.slice(division, division + 4).join(" ");
  const using = /\bUSING\s+([^.]*)\./i.exec(head)?.[1] ?? "";
  const names = using.split(/[\s,]+/).filter((word) => /^[A-Z]/i.test(word) && !/^(?:BY|REFERENCE|VALUE)$/i.test(word));
  if (division < 0 || names.length === 0) return undefined;
  const items = declaredIn(code, names, division);
  const [first, last] = [items[0], items.at(-1)];
  if (!first || !last) return undefined;
  const fields = items.map(({ name }) => name);
  const uses = usesOf(code, fields, division + 1);
  const isUsed = (name: string): boolean => uses.some((use) => use.name === name);
  const leaves = fields.filter((name) => !names.includes(name));
  return { names, from: first.line, to: last.line, uses, unused: leaves.filter((name) => !isUsed(name)) };
}

/** The items that are received, each with its fields, in the lines before the procedure division. */
function declaredIn(
  code: readonly string[],
  names: readonly string[],
  division: number,
): readonly { readonly name: string; readonly line: number }[] {
  let isWithin = false;
  return code.slice(0, division).flatMap((text, index) => {
    const [, level, name = ""] = ITEM.exec(text) ?? [];
    if (level === undefined) return [];
    if (/^(?:01|77)$/.test(level)) isWithin = names.includes(name);
    return isWithin && !/^FILLER$/i.test(name) ? [{ name, line: index + 1 }] : [];
  });
}

function usesOf(code: readonly string[], fields: readonly string[], from: number): Received["uses"] {
  const form = new RegExp(`(?<![\\w-])(${fields.join("|")})(?![\\w-])`, "i");
  let behind = 0;
  return code.flatMap((text, index) => {
    const name = index < from || index < behind ? undefined : form.exec(text)?.[1];
    if (name === undefined) return [];
    let start = index;
    while (start > from && index - start < STATEMENT_LINES_MAX && !VERB.test(code[start] ?? "")) start--;
    let end = index;
    while (end + 1 < code.length && end - start < STATEMENT_LINES_MAX && !ends(code, end)) end++;
    behind = end + 1;
    return [{ name: name.toUpperCase(), from: start + 1, to: end + 1 }];
  });
}

const ends = (code: readonly string[], at: number): boolean =>
  /\.\s*$/.test(code[at] ?? "") || VERB.test(code[at + 1] ?? "") || (code[at + 1] ?? "").trim() === "";
