/** One `KEY=value` of an operand field; positional operands have an empty key. */
export interface Operand {
  /** Upper case; empty for a positional operand. */
  readonly key: string;
  /** As written, quotes and parentheses included. */
  readonly value: string;
  readonly line: number;
}

/** Where a continuation line begins in the joined text. */
export interface Piece {
  readonly at: number;
  readonly line: number;
}

/** The operand field ends at the first blank outside quotes; `quoted` says that a literal is still open at the end. */
export function operandField(rest: string, startsQuoted: boolean): { text: string; quoted: boolean } {
  let quoted = startsQuoted;
  for (let at = 0; at < rest.length; at++) {
    const char = rest.charAt(at);
    if (char === "'") quoted = !quoted;
    else if (!quoted && (char === " " || char === "\t")) return { text: rest.slice(0, at), quoted: false };
  }
  return { text: rest, quoted };
}

/** Splits an operand field at its top-level commas. */
export function splitOperands(text: string, pieces: readonly Piece[]): Operand[] {
  const parameters: Operand[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  let pieceIndex = 0;
  const close = (end: number) => {
    const part = text.slice(start, end);
    while ((pieces[pieceIndex + 1]?.at ?? Number.POSITIVE_INFINITY) <= start) pieceIndex++;
    if (part !== "") parameters.push(toOperand(part, pieces[pieceIndex]?.line ?? 1));
    start = end + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "'") quoted = !quoted;
    else if (quoted) continue;
    else if (char === "(") depth++;
    else if (char === ")") depth = Math.max(0, depth - 1);
    else if (char === "," && depth === 0) close(at);
  }
  close(text.length);
  return parameters;
}

function toOperand(part: string, line: number): Operand {
  const match = /^([A-Z@#$][\w@#$.]*)=([\s\S]*)$/i.exec(part);
  return match ? { key: (match[1] ?? "").toUpperCase(), value: match[2] ?? "", line } : { key: "", value: part, line };
}

/** The values of `(A,B,(C,D))` at its top level, or of a single value; quotes are taken off, empty positions stay. */
export function listValues(value: string): string[] {
  const body = value.startsWith("(") ? value.replace(/^\(/, "").replace(/\)$/, "") : value;
  return splitPositions(body).map((part) => unquote(part));
}

function splitPositions(body: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let at = 0; at <= body.length; at++) {
    const char = body.charAt(at);
    if (char === "'") quoted = !quoted;
    else if (!quoted && char === "(") depth++;
    else if (!quoted && char === ")") depth--;
    if (at === body.length || (char === "," && !quoted && depth <= 0)) {
      parts.push(body.slice(start, at));
      start = at + 1;
    }
  }
  return parts;
}

export const unquote = (value: string): string =>
  value.startsWith("'") ? value.replace(/^'|'$/g, "").replaceAll("''", "'") : value;
