import type { FlowStep } from "../flow-index.ts";
import type { Form, Moved } from "./held-value.ts";

export const lossOf = (result: Moved | undefined): string | undefined =>
  result?.kind === "lost" ? result.loss : undefined;

/** Characters of a constant as it is written. */
export const literalSize = (literal: string): number => literal.length - (/^["']/.test(literal) ? 2 : 0);

/** What of a constant does not fit. */
export function literalLoss({ literal = "" }: FlowStep, { shape }: Form): string | undefined {
  const text = /^["']/.test(literal) ? literal.slice(1, -1) : literal;
  const isNumber = /^[+-]?\d+(?:\.\d+)?$/.test(text);
  const size = isNumber ? (text.split(".")[0] ?? "").replace(/\D/g, "").length : text.length;
  const room = isNumber && shape.category === "numeric" ? shape.digits - shape.scale : shape.characters;
  return size > room ? `${size - room} of ${size} characters are lost` : undefined;
}
