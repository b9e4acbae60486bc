/** What a call names. `receiver` is undefined for a bare name and "" for an expression that is no plain name. */
export interface Callee {
  readonly name: string;
  /** Where the name stands in the source. */
  readonly offset: number;
  readonly receiver?: string | undefined;
}

const RECEIVER_LENGTH_MAX = 120;
const NAME_LENGTH_MAX = 200;
const PLAIN_RECEIVER = /^[\w$#@.:\->?!&*\\\s\u0080-\uffff]+$/;

/**
 * Reads a callee from its text, back from its end, so that a chain of calls costs no more than its names.
 * @returns undefined when nothing is named: `(cond ? a : b)()`, `table[i]()`
 */
export function readCallee(source: string, start: number, end: number): Callee | undefined {
  let stop = skipBack(source, start, end);
  if (source[stop - 1] === ">") stop = skipBack(source, start, beforeTypeArguments(source, start, stop));
  let at = stop;
  while (at > start && stop - at < NAME_LENGTH_MAX && isNamePart(source.charCodeAt(at - 1))) at--;
  if (at === stop) return undefined;
  const name = source.slice(at, stop);
  const separator = separatorBefore(source, start, at);
  if (separator === undefined || separator === start) return { name, offset: at };
  const length = separator - start;
  const receiver = length > RECEIVER_LENGTH_MAX ? "" : source.slice(start, separator);
  return { name, offset: at, receiver: isPlain(receiver) ? receiver.replace(/[\s?!]+/g, "") : "" };
}

const isPlain = (receiver: string) => PLAIN_RECEIVER.test(receiver) || /^super\s*\(\s*\)$/.test(receiver);

/** Blanks, a TypeScript `!` and a Rust `::` in front of type arguments are no part of the name. */
function skipBack(source: string, start: number, end: number): number {
  let at = end;
  while (at > start && /[\s!:]/.test(source[at - 1] ?? "")) at--;
  return at;
}

function beforeTypeArguments(source: string, start: number, end: number): number {
  let depth = 0;
  for (let at = end - 1; at >= start && end - at < NAME_LENGTH_MAX; at--) {
    if (source[at] === ">" && source[at - 1] !== "-") depth++;
    if (source[at] === "<" && --depth === 0) return at;
  }
  return end;
}

/** Where the `.`, `?.`, `->`, `::` or `\` in front of a name begins; undefined when there is none. */
function separatorBefore(source: string, start: number, at: number): number | undefined {
  let end = at;
  while (end > start && /\s/.test(source[end - 1] ?? "")) end--;
  if (end <= start) return undefined;
  const last = source[end - 1];
  const before = source[end - 2];
  if (last === ".") return before === "?" || before === "&" ? end - 2 : end - 1;
  if ((last === ":" && before === ":") || (last === ">" && before === "-"))
    return source[end - 3] === "?" ? end - 3 : end - 2;
  return last === "\\" ? end - 1 : undefined;
}

function isNamePart(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 48 && code <= 57) ||
    code === 95 ||
    code === 36 ||
    code === 35 ||
    code === 64 ||
    code === 126 ||
    code === 63 ||
    code === 33 ||
    code > 127
  );
}
