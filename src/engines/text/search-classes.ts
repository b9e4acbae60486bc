/** One piece of a pattern, written for each engine. */
export interface Translated {
  readonly rust: string;
  readonly wide: string;
  readonly ascii: string;
}

/** Rust's `\w`. */
export const WIDE_WORD = "[\\p{Alphabetic}\\p{M}\\p{Nd}\\p{Pc}\\p{Join_Control}]";

export type Escape =
  | { readonly kind: "character"; readonly character: string; readonly length: number }
  | { readonly kind: "class"; readonly translated: Translated; readonly length: number }
  | { readonly kind: "problem"; readonly problem: string };

/** What may stand inside of brackets, for each engine, without the brackets. */
const CLASSES: Readonly<Record<string, Translated>> = {
  d: { rust: "\\d", wide: "\\p{Nd}", ascii: "0-9" },
  w: { rust: "\\w", wide: WIDE_WORD.slice(1, -1), ascii: "0-9A-Za-z_" },
  s: {
    rust: "\\s",
    wide: "\\t\\v\\f\\u{20}\\u{85}\\u{a0}\\u{1680}\\u{2000}-\\u{200a}\\u{2028}\\u{2029}\\u{202f}\\u{205f}\\u{3000}",
    ascii: "\\t\\v\\f\\u{20}",
  },
};

const CONTROLS: Readonly<Record<string, string>> = { t: "\t", f: "\f", v: "\v", a: "\u0007" };

/** Neither line ends nor bytes that are no text are ever in a negated class. */
const NEVER = "\\n\\r\\u{dc80}-\\u{dcff}";

/** Reads the escape whose backslash stands at `index`. */
export function readEscape(text: string, index: number): Escape {
  const rest = text.slice(index + 1);
  const letter = rest[0] ?? "";
  const positive = CLASSES[letter];
  if (positive !== undefined) return { kind: "class", translated: bracketed(positive, false), length: 2 };
  const negative = CLASSES[letter.toLowerCase()];
  if (negative !== undefined) return { kind: "class", translated: bracketed(negative, true), length: 2 };
  const control = CONTROLS[letter];
  if (control !== undefined) return { kind: "character", character: control, length: 2 };
  if (letter === "n" || letter === "r")
    return { kind: "problem", problem: "a search goes line by line, so the pattern cannot hold a line end" };
  const code = /^(?:x\{([0-9A-Fa-f]{1,6})\}|x([0-9A-Fa-f]{2})|u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4}))/.exec(rest);
  if (code !== null) return readCode(code);
  const property = /^[pP](?:\{([A-Za-z_]+(?:=[A-Za-z_]+)?)\}|([A-Z]))/.exec(rest);
  if (property !== null) return readProperty(property);
  if (/^[1-9]/.test(letter)) return { kind: "problem", problem: "back-references are not supported" };
  if (/^[0-9A-Za-z]/.test(letter)) return { kind: "problem", problem: `\\${letter} is no escape that is known here` };
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { kind: "character", character, length: 1 + character.length };
}

function readCode(match: RegExpExecArray): Escape {
  const code = Number.parseInt(match[1] ?? match[2] ?? match[3] ?? match[4] ?? "", 16);
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff))
    return { kind: "problem", problem: `\\${match[0]} is no Unicode character` };
  if (code === 10 || code === 13)
    return { kind: "problem", problem: "a search goes line by line, so the pattern cannot hold a line end" };
  return { kind: "character", character: String.fromCodePoint(code), length: 1 + match[0].length };
}

function readProperty(match: RegExpExecArray): Escape {
  const name = match[1] ?? match[2] ?? "";
  const script = [name, `Script=${name}`].find(isProperty);
  if (script === undefined)
    return { kind: "problem", problem: `\\p{${name}} is no Unicode property that is known here` };
  const inside = { rust: `\\p{${name}}`, wide: `\\p{${script}}`, ascii: `\\p{${script}}` };
  return { kind: "class", translated: bracketed(inside, match[0].startsWith("P")), length: 1 + match[0].length };
}

function isProperty(name: string): boolean {
  try {
    new RegExp(`\\p{${name}}`, "v");
    return true;
  } catch {
    return false;
  }
}

function bracketed(inside: Translated, isNegated: boolean): Translated {
  const open = isNegated ? "[^" : "[";
  return {
    rust: `${open}${inside.rust}]`,
    wide: isNegated ? `[^${inside.wide}${NEVER}]` : `[${inside.wide}]`,
    ascii: isNegated ? `[^${inside.ascii}\\n\\r]` : `[${inside.ascii}]`,
  };
}

export type BracketClass =
  | { readonly kind: "class"; readonly translated: Translated; readonly length: number }
  /** There is no closing bracket. */
  | { readonly kind: "open" }
  | { readonly kind: "problem"; readonly problem: string };

const POSIX: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "0-9A-Za-z",
  upper: "A-Z",
  lower: "a-z",
  space: "\\t\\v\\f\\u{20}",
  blank: "\\t\\u{20}",
  punct: "\\u{21}-\\u{2f}\\u{3a}-\\u{40}\\u{5b}-\\u{60}\\u{7b}-\\u{7e}",
  xdigit: "0-9A-Fa-f",
  word: "0-9A-Za-z_",
  graph: "\\u{21}-\\u{7e}",
  print: "\\u{20}-\\u{7e}",
  cntrl: "\\u{0}-\\u{9}\\u{b}\\u{c}\\u{e}-\\u{1f}\\u{7f}",
};

/** Reads the bracket class that opens at `start`; brackets and set operators inside of it count as characters. */
export function readClass(text: string, start: number): BracketClass {
  let index = start + 1;
  const isNegated = text[index] === "^";
  if (isNegated) index++;
  const members: Translated[] = [];
  for (let isFirst = true; index < text.length; isFirst = false) {
    if (text[index] === "]" && !isFirst) return closed(members, isNegated, index + 1 - start);
    const posix = /^\[:(\w+):\]/.exec(text.slice(index, index + 12));
    const set = POSIX[posix?.[1] ?? ""];
    if (posix !== null && set !== undefined) {
      members.push({ rust: posix[0], wide: set, ascii: set });
      index += posix[0].length;
      continue;
    }
    const member = readRange(text, index);
    if (member.kind !== "member") return member;
    members.push(member.translated);
    index = member.end;
  }
  return { kind: "open" };
}

function closed(members: readonly Translated[], isNegated: boolean, length: number): BracketClass {
  const write = (which: keyof Translated): string => members.map((member) => member[which]).join("");
  const inside = { rust: write("rust"), wide: write("wide"), ascii: write("ascii") };
  return { kind: "class", translated: bracketed(inside, isNegated), length };
}

type Member =
  | { readonly kind: "member"; readonly translated: Translated; readonly end: number }
  | { readonly kind: "problem"; readonly problem: string };

/** One member of a class: a character, a range or an escape such as `\d`. */
function readRange(text: string, index: number): Member {
  const low = readMember(text, index);
  if (low.kind === "problem") return low;
  const end = index + low.length;
  const inside = low.kind === "class" ? low.translated : characterCode(low.character);
  // `[\d]` nests as `[[0-9]]` in both engines.
  if (low.kind === "class" || text[end] !== "-" || text[end + 1] === "]" || end + 1 >= text.length)
    return { kind: "member", translated: inside, end };
  const high = readMember(text, end + 1);
  if (high.kind === "problem") return high;
  if (high.kind === "class") return { kind: "member", translated: inside, end };
  if ((low.character.codePointAt(0) ?? 0) > (high.character.codePointAt(0) ?? 0))
    return { kind: "problem", problem: `the range ${low.character}-${high.character} runs backwards` };
  const to = characterCode(high.character);
  const range = {
    rust: `${inside.rust}-${to.rust}`,
    wide: `${inside.wide}-${to.wide}`,
    ascii: `${inside.ascii}-${to.ascii}`,
  };
  return { kind: "member", translated: range, end: end + 1 + high.length };
}

function readMember(text: string, index: number): Escape {
  if (text[index] === "\\" && text[index + 1] === "b") return { kind: "character", character: "\b", length: 2 };
  if (text[index] === "\\")
    return index + 1 < text.length ? readEscape(text, index) : { kind: "character", character: "\\", length: 1 };
  const character = String.fromCodePoint(text.codePointAt(index) ?? 0);
  return { kind: "character", character, length: character.length };
}

function characterCode(character: string): Translated {
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return { rust: `\\x{${code}}`, wide: `\\u{${code}}`, ascii: `\\u{${code}}` };
}
