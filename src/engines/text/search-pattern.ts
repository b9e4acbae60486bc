import { readClass, readEscape, type Translated, WIDE_WORD } from "./search-classes.ts";

/** One pattern in the words of both engines, so that both find the same. */
export interface SearchPattern {
  readonly kind: "pattern";
  /** For ripgrep's default engine. */
  readonly ripgrep: string;
  readonly ignoreCase: boolean;
  /** For text of any kind: Unicode classes, global. Never matches a line end. */
  readonly wide: RegExp;
  /** The same for text that is pure ASCII, where it is faster. */
  readonly ascii: RegExp;
  /** Set when the pattern is only a text with its case: files without it cannot match. */
  readonly needle: string | undefined;
  /** JavaScript's engine may try again and again, for hours; ripgrep's never does. */
  readonly mayTryAgain: boolean;
}

interface SearchPatternOptions {
  readonly literal: boolean;
  readonly ignoreCase: boolean;
}

const PATTERN_CHARACTERS_MAX = 10_000;

/**
 * Reads a regular expression in the syntax that ripgrep and JavaScript share and writes it for each of them. A brace or
 * bracket that cannot be syntax counts as itself. Look-around, back-references and line ends are refused.
 */
export function compileSearchPattern(
  pattern: string,
  options: SearchPatternOptions,
): SearchPattern | { readonly kind: "invalid"; readonly problem: string } {
  if (pattern.length > PATTERN_CHARACTERS_MAX) return { kind: "invalid", problem: "the pattern is too long" };
  const flags = options.literal ? null : /^\(\?([imsu]+)\)/.exec(pattern);
  const body = flags === null ? pattern : pattern.slice(flags[0].length);
  const ignoreCase = options.ignoreCase || flags?.[1]?.includes("i") === true;
  try {
    const parts = options.literal ? literalParts(body) : new PatternReader(body).read();
    const write = (which: keyof Translated): string => parts.map((part) => part[which]).join("");
    const regExpFlags = ignoreCase ? "giv" : "gv";
    const wide = new RegExp(write("wide"), regExpFlags);
    const ascii = new RegExp(write("ascii"), regExpFlags);
    const needle = !ignoreCase && (options.literal || /^[\w ]+$/.test(body)) ? body : undefined;
    const mayTryAgain = !options.literal && /[*+]|\{\d*,|\}/.test(body);
    return { kind: "pattern", ripgrep: write("rust"), ignoreCase, wide, ascii, needle, mayTryAgain };
  } catch (error) {
    if (error instanceof PatternProblem || error instanceof SyntaxError)
      return { kind: "invalid", problem: error.message };
    throw error;
  }
}

class PatternProblem extends Error {}

function literalParts(text: string): readonly Translated[] {
  if (/[\r\n]/.test(text)) throw new PatternProblem("a search goes line by line, so the text cannot span lines");
  return Array.from(text, literal);
}

/** One character that stands for itself, written so that no engine reads it as syntax. */
function literal(character: string): Translated {
  const isPlain = /^[\p{L}\p{N}_ ]$/u.test(character);
  const code = (character.codePointAt(0) ?? 0).toString(16);
  const rust = isPlain ? character : `\\x{${code}}`;
  const script = isPlain ? character : `\\u{${code}}`;
  return { rust, wide: script, ascii: script };
}

const SYMBOLS: Readonly<Record<string, Translated>> = {
  ".": { rust: ".", wide: "[^\\n\\r\\u{dc80}-\\u{dcff}]", ascii: "[^\\n\\r]" },
  "^": both("^", "(?:(?<=^|\\n|\\r(?!\\n)))"),
  $: both("$", "(?:(?=[\\r\\n]|$))"),
};
const ASCII_WORD = "[0-9A-Za-z_]";

function both(rust: string, script: string): Translated {
  return { rust, wide: script, ascii: script };
}

/** A zero-width place between a word character and another one. */
function wordBorder(rust: string, write: (word: string) => string): Translated {
  return { rust, wide: `(?:${write(WIDE_WORD)})`, ascii: `(?:${write(ASCII_WORD)})` };
}

const BORDERS: Readonly<Record<string, Translated>> = {
  b: wordBorder("\\b", (word) => `(?<=${word})(?!${word})|(?<!${word})(?=${word})`),
  // Next to a byte that is no text ripgrep sees neither a border nor the lack of one.
  B: wordBorder("\\B", (word) => {
    const other = `[${word}\\u{dc80}-\\u{dcff}]`;
    return `(?<=${word})(?=${word})|(?<!${other})(?!${other})`;
  }),
  "<": wordBorder("\\b{start}", (word) => `(?<!${word})(?=${word})`),
  ">": wordBorder("\\b{end}", (word) => `(?<=${word})(?!${word})`),
};

class PatternReader {
  private readonly text: string;
  private index = 0;
  private depth = 0;
  private readonly parts: Translated[] = [];
  /** What a quantifier may follow. */
  private atom: "none" | "one" | "repeated" = "none";

  constructor(text: string) {
    this.text = text;
  }

  read(): readonly Translated[] {
    while (this.index < this.text.length) this.readOne();
    if (this.depth > 0) throw new PatternProblem("a group ( is not closed");
    return this.parts;
  }

  private readOne(): void {
    const character = String.fromCodePoint(this.text.codePointAt(this.index) ?? 0);
    switch (character) {
      case "\\":
        this.readBackslash();
        break;
      case "[":
        this.readBrackets();
        break;
      case "(":
        this.openGroup();
        break;
      case ")":
        this.closeGroup();
        break;
      case "*":
      case "+":
      case "?":
        this.quantify(character);
        break;
      case "{":
        this.readBrace();
        break;
      case "\n":
      case "\r":
        throw new PatternProblem("a search goes line by line, so the pattern cannot hold a line end");
      case "|":
        this.push(both("|", "|"), 1, "none");
        break;
      default:
        this.push(SYMBOLS[character] ?? literal(character), character.length, "one");
    }
  }

  /** A brace that is no quantifier is a character. */
  private readBrace(): void {
    const counted = /^\{\d+(?:,\d*)?\}/.exec(this.text.slice(this.index));
    if (counted === null || this.atom === "none") this.push(literal("{"), 1, "one");
    else this.quantify(counted[0]);
  }

  private push(part: Translated, length: number, atom: "none" | "one" | "repeated"): void {
    this.parts.push(part);
    this.index += length;
    this.atom = atom;
  }

  private readBackslash(): void {
    const next = this.text[this.index + 1];
    if (next === undefined) throw new PatternProblem("the pattern ends in a backslash");
    const border = BORDERS[next];
    if (border !== undefined) {
      this.push(border, 2, "one");
      return;
    }
    const read = readEscape(this.text, this.index);
    if (read.kind === "problem") throw new PatternProblem(read.problem);
    this.push(read.kind === "character" ? literal(read.character) : read.translated, read.length, "one");
  }

  private readBrackets(): void {
    const group = readClass(this.text, this.index);
    if (group.kind === "problem") throw new PatternProblem(group.problem);
    // A bracket that is never closed is the character.
    if (group.kind === "open") this.push(literal("["), 1, "one");
    else this.push(group.translated, group.length, "one");
  }

  private openGroup(): void {
    const opening = /^\((?:\?(?::|P?<[A-Za-z_]\w*>))?/.exec(this.text.slice(this.index))?.[0] ?? "(";
    if (opening === "(" && this.text[this.index + 1] === "?")
      throw new PatternProblem(
        "look-around and flags inside of a pattern are not supported; ignore_case is a field of its own",
      );
    this.depth++;
    this.push(both("(?:", "(?:"), opening.length, "none");
  }

  private closeGroup(): void {
    if (this.depth === 0) throw new PatternProblem("a group ) is closed that was never opened");
    this.depth--;
    this.push(both(")", ")"), 1, "one");
  }

  private quantify(quantifier: string): void {
    if (this.atom === "none") throw new PatternProblem(`there is nothing that ${quantifier} could repeat`);
    if (this.atom === "repeated" && quantifier !== "?") throw new PatternProblem(`${quantifier} repeats a repetition`);
    this.push(both(quantifier, quantifier), quantifier.length, "repeated");
  }
}
