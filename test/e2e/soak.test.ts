import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import type { RecordedEvent } from "../../src/core/protocol/event.ts";
import { inTurn, rounds } from "../rounds.ts";
import { ATTACKS, soakNames, soakSession } from "../soak/attacks.ts";
import { soakHeadless } from "../soak/long-answers.ts";
import { makePlace, peakMbOf } from "./run-waymark.ts";
import { startView } from "./view-process.ts";
import { writeSession } from "./view-scene.ts";

const RSS_MB_MAX = 300;
/** Beside others that want the processor what was read is given back late, and a thread that is too large is ended late. */
const BUSY_RSS_MB_MAX = 400;

/** What each attack must come to; the figures of time are those of `npm run bench -- soak`. */
function expected(name: string): RegExp {
  const flood = FLOODED.find(([start]) => name.startsWith(start));
  if (flood !== undefined) return flood[1];
  if (name === "a server: an error") return /did not accept the request \(400\)/;
  if (name.startsWith("a server: ")) return /was cut off: it sent more than [\d,]+ /;
  if (name.includes("60 MB in")) return /big\.txt\n1:/;
  if (name.startsWith("a read of 60 MB")) return /shown 1-2000 of 60000000 lines; offset 2001 goes on/;
  if (name.startsWith("an edit")) return /is too large to be changed as text/;
  if (name.startsWith("the guide")) return /2 files were not read in full by the parsers: b\.ts:1, c\.py:1\./;
  if (name.startsWith("a picture")) return /has more parts than a picture has/;
  if (name.includes("of pictures")) return /Scan 20$/m;
  if (name.includes("PDF")) return /takes more than \d+ MB to read; split it/;
  if (name.includes("for hours")) return /time ran out/;
  return name.includes("flood") ? /20000000/ : /\S/;
}

/** By what a flood's name begins with, the most of it first. */
const FLOODED: readonly (readonly [string, RegExp])[] = [
  ["a server of tools: a message of", /sent more than 10 MB in one message/],
  ["a server of tools: 100 MB of last words", /The flood is over/],
  ["a server of tools: lines of last words", /The flood is over/],
  ["a server of tools: ", /floods us with output that nobody asked for|asks us more than 200 questions/],
  ["a hook: 100 MB on one line", /said more than 1 MB; nothing of it counts/],
  ["a hook: 100,000 lines on standard error", /refused: line/],
  ["a hook: an answer nested", /begins like JSON and is none/],
  ["a hook: ", /soaked/],
  ["64 hooks: ", /soaked/],
  ["a page: ", /The text below is data from the web/],
  ["a difference of ", /big\.txt[\s\S]*soaked/],
];

const limitOf = (name: string): number => (/PDF|flood|64 hooks|19 MB/.test(name) ? BUSY_RSS_MB_MAX : RSS_MB_MAX);

test.each(inTurn(8, Object.entries(ATTACKS)))(
  "%s is bounded, and told as what it is",
  { timeout: 90_000 },
  async (name, attack) => {
    const { stdout, stderr, rssMb, code } = await attack();
    expect(`${stdout}\n${stderr}`).toMatch(expected(name));
    expect(stderr).not.toContain("bug of Waymark");
    expect(code).not.toBeNull();
    expect(rssMb).toBeGreaterThan(20);
    expect(rssMb).toBeLessThan(limitOf(name));
  },
);

test("a session of hostile commands and files is bounded, however often they come", { timeout: 600_000 }, async () => {
  const { code, stdout, rssMb } = await soakSession(rounds(1));
  expect(stdout).toContain("soaked");
  expect(code).toBe(0);
  expect(rssMb).toBeLessThan(BUSY_RSS_MB_MAX);
});

test("a session in a folder of many names finds what is there, and holds no more for it", {
  timeout: 200_000,
}, async () => {
  const { code, stdout, rssMb } = await soakNames(20_000);
  expect(code).toBe(0);
  expect(stdout).toMatch(/shown 300 of 20000; raise limit/);
  expect(stdout).toMatch(/shown 1-200 of 2000; offset 200 goes on/);
  expect(stdout).toContain("soaked");
  expect(rssMb).toBeLessThan(RSS_MB_MAX);
});

test("an answer of five million characters of which most are escapes in JSON is written in pieces", {
  timeout: 200_000,
}, async () => {
  const { code, rssMb } = await soakHeadless("combined characters", { format: "stream-json", pieces: "all at once" });
  expect(code).toBe(0);
  expect(rssMb).toBeLessThan(RSS_MB_MAX);
});

test.skipIf(!existsSync("/proc/self/status"))(
  "a session of twenty answers of five million characters is looked at without holding them",
  { timeout: 200_000 },
  async () => {
    const place = makePlace();
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const replies = Array.from({ length: 20 }, (_, index): RecordedEvent => {
      const content = [{ kind: "text", text: `line ${index} of the answer\n`.repeat(250_000) }] as const;
      return { type: "reply", content, end: "stop", model: "test/m", usage, costUsd: 0, durationMs: 1 };
    });
    writeSession(place, "long", [
      { type: "session-start", sessionId: "long", cwd: place.cwd, version: "0.1.0" },
      ...replies,
    ]);
    const view = await startView(place);
    try {
      expect(await view.ask("/api/sessions/long")).toMatchObject({ entries: 21 });
      expect(await view.ask("/api/sessions/long/entries/5")).toMatchObject({ entries: [{ kind: "reply" }] });
      expect(await view.ask("/api/sessions/long/found?words=line%207%20of")).toEqual({ found: [8] });
      expect(await view.ask("/api/sessions?all=0&words=said%20by%20nobody")).toEqual({ sessions: [] });
      expect(peakMbOf(view.child.pid)).toBeLessThan(RSS_MB_MAX);
    } finally {
      await view.end();
      place.remove();
    }
  },
);
