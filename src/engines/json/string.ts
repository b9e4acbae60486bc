import {
  afterComments,
  afterSpaces,
  CLOSERS,
  type Cursor,
  isQuote,
  isSpace,
  repaired,
  type StringRole,
  unescaped,
} from "./cursor.ts";

const KEY_CHARACTERS_MAX = 120;
const REST_CHARACTERS_MAX = 40;

/**
 * Reads the quoted string at the cursor. A quote inside it that is not escaped is kept as text when what follows it
 * cannot follow a string in this role. Each quote is judged by a look ahead of bounded length, so time stays linear.
 */
export function readString(cursor: Cursor, role: StringRole): string {
  const { text } = cursor;
  const start = cursor.position;
  const open = text[start] ?? '"';
  const closers = CLOSERS[open] ?? open;
  if (open !== '"') repaired(cursor, "changed the quotes of a string");
  if (text.startsWith(open.repeat(3), start) && text.indexOf(open.repeat(3), start + 3) > 0 && role !== "key")
    return readTripleQuoted(cursor, open.repeat(3));
  let begin = start + 1;
  if (isDoubledOpening(text, begin, open)) begin += 1;
  const scan = findEnd(text, begin, closers, role);
  if (scan.kind === "end") {
    cursor.position = scan.at + 1;
    if (scan.isRepaired) repaired(cursor, "kept a quote inside a string", start);
    return unescaped(cursor, begin, scan.at);
  }
  const end = scan.kind === "missed" ? scan.at : endOfUnterminated(cursor, begin, role);
  repaired(cursor, "closed a string that had no end", end);
  cursor.position = end;
  return unescaped(cursor, begin, scan.kind === "missed" || end < text.length ? trimEnd(text, begin, end) : end);
}

type Scan =
  | { readonly kind: "end"; readonly at: number; readonly isRepaired: boolean }
  | { readonly kind: "missed"; readonly at: number }
  | { readonly kind: "none" };

function findEnd(text: string, begin: number, closers: string, role: StringRole): Scan {
  let isRepaired = false;
  let previousQuote = -1;
  for (let at = begin; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\") {
      at += 1;
      continue;
    }
    if (!closers.includes(character)) continue;
    const verdict = judgeQuote(text, at, role);
    const missed = previousQuote < 0 ? -1 : missedEnd(text, { begin, quote: previousQuote }, verdict, role);
    if (missed >= 0) return { kind: "missed", at: missed };
    if (verdict === "end") return { kind: "end", at, isRepaired };
    isRepaired = true;
    previousQuote = at;
  }
  return { kind: "none" };
}

/** Where the string should have ended before an earlier quote, as what ends at this one tells; -1 where it did not. */
function missedEnd(
  text: string,
  { begin, quote }: { readonly begin: number; readonly quote: number },
  verdict: "end" | "key-end" | "text",
  role: StringRole,
): number {
  if (verdict === "key-end") return endBeforeKey(text, begin, quote);
  return verdict === "end" && role === "element" ? commaBefore(text, begin, quote) : -1;
}

/** Whether the quote at `at` ends the string, ends the key of a later member, or is text. */
function judgeQuote(text: string, at: number, role: StringRole): "end" | "key-end" | "text" {
  const next = afterComments(text, at + 1);
  const character = text[next];
  if (character === undefined) return "end";
  if (role === "key") return judgeKeyEnd(text, at, next);
  if (isComment(text, next)) return "end";
  if (role === "top") return isTopEnd(text, at, next) ? "end" : "text";
  if (character === "+" && isQuote(text[afterSpaces(text, next + 1)])) return "end";
  return role === "member" ? judgeMemberEnd(text, at, next) : judgeElementEnd(text, at, next);
}

function isTopEnd(text: string, at: number, next: number): boolean {
  const character = text[next] ?? "";
  if (",:+`".includes(character) || isLineBreakBetween(text, at, next)) return true;
  return "}])".includes(character) && /^[}\])\s;,]*$/.test(text.slice(next, next + REST_CHARACTERS_MAX));
}

/** A value that touches its key, where the colon was lost: it ends as a member does. */
const VALUE_AFTER_KEY = /^(?:-?\d[\d.eE+-]*|true|false|null)\s{0,8}(?:[,}\n]|$)|^[[{]/;

function judgeKeyEnd(text: string, at: number, next: number): "end" | "text" {
  const character = text[next] ?? "";
  if (":,}]=".includes(character)) return "end";
  if (next === at + 1) return VALUE_AFTER_KEY.test(text.slice(next, next + REST_CHARACTERS_MAX)) ? "end" : "text";
  return isQuote(character) || /[-\d{[tfnTFN]/.test(character) ? "end" : "text";
}

function judgeMemberEnd(text: string, at: number, next: number): "end" | "key-end" | "text" {
  const character = text[next] ?? "";
  if (character === ":") return "key-end";
  return endsMember(text, at, next) ? "end" : "text";
}

/** Whether what stands at `next` may follow the string of a member that ends at `at`. */
function endsMember(text: string, at: number, next: number): boolean {
  switch (text[next]) {
    case "}":
      return endsContainer(text, next + 1);
    case "]":
      return isStructural(text, next + 1);
    case ",":
      return beginsMember(text, next + 1);
    case ";":
      return isKeyAt(text, afterSpaces(text, next + 1));
    default:
      if (next === at + 1) return false;
      return isLineBreakBetween(text, at, next) ? beginsMember(text, next) : isKeyAt(text, next);
  }
}

function judgeElementEnd(text: string, at: number, next: number): "end" | "text" {
  const character = text[next] ?? "";
  if ("])}".includes(character)) return isStructural(text, next + 1) ? "end" : "text";
  if (character === ":") return "end";
  if (character === ",") return beginsElement(text, next + 1) ? "end" : "text";
  if (next === at + 1) return "text";
  if (isQuote(character)) return isClosedBefore(text, next) ? "text" : "end";
  return /[-\d{[]/.test(character) || isLineBreakBetween(text, at, next) || isBareElement(text, next) ? "end" : "text";
}

function beginsElement(text: string, at: number): boolean {
  const next = afterSpaces(text, at);
  const value = text[next];
  return value === undefined || isQuote(value) || /[-\d{[(\])}./#]/.test(value) || isBareElement(text, next);
}

/** `"a "b" c"`: the quote after a space belongs to the same string when text follows it directly on its far side. */
function isClosedBefore(text: string, quote: number): boolean {
  return isSpace(text[quote + 1]) && !isSpace(text[quote - 1]);
}

function isBareElement(text: string, at: number): boolean {
  const word = /[rbfuRBFU]{1,2}["']|[A-Za-z_$][\w$.-]{0,60}\s{0,8}(?=[,\])=:]|$)/y;
  word.lastIndex = at;
  return word.test(text);
}

/** After a `}` that closes a member's container: nothing, or more structure. */
function endsContainer(text: string, at: number): boolean {
  const next = afterSpaces(text, at);
  const character = text[next];
  if (character === undefined || "}],;)`<|".includes(character)) return true;
  if (isComment(text, next) || "{[".includes(character)) return true;
  return next > at && isLineBreakBetween(text, at - 1, next);
}

function isStructural(text: string, at: number): boolean {
  const next = afterSpaces(text, at);
  const character = text[next];
  return character === undefined || "}],);:`<|".includes(character) || isComment(text, next) || next > at;
}

/** What follows a comma begins another member, or nothing does. */
function beginsMember(text: string, at: number): boolean {
  const next = afterSpaces(text, at);
  const character = text[next];
  if (character === undefined || character === "}" || character === "]" || isComment(text, next)) return true;
  if ("{[".includes(character) || text.startsWith("...", next)) return true;
  return isKeyAt(text, next);
}

/** A key with its colon at `at`, quoted or bare; the look ahead is bounded. */
function isKeyAt(text: string, at: number): boolean {
  const open = text[at];
  if (open === undefined) return false;
  if (!isQuote(open)) {
    const bare = /[A-Za-z_$][\w$-]{0,80}["'”’]?\s{0,8}(?::(?!\/\/)|=(?!=))/y;
    bare.lastIndex = at;
    return bare.test(text);
  }
  const closers = CLOSERS[open] ?? open;
  const last = Math.min(text.length, at + KEY_CHARACTERS_MAX);
  for (let index = at + 1; index < last; index += 1) {
    const character = text[index] ?? "";
    if (character === "\\") index += 1;
    else if (closers.includes(character)) return isColonAfter(text, index + 1);
    else if (character === "\n") return false;
  }
  return last === text.length;
}

function isColonAfter(text: string, at: number): boolean {
  const next = afterSpaces(text, at);
  return next >= text.length || text[next] === ":";
}

function isLineBreakBetween(text: string, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at += 1) if (text[at] === "\n") return true;
  return false;
}

function isComment(text: string, at: number): boolean {
  return text[at] === "/" && (text[at + 1] === "/" || text[at + 1] === "*");
}

/** `"a": "b, "c": 1`: the end that is missing lies before the comma or line break in front of the next key. */
function endBeforeKey(text: string, begin: number, quote: number): number {
  let at = quote;
  while (at > begin && isSpace(text[at - 1])) at -= 1;
  if (text[at - 1] === ",") return at - 1;
  return isLineBreakBetween(text, at - 1, quote) ? at : -1;
}

const COMMENT_BEFORE_MAX = 420;

/** `["a, "b"]`: a quote after a comma that touches its word opened the next element, so this one ended at the comma. */
function commaBefore(text: string, begin: number, quote: number): number {
  const comment = /\/\*[^*]{0,400}\*\/\s*$/.exec(text.slice(Math.max(begin, quote - COMMENT_BEFORE_MAX), quote))?.[0];
  let at = quote - (comment?.length ?? 0);
  while (at > begin && isSpace(text[at - 1])) at -= 1;
  return text[at - 1] === "," && !isSpace(text[quote + 1]) ? at - 1 : -1;
}

/** `""value"`: an opening quote written twice. */
function isDoubledOpening(text: string, begin: number, open: string): boolean {
  return text[begin] === open && /[\p{L}\p{N}_]/u.test(text[begin + 1] ?? "");
}

function readTripleQuoted(cursor: Cursor, fence: string): string {
  const end = cursor.text.indexOf(fence, cursor.position + 3);
  repaired(cursor, "read a triple-quoted string");
  const begin = cursor.position + 3;
  cursor.position = end + 3;
  return unescaped(cursor, begin, end);
}

/** Where a string without a closing quote ends: before the closers of the open containers, a line end, or the text's end. */
function endOfUnterminated(cursor: Cursor, begin: number, role: StringRole): number {
  const { text } = cursor;
  if (role === "key") {
    const colon = text.indexOf(":", begin);
    return colon < 0 || colon - begin > KEY_CHARACTERS_MAX ? text.length : colon;
  }
  if (role === "element") {
    const link = /\w+:\/\/[^\s,\]}"]+(?=[,\]])/y;
    link.lastIndex = begin;
    if (link.test(text)) return link.lastIndex;
  }
  let end = trimEnd(text, begin, text.length);
  let closers = 0;
  while (end > begin && "]}".includes(text[end - 1] ?? " ")) {
    closers += 1;
    end = trimEnd(text, begin, end - 1);
  }
  if (role !== "top" && closers > 0 && closers >= cursor.arrays + cursor.objects) return end;
  return text.length;
}

function trimEnd(text: string, begin: number, end: number): number {
  let at = end;
  while (at > begin && isSpace(text[at - 1])) at -= 1;
  return at;
}
