/** One word, name, literal or sign of SQL text. Comments and blanks yield no token. */
export interface SqlToken {
  readonly kind: "word" | "quoted" | "text" | "number" | "host" | "sign";
  /** As written; a quoted name without its quotes, a host variable without its colon. */
  readonly value: string;
  /** Upper case for words, otherwise `value`. */
  readonly upper: string;
  /** UTF-16 offset of the first character. */
  readonly at: number;
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'?|"(?:[^"\n]|"")*"?|\[[A-Za-z_][^\]\n]*\]|`[^`\n]*`?|:\s*([A-Za-z_][\w-]*(?:\s*\.\s*[A-Za-z_][\w-]*)*)|[\p{L}_#@$][\p{L}\p{N}_#@$]*|\d[\d.]*|[^\s]/gu;

/** Splits SQL into tokens in one pass; unterminated literals and comments end with the text. Never throws. */
export function sqlTokens(text: string): SqlToken[] {
  const tokens: SqlToken[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const token = toToken(match[0], match[1], match.index);
    if (token) tokens.push(token);
  }
  return tokens;
}

function toToken(raw: string, host: string | undefined, at: number): SqlToken | undefined {
  if (raw.startsWith("--") || raw.startsWith("/*")) return undefined;
  if (host !== undefined) {
    const value = host.replace(/\s+/g, "");
    return { kind: "host", value, upper: value.toUpperCase(), at };
  }
  const first = raw.charAt(0);
  if (first === "'") return { kind: "text", value: raw, upper: raw, at };
  if (raw.length > 1 && (first === '"' || first === "[" || first === "`")) {
    const value = raw
      .replace(/^["[`]/, "")
      .replace(/["\]`]$/, "")
      .replaceAll('""', '"');
    return { kind: "quoted", value, upper: value, at };
  }
  if (/\d/.test(first)) return { kind: "number", value: raw, upper: raw, at };
  if (/[\p{L}_#@$]/u.test(first)) return { kind: "word", value: raw, upper: raw.toUpperCase(), at };
  return { kind: "sign", value: raw, upper: raw, at };
}

/** Answers the 0-based line of an offset in `text`, by binary search. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  };
}
