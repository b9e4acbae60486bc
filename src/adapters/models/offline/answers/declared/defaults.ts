import type { CitedLine } from "../../result-text.ts";

/** What something is where nobody sets it. */
export interface Default extends CitedLine {
  readonly name: string;
  readonly value: string;
  /** What the comment at it says. */
  readonly said: string;
}

const PARAMETER =
  /(?:^|[({,]|\*\*?)\s*(?:(?:public|private|protected|readonly|static) )*(\w+)\??\s*(?::\s*([^=]+?))?\s=\s([^=>].*?),?\s*(?:#.*|\/\/.*)?$/;
const COMPACT = /[({,]\s*(\w+)=([^=,)]+)(?=[,)])/g;
const FALLBACK = /(?:\b(\w+)\s*[:=]\s*)?[\w.?]*\b(\w+)\s*(?:\?\?|\|\|)\s*([^;,]+)/;
const OPTION = /add_argument\(\s*["']--?([\w-]+)["'].*\bdefault=([^,)]+)/;
const CONSTANT = /^(?:export )?(?:const |final |static )*(_?\w*default\w*)\s*(?::[^=]+)?=\s*(.+?);?\s*$/i;

/** The default that a line of code gives; what a line within a function sets is none. */
export function defaultIn(line: CitedLine): Default | undefined {
  const { path, text } = line;
  const [, option, given] = OPTION.exec(text) ?? [];
  if (option !== undefined) return made(line, option, given);
  const [, constant, value] = CONSTANT.exec(text) ?? [];
  if (constant !== undefined) return made(line, constant, value);
  if (/^\s*(?:async )?def |^\s*(?:const|let|var|self\.)/.test(text)) return undefined;
  return ofDeclared(line) ?? (path.endsWith(".py") ? undefined : ofFallback(line));
}

/** A field says its type, and a parameter stands among others. */
function ofDeclared(line: CitedLine): Default | undefined {
  const { text } = line;
  const [, name, type, value = ""] = PARAMETER.exec(text) ?? [];
  const isDeclared =
    type === undefined ? /,\s*(?:#.*|\/\/.*)?$/.test(text) && !/[({]\s*$/.test(value) : /^\s/.test(text);
  return name !== undefined && isDeclared ? made(line, name, value) : undefined;
}

function ofFallback(line: CitedLine): Default | undefined {
  const [, as, of, value] = FALLBACK.exec(line.text) ?? [];
  return of === undefined ? undefined : made(line, as ?? of, value);
}

/** The defaults of the parameters of a head that stands on one line. */
export function defaultsOfHead(line: CitedLine): readonly Default[] {
  if (!/^\s*(?:async )?def |\bfunction\b|^\s+(?:async )?\w+\([^)]*=[^)]*\)\s*(?::[^{]*)?\{/.test(line.text)) return [];
  const spaced = line.text
    .replace(/(\w+)\s*:\s*[^=,()]*(?:\[[^\]]*\])?[^=,()]*=/g, "$1=")
    .replace(/(\w+)\s*=\s*/g, "$1=");
  return [...spaced.matchAll(COMPACT)].flatMap(([, name = "", value = ""]) => made(line, name, value));
}

/** The defaults that comments name behind `@default`, with what they are of. @param lines  of one file in a row */
export function defaultsOfComments(lines: readonly CitedLine[]): readonly Default[] {
  return lines.flatMap(({ text }, at): Default[] => {
    const value = /^\s*\*?\s*@default(?:Value)? +(.+?)\s*(?:\*\/)?$/.exec(text)?.[1];
    if (value === undefined) return [];
    const behind = lines.slice(at).findIndex((line) => /\*\//.test(line.text));
    const member = lines.slice(at + behind + 1).find((line) => line.text.trim() !== "");
    const name = /^\s*(?:readonly |static |public )*["']?(\w+)["']?\??\s*[:(=]/.exec(member?.text ?? "")?.[1];
    const start = lines.slice(0, at).findLastIndex((line) => /\/\*\*/.test(line.text));
    if (behind < 0 || member === undefined || name === undefined || start < 0) return [];
    const said = lines
      .slice(start, at)
      .map((line) => line.text.replace(/^\s*(?:\/\*\*|\*)?\s?/, "").trim())
      .filter((row) => row !== "")[0];
    return [
      {
        ...member,
        text: `${member.text.trim().replace(/;$/, "")}  (default ${value})  # ${said ?? ""}`,
        name,
        value,
        said: said ?? "",
      },
    ];
  });
}

function made(line: CitedLine, name: string, value = ""): Default {
  return { ...line, name, value: value.trim(), said: "" };
}
