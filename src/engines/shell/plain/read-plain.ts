import { type PlainToken, type PlainWord, plainTokens, type Redirected } from "./plain-tokens.ts";

/** One simple command as a plain line holds it. */
export interface PlainCommand {
  /** As they are written, `NAME=value`. */
  readonly assignments: readonly PlainWord[];
  /** The program first. */
  readonly words: readonly PlainWord[];
  /** Those that name files. */
  readonly redirections: readonly Redirected[];
  /** What a here-document gives it to read. */
  readonly input?: string;
}

export type PlainLine =
  | { readonly kind: "plain"; readonly commands: readonly PlainCommand[] }
  | { readonly kind: "beyond"; readonly what: string };

const RESERVED = new Set(
  "if then else elif fi for while until do done case esac in select function time coproc [[ ]] { } !".split(" "),
);
const ASSIGNMENT = /^[A-Za-z_]\w*=/;
/** A list or an addition, which a shell takes for a name that is set. */
const ODD_ASSIGNMENT = /^[A-Za-z_]\w*(?:\[.*)?\+?=/s;

/**
 * A line read by a closed grammar of its own: literal words, quotes, patterns, lists, pipes, groups, `if`, here-documents without
 * expansions, and redirections by the names of files. Whatever else stands in it is beyond a plain line.
 */
export function readPlainLine(line: string): PlainLine {
  const read = plainTokens(line);
  if (read.kind === "beyond") return read;
  const reading = new PlainReading(read.tokens);
  reading.list([]);
  const left = reading.beyond ?? reading.next?.source;
  return left === undefined ? { kind: "plain", commands: reading.commands } : { kind: "beyond", what: left };
}

class PlainReading {
  readonly commands: PlainCommand[] = [];
  beyond: string | undefined;
  private at = 0;
  private readonly tokens: readonly PlainToken[];

  constructor(tokens: readonly PlainToken[]) {
    this.tokens = tokens;
  }

  /** The token that comes next; none behind what is beyond the grammar. */
  get next(): PlainToken | undefined {
    return this.beyond === undefined ? this.tokens[this.at] : undefined;
  }

  /** Commands and what stands between them, up to one of these words or to what nothing here begins with. */
  list(ends: readonly string[]): void {
    for (;;) {
      while (this.takes("\n"));
      if (this.next === undefined || this.isNext(")", ...ends)) return;
      this.command();
      while (this.takes("&&", "||", "|", "|&")) {
        while (this.takes("\n"));
        this.command();
      }
      if (!this.takes(";", "\n")) return;
    }
  }

  private command(): void {
    while (this.takes("!", "time"));
    if (this.takes("(")) {
      this.list([]);
      this.closes(")");
    } else if (this.takes("{")) {
      this.list(["}"]);
      this.closes("}");
    } else if (this.takes("if")) this.branches();
    else return this.simple();
    while (this.next?.kind === "join") this.at++;
  }

  private branches(): void {
    do {
      this.list(["then"]);
      this.closes("then");
      this.list(["elif", "else", "fi"]);
    } while (this.takes("elif"));
    if (this.takes("else")) this.list(["fi"]);
    this.closes("fi");
  }

  private simple(): void {
    const command: Draft = { assignments: [], words: [], redirections: [] };
    const printed: string[] = [];
    for (let token = this.next; token !== undefined && token.kind !== "operator"; token = this.next) {
      if (token.kind === "redirection") command.redirections.push(token.redirected);
      if (token.kind === "document") command.input = token.document.text;
      if (token.kind === "word" && !isTaken(token, command)) return this.refuse();
      if (token.kind === "word") printed.push(...(token.printed ?? []));
      this.at++;
    }
    if (command.words.length === 0) this.refuse();
    else this.commands.push(...printed.map(printing), command);
  }

  private isNext(...sources: readonly string[]): boolean {
    const token = this.next;
    return (token?.kind === "word" || token?.kind === "operator") && sources.includes(token.source);
  }

  private takes(...sources: readonly string[]): boolean {
    const isThere = this.isNext(...sources);
    if (isThere) this.at++;
    return isThere;
  }

  private closes(source: string): void {
    if (!this.takes(source)) this.refuse();
  }

  private refuse(): void {
    this.beyond ??= this.tokens[Math.min(this.at, this.tokens.length - 1)]?.source.trim() || "its end";
  }
}

const CAT: PlainWord = { text: "cat", certainty: "literal", glob: false };
const printing = (input: string): PlainCommand => ({ assignments: [], words: [CAT], redirections: [], input });

interface Draft {
  readonly assignments: PlainWord[];
  readonly words: PlainWord[];
  readonly redirections: Redirected[];
  input?: string;
}

/** Takes a word into a command; false where a shell would take it for more than one. */
function isTaken({ source, word }: PlainToken & { kind: "word" }, { assignments, words }: Draft): boolean {
  const isFirst = words.length === 0;
  if (/^[{}]$/.test(source) || (isFirst && RESERVED.has(source))) return false;
  if (isFirst && ODD_ASSIGNMENT.test(source) && !ASSIGNMENT.test(source)) return false;
  (isFirst && ASSIGNMENT.test(source) ? assignments : words).push(word);
  return true;
}
