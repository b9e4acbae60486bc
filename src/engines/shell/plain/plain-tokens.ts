import { joinedText } from "../meant/word-patterns.ts";
import type { ShellWord } from "../words.ts";

export type PlainWord = Pick<ShellWord, "text" | "certainty" | "glob">;

export interface Redirected {
  readonly kind: "read" | "write";
  readonly target: PlainWord;
}

export type PlainToken = { readonly source: string } & (
  | { readonly kind: "operator" }
  /** `printed`: what a `cat` in it prints, by which it is the text that it is. */
  | { readonly kind: "word"; readonly word: PlainWord; readonly printed?: readonly string[] }
  /** Of a stream to another: no file is named. */
  | { readonly kind: "join" }
  | { readonly kind: "redirection"; readonly redirected: Redirected }
  | { readonly kind: "document"; readonly document: { text: string } }
);

export type PlainTokens =
  | { readonly kind: "tokens"; readonly tokens: readonly PlainToken[] }
  | { readonly kind: "beyond"; readonly what: string };

const BLANK = /[ \t]+|\\\n/y;
const COMMENT = /#[^\n]*/y;
const OPERATOR = /&&|\|\||\|&|;(?!;)|[|)\n]|\((?!\()/y;
const JOIN = /\d?>&\d(?=[\s;|&()]|$)/y;
const DOCUMENT = /<<(-?)[ \t]*(?:'(\w+)'|"(\w+)"|\\(\w+)|(\w+))(?=[\s;|&()]|$)/y;
const REDIRECTION = /(?:&>|\d?(?:>>?|(<)))(?![<>&|(])[ \t]*/y;
const BRACE = /[{}](?=[\s;|&()]|$)/y;
/** Unquoted, they stand for themselves wherever in a word: a `~` where no shell puts a home in its place, braces of a revision. A
 *  shell of single bytes may part a word within a letter: no option begins there. */
const LETTERS = /[\w%+,./:=@^\]#!-]+|(?![\p{C}\p{Z}])[^\0-\x7f](?!-)|(?<=[\w^}])~|(?<=@)\{\w+\}/uy;
const PATTERN = /[*?[]/y;
const ESCAPED = /\\([\x20-\x7e\n])/y;
const SINGLE = /'([^'\0-\x08\x0b-\x1f\x7f]*)'/y;
const DECODED = /\$'((?:[^'\\\0-\x1f\x7f]|\\[nt\\'])*)'/y;
const DOUBLE =
  /"((?:[^"\\$`\0-\x08\x0b-\x1f\x7f]|\\[^\0-\x08\x0b-\x1f\x7f]|\$[?$#](?![\w{([@*#])|\$(?=["\s|)/.,]))*)"/y;
/** A text as commits are written: `"$(cat <<'EOF' … EOF⏎)"`. */
const PRINTED = /"\$\(cat[ \t]+<<[ \t]*'(\w+)'\n((?:(?!\1\n)[^\0-\x08\n\x0b-\x1f\x7f]*\n)*)\1\n[ \t]*\)"/y;
/** A number that tells of the shell, whichever. */
const NUMBER = /\$[?$#](?![\w{([@*#])/y;
const NAMED_NUMBER = /(?<!\\)(?:\\\\)*\$[?$#]/;
const WHAT_CHARACTERS_MAX = 40;

/** The pieces of a line, each by a closed list of what it may be. */
export function plainTokens(line: string): PlainTokens {
  const reading = new Tokens(line);
  const tokens = reading.all();
  if (tokens !== undefined) return { kind: "tokens", tokens };
  const [left = ""] = line.slice(reading.at).split("\n");
  return { kind: "beyond", what: left.slice(0, WHAT_CHARACTERS_MAX) || "a here-document without its end" };
}

interface Piece {
  readonly text: string;
  readonly isPattern?: true;
  /** Letters without quotes. */
  readonly isBare?: true;
  readonly isNumber?: true;
}

interface Pending {
  readonly end: string;
  readonly stripsTabs: boolean;
  readonly isQuoted: boolean;
  readonly document: { text: string };
}

class Tokens {
  at = 0;
  private readonly tokens: PlainToken[] = [];
  /** Here-documents whose texts come behind the next end of line. */
  private pending: Pending[] = [];
  private readonly line: string;

  constructor(line: string) {
    this.line = line;
  }

  all(): readonly PlainToken[] | undefined {
    while (this.at < this.line.length) {
      const from = this.at;
      if (this.take(BLANK) || this.take(COMMENT)) {
        if (this.staysOnLine(from)) continue;
        return undefined;
      }
      const token = this.join() ?? this.document() ?? this.redirection() ?? this.operator() ?? this.wordToken();
      if (token === undefined || !this.staysOnLine(from, token)) {
        this.at = from;
        return undefined;
      }
      this.tokens.push(token);
      if (token.source === "\n" && !this.texts()) return undefined;
    }
    return this.pending.length === 0 ? this.tokens : undefined;
  }

  /** Where a here-document is to come, shells differ on which end of line it begins behind, but for a plain one. */
  private staysOnLine(from: number, token?: PlainToken): boolean {
    return this.pending.length === 0 || token?.source === "\n" || !this.line.slice(from, this.at).includes("\n");
  }

  private take(form: RegExp): RegExpExecArray | undefined {
    form.lastIndex = this.at;
    const found = form.exec(this.line) ?? undefined;
    if (found) this.at = form.lastIndex;
    return found;
  }

  private join(): PlainToken | undefined {
    const found = this.take(JOIN);
    return found && { kind: "join", source: found[0] };
  }

  private operator(): PlainToken | undefined {
    const found = this.take(OPERATOR);
    return found && { kind: "operator", source: found[0] };
  }

  private document(): PlainToken | undefined {
    const found = this.take(DOCUMENT);
    if (!found) return undefined;
    const [source, dash, single, double, escaped, bare = ""] = found;
    const quoted = single ?? double ?? escaped;
    const document = { text: "" };
    this.pending.push({ end: quoted ?? bare, stripsTabs: dash === "-", isQuoted: quoted !== undefined, document });
    return { kind: "document", source, document };
  }

  private redirection(): PlainToken | undefined {
    const from = this.at;
    const found = this.take(REDIRECTION);
    const target = found && this.word();
    return (
      target && {
        kind: "redirection",
        ...{
          source: this.line.slice(from, this.at),
          redirected: { kind: found[1] === "<" ? "read" : "write", target },
        },
      }
    );
  }

  private wordToken(): PlainToken | undefined {
    const from = this.at;
    const brace = this.take(BRACE);
    if (brace) return { kind: "word", source: brace[0], word: { text: brace[0], certainty: "literal", glob: false } };
    const printed: string[] = [];
    const word = this.word(printed);
    const source = this.line.slice(from, this.at);
    // Right before a redirection it would be the number of a stream.
    return word === undefined || (/^\d+$/.test(source) && /[<>]/.test(this.line[this.at] ?? ""))
      ? undefined
      : { kind: "word", source, word, printed };
  }

  /** @param printed  takes what is printed within it, where that may be */
  private word(printed?: string[]): PlainWord | undefined {
    const from = this.at;
    if (this.line[from] === "#") return undefined;
    let joined = { text: "", glob: false };
    let isNumber = false;
    while (this.at < this.line.length && !/[\s;|&()<>]/.test(this.line[this.at] ?? "")) {
      const piece = (printed && this.printed(printed)) ?? this.piece();
      if (piece === undefined) return undefined;
      // Behind a pattern what is not quoted may belong to it: `[a-z]`.
      const glob = piece.isPattern === true || (piece.isBare === true && joined.glob);
      joined = { text: joinedText(joined, { text: piece.text, glob }), glob: joined.glob || glob };
      isNumber ||= piece.isNumber === true;
    }
    if (this.at === from) return undefined;
    const isTest = this.line.slice(from, this.at) === "[";
    return { text: joined.text, certainty: isNumber ? "plain" : "literal", glob: joined.glob && !isTest };
  }

  private printed(texts: string[]): Piece | undefined {
    const [, , text] = this.take(PRINTED) ?? [];
    if (text === undefined) return undefined;
    texts.push(text);
    return { text: text.replace(/\n+$/, "") };
  }

  private piece(): Piece | undefined {
    const [letters] = this.take(LETTERS) ?? [];
    if (letters !== undefined) return { text: letters, isBare: true };
    const [pattern] = this.take(PATTERN) ?? [];
    if (pattern !== undefined) return { text: pattern, isPattern: true };
    const [, single] = this.take(SINGLE) ?? [];
    if (single !== undefined) return { text: single };
    const [, double] = this.take(DOUBLE) ?? [];
    if (double !== undefined) return { text: unescaped(double), ...(NAMED_NUMBER.test(double) && { isNumber: true }) };
    return this.spelled();
  }

  private spelled(): Piece | undefined {
    const [, escaped] = this.take(ESCAPED) ?? [];
    if (escaped !== undefined) return { text: escaped === "\n" ? "" : escaped };
    const [, decoded] = this.take(DECODED) ?? [];
    if (decoded !== undefined) return { text: decoded.replace(/\\(.)/g, (_all, one: string) => DECODES[one] ?? one) };
    const [number] = this.take(NUMBER) ?? [];
    return number === undefined ? undefined : { text: number, isNumber: true };
  }

  /** Takes the texts of here-documents; without an end, or with what a shell would put something in the place of, they are none of a plain line. */
  private texts(): boolean {
    const areTaken = this.pending.every((one) => this.text(one));
    this.pending = [];
    return areTaken;
  }

  private text({ end, stripsTabs, isQuoted, document }: Pending): boolean {
    while (this.at < this.line.length) {
      const close = this.line.indexOf("\n", this.at);
      const to = close < 0 ? this.line.length : close;
      const written = this.line.slice(this.at, to);
      this.at = Math.min(to + 1, this.line.length);
      const line = stripsTabs ? written.replace(/^\t+/, "") : written;
      if (line === end) return isQuoted || !/[$`\\]/.test(document.text);
      document.text += `${line}\n`;
    }
    return false;
  }
}

const DECODES: Readonly<Record<string, string>> = { n: "\n", t: "\t" };
const unescaped = (text: string): string =>
  text.replace(/\\([$`"\\\n])/g, (_all, one: string) => (one === "\n" ? "" : one));
