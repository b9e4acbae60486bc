import type { ChildProcess } from "node:child_process";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, startWaymark } from "./run-waymark.ts";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

const WHOLE = Array.from({ length: 400 }, (_, index) => `word${index}`).join(" ");
const FLAGS = ["-m", "openai-compatible/m", "--output-format", "stream-json", "--include-partial-messages"];

interface Stop {
  readonly signal: NodeJS.Signals;
  /** After so many characters of the answer were shown. */
  readonly afterChars: number;
}

/** @returns what was shown of the answer until the end of the process */
async function ask(prompt: string, more: readonly string[], stop?: Stop): Promise<string> {
  if (!place || !server) throw new Error("no place");
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const child = startWaymark(["-p", prompt, ...FLAGS, ...more], { ...place, environment });
  child.stdin?.end();
  let stdout = "";
  const shown = (): string => {
    const whole = stdout.slice(0, stdout.lastIndexOf("\n") + 1);
    return jsonLines(whole)
      .map((line) => (line["event"] as { delta?: { text?: string } } | undefined)?.delta?.text ?? "")
      .join("");
  };
  let isSent = false;
  child.stdout?.on("data", (chunk: Buffer) => {
    stdout += chunk.toString("utf8");
    if (stop === undefined || isSent || shown().length < stop.afterChars) return;
    isSent = true;
    child.kill(stop.signal);
  });
  await new Promise((resolve) => child.once("close", resolve));
  return shown();
}

/** What the model is sent of its own words in the last request. */
function sentText(): string {
  const { messages } = JSON.parse(server?.requests.at(-1)?.body ?? "{}") as {
    messages: { role: string; content: unknown }[];
  };
  const texts = messages.filter(({ role }) => role === "assistant").map(({ content }) => content);
  expect(texts).toHaveLength(1);
  return typeof texts[0] === "string" ? texts[0] : ((texts[0] as { text: string }[])[0]?.text ?? "");
}

const anyPlace = (): number => 1 + Math.floor(Math.random() * (WHOLE.length / 3));

test.each([
  ...Array.from({ length: 3 }, () => ({ signal: "SIGKILL" as const, afterChars: anyPlace() })),
  ...Array.from({ length: 2 }, () => ({ signal: "SIGINT" as const, afterChars: anyPlace() })),
  { signal: "SIGTERM" as const, afterChars: anyPlace() },
])("after $signal at character $afterChars all that was shown is what the model is sent with -c", async (stop) => {
  place = makePlace();
  server = await startOpenAiChat([{ text: WHOLE, deltaChars: 7, pauseMs: 5 }, { text: "on we go" }]);
  const shown = await ask("count", [], stop);
  expect(shown.length).toBeGreaterThanOrEqual(stop.afterChars);
  await ask("go on", ["-c"]);
  const sent = sentText();
  const [said = "", mark] = sent.split("\n\n[");
  if (stop.signal === "SIGKILL") {
    // The last piece may have reached the disk, and not the pipe.
    expect(said.startsWith(shown)).toBe(true);
    expect(WHOLE.startsWith(said)).toBe(true);
    expect(mark).toBe("Interrupted: the process ended here.]");
    return;
  }
  expect(said).toBe(shown);
  expect(mark).toBe(stop.signal === "SIGINT" ? "Interrupted by the user.]" : "Interrupted: Waymark was told to end.]");
});

test.each(["kill", "end"] as const)(
  "commands in the background that went with their process (%s) are told once when the session goes on",
  async (how) => {
    place = makePlace();
    const start = (command: string) => ({ name: "shell", input: { command, background: true } });
    let child: ChildProcess | undefined;
    let request = 0;
    server = await startOpenAiChat(() => {
      request++;
      if (request === 1) return { calls: [start("echo ready; sleep 300"), start("sleep 301"), start("sleep 302")] };
      if (request === 2) return { calls: [{ name: "shell_stop", input: { handle: "bg-3" } }] };
      if (request === 3 && how === "kill") child?.kill("SIGKILL");
      return { text: "Done." };
    });
    const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
    const say = async (...args: readonly string[]): Promise<void> => {
      if (!place) throw new Error("no place");
      const mode = ["--permission-mode", "bypassPermissions"];
      child = startWaymark([...args, "-m", "openai-compatible/m", ...mode], { ...place, environment });
      child.stdin?.end();
      await new Promise((resolve) => child?.once("close", resolve));
    };
    await say("-p", "start them");
    await say("-c", "-p", "go on");
    const told = server.requests.at(-1)?.body ?? "";
    expect(told).toMatch(
      /have ended with the process that ran them:\\n- bg-1, last output under handle \S+: echo ready; sleep 300\\n- bg-2, /,
    );
    expect(told).not.toContain("- bg-3, ");
    await say("-c", "-p", "and on");
    expect(server.requests.at(-1)?.body.split("have ended with the process")).toHaveLength(2);
  },
);
