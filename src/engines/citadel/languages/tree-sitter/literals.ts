import type { Grammar } from "./grammar.ts";
import type { SyntaxNode } from "./syntax.ts";

/** Literals hold interpolations and fragments a few nodes deep; joined ones nest once for each `+`. */
const CLIMB_MAX = 12;
const JOIN_CLIMB_MAX = 400;

/** The literal around an offset; undefined in a comment or in code. */
export function literalAt(root: SyntaxNode, offset: number, { strings }: Grammar): SyntaxNode | undefined {
  let node = root.descendantForIndex(offset, offset + 1);
  for (let climbed = 0; node && climbed < CLIMB_MAX; climbed++) {
    if (strings.has(node.type)) return node;
    node = node.parent;
  }
  return undefined;
}

/** The whole expression that a literal is joined in: `"SELECT A " + "FROM B"`. */
export function joinedLiteral(literal: SyntaxNode, { joins }: Grammar): SyntaxNode {
  let whole = literal;
  for (let climbed = 0; climbed < JOIN_CLIMB_MAX; climbed++) {
    const { parent } = whole;
    if (!parent || !joins.has(parent.type)) break;
    whole = parent;
  }
  return whole;
}

const blank = (text: string) => text.replace(/[^\n]/g, " ");

/**
 * The text of literals with everything else blanked, so that lines and offsets stay: quotes, operators and escapes
 * become blanks, an operand or interpolation becomes `?`.
 * @param isPlain  the text has no quotes: the body of a here-document
 */
export function literalText(expression: string, { isPlain = false }: { readonly isPlain?: boolean } = {}): string {
  if (isPlain) return interpolated(expression);
  const whole = /^(?:[rRbBuUfF@$LR]{0,2})(?:"""|'''|<<[<~-]?)/.test(expression) ? undefined : expression;
  if (whole === undefined)
    return interpolated(expression.replace(/^\w{0,2}("""|''')|("""|''')$/g, blank).replace(/^<<[^\n]*/, blank));
  const pieces =
    /(?<![\w])[@$rRbBuUfFL]{0,3}(?:R"\((?:[\s\S]*?)\)"|r(#+)"[\s\S]*?"\1|"""[\s\S]*?"""|"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'|`[^`]*`)/g;
  let text = "";
  let at = 0;
  for (const match of expression.matchAll(pieces)) {
    text += operand(expression.slice(at, match.index)) + interpolated(unquoted(match[0]));
    at = match.index + match[0].length;
  }
  return text + operand(expression.slice(at));
}

/** A name between two literals stands for a value. */
function operand(between: string): string {
  const at = between.search(/[\w$)]/);
  if (at < 0) return blank(between);
  return `${blank(between.slice(0, at))}?${blank(between.slice(at + 1))}`;
}

function unquoted(literal: string): string {
  const open = /^[@$rRbBuUfFL]{0,3}(?:#+"|"""|R?"\(|["'`])/.exec(literal)?.[0] ?? "";
  const close = /(?:"""|\)"|"#+|["'`])$/.exec(literal.slice(open.length))?.[0] ?? "";
  const body = literal.slice(open.length, literal.length - close.length);
  return blank(open) + body.replace(/\\(?!\n)./g, "  ").replace(/\\\n/g, " \n") + blank(close);
}

const interpolated = (text: string) =>
  text.replace(/[$#]\{[^{}]*\}|\{[\w.[\]()]*\}/g, (part) => `?${blank(part.slice(1))}`);
