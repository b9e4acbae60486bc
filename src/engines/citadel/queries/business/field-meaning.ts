import type { SymbolFact } from "../../model.ts";

/** What a data item is, from its own clauses, its condition names and the comments beside its declaration. */
export interface FieldMeaning {
  readonly name: string;
  readonly picture: string;
  readonly usage: string;
  /** `NAME = VALUE` of each level 88. */
  readonly values: readonly string[];
  /** From comments; empty when there are none. */
  readonly comment: string;
  /** The record's comment and name, for a field of one. */
  readonly record: string;
  readonly id: string;
  readonly file: string;
  readonly line: number;
}

const COMMENT_LINES_MAX = 5;
const COMMENT_MAX = 200;
const VALUES_MAX = 40;

/** Reads the meanings of one file's symbols, each text once. */
export class Meanings {
  private readonly path: string;
  private readonly byKey: ReadonlyMap<string, SymbolFact>;
  private readonly conditions = new Map<string, SymbolFact[]>();
  private readonly textOf: (path: string) => string | undefined;
  private readonly lines = new Map<string, readonly string[]>();
  /** By file and line: a line may declare a hundred thousand items. */
  private readonly comments = new Map<string, string>();

  constructor(path: string, symbols: readonly SymbolFact[], textOf: (path: string) => string | undefined) {
    this.path = path;
    this.textOf = textOf;
    this.byKey = new Map(symbols.map((symbol) => [symbol.key, symbol]));
    for (const symbol of symbols) {
      if (symbol.owner === undefined || symbol.detail?.["level"] !== 88) continue;
      const known = this.conditions.get(symbol.owner);
      if (known) known.push(symbol);
      else this.conditions.set(symbol.owner, [symbol]);
    }
  }

  /** The item that a symbol is about: a condition name means a value of the item above it. */
  itemOf(symbol: SymbolFact): SymbolFact {
    return symbol.detail?.["level"] === 88 ? (this.owner(symbol) ?? symbol) : symbol;
  }

  of(item: SymbolFact): Omit<FieldMeaning, "id"> {
    const { detail = {}, name, start } = item;
    const record = this.recordOf(item);
    return {
      name,
      picture: textOr(detail["picture"]),
      usage: textOr(detail["usage"]),
      values: (this.conditions.get(item.key) ?? [])
        .slice(0, VALUES_MAX)
        .map((condition) => `${condition.name} = ${textOr(condition.detail?.["value"])}`),
      comment: this.commentOf(item),
      record: record === item ? "" : [record.name, this.commentOf(record)].filter((part) => part !== "").join(": "),
      file: this.fileOf(item),
      line: start,
    };
  }

  /** The item of level 01 or 77 that holds it. */
  recordOf(symbol: SymbolFact): SymbolFact {
    let at = symbol;
    for (let up = this.owner(symbol); up?.kind === "data-item"; up = this.owner(up)) at = up;
    return at;
  }

  private owner({ owner }: SymbolFact): SymbolFact | undefined {
    return owner === undefined ? undefined : this.byKey.get(owner);
  }

  private fileOf({ file }: SymbolFact): string {
    return file ?? this.path;
  }

  private commentOf(symbol: SymbolFact): string {
    const key = `${symbol.start} ${this.fileOf(symbol)}`;
    const comment = this.comments.get(key) ?? this.readComment(symbol);
    this.comments.set(key, comment);
    return comment;
  }

  /** The comment lines right above the declaration, and what stands behind `*>` on its own line. */
  private readComment(symbol: SymbolFact): string {
    const lines = this.linesOf(this.fileOf(symbol));
    const own = /\*>\s*(.*)$/.exec(lines[symbol.start - 1] ?? "")?.[1] ?? "";
    const above: string[] = [];
    for (let at = symbol.start - 2; at >= 0; at -= 1) {
      const comment = commentText(lines[at] ?? "");
      if (comment === undefined) break;
      above.unshift(comment);
    }
    // A long one speaks of the file: its history, its licence.
    if (above.length > COMMENT_LINES_MAX) above.length = 0;
    return [...above, own]
      .filter((part) => /[A-Za-z]{2}/.test(part))
      .join(" ")
      .slice(0, COMMENT_MAX);
  }

  private linesOf(file: string): readonly string[] {
    const known = this.lines.get(file);
    if (known) return known;
    const lines = (this.textOf(file) ?? "").split(/\r?\n/);
    this.lines.set(file, lines);
    return lines;
  }
}

/** The text of a comment line without its mark and its rules of stars or dashes; undefined for code. */
function commentText(line: string): string | undefined {
  const text = /^(?:.{6}[*/]|\s*\*>?)(.*)$/.exec(line)?.[1];
  return text
    ?.slice(0, 65)
    .replace(/[*=_-]{2,}/g, " ")
    .replace(/^\s*[*>]|\*\s*$/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const textOr = (value: unknown): string => (value === undefined ? "" : String(value));
