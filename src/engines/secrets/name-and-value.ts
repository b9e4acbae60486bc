import { isDrawn } from "./look-alikes.ts";
import { namedStrength, SECRET_KEYWORD } from "./secret-names.ts";

/** A stretch of text that may be the value of a name. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
  /** Whether only signs, or a word for a value, stand between it and the name; else how it looks alone tells that it is one. */
  readonly isNear: boolean;
}

/** What a value is called that stands within, or beside, the name of what it is. */
export const VALUE_KEY = "(?:\\w{0,24}?values?|default|content|data|plain(?:_?text)?|raw|current|string|#?text|init|S)";
const VALUE_WORD = new RegExp(`^[-:@]?${VALUE_KEY}$`, "i");
/** So far from its name a value is looked for, on the same line; further within a list or an object. */
const REACH = 240;
const REACH_INSIDE = 2_000;
const TOKENS_MAX = 400;
const WORDS_MAX = 6;

const CLOSERS = /(?:\\*["'`]|[\])}*_])*/y;
/** So much of a word is enough to judge what it is. */
export const WORD_MAX = 128;
const REST_MAX = 4096;
const WORD = new RegExp(`[^\\s"'\`,;|<>(){}[\\]]{1,${WORD_MAX}}`, "y");
const WORD_REST = new RegExp(`[^\\s"'\`,;|<>(){}[\\]]{0,${REST_MAX}}`, "y");
const WORD_TAIL = /[^\s"'`,;|<>(){}[\]]*/y;
/** A long word that goes on right behind a name is what the name stands in, such as a path: each name in it would be looked behind to its end. */
const GLUED = /(?![=:<|~?+–—*&!^-])[^\s"'`,;|<>(){}[\]]{100}/y;
const KINDS = [
  ["blank", /[ \t]+/y],
  ["text", /(?:\b[a-zA-Z]{1,2}(?=["']))?(\\*)("""|'''|["'`])/y],
  ["sign", /[=<:-]{0,3}>|(?:[=:<|~?+–—*&!^]|-(?![\w-]))+/y],
  ["open", /[([{]/y],
  ["close", /[)\]}]/y],
  ["comma", /,/y],
  ["word", WORD],
] as const;
type Kind = (typeof KINDS)[number][0];
/** A lifetime of Rust, an apostrophe of English: no text begins there. */
const LONE_QUOTE = /(?<=[&<\w])'[a-z_]{1,16}\b(?!')/y;
const ELEMENT = /(?<=>)[^<>\s]{1,4096}(?=<\/)/y;
/** A word and the sign behind it: the name of an argument, an attribute. */
const KEYED = /^([\p{L}_][\p{L}\d_.-]{0,40})[:=]+/u;

const MEMBER_SIGN = /[ \t]*(?:=>|[:=])[ \t]*/y;

interface Token {
  readonly kind: Kind;
  readonly start: number;
  readonly end: number;
  /** Within its quotes. */
  readonly inner?: readonly [start: number, end: number];
}

/** What the tokens before say of the next. */
interface Walk {
  readonly isQuotedName: boolean;
  depth: number;
  words: number;
  texts: number;
  /** Whether what follows is added to the name's own value. */
  isJoined: boolean;
  hasSign: boolean;
  /** The name that another member beside this one has, or a word that stands right before. */
  key: string | undefined;
  isBeside: boolean;
  hasEndedSentence: boolean;
  last: Kind | undefined;
}

/**
 * What may be the value of a name, in the order in which it stands behind it on its line. Whatever notation it is, a name and its value are
 * parted by signs, brackets, types, calls and words for a value, and belong together up to the end of the statement, the next member, or
 * the next name of a secret: what is behind that is its own, so that no stretch is looked at twice.
 */
export function* candidatesAfter(text: string, nameEnd: number): Generator<Candidate, void, void> {
  if (matchAt(GLUED, text, nameEnd) !== "") return;
  const closers = matchAt(CLOSERS, text, nameEnd);
  const walk: Walk = {
    isQuotedName: /["'`]/.test(closers),
    depth: 0,
    words: 0,
    texts: 0,
    isJoined: false,
    hasSign: false,
    key: undefined,
    isBeside: false,
    hasEndedSentence: false,
    last: undefined,
  };
  let at = nameEnd + closers.length;
  for (let count = 0; count < TOKENS_MAX && at < nameEnd + (walk.depth > 0 ? REACH_INSIDE : REACH); count++) {
    const token = tokenAt(text, at);
    if (token === undefined || isPast(text, walk, token)) return;
    const candidate = candidateOf(text, walk, token);
    if (candidate !== undefined) yield candidate;
    at = goOn(text, walk, token);
  }
}

/** Where a candidate that is secret ends: what is longer was not walked over to its end. */
export function wholeWordEnd(text: string, { start, end, isQuoted }: Candidate): number {
  return isQuoted || end - start < WORD_MAX + REST_MAX ? end : end + matchAt(WORD_TAIL, text, end).length;
}

function tokenAt(text: string, at: number): Token | undefined {
  LONE_QUOTE.lastIndex = at;
  if (LONE_QUOTE.test(text)) return { kind: "word", start: at, end: LONE_QUOTE.lastIndex };
  const element = matchAt(ELEMENT, text, at).length;
  if (element > 0) return { kind: "text", start: at, end: at + element, inner: [at, at + element] };
  for (const [kind, pattern] of KINDS) {
    const found = matchAt(pattern, text, at);
    if (found === "") continue;
    const isLong = kind === "word" && found.length === WORD_MAX;
    const end = at + found.length + (isLong ? matchAt(WORD_REST, text, at + found.length).length : 0);
    if (kind !== "text") return { kind, start: at, end };
    const close = closingQuote(text, end, found.replace(/^[a-zA-Z]+/, ""));
    if (close === undefined) return { kind: "blank", start: at, end };
    return { kind, start: at, end: close.end, inner: [end, close.start] };
  }
  return text[at] === ";" ? { kind: "comma", start: at, end: at + 1 } : undefined;
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

/** Also beyond the reach, if it begins within. */
const TEXT_MAX = 4096;

function closingQuote(whole: string, from: number, opening: string): { start: number; end: number } | undefined {
  const isEscaped = opening.startsWith("\\");
  const text = whole.slice(from, from + TEXT_MAX);
  for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1))
    if (isEscaped || text[at - 1] !== "\\") return { start: from + at, end: from + at + opening.length };
  return undefined;
}

/** Whether what follows belongs to something else. */
function isPast(text: string, walk: Walk, token: Token): boolean {
  const { kind, start, end } = token;
  if (isName(text.slice(...(token.inner ?? [start, end])))) return true;
  if (kind === "close") return walk.depth === 0;
  if (kind === "comma") return walk.depth === 0 && (text[start] === ";" || walk.hasSign || !walk.isQuotedName);
  if (kind === "sign") return text.slice(start, end) === "&&";
  return kind === "word" && (walk.words >= WORDS_MAX || (walk.hasEndedSentence && /[A-Z]/.test(text[start] ?? "")));
}

/** Whether it is the name of another secret. */
function isName(token: string): boolean {
  const text = KEYED.exec(token)?.[1] ?? token;
  if (text.length > 100 || !SECRET_KEYWORD.test(text)) return false;
  const strength = namedStrength(text);
  return strength !== undefined && strength !== "weak";
}

function candidateOf(text: string, walk: Walk, token: Token): Candidate | undefined {
  const { key } = walk;
  const isOfValue = key !== undefined && VALUE_WORD.test(key);
  // The first text beside a name may be its value; others are of a list that the name is in.
  const isOfOther = walk.isBeside && !isOfValue && (key !== undefined || walk.texts > 0);
  if (isOfOther || keyLength(text, walk, token) > 0) return undefined;
  if (token.inner === undefined) return bareCandidate(text, walk, token);
  const [start, end] = token.inner;
  return { start, end, isQuoted: true, isNear: isOfValue || isClose(walk) };
}

/** Whether only a sign, or the brackets of a list, stand between. */
const isClose = ({ words, texts, depth, isBeside, isJoined }: Walk): boolean =>
  words === 0 && !isBeside && !isJoined && (texts === 0 || depth > 0);

/** Words that lead to a value as a sign does. */
const LEADS = new RegExp(`^(?:${VALUE_KEY}|is|by|as|to)$`, "i");

function bareCandidate(text: string, walk: Walk, token: Token): Candidate | undefined {
  if (token.kind === "sign") return signedRun(text, walk, token);
  // What goes on right behind a name is a part of it.
  if (token.kind !== "word" || text[token.end] === "(" || walk.last === undefined) return undefined;
  if (walk.last === "text" || /[\w+*&!^~?]/.test(text[token.start - 1] ?? "")) return undefined;
  if (walk.last === "word" && !LEADS.test(walk.key ?? "")) return undefined;
  const end = token.start + text.slice(token.start, token.end).replace(/(?<![.,:!?*])[.,:!?*]+$/, "").length;
  return { start: token.start, end, isQuoted: false, isNear: false };
}

/** A value may begin with signs; then it goes on right behind them. */
function signedRun(text: string, walk: Walk, { start, end }: Token): Candidate | undefined {
  if (walk.last === undefined || !/\s/.test(text[start - 1] ?? "")) return undefined;
  const rest = matchAt(WORD, text, end);
  return rest === "" ? undefined : { start, end: end + rest.length, isQuoted: false, isNear: false };
}

/** Of the name of an argument, an attribute or a member, with the sign behind it: `value=`, `"value": `; else 0. */
function keyLength(text: string, walk: Walk, { kind, start, end }: Token): number {
  if (kind === "word") {
    const word = text.slice(start, Math.min(end, start + WORD_MAX));
    const keyed = KEYED.exec(word)?.[0].length ?? 0;
    return keyed > 0 && isDrawn(word) ? 0 : keyed;
  }
  if (kind !== "text" || walk.last === "sign" || !(walk.isBeside || walk.depth > 0)) return 0;
  const sign = matchAt(MEMBER_SIGN, text, end);
  return sign === "" ? 0 : end + sign.length - start;
}

/** Notes what a token says of the next ones.
 *  @returns where the next begins */
function goOn(text: string, walk: Walk, token: Token): number {
  const { kind, start, end } = token;
  const length = keyLength(text, walk, token);
  if (length > 0) {
    if (kind === "word" && walk.isQuotedName && !walk.hasSign) walk.isBeside = true;
    walk.key = text.slice(...(token.inner ?? [start, start + length])).replace(/[:=]+$/, "");
    if (!walk.isBeside) walk.hasSign = true;
    walk.last = "sign";
    return start + length;
  }
  note(walk, kind, text.slice(start, end));
  return end;
}

function note(walk: Walk, kind: Kind, token: string): void {
  if (kind === "sign") noteSign(token, walk);
  if (kind === "open") walk.depth++;
  if (kind === "close") walk.depth--;
  if (kind === "comma") walk.isBeside = walk.depth === 0;
  if (kind === "text") walk.texts++;
  if (kind === "word") {
    walk.words++;
    walk.key = token;
  }
  if (kind === "text" || kind === "comma") walk.key = undefined;
  if (kind === "blank" && walk.last !== undefined) return;
  walk.last = kind;
  walk.hasEndedSentence = kind === "word" && /[.!?]$/.test(token);
}

function noteSign(sign: string, walk: Walk): void {
  walk.isJoined ||= sign === "+";
  if (!walk.isBeside) walk.hasSign = true;
  // The text of an element is no longer of its attributes.
  if (!sign.endsWith(">")) return;
  walk.isBeside = false;
  walk.key = undefined;
}

/** A value that stands before its name: `MOVE 'x' TO WS-PASSWORD`, `"value": "x", "name": "DB_PASSWORD"`, `value="x" name="password"`. */
const BEFORE = new RegExp(
  `(?:(["'])(?<moved>[^"'\\n]{6,160})\\1[ \\t]+(?:to|into|as)[ \\t]+(?:[\\w-]{1,30}[ \\t]+of[ \\t]+)?|` +
    `\\b${VALUE_KEY}\\\\*["']?[ \\t]*[:=][ \\t]*\\\\*(["'])(?<paired>[^"'\\\\\\n]{6,160})\\\\*\\3[ \\t]*,?[ \\t]*(?:\\\\*["']?\\w{1,24}\\\\*["']?[ \\t]*[:=][ \\t]*\\\\*["'][^"'\\n]{0,40}["'][ \\t]*,?[ \\t]*){0,2}\\\\*["']?\\w{0,24}?(?:name|key|id)\\\\*["']?[ \\t]*[:=][ \\t]*\\\\*["'])$`,
  "i",
);

/** @param nameStart  where the name begins */
export function candidateBefore(text: string, nameStart: number): Candidate | undefined {
  const offset = Math.max(0, nameStart - REACH);
  const before = text.slice(offset, nameStart);
  if (!/(?:\b(?:to|into|as|of)[ \t]+|["'])$/i.test(before)) return undefined;
  const match = BEFORE.exec(before);
  const value = match?.groups?.["moved"] ?? match?.groups?.["paired"];
  if (match === null || value === undefined) return undefined;
  const start = offset + match.index + match[0].indexOf(value, match[0].search(/["']/));
  return { start, end: start + value.length, isQuoted: true, isNear: true };
}
