import type { SourceText } from "../../../frontend.ts";
import { FIRST_FREE_WORD } from "../words/lexicon.ts";
import type { TokenBuffer } from "../words/tokens.ts";
import type { SourceForm } from "./source-form.ts";

/** The tokens of a member as one scan left them, with its words by a number of their own. */
interface MemberTokens {
  readonly form: SourceForm;
  readonly kind: Uint8Array;
  readonly word: Int32Array;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly line: Int32Array;
  /** Words that no lexicon has from the start; number `n` in `word` stands as `-1 - n - OPERATORS`. */
  readonly words: readonly string[];
}

/** Operators are words of negative numbers, down to the largest character code. */
const OPERATORS = 256;

/** Texts that are copied many times are scanned once: whoever gives the same source again gets the same tokens. */
const known = new WeakMap<SourceText, MemberTokens>();

/** Puts the tokens of a member that was scanned before at the end of the buffer. */
export function replayMember(member: SourceText, form: SourceForm, buffer: TokenBuffer, source: number): boolean {
  const tokens = known.get(member);
  if (tokens?.form !== form) return false;
  const count = tokens.kind.length;
  const row = buffer.reserve(count);
  buffer.kind.set(tokens.kind, row);
  buffer.start.set(tokens.start, row);
  buffer.end.set(tokens.end, row);
  buffer.line.set(tokens.line, row);
  buffer.source.fill(source, row, row + count);
  const numbers = tokens.words.map((word) => buffer.lexicon.internText(word));
  const { word } = buffer;
  for (let index = 0; index < count; index += 1) {
    const own = tokens.word[index] as number;
    word[row + index] = own < -OPERATORS ? (numbers[-1 - own - OPERATORS] as number) : own;
  }
  return true;
}

/** Remembers the tokens from `row` on, all of them plain pieces of the member's own text. */
export function rememberMember(member: SourceText, form: SourceForm, buffer: TokenBuffer, row: number): void {
  const { count } = buffer;
  const words: string[] = [];
  const numbers = new Map<number, number>();
  const word = buffer.word.slice(row, count);
  for (let index = 0; index < word.length; index += 1) {
    const own = word[index] as number;
    if (own < FIRST_FREE_WORD) continue;
    let number = numbers.get(own);
    if (number === undefined) {
      number = words.push(buffer.lexicon.spelling[own] as string) - 1;
      numbers.set(own, number);
    }
    word[index] = -1 - number - OPERATORS;
  }
  known.set(member, {
    form,
    kind: buffer.kind.slice(row, count),
    word,
    start: buffer.start.slice(row, count),
    end: buffer.end.slice(row, count),
    line: buffer.line.slice(row, count),
    words,
  });
}
