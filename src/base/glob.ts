/** How a glob is read. Paths always have forward slashes. */
export interface GlobOptions {
  readonly ignoreCase?: boolean;
  /** `{a,b}` is an alternation; off in ignore files, where braces are letters. */
  readonly braces?: boolean;
  /** What stands for others, `classes` when absent. `stars`: stars and `?` alone, and two stars cross folders wherever they stand.
   *  `reach`: what a shell might take them for, a class as any character. No glob is invalid in either, and in `stars` a backslash is a letter. */
  readonly wildcards?: "classes" | "stars" | "reach";
}

const ALTERNATIVES_MAX = 256;
/** As long as a path may be. */
const GLOB_CHARACTERS_MAX = 4_096;
/** Runs of stars and classes of one glob. */
const WILDCARDS_MAX = 100;
/** Of all alternatives: engines refuse expressions of some thousands of groups, and texts of a few hundred kilobytes. */
const ALL_WILDCARDS_MAX = 1_000;
const ALL_CHARACTERS_MAX = 100_000;

/** Whether a glob has more in it than anybody writes: no expression is made of it, and whoever takes it from others says so. */
export const isBeyondBound = (glob: string): boolean => boundedGlobs(glob) === undefined;

/** A glob, or all that its braces spell out; undefined beyond the bound. */
function boundedGlobs(glob: string, { braces = true }: GlobOptions = {}): readonly string[] | undefined {
  const globs = braces ? expandBraces(glob) : [glob];
  const counts = globs.map((one) => one.match(/\*+|\[/g)?.length ?? 0);
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return glob.length > GLOB_CHARACTERS_MAX ||
    Math.max(...counts) > WILDCARDS_MAX ||
    sum(counts) > ALL_WILDCARDS_MAX ||
    sum(globs.map(({ length }) => length)) > ALL_CHARACTERS_MAX
    ? undefined
    : globs;
}

/** What is shown of a glob that is beyond the bound. */
export const globBegin = (glob: string): string => glob.slice(0, 100);

/**
 * A glob as a regular expression for a whole path, in which no text is tried for long, however many stars there are: `*` and `?` stay within a segment, `**` as a segment spans any
 * number of them, `[a-z]`, `[!a]` and `[[:alpha:]]` are classes, a backslash takes the next character literally.
 * @returns undefined when a class is not closed, or the glob is beyond the bound
 */
export function globToRegExp(glob: string, options: GlobOptions = {}): RegExp | undefined {
  const globs = boundedGlobs(glob, options);
  if (globs === undefined) return undefined;
  const sources: string[] = [];
  for (const [index, one] of globs.entries()) {
    const source = globSource(one, `g${index}n`, options.wildcards ?? "classes");
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

/** Letters as a glob that means them and nothing else. */
export const escapeGlob = (letters: string): string => letters.replace(/[*?[\\]/g, "\\$&");

/** The letters that a glob is written with: what it means where it is none. */
export const unescapeGlob = (glob: string): string => glob.replace(/\\(.)/gs, "$1");

/** Whether a text has a wildcard in it that no backslash makes a letter. */
export const isGlob = (text: string): boolean => /[*?[]/.test(text.replace(/\\./gs, ""));

/** Whether a shell might take a glob for a name: it may reach too far, and then asks once more. */
export function createReach(glob: string, options: Pick<GlobOptions, "ignoreCase"> = {}): (name: string) => boolean {
  const expression = globToRegExp(glob, { ...options, braces: false, wildcards: "reach" });
  return (name) => expression?.test(name) ?? true;
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
export function expandBraces(glob: string): readonly string[] {
  const open = glob.length > GLOB_CHARACTERS_MAX ? undefined : findOpenBrace(glob);
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
  /** `star`: any text of a segment · `deep`: whole segments, or any text across them. */
  readonly stands?: "star" | "deep";
}
type Wildcards = NonNullable<GlobOptions["wildcards"]>;

/** Any number of characters of a segment. */
const STAR = "[^/]*";

/** @param mark  begins the names of its groups */
function globSource(glob: string, mark: string, wildcards: Wildcards): string | undefined {
  const pieces: Piece[] = [];
  for (let index = 0; index < glob.length; index = pieces.at(-1)?.end ?? glob.length) {
    const piece = readPiece(glob, index, wildcards);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  let groups = 0;
  /** The first place where something fits is as good as any when a star follows: no other is tried. */
  const firstFit = (text: string): string => {
    const name = `${mark}${groups++}`;
    return `(?=(?<${name}>${text}))\\k<${name}>`;
  };
  const [first = [], ...others] = partedAt("deep", pieces);
  const source = [sectionSource(first, others.length > 0, firstFit)];
  for (const [index, [deep, ...section]] of others.entries()) {
    const isLast = index === others.length - 1;
    const body = sectionSource(section, !isLast, firstFit);
    source.push(isLast ? `${deep?.source}${body}` : firstFit(`${deep?.source}?${body}`));
  }
  return source.join("");
}

/** What stands between two places where segments are crossed.
 *  @param isFollowed  by such a place: the shortest fit is as good as any */
function sectionSource(pieces: readonly Piece[], isFollowed: boolean, firstFit: (text: string) => string): string {
  const [first = [], ...others] = partedAt("star", pieces);
  const sourceOf = (chunk: readonly Piece[]): string => chunk.map(({ source }) => source).join("");
  const behind = others.map(([, ...chunk], index) => {
    const text = sourceOf(chunk);
    // A slash is where a star ends, so there is one place only.
    const isOnly = chunk.some(({ source }) => source === "\\/") || (index === others.length - 1 && !isFollowed);
    return isOnly ? `${STAR}${text}` : firstFit(`${STAR}?${text}`);
  });
  return [sourceOf(first), ...behind].join("");
}

/** Runs of pieces; each but the first begins with one of the kind. */
function partedAt(kind: Piece["stands"], pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const runs: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.stands === kind) runs.push([]);
    runs.at(-1)?.push(piece);
  }
  return runs;
}

function readPiece(glob: string, index: number, wildcards: Wildcards): Piece | undefined {
  switch (glob[index]) {
    case "*":
      return readStars(glob, index, wildcards);
    case "[":
      if (wildcards === "classes") return readClass(glob, index);
      return (wildcards === "reach" && readAnyClass(glob, index)) || readLiteral(glob, index);
    case "?":
      return { source: "[^/]", end: index + 1 };
    case "\\":
      if (wildcards === "stars") return readLiteral(glob, index);
      if (index + 1 < glob.length) return readLiteral(glob, index + 1);
      return wildcards === "reach" ? readLiteral(glob, index) : undefined;
    default:
      return readLiteral(glob, index);
  }
}

function readStars(glob: string, index: number, wildcards: Wildcards): Piece {
  const end = index + (/^\*+/.exec(glob.slice(index))?.[0].length ?? 1);
  const isAtStart = index === 0 || glob[index - 1] === "/";
  const isSegment = end - index > 1 && isAtStart && (glob[end] ?? "/") === "/";
  if (wildcards === "reach" || end - index === 1 || (wildcards === "classes" && !isSegment))
    return { source: STAR, end, stands: "star" };
  if (isSegment && end < glob.length) return { source: "(?:[^/]*/)*", end: end + 1, stands: "deep" };
  return { source: index === 0 || wildcards === "stars" ? "[^]*" : "[^]+", end, stands: "deep" };
}

/**
 * A class as any character: to reach too far only asks once more. Where shells read more into the brackets (`[[:lower:]]`, `[]a]`, `[a\\]b]`)
 * it and what is behind it in the segment are any text.
 */
function readAnyClass(glob: string, start: number): Piece | undefined {
  const [segment = ""] = glob.slice(start).split("/", 1);
  const plain = PLAIN_CLASS.exec(segment)?.[0];
  if (plain !== undefined) return { source: "[^/]", end: start + plain.length };
  return segment.includes("]") ? { source: STAR, end: start + segment.length, stands: "star" } : undefined;
}

const PLAIN_CLASS = /^\[[!^]?[^\][\\!^][^\][\\]*\]/;

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

/** A pattern that matches this text and nothing else; for JavaScript and for ripgrep, which refuses to escape what means nothing. */
export function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
