/** How a glob is read. Paths always have forward slashes. */
export interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** `{a,b}` is an alternation; off in ignore files, where braces are letters. */
  readonly braces?: boolean;
}

const ALTERNATIVES_MAX = 256;

/**
 * A glob as a regular expression for a whole path: `*` and `?` stay within a segment, `**` as a segment spans any
 * number of them, `[a-z]`, `[!a]` and `[[:alpha:]]` are classes, a backslash takes the next character literally.
 * @returns undefined when a class is not closed
 */
export function globToRegExp(glob: string, options: GlobOptions = {}): RegExp | undefined {
  const globs = options.braces === false ? [glob] : expandBraces(glob);
  const sources: string[] = [];
  for (const one of globs) {
    const source = globSource(one);
    if (source === undefined) return undefined;
    sources.push(source);
  }
  return new RegExp(`^(?:${sources.join("|")})$`, options.ignoreCase ? "iu" : "u");
}

/**
 * Whether a path matches a glob the way people mean it: without a slash the glob is about the name in any folder,
 * with one it is about the whole path. A glob that is no valid pattern matches only itself.
 */
export function createGlobMatcher(glob: string, options: GlobOptions = {}): (path: string) => boolean {
  const cleaned = glob.replace(/^(?:\.?\/)+/, "");
  const anchored = cleaned.includes("/") || cleaned !== glob;
  const expression = globToRegExp(cleaned, options);
  if (expression === undefined) return (path) => path === cleaned || path.endsWith(`/${cleaned}`);
  if (anchored) return (path) => expression.test(path);
  return (path) => expression.test(path.slice(path.lastIndexOf("/") + 1));
}

/** The folder that every match of a glob lies in: `src/lib` for `src/lib/*.ts`, empty when there is none. */
export function globFolder(glob: string): string {
  const segments = glob.replace(/^(?:\.?\/)+/, "").split("/");
  const fixed: string[] = [];
  for (const segment of segments.slice(0, -1)) {
    if (segment === ".." || /[*?[\]{}\\]/.test(segment)) break;
    fixed.push(segment);
  }
  return fixed.join("/");
}

/** `a{b,c}d` gives `abd` and `acd`, nested ones too; a brace without a comma or a partner is a letter. */
function expandBraces(glob: string): readonly string[] {
  const open = findOpenBrace(glob);
  if (open === undefined) return [glob];
  const results: string[] = [];
  for (const middle of open.parts) {
    for (const tail of expandBraces(glob.slice(0, open.start) + middle + glob.slice(open.end))) {
      results.push(tail);
      if (results.length >= ALTERNATIVES_MAX) return results;
    }
  }
  return results;
}

function findOpenBrace(glob: string): { start: number; end: number; parts: readonly string[] } | undefined {
  for (let start = 0; start < glob.length; start++) {
    if (glob[start] === "\\") start++;
    else if (glob[start] === "{") {
      const group = readBraceGroup(glob, start);
      if (group !== undefined) return group;
    }
  }
  return undefined;
}

function readBraceGroup(glob: string, start: number): { start: number; end: number; parts: string[] } | undefined {
  const parts: string[] = [];
  let depth = 0;
  let partStart = start + 1;
  for (let index = start; index < glob.length; index++) {
    const character = glob[index];
    if (character === "\\") index++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      parts.push(glob.slice(partStart, index));
      partStart = index + 1;
    } else if (character === "}" && --depth === 0) {
      parts.push(glob.slice(partStart, index));
      return parts.length > 1 ? { start, end: index + 1, parts } : undefined;
    }
  }
  return undefined;
}

interface Piece {
  readonly source: string;
  /** Where the next piece begins. */
  readonly end: number;
}

function globSource(glob: string): string | undefined {
  let source = "";
  for (let index = 0; index < glob.length; ) {
    const piece = readPiece(glob, index);
    if (piece === undefined) return undefined;
    source += piece.source;
    index = piece.end;
  }
  return source;
}

function readPiece(glob: string, index: number): Piece | undefined {
  switch (glob[index]) {
    case "*":
      return readStars(glob, index);
    case "[":
      return readClass(glob, index);
    case "?":
      return { source: "[^/]", end: index + 1 };
    case "\\":
      return index + 1 < glob.length ? readLiteral(glob, index + 1) : undefined;
    default:
      return readLiteral(glob, index);
  }
}

function readStars(glob: string, index: number): Piece {
  const end = index + (/^\*+/.exec(glob.slice(index))?.[0].length ?? 1);
  const isSegment = end - index > 1 && (index === 0 || glob[index - 1] === "/") && (glob[end] ?? "/") === "/";
  if (!isSegment) return { source: "[^/]*", end };
  if (end < glob.length) return { source: "(?:[^/]+/)*", end: end + 1 };
  return { source: index === 0 ? ".*" : ".+", end };
}

function readLiteral(glob: string, index: number): Piece {
  const character = takeCodePoint(glob, index);
  return { source: escapeRegExp(character), end: index + character.length };
}

function takeCodePoint(text: string, index: number): string {
  return String.fromCodePoint(text.codePointAt(index) ?? 0);
}

const POSIX_CLASSES: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: "\\s",
  blank: " \\t",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9a-fA-F",
  word: "\\w",
  cntrl: "\\x00-\\x1f\\x7f",
  graph: "!-~",
  print: " -~",
};

/** A bracket class from its `[`; it never matches a slash. */
function readClass(glob: string, start: number): Piece | undefined {
  let index = start + 1;
  const negated = glob[index] === "!" || glob[index] === "^";
  if (negated) index++;
  let body = "";
  for (let isFirst = true; index < glob.length; isFirst = false) {
    if (glob[index] === "]" && !isFirst) {
      if (body === "") return undefined;
      return { source: negated ? `[^/${body}]` : `(?!/)[${body}]`, end: index + 1 };
    }
    const part = readClassPart(glob, index);
    body += part.source;
    index = part.end;
  }
  return undefined;
}

/** A POSIX class, a range or a single character within brackets; a range that runs backwards matches nothing. */
function readClassPart(glob: string, start: number): Piece {
  const posix = /^\[:([a-z]+):\]/.exec(glob.slice(start, start + 12));
  if (posix) return { source: POSIX_CLASSES[posix[1] ?? ""] ?? "", end: start + posix[0].length };
  const low = readClassMember(glob, start);
  const isRange = glob[low.end] === "-" && low.end + 1 < glob.length && glob[low.end + 1] !== "]";
  if (!isRange) return { source: escapeInClass(low.text), end: low.end };
  const high = readClassMember(glob, low.end + 1);
  const runsForwards = (low.text.codePointAt(0) ?? 0) <= (high.text.codePointAt(0) ?? 0);
  const source = runsForwards ? `${escapeInClass(low.text)}-${escapeInClass(high.text)}` : "";
  return { source, end: high.end };
}

function readClassMember(glob: string, index: number): { text: string; end: number } {
  const at = glob[index] === "\\" && index + 1 < glob.length ? index + 1 : index;
  const text = takeCodePoint(glob, at);
  return { text, end: at + text.length };
}

function escapeInClass(text: string): string {
  return /[\\\]^[-]/.test(text) ? `\\${text}` : text;
}

/** A text as a regular expression that matches just that text. */
export function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
