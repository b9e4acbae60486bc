import type { EdgeKind, NodeKind, Place, ReferenceFact, Resolution, SymbolFact } from "../../model.ts";
import { rowsText } from "./exec/exec.ts";
import type { Program, Unit } from "./program.ts";
import type { Expansion } from "./source/copy.ts";
import { T, type TokenBuffer } from "./words/tokens.ts";
import { LAST_SCOPE_WORD } from "./words/words.ts";

const TEXT_TOKENS_MAX = 24;
const TEXT_LENGTH_MAX = 120;

/** What a reference says beyond its kind, name and place. */
export interface ReferenceExtra {
  readonly to?: string | undefined;
  readonly thru?: string | undefined;
  readonly resolved?: Resolution | undefined;
  readonly reason?: string | undefined;
  readonly via?: readonly Place[] | undefined;
  readonly detail?: Readonly<Record<string, unknown>> | undefined;
}

/** Gathers symbols and references of one file and knows where its tokens come from. */
export class FactsBuilder {
  readonly buffer: TokenBuffer;
  readonly expansion: Expansion;
  readonly symbols: SymbolFact[] = [];
  readonly references: ReferenceFact[] = [];
  private readonly keys = new Set<string>();
  /** Of each `base@line` the number to try next: one name may stand on one line of a member that is copied a thousand times. */
  private readonly nextTimes = new Map<string, number>();
  private lastText = { row: -1, text: "" };

  constructor(expansion: Expansion) {
    this.expansion = expansion;
    this.buffer = expansion.buffer;
  }

  /** A key nobody has yet: `base`, `base@line`, `base@line~2` … */
  uniqueKey(base: string, line: number): string {
    const onLine = `${base}@${line}`;
    let key = base;
    let time = this.nextTimes.get(onLine) ?? 1;
    for (; this.keys.has(key); time += 1) key = time === 1 ? onLine : `${onLine}~${time}`;
    this.nextTimes.set(onLine, time);
    this.keys.add(key);
    return key;
  }

  symbol(fact: SymbolFact): void {
    this.symbols.push(fact);
  }

  /** The copied file a row was written in; undefined for the file itself. */
  fileOf(row: number): string | undefined {
    const source = this.buffer.source[row] as number;
    return source === 0 ? undefined : this.buffer.sources[source]?.path;
  }

  place(row: number): Place {
    return {
      file: this.buffer.sources[this.buffer.source[row] as number]?.path ?? "",
      line: this.buffer.line[row] as number,
    };
  }

  reference(
    kind: EdgeKind,
    from: string,
    name: string,
    at: { row: number; targets: readonly NodeKind[]; lineRow?: number },
    extra: ReferenceExtra = {},
  ): void {
    const file = this.fileOf(at.row);
    this.references.push({
      kind,
      from,
      // An empty literal, or one that the end of the file cuts off, still has its place.
      name: name === "" ? this.buffer.text(at.row) : name,
      targets: at.targets,
      ...(extra.to !== undefined && { to: extra.to }),
      ...(file !== undefined && { file }),
      line: this.buffer.line[at.lineRow ?? at.row] as number,
      ...(extra.thru !== undefined && { thru: extra.thru }),
      ...(extra.resolved !== undefined && { resolved: extra.resolved }),
      ...(extra.reason !== undefined && { reason: extra.reason }),
      ...(extra.via !== undefined && { via: extra.via }),
      text: this.statementText(at.row),
      ...(extra.detail !== undefined && { detail: extra.detail }),
    });
  }

  /** The statement that starts at `row`, in one line and shortened. */
  statementText(row: number): string {
    if (this.lastText.row === row) return this.lastText.text;
    const { buffer } = this;
    let end = row + 1;
    const limit = Math.min(buffer.count, row + TEXT_TOKENS_MAX);
    while (end < limit && buffer.kind[end] !== T.PERIOD) {
      const word = buffer.word[end] as number;
      if (word > 0 && word <= LAST_SCOPE_WORD && buffer.line[end] !== buffer.line[row]) break;
      end += 1;
    }
    const text = this.sliceOrJoin(row, end);
    this.lastText = { row, text };
    return text;
  }

  private sliceOrJoin(row: number, end: number): string {
    const { buffer } = this;
    const last = end - 1;
    const isOneLine = buffer.line[row] === buffer.line[last] && buffer.source[row] === buffer.source[last];
    const source = buffer.sources[buffer.source[row] as number];
    const text =
      isOneLine && source && buffer.end[row] !== -1 && buffer.end[last] !== -1
        ? source.text.slice(buffer.start[row], buffer.end[last])
        : rowsText(buffer, row, end);
    return text.length > TEXT_LENGTH_MAX ? `${text.slice(0, TEXT_LENGTH_MAX - 1)}…` : text;
  }
}

/** The key of the symbol that does what stands in `unit`; the program's own when it is -1. */
export function unitKey(program: Program, unit: number, programKey: string): string {
  return (program.units[unit] as Unit | undefined)?.key ?? programKey;
}
