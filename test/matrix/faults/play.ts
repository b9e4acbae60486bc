import { globSync } from "node:fs";
import { join } from "node:path";
import { readSession, type SessionContent } from "../../../src/adapters/sessions/read-session.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "../../e2e/run-waymark.ts";
import { inPlace, promise } from "./fault.ts";
import { type RawAnswer, type RawRequest, startRaw } from "./raw-server.ts";

export const KEY = "sk-scripted-key-4711";

export interface Played {
  readonly run: WaymarkRun;
  readonly requests: readonly RawRequest[];
  readonly lines: readonly Record<string, unknown>[];
  readonly session: SessionContent | undefined;
  readonly place: Place;
  readonly durationMs: number;
}

export interface PlayOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** One headless run against these answers; what every run must keep is checked, the rest is left to `check`. */
export async function play(
  answers: readonly RawAnswer[],
  check: (played: Played) => void | Promise<void>,
  options: PlayOptions = {},
): Promise<{ readonly runs: number; readonly losses: number }> {
  const server = await startRaw(answers);
  return inPlace(makePlace({ "a.txt": "alpha\n", ...options.files }), async (place) => {
    const environment = {
      OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
      OPENAI_COMPATIBLE_API_KEY: KEY,
      WAYMARK_FIRST_BYTE_TIMEOUT: "2",
      WAYMARK_STALL_TIMEOUT: "2",
      ...options.environment,
    };
    const flags = ["-m", "openai-compatible/m", "--output-format", "stream-json", ...(options.flags ?? [])];
    const started = performance.now();
    try {
      const run = await runWaymark(["-p", "go", ...flags], { ...place, environment });
      const session = sessionsIn(place)[0];
      const lines = run.code === null ? [] : jsonLines(run.stdout);
      checkCommon(run, lines, session);
      await check({ run, requests: server.requests, lines, session, place, durationMs: performance.now() - started });
    } finally {
      await server.close();
    }
    return { runs: 1, losses: 0 };
  });
}

/** Every session file of a place, read; the newest first. */
export function sessionsIn({ home }: Place): readonly SessionContent[] {
  return globSync(join(home, "waymark", "state", "sessions", "*", "*.jsonl"))
    .sort()
    .reverse()
    .map(readSession);
}

/** No crash, no key, one sentence an error, every call with exactly one result, a log that reads. */
function checkCommon(
  run: WaymarkRun,
  lines: readonly Record<string, unknown>[],
  session: SessionContent | undefined,
): void {
  promise(run.signal === null, "the process was killed", run.signal);
  promise(!run.stderr.includes("This is a bug"), "an unexpected error", run.stderr);
  promise(!/\n\s+at /.test(run.stderr), "a stack on standard error", run.stderr);
  promise(!(run.stdout + run.stderr).includes(KEY), "the key was printed");
  promise(lines.at(-1)?.["type"] === "result", "the last line is no result", JSON.stringify(lines.at(-1)));
  const text = JSON.stringify(lines);
  const made = [...text.matchAll(/"type":"tool_use","id":"([^"]+)"/g)].map((match) => match[1]);
  const ended = [...text.matchAll(/"tool_use_id":"([^"]+)","content"/g)].map((match) => match[1]);
  promise(
    made.every((id) => ended.filter((one) => one === id).length === 1),
    "a call without exactly one result",
    text,
  );
  promise((session?.problems.length ?? 0) === 0, "a damaged log", JSON.stringify(session?.problems));
}

export const resultOf = ({ lines }: Played): Record<string, unknown> => lines.at(-1) ?? {};

export function answered(played: Played, text: string, requests: number): void {
  promise(played.run.code === 0, `exit ${played.run.code}`, played.run.stderr);
  promise(String(resultOf(played)["result"]).trim() === text, "another answer", resultOf(played)["result"]);
  promise(played.requests.length === requests, `${played.requests.length} requests instead of ${requests}`);
}
