import { type LooseToken, T, type TokenBuffer } from "../words/tokens.ts";

/** One `find BY put` of REPLACING or REPLACE. */
export interface Replacement {
  readonly mode: "whole" | "leading" | "trailing";
  readonly find: readonly LooseToken[];
  readonly put: readonly LooseToken[];
  /** A tag such as `:TAG:` or `(TAG)`, which may be a part of a word. */
  readonly partial: boolean;
}

/** Beyond that nothing is replaced: a word by many, again and again, has no end. */
const REPLACED_TOKENS_MAX = 4_000_000;

/** Is this pseudo-text a tag between marks, so that it also replaces inside a word? */
export function hasPartial(find: readonly LooseToken[]): boolean {
  const first = find[0]?.kind;
  return find.length >= 2 && (first === T.COLON || first === T.LPAREN || first === T.OP);
}

/** Copies rows `[from, to)` to `out`, with the first pair that matches at each place applied. Lines and files stay those of the matched text. */
export function replaceRange(
  buffer: TokenBuffer,
  [from, to]: readonly [from: number, to: number],
  pairs: readonly Replacement[],
  out: TokenBuffer,
): void {
  let at = from;
  /** The last row written came from, or must be joined with, a replaced tag. */
  let tagEnd = -1;
  while (at < to) {
    const pair = out.count < REPLACED_TOKENS_MAX ? pairs.find((one) => matches(buffer, at, to, one)) : undefined;
    if (!pair) {
      const joins = tagEnd === at && isWordLike(buffer, at) && buffer.glued(at) && out.count > 0;
      if (joins) joinLast(out, buffer.text(at));
      else out.copyRow(buffer, at);
      tagEnd = -1;
      at += 1;
      continue;
    }
    const glued = pair.partial && at > from && buffer.glued(at) && isWordLike(out, out.count - 1);
    putTokens(out, pair, { buffer, at, glued });
    at += pair.mode === "whole" ? pair.find.length : 1;
    tagEnd = pair.partial ? at : -1;
  }
}

function putTokens(
  out: TokenBuffer,
  pair: Replacement,
  { buffer, at, glued }: { readonly buffer: TokenBuffer; readonly at: number; readonly glued: boolean },
): void {
  const line = buffer.line[at] as number;
  const source = buffer.source[at] as number;
  if (pair.mode !== "whole") {
    const word = buffer.text(at);
    const part = pair.find.map((token) => token.text).join("");
    const put = pair.put.map((token) => token.text).join("");
    const text = pair.mode === "leading" ? put + word.slice(part.length) : word.slice(0, -part.length) + put;
    if (text !== "") out.push({ kind: T.WORD, word: out.lexicon.internText(text), text, glued: false }, line, source);
    return;
  }
  pair.put.forEach((token, index) => {
    if (index === 0 && glued) joinLast(out, token.text);
    else out.push(token, line, source);
  });
}

function joinLast(out: TokenBuffer, tail: string): void {
  const row = out.count - 1;
  const text = out.text(row) + tail;
  out.kind[row] = /^\d+$/.test(text) ? T.NUMBER : T.WORD;
  out.word[row] = out.lexicon.internText(text);
  out.start[row] = out.pool.length;
  out.end[row] = -1;
  out.pool.push(text);
}

const isWordLike = (buffer: TokenBuffer, row: number): boolean =>
  row >= 0 && (buffer.kind[row] === T.WORD || buffer.kind[row] === T.NUMBER);

function matches(buffer: TokenBuffer, at: number, to: number, pair: Replacement): boolean {
  const { find } = pair;
  if (pair.mode !== "whole") {
    if (buffer.kind[at] !== T.WORD) return false;
    const part = find.map((token) => token.text.toUpperCase()).join("");
    const word = buffer.spelled(at);
    return pair.mode === "leading" ? word.startsWith(part) : word.endsWith(part);
  }
  if (at + find.length > to) return false;
  for (let index = 0; index < find.length; index += 1) {
    if (!sameToken(buffer, at + index, find[index] as LooseToken)) return false;
  }
  return true;
}

function sameToken(buffer: TokenBuffer, row: number, token: LooseToken): boolean {
  if (buffer.kind[row] !== token.kind) return false;
  if (token.kind === T.WORD || token.kind === T.NUMBER)
    return token.word > 0 ? buffer.word[row] === token.word : buffer.text(row) === token.text;
  if (token.kind === T.PICTURE) return buffer.text(row).toUpperCase() === token.text.toUpperCase();
  return token.kind === T.LITERAL || token.kind === T.OP ? buffer.text(row) === token.text : true;
}
