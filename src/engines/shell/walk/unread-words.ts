import { forEachChild, type SyntaxNode, type Word } from "unbash";

const EXPANSION = /`|[$<>]\(|\$\{/;

/** The first word in which a shell finds more than the grammar did: a list with text behind it, `a=($(x))b`, is one text to the grammar. */
export function unreadWord(node: SyntaxNode, isQuoted = false): string | undefined {
  if (node.type === "Assignment" && node.value.type === "Word" && node.value.text.startsWith("(")) return node.text;
  if (node.type === "Word" && EXPANSION.test(plainTextOf(node))) return node.text;
  // Within double quotes `$'` is no quote to a shell: `"${x:-$'$(y)'}"` runs y.
  if (node.type === "AnsiCQuoted" && isQuoted && /[$`]/.test(node.text.slice(2))) return node.text;
  const isWithinQuotes = QUOTES.has(node.type) || (isQuoted && !RUNS.has(node.type));
  let unread: string | undefined;
  forEachChild(node, (child) => {
    unread ??= unreadWord(child, isWithinQuotes);
  });
  return unread;
}

const RUNS: ReadonlySet<SyntaxNode["type"]> = new Set(["CommandExpansion", "ProcessSubstitution"]);
const QUOTES: ReadonlySet<SyntaxNode["type"]> = new Set(["DoubleQuoted", "HereDocBody"]);

/** What of a word stands for itself to the grammar. */
const plainTextOf = ({ text, parts }: Word): string =>
  (parts?.map((part) => (part.type === "Literal" ? part.text : " ")).join("") ?? text).replace(/\\[\s\S]/g, "");
