import { lineStartOf } from "../text/line-start.ts";
import { ASSIGNMENT_FINDER } from "./assignments.ts";
import { COMMAND_AND_URL_FINDERS } from "./commands-and-urls.ts";
import type { Finder, Finding } from "./finding.ts";
import { isPlaceholderToken } from "./look-alikes.ts";
import { TOKEN_SCANS } from "./token-patterns.ts";

/** Escape sequences and invisible characters can stand inside a key without changing how it is read. */
const UNSEEN = /\u001b\[[\d;:?]{0,64}[@-~]|\u009b[\d;:?]{0,64}[@-~]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** No form of a key is shorter: most lines need no closer look. Only the beginning of a run is tried. */
const TOKEN_RUN = /(?<![\w+/=.:~$-])[\w+/=.:~$-]{16}/g;
const FINDERS: readonly Finder[] = [
  { hint: TOKEN_RUN, find: findTokens },
  ASSIGNMENT_FINDER,
  ...COMMAND_AND_URL_FINDERS,
];

/** Secrets in a stretch of text that is complete in itself: a line, or a long piece of one.
 *  @param finders  those that `linesToSearch` names for the line; else all are asked
 *  @returns findings in order, not overlapping, in UTF-16 offsets of `text` */
export function findSecrets(text: string, finders: readonly Finder[] = FINDERS): Finding[] {
  const { visible, origin } = withoutUnseen(text);
  const findings = finders.flatMap(({ hint, find }) => (isIn(visible, hint) ? find(visible) : []));
  const whole = findings.map((finding) => toItsEnd(finding, visible));
  return merged(origin ? whole.map((finding) => moved(finding, origin)) : whole);
}

/** The lines in which secrets may be, by where each begins, with those who may find some. One look at many lines costs a fraction
 *  of a look at each. */
export function linesToSearch(text: string): Map<number, Finder[]> {
  const visible = text.search(UNSEEN) < 0 ? text : text.replace(UNSEEN, "");
  const lines = new Map<number, Finder[]>();
  for (const finder of FINDERS) {
    for (const start of linesWith(visible, finder.hint)) {
      const finders = lines.get(start);
      if (finders === undefined) lines.set(start, [finder]);
      else finders.push(finder);
    }
  }
  return visible === text ? lines : asIn(text, visible, lines);
}

/** Where each line begins that has the pattern; a global one. */
export function* linesWith(text: string, pattern: RegExp): Generator<number, void, void> {
  pattern.lastIndex = 0;
  while (pattern.test(text)) {
    // Read at once: whoever takes the line may ask for the same pattern.
    const last = pattern.lastIndex - 1;
    yield lineStartOf(text, last);
    const end = text.indexOf("\n", last);
    if (end < 0) return;
    pattern.lastIndex = end + 1;
  }
}

function isIn(text: string, pattern: RegExp): boolean {
  pattern.lastIndex = 0;
  return pattern.test(text);
}

/** The same lines where what is not seen stands among them. */
function asIn(text: string, visible: string, lines: ReadonlyMap<number, Finder[]>): Map<number, Finder[]> {
  let at = 0;
  let seen = 0;
  const sorted = [...lines].sort(([one], [other]) => one - other);
  return new Map(
    sorted.map(([start, finders]) => {
      while (seen < start) {
        seen = visible.indexOf("\n", seen) + 1;
        at = text.indexOf("\n", at) + 1;
      }
      return [at, finders] as const;
    }),
  );
}

/** The forms bound how far they look; what goes on in the same characters beyond that belongs to the secret. */
const LONG = 200;
const TAIL = /[\w+/=.~-]+/y;

function toItsEnd(finding: Finding, text: string): Finding {
  if (finding.end - finding.start < LONG) return finding;
  TAIL.lastIndex = finding.end;
  return { ...finding, end: finding.end + (TAIL.exec(text)?.[0].length ?? 0) };
}

/** Sorts findings and joins those that overlap. */
export function merged(findings: readonly Finding[]): Finding[] {
  const sorted = findings.toSorted((one, other) => one.start - other.start || other.end - one.end);
  const result: Finding[] = [];
  for (const finding of sorted) {
    const last = result.at(-1);
    if (last && finding.start < last.end)
      result[result.length - 1] = {
        ...last,
        from: Math.min(last.from, finding.from),
        end: Math.max(last.end, finding.end),
      };
    else result.push(finding);
  }
  return result;
}

/** None is of small letters alone: prose and much of what programs print holds none of these. */
const DIGIT_OR_CAPITAL = /[\dA-Z]/;

function findTokens(text: string): Finding[] {
  if (!DIGIT_OR_CAPITAL.test(text)) return [];
  const findings: Finding[] = [];
  for (const { expression, kinds } of TOKEN_SCANS) {
    // `matchAll` would copy these long expressions for every line.
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match; match = expression.exec(text)) {
      if (isPlaceholderToken(match[0]) || !DIGIT_OR_CAPITAL.test(match[0])) continue;
      const group = match.findIndex((part, index) => index > 0 && part !== undefined);
      const end = match.index + match[0].replace(/[.=,-]+$/, (tail) => (tail.startsWith("=") ? tail : "")).length;
      findings.push({ from: match.index, start: match.index, end, kind: kinds[group - 1] ?? "secret" });
    }
  }
  return findings;
}

function withoutUnseen(text: string): { visible: string; origin?: readonly number[] } {
  if (text.search(UNSEEN) < 0) return { visible: text };
  let visible = "";
  const origin: number[] = [];
  let at = 0;
  for (const match of text.matchAll(UNSEEN)) {
    for (; at < match.index; at++) {
      visible += text[at] ?? "";
      origin.push(at);
    }
    at = match.index + match[0].length;
  }
  for (; at < text.length; at++) {
    visible += text[at] ?? "";
    origin.push(at);
  }
  origin.push(text.length);
  return { visible, origin };
}

function moved(finding: Finding, origin: readonly number[]): Finding {
  const last = origin[finding.end - 1] ?? 0;
  return {
    from: origin[finding.from] ?? 0,
    start: origin[finding.start] ?? 0,
    end: last + 1,
    kind: finding.kind,
  };
}
