import type { Problem } from "../../model.ts";
import type { SourceLines } from "./source-lines.ts";
import type { SyntaxNode } from "./syntax.ts";

const PROBLEMS_MAX = 50;
const SHOWN_LENGTH_MAX = 40;
const VISITED_MAX = 100_000;

/** What the parser could not read, in source order; only the parts of the tree that hold errors are looked at. */
export function syntaxProblems(root: SyntaxNode, source: string, lines: SourceLines): Problem[] {
  if (!root.hasError) return [];
  const problems: Problem[] = [];
  const open: SyntaxNode[] = [root];
  let visited = 0;
  for (let node = open.pop(); node && problems.length < PROBLEMS_MAX && visited < VISITED_MAX; node = open.pop()) {
    visited++;
    if (node.isMissing) problems.push({ line: lines.lineOf(node.startIndex), message: `${node.type} is missing here` });
    else if (node.isError) problems.push({ line: lines.lineOf(node.startIndex), message: unread(node, source) });
    else open.push(...damagedChildren(node).reverse());
  }
  return problems.length > 0 ? problems : [{ line: 1, message: "the parser met text that it could not read" }];
}

const damagedChildren = (node: SyntaxNode): SyntaxNode[] =>
  node.children.flatMap((child) => (child?.hasError || child?.isMissing ? [child] : []));

function unread(node: SyntaxNode, source: string): string {
  const text = source.slice(node.startIndex, Math.min(node.endIndex, node.startIndex + 4 * SHOWN_LENGTH_MAX));
  const shown = text.replace(/\s+/g, " ").trim();
  const short = shown.length > SHOWN_LENGTH_MAX ? `${shown.slice(0, SHOWN_LENGTH_MAX)}…` : shown;
  return short === "" ? "something is missing here" : `could not read ${JSON.stringify(short)}`;
}
