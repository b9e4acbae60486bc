import type { LineReader } from "./line-reader.ts";
import { VALUE_KEY } from "./name-and-value.ts";
import { type NameStrength, namedStrength } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

/** A value of a line above that a name below it has given away. */
export interface GivenValue {
  readonly value: string;
  readonly kind: "password" | "secret";
}

export interface TurnedPairReader extends LineReader {
  /** What the line that was read last gave away. */
  given(): GivenValue | undefined;
  /** Whether the name of a value may come with the next line. */
  isNameless(): boolean;
}

/** So many lines below a value its name may stand. */
const LINES_MAX = 4;
const LINE_MAX = 1_000;
const PREFIX = "^(?:\\s{0,8}\\d{1,7}[\\t:→])?(?:[+-](?![+-]))?";
const LEAD = "([ \\t]*(?:-[ \\t]+|\\{[ \\t]*)?)";
/** `- value: x`, `"value": "x",` on a line of its own. */
const VALUE = new RegExp(
  `${PREFIX}${LEAD}["']?${VALUE_KEY}["']?[ \\t]*[:=][ \\t]*(["']?)(\\S{6,512}?)\\2,?[ \\t]*\\r?$`,
  "i",
);
const NAMED = new RegExp(
  `${PREFIX}${LEAD}["']?\\w{0,24}?(?:name|key|variable|id)["']?[ \\t]*[:=][ \\t]*["']?([^\\s"':,]{1,64})["']?,?[ \\t]*\\r?$`,
  "i",
);
const MEMBER = new RegExp(`${PREFIX}([ \\t]*)["']?[\\w.-]{1,64}["']?[ \\t]*[:=][ \\t]*\\S`);
/** Is in every line that may begin such a pair. */
export const TURNED_HINT = new RegExp(
  `^[^\\n]{0,80}?\\b${VALUE_KEY}["']?[ \\t]{0,8}[:=][ \\t]{0,8}["']?[^\\s"']{6}[^\\n]{0,520}$`,
  "gim",
);

/** A value whose name may come. */
interface Nameless {
  readonly value: string;
  readonly indent: number;
  readonly linesLeft: number;
}

/** Follows entries in which the value stands above its name. */
export function createTurnedPairReader(): TurnedPairReader {
  let open: Nameless | undefined;
  let given: GivenValue | undefined;
  return {
    readLine(line) {
      const isLong = line.length > LINE_MAX;
      given = open === undefined || isLong ? undefined : givenIn(line, open);
      const isOver = isLong || given !== undefined;
      open = isOver ? undefined : (valueIn(line) ?? (open === undefined ? undefined : stillOpen(line, open)));
      return [];
    },
    isInside: () => open !== undefined,
    isNameless: () => open !== undefined,
    given: () => given,
  };
}

function valueIn(line: string): Nameless | undefined {
  const [, lead = "", , value = ""] = VALUE.exec(line) ?? [];
  return givenBy(value, "password") === undefined ? undefined : { value, indent: lead.length, linesLeft: LINES_MAX };
}

function givenIn(line: string, { value, indent }: Nameless): GivenValue | undefined {
  const [, lead = "", name = ""] = NAMED.exec(line) ?? [];
  const strength = lead.length < indent ? undefined : namedStrength(name);
  return strength === undefined ? undefined : givenBy(value, strength);
}

function stillOpen(line: string, open: Nameless): Nameless | undefined {
  const isMember = (MEMBER.exec(line)?.[1]?.length ?? -1) >= open.indent;
  return isMember && open.linesLeft > 1 ? { ...open, linesLeft: open.linesLeft - 1 } : undefined;
}

function givenBy(value: string, strength: NameStrength): GivenValue | undefined {
  if (strength === "weak" || !isSecretValue(value, { strength, isQuoted: true })) return undefined;
  return { value, kind: strength === "password" ? "password" : "secret" };
}
