import { expect, test } from "vitest";
import { readRateLimits } from "./rate-limits.ts";

const NOW_MS = Date.parse("2026-01-02T03:04:05Z");

test("OpenAI says how long each limit takes to be whole again", () => {
  const headers = {
    "x-ratelimit-limit-requests": "60",
    "x-ratelimit-limit-tokens": "150000",
    "x-ratelimit-remaining-requests": "59",
    "x-ratelimit-remaining-tokens": "149984",
    "x-ratelimit-reset-requests": "1s",
    "x-ratelimit-reset-tokens": "6m0s",
  };
  expect(readRateLimits(headers, NOW_MS)).toEqual([
    { name: "x-ratelimit-requests", counts: "requests", remaining: 59, most: 60, resetMs: 1_000 },
    { name: "x-ratelimit-tokens", counts: "tokens", remaining: 149_984, most: 150_000, resetMs: 360_000 },
  ]);
});

test("Anthropic says when, by its own clock", () => {
  const headers = {
    date: "Thu, 21 Aug 2025 12:41:00 GMT",
    "anthropic-ratelimit-input-tokens-limit": "80000",
    "anthropic-ratelimit-input-tokens-remaining": "20000",
    "anthropic-ratelimit-input-tokens-reset": "2025-08-21T12:41:45Z",
    "anthropic-ratelimit-output-tokens-remaining": "16000",
    "anthropic-ratelimit-output-tokens-reset": "2025-08-21T12:40:59Z",
    "anthropic-ratelimit-unified-status": "allowed",
  };
  expect(readRateLimits(headers, NOW_MS)).toEqual([
    {
      name: "anthropic-ratelimit-input-tokens",
      counts: "inputTokens",
      remaining: 20_000,
      most: 80_000,
      resetMs: 45_000,
    },
    { name: "anthropic-ratelimit-output-tokens", counts: "outputTokens", remaining: 16_000, resetMs: 0 },
  ]);
});

test.each([
  ["7.66s", 7_660],
  ["2m59.56s", 179_560],
  ["12ms", 12],
  ["1h2m3s", 3_723_000],
  ["60", 60_000],
  [String(NOW_MS / 1000 + 30), 30_000],
  [String(NOW_MS + 30_000), 30_000],
  ["2026-01-02T03:04:35Z", 30_000],
])("a reset of %s is %i ms away", (reset, resetMs) => {
  const headers = { "x-ratelimit-remaining": "3", "x-ratelimit-reset": reset };
  expect(readRateLimits(headers, NOW_MS)).toEqual([
    { name: "x-ratelimit", counts: "requests", remaining: 3, resetMs: expect.closeTo(resetMs, 0) },
  ]);
});

test.each([
  [{ "x-ratelimit-remaining-tokens": "-1", "x-ratelimit-reset-tokens": "0" }],
  [{ "x-ratelimit-remaining-requests": "5" }],
  [{ "x-ratelimit-remaining-requests": "5", "x-ratelimit-reset-requests": "soon" }],
  [{ "x-ratelimit-remaining-requests": "many", "x-ratelimit-reset-requests": "1s" }],
  [{ "x-request-remaining": "5", "x-request-reset": "1s" }],
])("what says nothing that holds says nothing: %j", (headers) => {
  expect(readRateLimits(headers, NOW_MS)).toEqual([]);
});

test("a good answer that asks for a pause leaves nothing until then", () => {
  expect(readRateLimits({ "retry-after": "2" }, NOW_MS)).toEqual([
    { name: "retry-after", counts: "requests", remaining: 0, resetMs: 2_000 },
  ]);
});
