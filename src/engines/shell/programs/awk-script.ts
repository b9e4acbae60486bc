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
/** After these a slash divides, or starts a pattern (`if (x) /a/`, `else /a/`); elsewhere it starts one. */
const VALUE_END = /[\w)\]$"]$|.\/$/s;
/** After `,`, `&&` and their like a statement goes on with the next line. */
const GOES_ON = /[,&|?:{]$/;
const PATTERN = /^\/(?:[^/\\\n[]|\\.|\[(?:\^?\]?)(?:[^\]\\\n]|\\.)*\])*\//;
/** Programs differ on whether a slash in brackets ends a pattern: what would stand behind it then can do nothing. */
const SHORT_PATTERN = /^\/(?:[^/\\\n]|\\.)*\/[\w\]^.*+?/-]*$/;

/** Why an awk program is not proven to only print: it may run commands, write or read other files, or read the environment.
 *  @param onWrite  told of each file that a print writes by a plain name; absent: any is a problem
 *  @returns undefined when it only computes and prints to standard output */
export function awkProblem(program: string, onWrite?: (target: string) => void): string | undefined {
  let before = "";
  let printing = false;
  let depth = 0;
  for (let at = 0; at < program.length; ) {
    const token = nextToken(program.slice(at), before);
    if (token === undefined) return "the awk program cannot be read";
    at += token.length;
    if (/^([ \t\\]|#)/.test(token)) continue;
    depth += DEPTH_CHANGE[token] ?? 0;
    if (token === "print" || token === "printf") printing = true;
    else if (/^[;}\n]$/.test(token) && depth <= 0 && !(token === "\n" && GOES_ON.test(before))) printing = false;
    const target =
      printing && depth <= 0 && onWrite && /^>>?$/.test(token) ? plainTarget(program.slice(at)) : undefined;
    if (target !== undefined) {
      onWrite?.(target.name);
      at += target.length;
      before = '"';
      continue;
    }
    if (REFUSED.has(token)) return `${token} in awk may read, write or run something else`;
    if (token === ">" && printing && depth <= 0) return "awk's print writes a file here";
    before = token;
  }
  return undefined;
}

/** A string without escapes that is the whole name of a file. */
function plainTarget(rest: string): { readonly name: string; readonly length: number } | undefined {
  const found = /^(\s*"([\w./ -]+)")\s*(?:[;}\n]|$)/.exec(rest);
  // `/dev/…` and `/inet/…` are no files to awk.
  return found?.[1] !== undefined && found[2] !== undefined && !/^\/(?:dev|inet)/.test(found[2])
    ? { name: found[2], length: found[1].length }
    : undefined;
}

const DEPTH_CHANGE: Readonly<Record<string, number>> = { "(": 1, "[": 1, ")": -1, "]": -1 };

function nextToken(rest: string, before: string): string | undefined {
  const first = rest[0] ?? "";
  if (first === '"') return /^"(?:[^"\\\n]|\\[\s\S])*"/.exec(rest)?.[0];
  // After `++` a slash divides, after a plain sign it starts a pattern: too close to call.
  if (first === "/" && (before === "+" || before === "-")) return undefined;
  const pattern = first === "/" ? PATTERN.exec(rest)?.[0] : undefined;
  if (first === "/" && (!VALUE_END.test(before) || /^(return|print|printf|case|in)$/.test(before)))
    return pattern !== undefined && SHORT_PATTERN.test(pattern) ? pattern : undefined;
  // As a pattern it would hide where a text or a comment begins.
  if (pattern !== undefined && /["#]/.test(pattern)) return undefined;
  return /^(?:(?:[ \t]|\\\r?\n)+|#[^\n]*|[A-Za-z_]\w*|[\d.]+|\|\||\|&|>>|>=|[\s\S])/.exec(rest)?.[0];
}
