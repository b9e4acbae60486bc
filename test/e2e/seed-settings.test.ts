import { expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import { makePlace, runWaymark } from "./run-waymark.ts";

test("CA-01: address, key, model, temperature and length of a reply reach any OpenAI-compatible server as they are set", async () => {
  const place = makePlace();
  const server = await startOpenAiChat([{ text: "Hello." }]);
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "the-key",
    WAYMARK_TEMPERATURE: "0.7",
    WAYMARK_OUTPUT_TOKENS: "4096",
  };
  const run = await runWaymark(["-p", "hi", "-m", "openai-compatible/deepseek-chat"], { ...place, environment });
  await server.close();
  place.remove();
  expect(run, run.stderr).toMatchObject({ code: 0, stdout: "Hello.\n" });
  const request = server.requests[0];
  expect(request?.headers["authorization"]).toBe("Bearer the-key");
  expect(JSON.parse(request?.body ?? "{}")).toMatchObject({
    model: "deepseek-chat",
    temperature: 0.7,
    max_tokens: 4096,
  });
});

test("CA-02: the iterations of an agent are bounded by a setting, which a flag overrules, and the bound is told", async () => {
  const place = makePlace();
  const server = await startOpenAiChat((_, index) => ({
    calls: [{ name: "list_files", input: { path: ".", limit: index + 1 } }],
  }));
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
    WAYMARK_MAX_TURNS: "3",
  };
  const ask = (...flags: string[]) =>
    runWaymark(["-p", "look", "-m", "openai-compatible/m", ...flags], { ...place, environment });
  const bounded = await ask();
  const byFlag = await ask("--max-turns", "1");
  await server.close();
  place.remove();
  expect([bounded.code, byFlag.code]).toEqual([53, 53]);
  expect(server.requests).toHaveLength(4);
  expect(bounded.stderr).toContain("stopped at a limit (steps)");
});
