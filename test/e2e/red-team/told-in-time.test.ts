import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startOpenAiChat } from "../provider-servers/openai-chat.ts";
import { runWaymark, startWaymark, type WaymarkOptions } from "../run-waymark.ts";
import { type Call, type Grounds, giveTo, isRoot, makeGrounds, mayUseBubblewrap, NOBODY, shell } from "./attack-run.ts";

/** What a command of the background made is told where somebody reads it: docs/guide/security.md, "Attacks and where they end". */

let grounds: Grounds | undefined;
afterEach(() => grounds?.remove());

const MADE = /bg-1 \(python3 bg\.py\): \(changed meanwhile; it starts programs or configures an agent: \.mcp\.json\)/;
const users = [undefined, ...(isRoot ? [NOBODY] : [])].filter(mayUseBubblewrap);
const background = (seconds: number): Call => {
  const work = grounds?.cwd ?? "";
  writeFileSync(join(work, "bg.py"), `import time\nopen('.mcp.json', 'w').write('{}')\ntime.sleep(${seconds})\n`);
  return { name: "shell", input: { command: "python3 bg.py", background: true } };
};
const MODE = ["--permission-mode", "acceptEdits"];

/** What a scripted model does. */
function scripted(calls: readonly Call[]): readonly string[] {
  const script = join(grounds?.home ?? "", "script.json");
  const replies = [...calls.map((call, at) => ({ calls: [{ id: `${at}`, ...call }] })), { text: "Done." }];
  writeFileSync(script, JSON.stringify({ replies }));
  return ["-m", `scripted/${script}`];
}

test.each(users)(
  "at the end of a run that leaves it running, as user %s: in text, in json, in the list of what can be taken back",
  async (userId) => {
    grounds = makeGrounds({ "work/a.txt": "a\n" }, userId);
    const script = [...scripted([background(100), shell("sleep 1")]), ...MODE];
    const options: WaymarkOptions = { ...grounds, ...(userId === undefined ? {} : { userId }) };
    if (userId !== undefined) giveTo(userId, grounds.base);
    const text = await runWaymark(["-p", "go", ...script], options);
    expect([text.stdout, text.stderr]).toEqual(["Done.\n", expect.stringMatching(MADE)]);
    const listed = await runWaymark(["checkpoint", "list"], options);
    expect(listed.stdout).toMatch(/in the background: python3 bg\.py {2}\(0 paths, not covered: \(changed meanwhile/);
    rmSync(join(grounds.cwd, ".mcp.json"));
    const json = await runWaymark(["-p", "go", "--output-format", "json", ...script], options);
    expect(JSON.parse(json.stdout)).toMatchObject({
      result: "Done.",
      background_notices: [expect.stringMatching(MADE)],
    });
  },
);

test.skipIf(!mayUseBubblewrap(undefined))("to the model with its next step, once it has ended", async () => {
  const made = makeGrounds({ "work/a.txt": "a\n" });
  grounds = made;
  const calls = [background(0), shell("sleep 2")];
  const bodies: string[] = [];
  const server = await startOpenAiChat(({ body }, index) => {
    bodies.push(body);
    const call = calls[index];
    return call === undefined ? { text: "Done." } : { calls: [call] };
  });
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "key-of-the-red-team",
  };
  const args = ["-p", "go", "-m", "openai-compatible/m", ...MODE];
  const { stderr } = await runWaymark(args, { ...made, environment }).finally(() => server.close());
  expect(stderr.match(new RegExp(MADE, "g"))).toHaveLength(1);
  expect([bodies.length, bodies.at(-1)]).toEqual([3, expect.stringMatching(MADE)]);
});

test.skipIf(!mayUseBubblewrap(undefined))("to a client that closes the session", async () => {
  grounds = makeGrounds({ "work/a.txt": "a\n" });
  const { cwd } = grounds;
  const child = startWaymark(["acp", ...scripted([background(100), shell("sleep 1")])], grounds);
  let said = "";
  const answered = new Map<number, PromiseWithResolvers<{ sessionId: string }>>();
  child.stdout?.setEncoding("utf8").on("data", (more: string) => {
    said += more;
    for (const [, id] of said.matchAll(/"id":(\d+),"result"/g)) {
      const line = said.split("\n").find((one) => one.includes(`"id":${id},"result"`) && one.endsWith("}"));
      if (line !== undefined) answered.get(Number(id))?.resolve(JSON.parse(line).result);
    }
  });
  const request = (method: string, params: object): Promise<{ sessionId: string }> => {
    const id = answered.size + 1;
    answered.set(id, Promise.withResolvers());
    child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answered.get(id)?.promise ?? Promise.reject();
  };
  try {
    await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
    const { sessionId } = await request("session/new", { cwd, mcpServers: [] });
    await request("session/set_mode", { sessionId, modeId: "acceptEdits" });
    await request("session/prompt", { sessionId, prompt: [{ type: "text", text: "go" }] });
    expect(said).not.toMatch(MADE);
    await request("session/close", { sessionId });
    expect(said.replaceAll("\\n", "")).toMatch(MADE);
  } finally {
    child.kill("SIGKILL");
  }
  expect(readFileSync(join(cwd, ".mcp.json"), "utf8")).toBe("{}");
});
