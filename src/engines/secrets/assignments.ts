import type { Finder, Finding } from "./finding.ts";
import { hasDigit, isDrawn, isRandom } from "./look-alikes.ts";
import {
  type Candidate,
  candidateBefore,
  candidatesAfter,
  VALUE_KEY,
  WORD_MAX,
  wholeWordEnd,
} from "./name-and-value.ts";
import { type NameStrength, namedStrength, SECRET_KEYWORD, secretNameStrength } from "./secret-names.ts";
import { isSecretValue } from "./secret-values.ts";

const NAME_MAX = 96;
/** So far the end of a quoted value is looked for: one that is secret is masked to its end, too. */
const VALUE_MAX = 4096;
/** So much of a value is enough to judge it; one that is secret is then masked to its end. */
const JUDGED_MAX = 96;
const KEYWORD = new RegExp(SECRET_KEYWORD, "gi");
/** What may stand between a name and its value; group 1: a quote that closes the name. */
const SEPARATOR = /(\\*["'`])?\]?[ \t]{0,8}(=>|:=|===?|[=:,(>]|->)[ \t]{0,8}/y;
const VALUE_ATTRIBUTE = new RegExp(
  `\\\\*["'](?:[ \\t]+|,[ \\t]*\\\\*["']?)${VALUE_KEY}\\\\*["']?[ \\t]*[=:][ \\t]*`,
  "iy",
);
const TYPED = /[\w<>[\]|&*?:. ]{1,40}?[ \t]*=[ \t]*(?=\\*["'`])/y;
const BARE = /[^\s"'`,;&|<>(){}[\]]{1,96}/y;
const RUN = /[^\s"'`,;&|<>(){}[\]]*/y;
const BARE_LINE = /\S{1,96}/y;

/** For values that a name beside them gives away: `password = …`, `"apiKey": "…"`, `--token …`, `<secret>…</secret>`. */
export const ASSIGNMENT_FINDER: Finder = { hint: new RegExp(KEYWORD), find: findAssignments };

function findAssignments(text: string): Finding[] {
  const findings: Finding[] = [];
  let done = 0;
  const strengths = new Map<string, NameStrength | undefined>();
  KEYWORD.lastIndex = 0;
  for (let match = KEYWORD.exec(text); match; match = KEYWORD.exec(text)) {
    if (match.index < done) continue;
    const name = nameAround(text, match.index, match.index + match[0].length);
    if (!strengths.has(name.text)) strengths.set(name.text, secretNameStrength(name.text));
    const judgement = assignedValue(text, name, strengths.get(name.text));
    // The rest of this name needs no second look; its value does, when it was not taken.
    done = judgement?.end ?? name.end;
    KEYWORD.lastIndex = Math.max(done, match.index + 1);
    if (judgement === undefined) findings.push(...valuesBeyond(text, name));
    if (judgement?.kind !== undefined) findings.push({ ...judgement, kind: judgement.kind, from: name.start });
  }
  return findings;
}

interface Judgement {
  readonly start: number;
  readonly end: number;
  /** Undefined for a stretch that holds no secret and needs no further look. */
  readonly kind: "password" | "secret" | undefined;
}

function assignedValue(text: string, name: Name, strength: NameStrength | undefined): Judgement | undefined {
  if (!strength) return undefined;
  const kind = strength === "password" ? "password" : "secret";
  const line = wholeLineValue(text, name);
  if (line !== undefined && isSecretValue(text.slice(line.start, line.end), { strength, isQuoted: true }))
    return { ...line, kind };
  const value = givenAfter(text, name);
  if (!value || value.start === value.end) return undefined;
  const { start, isQuoted } = value;
  const judged = text.slice(start, Math.min(value.end, start + JUDGED_MAX));
  const isWhole = isQuoted ? value.end - start < VALUE_MAX : judged.length < JUDGED_MAX;
  const isCall = !isQuoted && /^[ \t]?[([]/.test(text.slice(value.end, value.end + 2));
  if (isSecretValue(judged, { strength, isQuoted }) && !(isCall && !isRandom(judged, 20)))
    return {
      start,
      end: isWhole ? value.end : runEnd(text, value.end),
      kind,
    };
  if (isWhole) return undefined;
  // A long run of small letters hides nothing in its parts either: `password=password=password=…`.
  const end = runEnd(text, start);
  return /[\dA-Z!@#$%^*+?~]/.test(text.slice(start, end)) ? undefined : { start, end, kind: undefined };
}

/** What is drawn by lot and goes to the end of a line that begins with its name: whatever signs it has. */
function wholeLineValue(text: string, name: Name): { start: number; end: number } | undefined {
  const before = text.slice(Math.max(0, name.start - 64), name.start);
  if (!/(?:^|\n)[ \t]*(?:\d{1,7}[\t:→])?[+-]?[ \t]*(?:- |export )?["']?$/.test(before)) return undefined;
  WHOLE_LINE.lastIndex = name.end;
  const value = WHOLE_LINE.exec(text)?.[1] ?? "";
  if (!isDrawn(value) || /^[\w.$]+[([].*[)\]][.;)]*$|["'`]|^[[({]/.test(value)) return undefined;
  const start = WHOLE_LINE.lastIndex - value.length;
  return { start, end: start + value.length };
}

const WHOLE_LINE = /["']?[ \t]{0,8}[:=][ \t]{0,8}(\S{8,512}?)(?=[,;]?(?:[ \t]+#.*|[ \t]*)\r?$)/my;

/** Of other things that stand behind a name, or right before it, those that are secret. */
function valuesBeyond(text: string, name: Name): Finding[] {
  const strength = namedStrength(name.text);
  if (strength === undefined || strength === "weak") return [];
  const kind = strength === "password" ? "password" : "secret";
  const before = candidateBefore(text, name.start);
  return [...candidatesAfter(text, name.end), ...(before === undefined ? [] : [before])]
    .filter((candidate) => isGivenAway(text.slice(candidate.start, candidate.end), candidate, strength))
    .map((candidate) => {
      const { start } = candidate;
      return { from: Math.min(name.start, start), start, end: wholeWordEnd(text, candidate), kind };
    });
}

function isGivenAway(value: string, { isNear, isQuoted }: Candidate, strength: NameStrength): boolean {
  return stretchesOf(value, isQuoted).some((stretch) => {
    if (!isSecretValue(stretch, { strength, isQuoted })) return false;
    return isNear || (isDrawn(stretch) && (strength === "password" || stretch.length >= 16));
  });
}

const STRETCHES_MAX = 4;

/** What is written without quotes has no end that is meant: a long word may be an address that ends in a signature. */
function stretchesOf(value: string, isQuoted: boolean): readonly string[] {
  if (isQuoted || value.length <= WORD_MAX) return [value];
  const stretches = Array.from({ length: STRETCHES_MAX }, (_, at) => value.slice(at * WORD_MAX, (at + 1) * WORD_MAX));
  return [...stretches, value.slice(-WORD_MAX)];
}

function givenAfter(text: string, name: Name): Value | undefined {
  const value = valueAfter(text, name);
  return value && !value.isQuoted && isReported(text, name, value) ? undefined : value;
}

/** `--- PASS: TestSegments64 (0.00s)`: how a test ended, and its name; not what somebody has drawn by lot. */
function isReported(text: string, name: Name, { start, end }: Value): boolean {
  if (!/^X?PASS(?:ED)?$/.test(name.text) || !/^\]?: +$/.test(text.slice(name.end, start))) return false;
  const before = lineBefore(text, name.start);
  const value = text.slice(start, end);
  const words = value.match(/[A-Z]?[a-z]{2,}/g)?.join("") ?? "";
  return (
    /^[\s\d.)[#=*✓✔-]*$/.test(before) &&
    /^[A-Za-z_][^\s"']*$/.test(value) &&
    words.length > value.replace(/[^A-Za-z]/g, "").length * 0.9
  );
}

const LINE_MAX = 200;

/** What stands before a place on its line, or the last of that: a line can be as long as the text. */
function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - LINE_MAX), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function runEnd(text: string, from: number): number {
  RUN.lastIndex = from;
  RUN.test(text);
  return RUN.lastIndex;
}

interface Name {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

function nameAround(text: string, from: number, to: number): Name {
  let start = from;
  while (start > 0 && from - start < NAME_MAX && isNameCharacter(text.charCodeAt(start - 1))) start--;
  let end = to;
  while (end < text.length && end - to < NAME_MAX && isNameCharacter(text.charCodeAt(end))) end++;
  // `API key: …` and `client secret is …` are names of two words.
  const before =
    text[start - 1] === " " ? (/[A-Za-z]{2,20} $/.exec(text.slice(Math.max(0, start - 21), start))?.[0] ?? "") : "";
  const after =
    text[end] === " " ? (/^ (?:key|token|secret|password)\b/i.exec(text.slice(end, end + 10))?.[0] ?? "") : "";
  return { start, end: end + after.length, text: before + text.slice(start, end) + after };
}

/** Letters of names in European languages, digits, `_`, `.`, `$`, `-`. */
function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2e ||
    code === 0x24 ||
    code === 0x2d ||
    (code >= 0xc0 && code <= 0x4ff)
  );
}

interface Value {
  readonly start: number;
  readonly end: number;
  readonly isQuoted: boolean;
}

function valueAfter(text: string, name: Name): Value | undefined {
  // `token::parse`: a name within another, in Rust, C++ and Ruby.
  if (text.startsWith("::", name.end)) return undefined;
  VALUE_ATTRIBUTE.lastIndex = name.end;
  if (VALUE_ATTRIBUTE.test(text)) return valueAt(text, VALUE_ATTRIBUTE.lastIndex, false);
  SEPARATOR.lastIndex = name.end;
  const separator = SEPARATOR.exec(text);
  if (!separator) return valueAfterBlank(text, name);
  const at = SEPARATOR.lastIndex;
  const [, quote, sign] = separator;
  if (sign === "," && (quote === undefined || !/^\\*["'`]/.test(text.slice(at, at + 4)))) return undefined;
  if (sign === ">") return text[name.start - 1] === "<" ? elementText(text, at) : undefined;
  if (sign === "(" && !/^\\*["'`]/.test(text.slice(at, at + 4))) return undefined;
  TYPED.lastIndex = at;
  if ((sign === ":" || sign === "->") && TYPED.test(text)) return valueAt(text, TYPED.lastIndex, false);
  return valueAt(text, at, sign === "=" && startsEnvironmentLine(text, name));
}

function elementText(text: string, at: number): Value | undefined {
  const end = text.indexOf("<", at);
  return end < 0 ? undefined : { start: at, end: Math.min(end, at + VALUE_MAX), isQuoted: true };
}

/** In `NAME=…` on a line of its own the value goes on to the next blank, whatever signs it has. */
function startsEnvironmentLine(text: string, name: Name): boolean {
  if (!/^[A-Z][A-Z0-9_]*$/.test(name.text)) return false;
  return /(?:^|\n)[ \t]*(?:export |set |ENV |-e )?$/.test(text.slice(Math.max(0, name.start - 16), name.start));
}

/** `--token …`, `password is …`, `ENV TOKEN …`, `token<TAB>…`: no sign between the name and the value. */
function valueAfterBlank(text: string, name: Name): Value | undefined {
  const blank = /^(?:[ \t]{1,8}is:?[ \t]{1,4}|[ \t]{1,8})/.exec(text.slice(name.end, name.end + 16))?.[0];
  if (blank === undefined) return undefined;
  const isOption = /^--?[A-Za-z]/.test(text.slice(name.start, name.start + 3));
  const isSentence = blank.includes("is");
  if (!isSentence && !isOption && !blank.includes("\t") && !isCommandWord(text, name)) return undefined;
  const value = valueAt(text, name.end + blank.length, false);
  if (!value || text[value.start] === "-") return undefined;
  return isSentence && !hasDigit(text.slice(value.start, value.end)) ? undefined : value;
}

/** `ENV API_KEY …`, `export TOKEN …`, `password …` in a .netrc: names that a blank parts from their value. */
function isCommandWord(text: string, name: Name): boolean {
  const line = lineBefore(text, name.start);
  if (/(?:^|\s)(?:ENV|ARG|export|setx?|setenv)\s+$/.test(line)) return true;
  return (
    /(?:^| )(?:password|passwd|bindpw|rootpw|requirepass|masterauth)$/.test(name.text) &&
    (/^\s*$/.test(line) || /\b(?:machine|login|default)\b/.test(line))
  );
}

function valueAt(text: string, at: number, isEnvironmentLine: boolean): Value | undefined {
  const opening = /^(?:[a-zA-Z]{1,2}(?=["']))?(\\*)(["'`])/.exec(text.slice(at, at + 8));
  if (opening) {
    const [whole, slashes = "", quote = ""] = opening;
    const start = at + whole.length;
    let end = start;
    // An escaped quote inside an unescaped string does not close it.
    while (end < text.length && end - start < VALUE_MAX && text[end] !== "\n") {
      if (text.startsWith(slashes + quote, end) && (slashes !== "" || text[end - 1] !== "\\")) break;
      end++;
    }
    return { start, end, isQuoted: true };
  }
  const bare = isEnvironmentLine ? BARE_LINE : BARE;
  bare.lastIndex = at;
  const match = bare.exec(text);
  if (!match) return undefined;
  const scheme = /^(?:Bearer|Basic|Token)$/i.test(match[0]);
  if (scheme) return undefined;
  const end = at + match[0].replace(/(?<![.:!?])[.:!?]+$/, "").length;
  return { start: at, end, isQuoted: false };
}
