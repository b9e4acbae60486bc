import type { Place } from "../citadel/model.ts";
import { isEmptyWord, nounOf, numberOf, traitOf } from "./nouns.ts";
import type { Named, Statement } from "./statement.ts";
import type { Token } from "./tokens.ts";

/** Why a sentence claims more than can be checked. */
export class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** A place in a sentence, with what was understood before it. */
export class TokenCursor {
  at = 0;
  /** What `it` means. */
  subject: Named | undefined;
  readonly statements: Statement[] = [];
  /** Lines that the text itself names as its proof. */
  readonly places: Place[] = [];
  protected readonly tokens: readonly Token[];

  constructor(tokens: readonly Token[], subject: Named | undefined) {
    this.tokens = tokens;
    this.subject = subject;
  }

  /** Looks at what follows, and forgets what was understood of it. @returns false also where it cannot be read */
  protected wouldRead(read: () => boolean): boolean {
    const [start, said, cited] = [this.at, this.statements.length, this.places.length];
    try {
      return read();
    } catch (error) {
      if (error instanceof Unreadable) return false;
      throw error;
    } finally {
      this.at = start;
      this.statements.length = said;
      this.places.length = cited;
    }
  }

  isEnd(): boolean {
    return this.at >= this.tokens.length;
  }

  rest(): string {
    return this.tokens
      .slice(this.at, this.at + 5)
      .map((token) => (token.kind === "place" ? `${token.file}:${token.line}` : token.text))
      .join(" ");
  }

  peekWord(offset = 0): string | undefined {
    const token = this.tokens[this.at + offset];
    return token?.kind === "word" ? token.text.toLowerCase() : undefined;
  }

  isWord(...words: readonly string[]): boolean {
    const word = this.peekWord();
    return word !== undefined && words.includes(word);
  }

  word(...words: readonly string[]): string | undefined {
    const word = this.peekWord();
    if (word === undefined || !words.includes(word)) return undefined;
    this.at += 1;
    return word;
  }

  anyWord(): string {
    const word = this.peekWord();
    if (word === undefined) throw new Unreadable(`"${this.rest()}" stands where a verb is wanted`);
    this.at += 1;
    return word;
  }

  /** The longest of these word sequences that stands here. */
  sequence(of: readonly string[]): boolean {
    for (const words of of.map((text) => text.split(" ")).sort((left, right) => right.length - left.length)) {
      if (!words.every((word, offset) => this.peekWord(offset) === word)) continue;
      this.at += words.length;
      return true;
    }
    return false;
  }

  mark(text: string): boolean {
    const token = this.tokens[this.at];
    if (token?.kind !== "mark" || token.text !== text) return false;
    this.at += 1;
    return true;
  }

  /** A comma, a semicolon, `and`, or more than one of them. */
  connector(): boolean {
    const start = this.at;
    while (this.mark(",") || this.mark(";") || this.word("and") || this.sequence(["as well as"]));
    if (this.at > start) while (this.word("also"));
    return this.at > start;
  }

  isQuote(): boolean {
    return this.tokens[this.at]?.kind === "quote";
  }

  quote(): string {
    const token = this.tokens[this.at];
    if (token?.kind !== "quote") throw new Unreadable("what it says stands in no quotation marks");
    this.at += 1;
    return token.text;
  }

  /** `(FILE:LINE)`: one more line that the text names as its proof. */
  citation(): boolean {
    const start = this.at;
    const isOpen = this.mark("(") || this.mark("[");
    const found: Place[] = [];
    for (let token = this.tokens[this.at]; token?.kind === "place"; token = this.tokens[this.at]) {
      found.push({ file: token.file, line: token.line });
      this.at += 1;
      this.mark(",");
    }
    const isClosed = isOpen ? this.mark(")") || this.mark("]") : false;
    if (found.length > 0 && isClosed) {
      this.places.push(...found);
      return true;
    }
    this.at = start;
    return false;
  }

  path(): string | undefined {
    while (this.emptyWord() || this.word("file"));
    const token = this.tokens[this.at];
    if (token?.kind === "place") {
      this.at += 1;
      this.places.push({ file: token.file, line: token.line });
      return token.file;
    }
    if (token?.kind !== "name" || !/[./]/.test(token.text)) return undefined;
    this.at += 1;
    return token.text;
  }

  trait(): string | undefined {
    const token = this.tokens[this.at];
    const isPlain = token?.kind === "word" || (token?.kind === "name" && !token.isCoded);
    const trait = isPlain ? traitOf(token.text) : undefined;
    if (trait !== undefined) this.at += 1;
    return trait;
  }

  protected emptyWord(): boolean {
    const word = this.peekWord();
    if (word === undefined || !isEmptyWord(word)) return false;
    this.at += 1;
    return true;
  }

  /** `73 lines`, `two callers`. */
  count(): { readonly noun: string; readonly value: number } | undefined {
    const start = this.at;
    while (this.emptyWord());
    const value = numberOf(this.peekWord() ?? "");
    if (value !== undefined) {
      this.at += 1;
      while (this.word("data", "map"));
      const noun = nounOf(this.peekWord() ?? "");
      if (noun !== undefined) {
        this.at += 1;
        return { noun, value };
      }
    }
    this.at = start;
    return undefined;
  }
}
