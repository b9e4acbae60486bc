import { memberSymbol, standaloneFacts } from "../../file-facts.ts";
import type { LanguageFrontend, SourceText } from "../../frontend.ts";
import type { EdgeKind, FileFacts, NodeKind, ReferenceFact, SymbolFact } from "../../model.ts";
import { isSystemRoutine } from "../pli/embedded.ts";
import { lineFinder } from "../sql/sql-tokens.ts";

/** REXX at definition and reference level: the exec, its labels, CALLs, functions, EXECIO and commands to TSO and ISPF. */
export const rexx: LanguageFrontend = {
  language: "rexx",
  extensions: [".rexx", ".rex", ".exec", ".rx"],
  detect: (_path, head) => /^\s*\/\*[^\n]*\bREXX\b/i.test(head),
  parse: parseRexx,
};

const TEXT_LENGTH_MAX = 100;
/** Of a line longer than any screen only the beginning is shown. */
const LINE_SHOWN_MAX = 400;

function parseRexx(source: SourceText): FileFacts {
  const program = memberSymbol(source, "program", { type: "rexx" });
  const code = withoutComments(source.text);
  const labels = labelSymbols(code, program.key, program.end);
  return standaloneFacts(source, "rexx", {
    symbols: [program, ...labels],
    references: references(code, program.key, labels),
  });
}

/** Blanks comments, which nest; a quote inside a comment opens nothing. Offsets stay. */
function withoutComments(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let at = 0;
  for (const match of text.matchAll(/\/\*|\*\/|'[^'\n]*'|"[^"\n]*"/g)) {
    const [mark] = match;
    const isQuote = mark !== "/*" && mark !== "*/";
    // Inside a comment a quoted text may hide its end, so quotes are looked into again.
    const closes = isQuote && depth > 0 ? (mark.match(/\*\//g)?.length ?? 0) : 0;
    const end = match.index + mark.length;
    const chunk = text.slice(at, end);
    const wasInside = depth > 0;
    if (mark === "/*") depth++;
    else if (mark === "*/") depth = Math.max(0, depth - 1);
    else depth = Math.max(0, depth - closes);
    if (wasInside) parts.push(chunk.replace(/[^\n]/g, " "));
    else if (mark === "/*") parts.push(`${chunk.slice(0, -2)}  `);
    else parts.push(chunk);
    at = end;
  }
  const rest = text.slice(at);
  parts.push(depth > 0 ? rest.replace(/[^\n]/g, " ") : rest);
  return parts.join("");
}

const hideLiterals = (text: string): string =>
  text.replace(/'[^'\n]*'|"[^"\n]*"/g, (part) => part.replace(/[^\n]/g, " "));

function labelSymbols(code: string, owner: string, lines: number): SymbolFact[] {
  const lineOf = lineFinder(code);
  const found = [...hideLiterals(code).matchAll(/^[ \t]*([A-Za-z@#$!?_][\w@#$!?.]*)[ \t]*:(?!=)/gm)];
  const starts = found.map((match) => lineOf(match.index) + 1);
  const seen = new Set<string>();
  return found.flatMap((match, index) => {
    const name = (match[1] ?? "").toUpperCase();
    const start = starts[index] ?? 1;
    if (seen.has(name)) return [];
    seen.add(name);
    const end = Math.max(start, (starts[index + 1] ?? lines + 1) - 1);
    return [{ key: `${owner}/${name}`, kind: "function", name, owner, start, end } satisfies SymbolFact];
  });
}

interface Rule {
  readonly pattern: RegExp;
  readonly kind: EdgeKind;
  readonly targets: readonly NodeKind[];
  /** Whether the names stand in commands, which are literals. */
  readonly inLiterals?: boolean;
}

const PROGRAM: readonly NodeKind[] = ["program"];
const RULES: readonly Rule[] = [
  {
    pattern: /(?:^|[\s;])CALL\s+(?!ON\b|OFF\b)(['"]?)([A-Z@#$!?_][\w@#$!?.]*)\1/gim,
    kind: "calls",
    targets: ["function", "program"],
  },
  {
    pattern: /(?:^|[\s;])SIGNAL\s+()(?!ON\b|OFF\b|VALUE\b)([A-Z@#$!?_][\w@#$!?.]*)/gim,
    kind: "goto",
    targets: ["function"],
  },
  {
    pattern: /\bADDRESS\s+(?:LINK|LINKMVS|LINKPGM|ATTACH|ATTCHMVS|ATTCHPGM)\s+(['"])([A-Z@#$][\w@#$]*)/gim,
    kind: "calls",
    targets: PROGRAM,
    inLiterals: true,
  },
  {
    pattern: /(['"])\s*CALL\s+'{0,2}[^'"\n(]*\(([A-Z@#$][\w@#$]*)\)/gim,
    kind: "calls",
    targets: PROGRAM,
    inLiterals: true,
  },
  {
    pattern: /\bRUN\s+()PROGRAM\s*\(\s*([A-Z@#$][\w@#$]*)\s*\)/gim,
    kind: "executes",
    targets: PROGRAM,
    inLiterals: true,
  },
  { pattern: /\bSELECT\s+()PGM\s*\(\s*([A-Z@#$][\w@#$]*)/gim, kind: "calls", targets: PROGRAM, inLiterals: true },
  { pattern: /\bSELECT\s+()CMD\s*\(\s*%?([A-Z@#$][\w@#$]*)/gim, kind: "calls", targets: PROGRAM, inLiterals: true },
  { pattern: /(['"])%([A-Z@#$][\w@#$]*)/gim, kind: "calls", targets: PROGRAM, inLiterals: true },
  { pattern: /\bEXECIO\s+\S+\s+()DISKRU?\s+([A-Z@#$][\w@#$]*)/gim, kind: "reads", targets: ["file"], inLiterals: true },
  { pattern: /\bEXECIO\s+\S+\s+()DISKW\s+([A-Z@#$][\w@#$]*)/gim, kind: "writes", targets: ["file"], inLiterals: true },
  {
    pattern: /\b(?:DA|DSN|DSNAME|DATASET)\(()'{0,2}([A-Z@#$][\w@#$]*(?:\.[\w@#$]+)+)/gim,
    kind: "references",
    targets: ["dataset"],
    inLiterals: true,
  },
];

function references(code: string, program: string, labels: readonly SymbolFact[]): ReferenceFact[] {
  const lineOf = lineFinder(code);
  const lines = code.split("\n");
  const plain = hideQuoted(code);
  const byName = new Map(labels.map((label) => [label.name, label.key]));
  const ownerAt = ownerFinder(program, labels);
  const found: ReferenceFact[] = [];
  const add = (kind: EdgeKind, name: string, targets: readonly NodeKind[], offset: number) => {
    const line = lineOf(offset);
    const to = targets[0] === "function" ? byName.get(name) : undefined;
    const isSystem = kind === "calls" && !to && (isSystemRoutine(name) || BUILT_IN.has(name));
    const text = (lines[line] ?? "").slice(0, LINE_SHOWN_MAX).replace(/\s+/g, " ").trim().slice(0, TEXT_LENGTH_MAX);
    found.push({
      kind,
      from: ownerAt(line + 1),
      name,
      targets,
      line: line + 1,
      text,
      ...(to && { to }),
      ...(isSystem && { resolved: "external" as const }),
    });
  };
  for (const { pattern, kind, targets, inLiterals } of RULES)
    for (const match of (inLiterals ? code : plain).matchAll(pattern))
      add(kind, (match[2] ?? "").toUpperCase(), targets, match.index + match[0].lastIndexOf(match[2] ?? ""));
  // A function is called by its name with a parenthesis directly behind it.
  for (const match of plain.matchAll(/(?<![\w@#$!?])([A-Za-z@#$!?_][\w@#$!?]*)\(/g)) {
    const name = (match[1] ?? "").toUpperCase();
    if (byName.has(name)) add("calls", name, ["function"], match.index);
  }
  return found.sort((left, right) => left.line - right.line);
}

/** Blanks literals except a name directly behind CALL, which may be quoted. */
const hideQuoted = (code: string): string =>
  code.replace(/(\bCALL\s+['"][\w@#$!?.]+['"])|'[^'\n]*'|"[^"\n]*"/gi, (part, call: string | undefined) =>
    call === undefined ? part.replace(/[^\n]/g, " ") : part,
  );

/** Labels are in order of lines, so the owner of a line is the last label that starts at or before it. */
function ownerFinder(program: string, labels: readonly SymbolFact[]): (line: number) => string {
  return (line) => {
    let low = 0;
    let high = labels.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((labels[middle]?.start ?? 0) <= line) low = middle + 1;
      else high = middle;
    }
    return labels[low - 1]?.key ?? program;
  };
}

const BUILT_IN = new Set(
  "ABBREV BPXWDYN CENTER COPIES DATE DATATYPE LEFT LENGTH LISTDSI MSG OUTTRAP POS RIGHT SUBSTR SYSDSN SYSVAR TIME TRANSLATE WORD WORDS SYSCALLS".split(
    " ",
  ),
);
