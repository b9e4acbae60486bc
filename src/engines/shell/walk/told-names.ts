import { forEachChild, type SyntaxNode, type WordPart } from "unbash";
import { belongsToLine } from "../starts/sensitive-names.ts";

/** Stands among the names that a value is made of where it may be anything. */
const UNTOLD = "";

/**
 * Adds what the names that a node gives a value are made of.
 * @param builtin  the one that the node calls
 * @param filled  names that a builtin is told to fill
 */
export function addMakings(
  node: SyntaxNode,
  builtin: string,
  filled: readonly string[],
  makings: Map<string, readonly string[]>,
): void {
  const add = (name: string, made: readonly string[]): void => {
    makings.set(name, [...(makings.get(name) ?? []), ...made]);
  };
  if (node.type === "Assignment") add(node.name, givenFrom(node));
  if (node.type === "For" || node.type === "Select") add(node.name.value, givenFrom(node));
  const isRead = /^(?:read|mapfile|readarray)$/.test(builtin);
  for (const name of filled) add(name, isRead ? [] : [UNTOLD]);
}

/** The names that a value is made of, without those in commands, which are judged where they stand. */
function givenFrom(node: Extract<SyntaxNode, { type: "Assignment" | "For" | "Select" }>): readonly string[] {
  if (node.type !== "Assignment") {
    // What a shell finds by a pattern in a text is nobody's word.
    const words = node.wordlist ?? [];
    return words.every(({ parts }) => parts === undefined || parts.every(isWhole))
      ? words.flatMap(namesExpanded)
      : [UNTOLD];
  }
  if (node.index !== undefined || node.value.type === "ArrayValue") return [UNTOLD];
  return namesExpanded(node.value);
}

const isWhole = ({ type }: WordPart): boolean =>
  /^(?:Literal|SingleQuoted|DoubleQuoted|AnsiCQuoted|BraceExpansion|ArithmeticExpansion)$/.test(type);

function namesExpanded(node: SyntaxNode): readonly string[] {
  if (node.type === "CommandExpansion") return [];
  if (node.type === "SimpleExpansion") return [node.text.slice(1)];
  if (
    node.type === "ParameterExpansion" &&
    (node.prefix === "!" || node.index !== undefined || node.operation !== undefined)
  )
    return [UNTOLD];
  const own = node.type === "ParameterExpansion" ? [node.parameter] : [];
  const below: string[] = [];
  forEachChild(node, (child) => {
    below.push(...namesExpanded(child));
  });
  return [...own, ...below];
}

/** The names of the line's own that hold nothing but what its commands print or read, and what it writes itself. */
export function toldAmong(given: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const told = new Set([...given.keys()].filter((name) => belongsToLine(name) && !/URL|DSN|CRED/.test(name)));
  for (let before = -1; before !== told.size; ) {
    before = told.size;
    for (const name of told)
      if (!given.get(name)?.every((one) => told.has(one) || one === "?" || one === "#")) told.delete(name);
  }
  return told;
}
