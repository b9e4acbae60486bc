import { findAssignments } from "./assignments.ts";
import { findInCommandsAndUrls } from "./commands-and-urls.ts";
import type { Finding } from "./finding.ts";
import { isPlaceholderToken } from "./look-alikes.ts";
import { TOKEN_SCANS } from "./token-patterns.ts";

/** Escape sequences and invisible characters can stand inside a key without changing how it is read. */
const UNSEEN = /\u001b\[[\d;:?]{0,64}[@-~]|\u009b[\d;:?]{0,64}[@-~]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

/** Secrets in a stretch of text that is complete in itself: a line, or a long piece of one.
 *  @returns findings in order, not overlapping, in UTF-16 offsets of `text` */
export function findSecrets(text: string): Finding[] {
  const { visible, origin } = withoutUnseen(text);
  const findings = [...findTokens(visible), ...findAssignments(visible), ...findInCommandsAndUrls(visible)];
  const whole = findings.map((finding) => toItsEnd(finding, visible));
  return merged(origin ? whole.map((finding) => moved(finding, origin)) : whole);
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

/** No form of a key is shorter: most lines need no closer look. */
const TOKEN_RUN = /[\w+/=.:~$-]{16}/;
/** And none is of small letters alone: prose and much of what programs print holds none of these. */
const DIGIT_OR_CAPITAL = /[\dA-Z]/;

function findTokens(text: string): Finding[] {
  if (!DIGIT_OR_CAPITAL.test(text) || !TOKEN_RUN.test(text)) return [];
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
