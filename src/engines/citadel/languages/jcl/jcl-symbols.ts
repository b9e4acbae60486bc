import type { Place, Problem } from "../../model.ts";

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
  /** Symbols without a value, which stay in the text as they are written. Those of the system are not missed. */
  readonly missing: readonly string[];
}

/** Symbols the system gives a value when the job runs: the name with the symbol in it is the best there is. */
const SYSTEM_SYMBOL =
  /^(?:SYSUID|SYSPLEX|SYSNAME|SYSCLONE|SYSR1|SYSJOBNM|JOBNAME|L?(?:YYMMDD|HHMMSS|DATE|DAY|HR|JDAY|MIN|MON|SEC|TIME|WDAY|YR2|YR4)|SYSDATE|SYSTIME)$/;
const SYMBOL = /&&|&([A-Za-z@#$][\w@#$]{0,7})(\.?)/g;

/** A symbol takes 255 characters. Symbols made of symbols, each twice, would have as many as there are atoms. */
const ADDED_CHARACTERS_MAX = 2_000;
/** Characters that the symbols of one file may add. A large job of procedures has a tenth of them. */
const ADDED_IN_FILE_MAX = 2_000_000;
/** The problem of a file whose symbols would add more. */
export const TOO_LONG =
  "the values of symbols are too long together; symbols from here on may stand as they are written";

/** What the symbols of one file may still add. */
export class SymbolRoom {
  /** The first place where it was too little. */
  readonly problems: Problem[] = [];
  readonly #path: string;
  #characters = ADDED_IN_FILE_MAX;

  constructor(path: string) {
    this.#path = path;
  }

  take(length: number, { file, line }: Place): boolean {
    const isThere = length <= this.#characters;
    if (isThere) this.#characters -= length;
    else if (this.problems.length === 0)
      this.problems.push({ line: file === this.#path ? line : 1, message: TOO_LONG });
    return isThere;
  }
}

/** Replaces `&NAME` and `&NAME.`; `&&` (a temporary dataset) stays. Values were substituted when they were set. */
export function substitute(text: string, symbols: Symbols, room: SymbolRoom, place: Place): Substituted {
  if (!text.includes("&")) return { text, via: [], missing: [] };
  const via: Place[] = [];
  const missing: string[] = [];
  let added = 0;
  const result = text.replaceAll(SYMBOL, (written: string, name: string | undefined) => {
    if (name === undefined) return written;
    const symbol = symbols.get(name.toUpperCase());
    if (symbol) {
      added += symbol.value.length;
      if (added > ADDED_CHARACTERS_MAX || !room.take(symbol.value.length, place)) return written;
      via.push(symbol.place);
      return symbol.value;
    }
    if (!SYSTEM_SYMBOL.test(name.toUpperCase())) missing.push(name.toUpperCase());
    return written;
  });
  return { text: result, via, missing };
}
