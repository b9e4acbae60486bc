import type { ScopeFacts } from "../../../scope-facts.ts";
import type { TreeNode } from "../tree.ts";

/** What a reader of scopes knows of a file beside its tree. */
export interface ReadFile {
  readonly path: string;
  readonly source: string;
  /** Key of the symbol that a node defines. */
  symbolOf(node: TreeNode): string | undefined;
}

/** Reads what a file says of its names and types. */
export interface ScopeReader {
  /** Call once, with the root of the file. */
  read(root: TreeNode): void;
  /** Expressions of calls, by the offset of the name that is called. */
  readonly calls: ReadonlyMap<number, number>;
  facts(): ScopeFacts;
}
