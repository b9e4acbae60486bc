import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readSession } from "../../src/adapters/sessions/read-session.ts";
import { projectHistory } from "../../src/core/context/project-history.ts";
import { eventLines } from "../../src/frontends/headless/event-json.ts";
import { BUG_FIX_FLAGS, BUG_FIX_REPLIES, bugFixPlace } from "../e2e/bug-fix-scenario.ts";
import { startOpenAiChat } from "../e2e/provider-servers/openai-chat.ts";
import type { WireServer } from "../e2e/provider-servers/wire-server.ts";
import { jsonLines, type Place, runWaymark, startWaymark } from "../e2e/run-waymark.ts";

/** How many runs are killed; the full matrix of the fault runner takes more. */
const KILLS = Number(process.env["WAYMARK_KILLS"] ?? 40);

let server: WireServer;
let place: Place;
beforeAll(async () => {
  // The script restarts with each run: the number of results in the request says where the run stands.
  server = await startOpenAiChat(
    ({ body }) => BUG_FIX_REPLIES[Math.min(resultRounds(body), BUG_FIX_REPLIES.length - 1)] ?? {},
  );
  place = bugFixPlace();
});
afterAll(async () => {
  await server.close();
  place.remove();
});

function resultRounds(body: string): number {
  const { messages } = JSON.parse(body) as { messages: { role: string; tool_calls?: unknown }[] };
  const lastPrompt = messages.findLastIndex((message) => message.role === "user");
  return messages.slice(lastPrompt).filter((message) => message.tool_calls).length;
}

test(
  `after a kill at any of ${KILLS} moments the log holds all that was shown, loads, and goes on`,
  async () => {
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const args = ["-p", "fix it", "-m", "openai-compatible/m", "--output-format", "stream-json", ...BUG_FIX_FLAGS];
    const started = performance.now();
    await runWaymark(args, { ...place, environment });
    const wholeMs = performance.now() - started;
    let killed = 0;
    for (let round = 0; round < KILLS; round++) {
      const id = `kill-${round}`;
      const child = startWaymark([...args, "--session-id", id], { ...place, environment });
      child.stdin?.end();
      let shown = "";
      child.stdout?.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
      const timer = setTimeout(() => child.kill("SIGKILL"), (wholeMs * 1.1 * (round + 1)) / KILLS);
      const [, signal] = (await once(child, "close")) as [number | null, string | null];
      clearTimeout(timer);
      if (signal === "SIGKILL") killed++;
      checkLog(id, shown);
    }
    expect(killed).toBeGreaterThan(KILLS / 4);
  },
  120_000 + KILLS * 3_000,
);

test("a killed run goes on with -c, and no call is without a result", async () => {
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const run = await runWaymark(
    ["-p", "go on", "-c", "-m", "openai-compatible/m", "--output-format", "json", ...BUG_FIX_FLAGS],
    { ...place, environment },
  );
  expect(run.code, run.stderr).toBe(0);
  const last = jsonLines(run.stdout).at(-1);
  const path = sessionPath(String(last?.["session_id"]));
  const { events } = readSession(path ?? "");
  for (const [index, message] of projectHistory(events).entries()) {
    if (message.role !== "assistant") continue;
    const ids = message.content.flatMap((part) => (part.kind === "call" ? [part.call.id] : []));
    const next = projectHistory(events)[index + 1];
    expect(next?.role === "tool" ? next.results.map((result) => result.callId) : []).toEqual(ids);
  }
});

function sessionPath(id: string): string | undefined {
  return globSync(join(place.home, "waymark", "state", "sessions", "*", `${id}.jsonl`))[0];
}

/** Each whole line that reached standard output must be in the log; a torn last line of either was never acknowledged. */
function checkLog(id: string, shown: string): void {
  const whole = shown.slice(0, shown.lastIndexOf("\n") + 1);
  const path = sessionPath(id);
  if (path === undefined) return expect(whole).toBe("");
  const { events, problems } = readSession(path);
  expect(problems).toEqual([]);
  const frame = { sessionId: id, cwd: place.cwd, includePartial: false };
  const recorded = new Set(events.flatMap((event) => eventLines(event, frame)).map((line) => JSON.stringify(line)));
  for (const line of jsonLines(whole)) expect(recorded.has(JSON.stringify(line)), JSON.stringify(line)).toBe(true);
}
