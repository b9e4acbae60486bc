import { forEachChild, type SyntaxNode, type Word } from "unbash";

const EXPANSION = /`|[$<>]\(|\$\{/;

/** The first word in which a shell finds more than the grammar did: a list with text behind it, `a=($(x))b`, is one text to the grammar. */
export function unreadWord(node: SyntaxNode): string | undefined {
  if (node.type === "Assignment" && node.value.type === "Word" && node.value.text.startsWith("(")) return node.text;
  if (node.type === "Word" && EXPANSION.test(plainTextOf(node))) return node.text;
  let unread: string | undefined;
  forEachChild(node, (child) => {
    unread ??= unreadWord(child);
  });
  return unread;
}

/** What of a word stands for itself to the grammar. */
const plainTextOf = ({ text, parts }: Word): string =>
  (parts?.map((part) => (part.type === "Literal" ? part.text : " ")).join("") ?? text).replace(/\\[\s\S]/g, "");
