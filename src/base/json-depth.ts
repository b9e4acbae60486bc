import { OverBudget } from "./budget.ts";

/** No tool takes values this deep, and what walks them (checks, the log, the next request) has a stack. */
export const JSON_DEPTH_MAX = 500;

/** Goes level by level, so that no depth can overflow the stack. */
export function nestsTooDeep(value: unknown): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > JSON_DEPTH_MAX) return true;
    const next: unknown[] = [];
    for (const item of level)
      if (typeof item === "object" && item !== null) for (const member of Object.values(item)) next.push(member);
    level = next;
  }
  return false;
}

/** What means well has far fewer, and each takes fifty times its bytes once it is parsed. */
export const JSON_VALUES_MAX = 250_000;

/** Others than those above. */
export interface JsonBounds {
  readonly depthMax?: number;
  readonly valuesMax?: number;
}

/**
 * Counts the levels and the values of JSON before anything parses it, in pieces cut anywhere. What is no JSON may count for more, never
 * for less: no string of JSON goes over the end of a line, and no bracket closes what is not open.
 */
export class JsonCount {
  readonly #depthMax: number;
  readonly #valuesMax: number;
  #level = 0;
  #values = 1;
  #isQuoted = false;
  #isEscaped = false;

  constructor({ depthMax = JSON_DEPTH_MAX, valuesMax = JSON_VALUES_MAX }: JsonBounds = {}) {
    this.#depthMax = depthMax;
    this.#valuesMax = valuesMax;
  }

  /** @param code  of a UTF-16 unit, or a byte of UTF-8: what counts is ASCII. @throws {OverBudget} */
  take(code: number): void {
    if (code === LINE_FEED || code === RETURN) this.#isQuoted = false;
    else if (this.#isQuoted) return this.#takeQuoted(code);
    switch (code) {
      case QUOTE:
        this.#isQuoted = true;
        this.#isEscaped = false;
        return;
      case OPEN_LIST:
      case OPEN_OBJECT:
        this.#level++;
        if (this.#level > this.#depthMax) throw new OverBudget("nesting", this.#depthMax);
        return this.#begin();
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        this.#level = Math.max(0, this.#level - 1);
        return;
      case COMMA:
        this.#begin();
    }
  }

  /** The next text begins. */
  restart(): void {
    this.#level = 0;
    this.#values = 1;
    this.#isQuoted = false;
  }

  #takeQuoted(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === BACKSLASH) this.#isEscaped = true;
    else if (code === QUOTE) this.#isQuoted = false;
  }

  #begin(): void {
    if (++this.#values > this.#valuesMax) throw new OverBudget("values", this.#valuesMax);
  }
}

const LINE_FEED = 10;
const RETURN = 13;
const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Why a text of others is not to be parsed; undefined: it may be. */
export function jsonExcess(text: string, bounds: JsonBounds = {}): OverBudget | undefined {
  // So short, it can neither nest too deep nor hold too much.
  if (text.length <= JSON_DEPTH_MAX) return undefined;
  const count = new JsonCount(bounds);
  try {
    for (let at = 0; at < text.length; at++) count.take(text.charCodeAt(at));
    return undefined;
  } catch (error) {
    if (error instanceof OverBudget) return error;
    throw error;
  }
}

/**
 * The value of a JSON text that somebody else wrote, counted before it is parsed.
 * @throws {OverBudget} when it nests too deep or has too many values
 * @throws {SyntaxError} when it is none
 */
export function parseForeignJson(text: string, bounds: JsonBounds = {}): unknown {
  const excess = jsonExcess(text, bounds);
  if (excess !== undefined) throw excess;
  return JSON.parse(text);
}
