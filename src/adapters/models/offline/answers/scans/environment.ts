import { isComment, remarkLines } from "../../../../../engines/passages/code-lines.ts";
import type { CitedLine } from "../../result-text.ts";
import { endOfStatement } from "../facts/code-facts.ts";

/** What the code does with a variable of the environment, and the line that shows it. */
export interface Variable {
  readonly name: string;
  readonly use: "read" | "set" | "removed";
  readonly line: CitedLine;
}

/** What holds variables: the environment of the process, or what is called as one. */
const HOLDER = String.raw`\bgetenv\b|\bGetenv\b|\bLookupEnv\b|\bSetenv\b|\bUnsetenv\b|\benviron(?=[.[(])|\w*(?:_env|Env|environ)\w*(?=\(\s*[\"'][A-Z])|process\.env\b|import\.meta\.env\b|Deno\.env\b|Bun\.env\b|\bENV\b(?=\[|\.fetch)|\w*_env\b|\benv\b|\w+Env\b|\benvironment\(\)`;
const HOLDS = new RegExp(HOLDER);
/** Lines that hold variables, as a search finds them. */
export const ENVIRONMENT_LINES = String.raw`[gG]etenv|LookupEnv|Setenv|environ\b|\.env\b|\w*_env\b|\benv\b|\w+Env\b|\bENV\[|environment\(\)`;
const SAID = /["'`]([A-Z][A-Z0-9_]{2,})["'`]|\benv\??\.([A-Z][A-Z0-9_]{2,})\b/g;
/** A constant that a name is given by. */
const BY_CONSTANT =
  /(?:getenv|Getenv|LookupEnv|environ(?:\.get|\.pop|\.setdefault)?|process\.env|\benv(?:\.get)?)\s*[([]\s*([A-Z_][A-Z0-9_]{3,})\s*[\]),]/g;
const CONSTANT =
  /^\s*(?:(?:export|const|final|static|public|private|let|var|String)\s+)*([A-Z_][A-Z0-9_]{3,})\b[^=]*=\s*["'`]([A-Z][A-Z0-9_]{2,})["'`]/;
const TAKES_AWAY = /\bdel(?:ete)?\b|\.pop\(|\bUnsetenv\b|!==?\s*["'`][A-Z]|\bnot in\b|\.remove\(|\bomit\b/;
const OPENS = new RegExp(String.raw`(?:${HOLDER})["']?\s*(?::[^={]+)?[=:]\s*(?:[\w.]+\()?[{(]\s*(?:#.*|//.*)?$`);

/** What the lines of a file do with variables of the environment, each use of each name once. */
export function variablesIn(lines: readonly CitedLine[]): readonly Variable[] {
  const constants = new Map(
    lines.flatMap(({ text }) => {
      const [, name, value] = CONSTANT.exec(text) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value] as const];
    }),
  );
  const found: Variable[] = [];
  const remarks = remarkLines(
    lines[0]?.path ?? "",
    lines.map(({ text }) => text),
  );
  for (const [at, line] of lines.entries()) {
    if (remarks.has(at) || isComment(line.path, line.text) || !HOLDS.test(line.text)) continue;
    found.push(...usesAt(line, constants));
    if (OPENS.test(line.text)) found.push(...keysBelow(lines, at));
  }
  return found.filter(
    (one, index) => found.findIndex((other) => other.name === one.name && other.use === one.use) === index,
  );
}

function usesAt(line: CitedLine, constants: ReadonlyMap<string, string>): readonly Variable[] {
  const { text } = line;
  const code = text.replace(/\s(?:#|\/\/)\s.*$/, "");
  const names = [
    ...[...code.matchAll(SAID)].map(([, quoted, member]) => quoted ?? member ?? ""),
    ...[...code.matchAll(BY_CONSTANT)].flatMap(([, name = ""]) => constants.get(name) ?? []),
  ];
  return names.map((name) => ({ name, line, use: useOf(code, name) }));
}

function useOf(code: string, name: string): Variable["use"] {
  if (TAKES_AWAY.test(code)) return "removed";
  const isSet = new RegExp(
    `(?:["'\`]${name}["'\`]\\s*\\]|\\.${name}\\b)\\s*(?:\\?\\?|\\|\\|)?=(?!=)|setdefault\\(\\s*["']${name}|Setenv\\(\\s*"${name}|["']?\\b${name}["']?\\s*:(?!:)`,
  );
  return isSet.test(code) ? "set" : "read";
}

/** The keys of an environment that is written out. */
function keysBelow(lines: readonly CitedLine[], at: number): readonly Variable[] {
  return lines.slice(at + 1, endOfStatement(lines, at, KEYS_LINES_MAX) + 1).flatMap((line): readonly Variable[] => {
    const name = /^\s*["'`]?([A-Z][A-Z0-9_]{2,})["'`]?\s*[:=]/.exec(line.text)?.[1];
    return name === undefined ? [] : [{ name, use: "set", line }];
  });
}

const KEYS_LINES_MAX = 60;
