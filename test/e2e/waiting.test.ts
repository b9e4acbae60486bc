import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

async function play(replies: readonly WireReply[]): Promise<WaymarkRun> {
  place = makePlace();
  server = await startOpenAiChat(replies);
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  return runWaymark(["-p", "go", "-m", "openai-compatible/m", "--output-format", "stream-json"], {
    ...place,
    environment,
  });
}

const bodies = (): string[] => server?.requests.map(({ body }) => body) ?? [];

test("a server of this machine is waited for, which is said, and is asked once", async () => {
  const run = await play([{ text: "At last.", firstMs: 21_000 }]);
  expect(run.code, run.stderr).toBe(0);
  expect(bodies()).toHaveLength(1);
  expect(run.stderr).toMatch(/has not begun its answer for 10 s[\s\S]*has not begun its answer for 20 s/);
});

const endless = "I think.\nNo, wait.\n".repeat(60);

test("an answer that repeats itself is stopped, told, and asked for once more with the reason", async () => {
  const run = await play([{ text: endless, pauseMs: 2 }, { text: "Done thinking." }]);
  expect(run.code, run.stderr).toBe(0);
  expect(jsonLines(run.stdout).filter((line) => line["subtype"] === "api_retry")).toMatchObject([
    { error: "repeating", message: "openai-compatible/m said the same 2 lines thirty times in a row and was stopped." },
  ]);
  expect(bodies()).toHaveLength(2);
  expect(bodies()[0]).not.toContain("said the same lines again and again");
  expect(bodies()[1]).toContain("said the same lines again and again");
  expect(jsonLines(run.stdout).at(-1)).toMatchObject({ result: "Done thinking." });
});

test("one that repeats itself again ends the run with 1", async () => {
  const run = await play([{ text: endless }, { text: endless }, { text: "never asked" }]);
  expect(run.code).toBe(1);
  expect(bodies()).toHaveLength(2);
  expect(run.stderr).toContain("said the same 2 lines thirty times in a row and was stopped");
});
