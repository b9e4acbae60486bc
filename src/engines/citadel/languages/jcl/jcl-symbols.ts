import type { Place } from "../../model.ts";

/** The value of a symbolic parameter and where it was given. */
export interface SymbolValue {
  readonly value: string;
  readonly place: Place;
}
export type Symbols = ReadonlyMap<string, SymbolValue>;

/** Text after substitution. */
export interface Substituted {
  readonly text: string;
  /** Where the values came from, in order of use. */
  readonly via: readonly Place[];
  /** Symbols without a value, which stay in the text as they are written. */
  readonly missing: readonly string[];
}

const SYMBOL = /&&|&([A-Za-z@#$][\w@#$]{0,7})(\.?)/g;

/** Replaces `&NAME` and `&NAME.`; `&&` (a temporary dataset) stays. Values were substituted when they were set. */
export function substitute(text: string, symbols: Symbols): Substituted {
  if (!text.includes("&")) return { text, via: [], missing: [] };
  const via: Place[] = [];
  const missing: string[] = [];
  const result = text.replaceAll(SYMBOL, (written: string, name: string | undefined) => {
    if (name === undefined) return written;
    const symbol = symbols.get(name.toUpperCase());
    if (symbol) {
      via.push(symbol.place);
      return symbol.value;
    }
    missing.push(name.toUpperCase());
    return written;
  });
  return { text: result, via, missing };
}
