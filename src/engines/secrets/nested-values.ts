import type { Finding } from "./finding.ts";
import { type NameStrength, namedStrength } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

/** What a value is called that stands within, or beside, the name of what it is. */
export const VALUE_KEY =
  "(?:value|values|default|content|data|plain(?:_?text)?|raw|current|string(?:_?value)?|#text|S)";
const INSIDE_MAX = 2_000;
/** `["…`, `{"value":"…`, `" { default = "…`. */
const OPENING = /\\*["'`]?\]?[ \t]*(?:=>|:=|[:=]|(?<=["'])[ \t])[ \t]*([[{])/y;
const LISTED = /\\*(["'`])([^"'`\\\n]{1,512})\\*\1[ \t]*(?=[,\]])/g;
const KEYED = new RegExp(
  `[{,;\\s]\\\\*["']?${VALUE_KEY}\\\\*["']?[ \\t]*[:=]>?[ \\t]*\\\\*(["'\`])([^"'\`\\\\\\n]{1,512})`,
  "gi",
);
/** `PIC X(8) VALUE '…'`: a declaration stands between a name and its value. */
const DECLARED = /[ \t]+PIC[ \t][^'"\n]{1,80}?\bVALUES?(?:[ \t]+IS)?[ \t]+(["'])([^"'\n]{1,160})/iy;

interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Values of a secret on the line of its name that a list or an object holds, or that a declaration parts from it. */
export function valuesInside(text: string, name: Name): Finding[] {
  const declared = matchAt(DECLARED, text, name.end);
  const opening = declared === null ? matchAt(OPENING, text, name.end) : null;
  if (declared === null && opening === null) return [];
  const strength = namedStrength(name.text);
  if (strength === undefined || strength === "weak") return [];
  if (declared !== null) return findingsOf([declared], { offset: 0, from: name.start, strength });
  const start = OPENING.lastIndex - 1;
  const isList = opening?.[1] === "[";
  const close = text.indexOf(isList ? "]" : "}", start);
  const inside = text.slice(start, Math.min(close < 0 ? text.length : close + 1, start + INSIDE_MAX));
  return findingsOf(inside.matchAll(isList ? LISTED : KEYED), { offset: start, from: name.start, strength });
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

interface Place {
  readonly offset: number;
  readonly from: number;
  readonly strength: NameStrength;
}

function findingsOf(matches: Iterable<RegExpExecArray>, { offset, from, strength }: Place): Finding[] {
  const kind = strength === "password" ? "password" : "secret";
  return Array.from(matches).flatMap((match) => {
    const value = match[2] ?? "";
    if (!isSecretValue(value, { strength, isQuoted: true })) return [];
    const start = offset + match.index + match[0].lastIndexOf(value);
    return [{ from, start, end: start + value.length, kind }];
  });
}
