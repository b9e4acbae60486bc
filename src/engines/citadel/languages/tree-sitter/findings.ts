import type { Callee } from "./callee.ts";
import type { Definition, Definitions } from "./definitions.ts";
import type { Grammar } from "./grammar.ts";
import type { CallResolver } from "./resolve-calls.ts";
import type { SourceLines } from "./source-lines.ts";
import type { SyntaxNode } from "./syntax.ts";

/** A call as the tree shows it, before its target is looked for. */
export interface FoundCall extends Callee {
  readonly owner: Definition;
  readonly constructs: boolean;
  /** Where the callee ends; its arguments follow. */
  readonly calleeEnd: number;
}

/** What one pass over a tree collects. */
export interface Findings {
  readonly path: string;
  readonly source: string;
  readonly root: SyntaxNode;
  readonly grammar: Grammar;
  readonly definitions: Definitions;
  readonly lines: SourceLines;
  readonly calls: readonly FoundCall[];
  readonly resolver: CallResolver;
  readonly ownerAt: (offset: number) => Definition;
}
