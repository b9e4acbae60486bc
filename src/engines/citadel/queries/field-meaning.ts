import type { Estate } from "../graph/estate.ts";
import type { GraphNode } from "../model.ts";

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
  readonly node: GraphNode;
}

const COMMENT_LINES_MAX = 5;
const COMMENT_MAX = 200;
const VALUES_MAX = 40;

/** Reads meanings, each file's text once. */
export class Meanings {
  private readonly estate: Estate;
  private readonly textOf: (path: string) => string | undefined;
  private readonly lines = new Map<string, readonly string[]>();

  constructor(estate: Estate, textOf: (path: string) => string | undefined) {
    this.estate = estate;
    this.textOf = textOf;
  }

  of(node: GraphNode): FieldMeaning {
    // A condition name means a value of the item above it.
    const item = node.detail?.["level"] === 88 ? (this.estate.node(node.owner) ?? node) : node;
    const { detail = {} } = item;
    const record = this.recordOf(item);
    return {
      name: item.name,
      picture: textOr(detail["picture"]),
      usage: textOr(detail["usage"]),
      values: this.valuesOf(item),
      comment: this.commentOf(item),
      record: record === item ? "" : [record.name, this.commentOf(record)].filter((part) => part !== "").join(": "),
      node: item,
    };
  }

  private valuesOf(item: GraphNode): string[] {
    return this.estate
      .ownedBy(item.id)
      .filter(({ detail }) => detail?.["level"] === 88)
      .slice(0, VALUES_MAX)
      .map(({ name, detail }) => `${name} = ${textOr(detail?.["value"])}`);
  }

  /** The item of level 01 or 77 that holds it. */
  recordOf(node: GraphNode): GraphNode {
    let at = node;
    for (let up = this.estate.node(node.owner); up?.kind === "data-item"; up = this.estate.node(up.owner)) at = up;
    return at;
  }

  /** The comment lines right above the declaration, and what stands behind `*>` on its own line. */
  private commentOf({ file, start }: GraphNode): string {
    const lines = this.linesOf(file);
    const own = /\*>\s*(.*)$/.exec(lines[start - 1] ?? "")?.[1] ?? "";
    const above: string[] = [];
    for (let at = start - 2; at >= 0; at -= 1) {
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
