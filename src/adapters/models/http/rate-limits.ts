import type { RateLimit } from "../../../core/ports/model.ts";

type Headers = Readonly<Record<string, string>>;

/**
 * What the headers of an answer say of how much more will be answered, in the spellings of OpenAI, Azure and Groq
 * (`x-ratelimit-remaining-tokens`, its reset as `6m0s`, `7.66s` or seconds), of Anthropic (`anthropic-ratelimit-input-tokens-remaining`, its
 * reset as a date of RFC 3339) and of gateways (`x-ratelimit-remaining`, `ratelimit-remaining`). What says no end, or is negative, says nothing.
 * @param nowMs  since 1970, where the server does not say what time it has
 */
export function readRateLimits(headers: Headers, nowMs: number): readonly RateLimit[] {
  const said = Date.parse(headers["date"] ?? "");
  const serverMs = Number.isNaN(said) ? nowMs : said;
  const limits: RateLimit[] = [];
  for (const [header, value] of Object.entries(headers)) {
    if (!REMAINING.test(header)) continue;
    const about = (what: string): string | undefined => headers[header.replace("remaining", what)];
    const [remaining, most] = [amount(value), amount(about("limit"))];
    const resetMs = untilReset(about("reset"), serverMs);
    if (remaining === undefined || resetMs === undefined) continue;
    const name = header.replace(/-?remaining/, "");
    limits.push({ name, counts: countedBy(header), remaining, resetMs, ...(most === undefined ? {} : { most }) });
  }
  const pauseMs = untilReset(headers["retry-after"], serverMs);
  if (pauseMs !== undefined) limits.push({ name: "retry-after", counts: "requests", remaining: 0, resetMs: pauseMs });
  return limits;
}

const REMAINING = /(?:^|-)ratelimit-(?:.*-)?remaining(?:-|$)/;

function countedBy(header: string): RateLimit["counts"] {
  if (header.includes("input-tokens")) return "inputTokens";
  if (header.includes("output-tokens")) return "outputTokens";
  return header.includes("token") ? "tokens" : "requests";
}

function amount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text.trim()) ? Number(text) : undefined;
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
/** Numbers from here on are times since 1970, in seconds or milliseconds; below they are seconds from now. */
const TIME_SECONDS_MIN = 1_000_000_000;
const TIME_MS_MIN = 1_000_000_000_000;

/** Milliseconds from now. */
function untilReset(text: string | undefined, serverMs: number): number | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const seconds = Number(text);
  if (seconds >= TIME_MS_MIN) return Math.max(0, seconds - serverMs);
  if (seconds >= TIME_SECONDS_MIN) return Math.max(0, seconds * 1000 - serverMs);
  if (!Number.isNaN(seconds)) return seconds < 0 ? undefined : seconds * 1000;
  if (/^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/.test(text)) {
    const parts = text.matchAll(/(\d+(?:\.\d+)?)(ms|[smhd])/g);
    return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (UNIT_MS[unit ?? ""] ?? 0), 0);
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - serverMs);
}
