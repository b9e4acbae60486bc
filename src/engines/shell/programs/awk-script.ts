const REFUSED = new Set([
  "@",
  "|",
  "|&",
  ">>",
  "system",
  "getline",
  "ENVIRON",
  "ARGV",
  "ARGC",
  "close",
  "fflush",
  "extension",
  "nextfile",
  "PROCINFO",
  // Other names for all of these.
  "SYMTAB",
  "FUNCTAB",
]);
/** After these a slash divides; elsewhere it starts a pattern. */
const VALUE_END = /[\w)\]$"]$|.\/$/s;
const HEAD = /^(?:if|while|for)$/;
const HEAD_END = "if )";
const NO_VALUE = /^(?:return|print|printf|case|in|else|do|if \))$/;
/** A line ends a statement behind these alone: behind `,`, `&&` and their like it goes on, over any number of lines. */
const LINE_END = /^(?!in$)\w|[\w)\]"]$|^\/.+\/$|^(?:\+\+|--)$/s;
const PATTERN = /^\/(?:[^/\\\n[]|\\.|\[(?:\^?\]?)(?:[^\]\\\n]|\\.)*\])*\//;
/** Programs differ on whether a slash in brackets ends a pattern: what would stand behind it then can do nothing. */
const SHORT_PATTERN = /^\/(?:[^/\\\n]|\\.)*\/[\w\]^.*+?/-]*$/;

/** Why an awk program is not proven to only print: it may run commands, write or read other files, or read the environment.
 *  @param onWrite  told of each file that a print writes by a plain name; absent: any is a problem
 *  @returns undefined when it only computes and prints to standard output */
export function awkProblem(program: string, onWrite?: (target: string) => void): string | undefined {
  let before = "";
  let printing = false;
  // The brackets that are open, those behind a word with it.
  const open: string[] = [];
  for (let at = 0; at < program.length; ) {
    const token = nextToken(program.slice(at), before);
    if (token === undefined || isMisread(token, before, open)) return "the awk program cannot be read";
    at += token.length;
    if (/^(?:[ \t\r\f\v\\]|#)/.test(token) || (token === "\n" && !LINE_END.test(before))) continue;
    if (token === "print" || token === "printf") printing = true;
    else if (open.length === 0 && /^[;}\n]$/.test(token)) printing = false;
    const target =
      printing && open.length === 0 && onWrite && /^>>?$/.test(token) ? plainTarget(program.slice(at)) : undefined;
    if (target !== undefined) {
      onWrite?.(target.name);
      at += target.length;
      before = '"';
      continue;
    }
    if (REFUSED.has(token)) return `${token} in awk may read, write or run something else`;
    if (token === ">" && printing && open.length === 0) return "awk's print writes a file here";
    if (/^[([]$/.test(token)) open.push(HEAD.test(before) ? before : token);
    before = /^[)\]]$/.test(token) && HEAD.test(open.pop() ?? "") ? HEAD_END : token;
  }
  return undefined;
}

/** What no awk takes where it stands: a slash before it was not what it was taken for. */
function isMisread(token: string, before: string, open: readonly string[]): boolean {
  const last = open.at(-1);
  if (token === "[") return !/^(?:[A-Za-z_]\w*|\])$/.test(before);
  if (token === "]") return last !== "[";
  if (token === ")") return last === undefined || last === "[";
  if (token === ";") return last !== undefined && last !== "for";
  return last !== undefined && /^(?:[{}]|printf?)$/.test(token);
}

/** A string without escapes that is the whole name of a file. */
function plainTarget(rest: string): { readonly name: string; readonly length: number } | undefined {
  const found = /^(\s*"([\w./ -]+)")\s*(?:[;}\n]|$)/.exec(rest);
  // `/dev/…` and `/inet/…` are no files to awk.
  return found?.[1] !== undefined && found[2] !== undefined && !/^\/(?:dev|inet)/.test(found[2])
    ? { name: found[2], length: found[1].length }
    : undefined;
}

function nextToken(rest: string, before: string): string | undefined {
  const first = rest[0] ?? "";
  if (first === '"') return /^"(?:[^"\\\n]|\\[\s\S])*"/.exec(rest)?.[0];
  // After `++` a slash divides, after a plain sign it starts a pattern: too close to call.
  if (first === "/" && /^[+-]+$/.test(before)) return undefined;
  const pattern = first === "/" ? PATTERN.exec(rest)?.[0] : undefined;
  if (first === "/" && (!VALUE_END.test(before) || NO_VALUE.test(before)))
    return pattern !== undefined && SHORT_PATTERN.test(pattern) ? pattern : undefined;
  // As a pattern it would hide where a text or a comment begins.
  if (pattern !== undefined && /["#]/.test(pattern)) return undefined;
  return /^(?:(?:[ \t\r\f\v]|\\\r?\n)+|#[^\n]*|[A-Za-z_]\w*|[\d.]+|\+\+|--|\|\||\|&|>>|>=|[^\\])/.exec(rest)?.[0];
}
