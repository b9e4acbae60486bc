/**
 * What the tolerant reader puts right, and what that may have cost. `form`: nothing, what was meant is the same in any reading. `guess`: it
 * could have been meant otherwise. `loss`: something may be missing, or be what nobody meant. `cut`: the text ended in the middle of a value.
 */
const REPAIRS = {
  "escaped a control character": "form",
  "changed the quotes of a string": "form",
  "quoted a key": "form",
  "closed an object": "guess",
  "closed a list": "guess",
  "joined strings": "guess",
  "kept an unknown escape as it is written": "guess",
  "read a triple-quoted string": "guess",
  "read a tuple as a list": "guess",
  "read an unquoted value": "guess",
  "read `=` as a colon": "guess",
  "added a colon": "guess",
  "added the braces of an object": "guess",
  "removed a colon": "guess",
  "removed a call around a value": "guess",
  "removed a call around the value": "guess",
  "removed a comment, an ellipsis or a code fence": "guess",
  "removed one level of escapes": "guess",
  "removed the prefix of a string": "guess",
  "added a missing value": "loss",
  "collected several values in a list": "loss",
  "found a key without a value": "loss",
  "joined two lists": "loss",
  "kept a quote inside a string": "loss",
  "removed a brace": "loss",
  "removed a bracket": "loss",
  "removed a bracket around a code fence": "loss",
  "removed what follows the value": "loss",
  "skipped the text around the value": "loss",
  "took members after the end of an object into it": "loss",
  "closed a string that had no end": "cut",
  "dropped a member without a value": "cut",
} as const;

/** Something that the tolerant reader put right, at a UTF-16 offset of the text. */
export interface Repair {
  readonly offset: number;
  readonly what: keyof typeof REPAIRS;
}

/** The most that any of the repairs may have cost; undefined where there are none. */
export function costOf(repairs: readonly Repair[]): (typeof REPAIRS)[Repair["what"]] | undefined {
  const costs = new Set(repairs.map(({ what }) => REPAIRS[what]));
  return (["cut", "loss", "guess", "form"] as const).find((cost) => costs.has(cost));
}

export interface LooseJson {
  readonly value: unknown;
  readonly repairs: readonly Repair[];
}

/** Whether something may be missing, or may not be what was meant. */
export const isLossy = (repairs: readonly Repair[]): boolean => ["loss", "cut"].includes(costOf(repairs) ?? "form");

/** No value could be read; `offset` (UTF-16) is where the reader gave up. */
export class LooseJsonError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message} at offset ${offset}`);
    this.name = "LooseJsonError";
    this.offset = offset;
  }
}

/** Where the reader is. `arrays` and `objects` count the containers still open around it. */
export interface Cursor {
  readonly text: string;
  position: number;
  arrays: number;
  objects: number;
  /** Read up to here. */
  values: number;
  readonly depthMax: number;
  readonly repairs: Repair[];
  /** Where the last of its lines ends that ends; -1 where all is one line. Worked out once: each comment would look to the end of the text for it. */
  readonly lastLineEnd: number;
}

const REPAIRS_MAX = 200;
/** Deeper nesting than any program writes; keeps the recursive reader off the end of the stack. */
const DEPTH_MAX = 500;

export function cursorAt(text: string, position: number, depthMax = DEPTH_MAX): Cursor {
  return { text, position, arrays: 0, objects: 0, values: 0, depthMax, repairs: [], lastLineEnd: lastLineEndOf(text) };
}

const lastLineEndOf = (text: string): number => Math.max(text.lastIndexOf("\n"), text.lastIndexOf("\r"));

export function repaired(cursor: Cursor, what: Repair["what"], offset = cursor.position): void {
  if (cursor.repairs.length < REPAIRS_MAX) cursor.repairs.push({ offset, what });
}

export function failAt(cursor: Cursor, message: string): LooseJsonError {
  return new LooseJsonError(message, cursor.position);
}

/** No-break, Mongolian, line and paragraph, narrow, mathematical, joiner, ideographic, byte order mark. */
const WIDE_SPACES = new Set([0xa0, 0x1680, 0x180e, 0x2028, 0x2029, 0x202f, 0x205f, 0x2060, 0x3000, 0xfeff]);

export function isSpace(character: string | undefined): boolean {
  if (character === undefined) return false;
  const code = character.charCodeAt(0);
  return code <= 32 || (code >= 160 && (WIDE_SPACES.has(code) || (code >= 0x2000 && code <= 0x200d)));
}

/** Past white space from `position`. */
export function afterSpaces(text: string, position: number): number {
  let at = position;
  while (at < text.length && isSpace(text[at])) at += 1;
  return at;
}

/** Past white space, comments, ellipses and code fences: whatever may stand between two tokens. */
export function skipFiller(cursor: Cursor): void {
  for (;;) {
    cursor.position = afterSpaces(cursor.text, cursor.position);
    const end = endOfFiller(cursor, cursor.position);
    if (end === cursor.position) return;
    repaired(cursor, "removed a comment, an ellipsis or a code fence");
    cursor.position = end;
  }
}

/** Past one comment, ellipsis or fence that begins at `position`, or `position` itself. */
function endOfFiller({ text, lastLineEnd }: Pick<Cursor, "text" | "lastLineEnd">, position: number): number {
  switch (text[position]) {
    case "/":
      if (text[position + 1] === "/") return endOfLine(text, position);
      if (text[position + 1] === "*") return endOfBlockComment(text, position);
      return position;
    case "#":
      return position < lastLineEnd ? endOfLine(text, position) : endOfLastComment(text, position);
    case ".":
      return text.startsWith("...", position) ? position + 3 : position;
    case "…":
      return position + 1;
    case "`":
      return endOfFence(text, position);
    default:
      return position;
  }
}

function endOfBlockComment(text: string, position: number): number {
  const end = text.indexOf("*/", position + 2);
  return end < 0 ? text.length : end + 2;
}

function endOfLine(text: string, position: number): number {
  let end = position;
  while (end < text.length && text[end] !== "\n" && text[end] !== "\r") end += 1;
  return end;
}

/** Where no line follows, a bracket ends a comment: the text was put on one line, comments and all. */
function endOfLastComment(text: string, position: number): number {
  let end = position;
  while (end < text.length && text[end] !== "}" && text[end] !== "]") end += 1;
  return end;
}

/** Comments longer than this are not looked across from a quote, which keeps the look ahead of each quote bounded. */
const COMMENT_CHARACTERS_MAX = 400;

/** Past white space and comments from `position`. */
export function afterComments(text: string, position: number): number {
  let at = afterSpaces(text, position);
  for (;;) {
    const isHash = text[at] === "#" && at > position && isSpace(text[at - 1]) && isSpace(text[at + 1]);
    if (!isHash && !(text[at] === "/" && (text[at + 1] === "/" || text[at + 1] === "*"))) return at;
    const window = text.slice(at, at + COMMENT_CHARACTERS_MAX);
    const end = endOfFiller({ text: window, lastLineEnd: lastLineEndOf(window) }, 0);
    if (end === window.length && at + end < text.length) return at;
    at = afterSpaces(text, at + end);
  }
}

function endOfFence(text: string, position: number): number {
  if (!text.startsWith("```", position)) return position;
  let end = position;
  while (text[end] === "`") end += 1;
  const language = /[A-Za-z0-9]{0,12}/y;
  language.lastIndex = end;
  const after = end + (language.exec(text)?.[0].length ?? 0);
  const next = text[after];
  return next === undefined || isSpace(next) || "{[\"'".includes(next) ? after : end;
}

/** Sets an own property, also where the key is `__proto__`. */
export function setOwn(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** What the string is, which decides what may follow its closing quote. */
export type StringRole = "key" | "member" | "element" | "top";

/** Characters that open a string, with those that may close it. */
export const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`´",
  "´": "`´",
  "“": "“”",
  "”": "“”",
  "„": "“”",
  "‘": "‘’",
  "’": "‘’",
};

export function isQuote(character: string | undefined): boolean {
  return character !== undefined && character in CLOSERS;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  "\n": "\n",
  "\r": "\r",
  "\t": "\t",
};

/**
 * The characters of a string. An escape that JSON does not know keeps its backslash, for it may mean something; one that
 * the end of the text cuts is left out.
 */
export function unescaped(cursor: Cursor, begin: number, end: number): string {
  const raw = cursor.text.slice(begin, end);
  if (/[\u0000-\u001f]/.test(raw)) repaired(cursor, "escaped a control character", begin);
  if (!raw.includes("\\")) return raw;
  const isCut = end === cursor.text.length;
  const body = isCut ? raw.replace(/(^|[^\\])((?:\\\\)*)\\(?:u[0-9a-fA-F]{0,3})?$/, "$1$2") : raw;
  return body.replace(/\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))/gs, (whole, u, x, letter) => {
    if (u !== undefined) return String.fromCharCode(Number.parseInt(u, 16));
    if (x !== undefined) return String.fromCharCode(Number.parseInt(x, 16));
    const known = ESCAPES[letter];
    if (known === undefined) repaired(cursor, "kept an unknown escape as it is written", begin);
    return known ?? whole;
  });
}

/** The text without those characters at its end. A pattern for it would try each run of them anew. */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? "")) end -= 1;
  return text.slice(0, end);
}
