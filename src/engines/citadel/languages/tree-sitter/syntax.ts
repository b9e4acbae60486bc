import type { TreeCursor } from "./tree.ts";

/**
 * What this room needs of a syntax tree; the node of the tree-sitter runtime has this shape, so nothing is wrapped.
 * Offsets are UTF-16 indices into the source, end exclusive; rows start at 0.
 */
export interface SyntaxNode {
  readonly type: string;
  readonly startIndex: number;
  readonly endIndex: number;
  readonly startPosition: { readonly row: number };
  readonly hasError: boolean;
  readonly isError: boolean;
  readonly isMissing: boolean;
  readonly parent: SyntaxNode | null;
  readonly children: readonly (SyntaxNode | null)[];
  childForFieldName(name: string): SyntaxNode | null;
  descendantForIndex(start: number, end?: number): SyntaxNode | null;
  walk(): TreeCursor & { delete(): void };
}
