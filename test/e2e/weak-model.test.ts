import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { bugFixPlace, FIXED_LINE } from "./bug-fix-scenario.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireReply, WireServer } from "./provider-servers/wire-server.ts";
import { type Place, runWaymark } from "./run-waymark.ts";

const MODEL = "openai-compatible/m";

let place: Place | undefined;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  place?.remove();
});

interface Body {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly description: string } }[];
}

/** Answers the probe as a model does that makes calls and no edits, then plays these replies. */
async function playWeak(replies: readonly WireReply[]) {
  place = bugFixPlace();
  const left = [...replies];
  server = await startOpenAiChat(({ body }) => {
    const { messages, tools } = JSON.parse(body) as Body;
    const asked = JSON.stringify(messages.at(-1)?.content);
    if (asked.includes("Call the tool echo"))
      return tools?.length ? { calls: [{ name: "echo", input: { word: "waymark" } }] } : { text: "echo waymark" };
    if (asked.includes("notes.txt")) return { text: "I would change beta to delta." };
    return left.shift() ?? { text: "nothing more" };
  });
  const environment = {
    OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`,
    OPENAI_COMPATIBLE_API_KEY: "k",
  };
  const at = { ...place, environment };
  const probe = await runWaymark(["provider", "check", "--probe", "-m", MODEL, "--json"], at);
  expect(JSON.parse(probe.stdout)).toMatchObject({ nativeTools: true, edits: false, toolSet: "small" });
  const probed = server.requests.length;
  const ask = (...args: string[]) => runWaymark(["-p", "mend total.mjs", "-m", MODEL, ...args], at);
  const bodies = () => (server?.requests ?? []).slice(probed).map(({ body }) => JSON.parse(body) as Body);
  return { ask, bodies, cwd: place.cwd, environment };
}

test("a model that the probe found weak is offered eight tools in short words, in a request of 3 KB", async () => {
  const { ask, bodies } = await playWeak([{ text: "done" }]);
  expect((await ask()).code).toBe(0);
  const [first] = bodies();
  expect(first?.tools?.map((tool) => tool.function.name)).toEqual([
    ...["read_file", "list_files", "find_files", "search_code", "edit_file", "write_file", "shell", "run_checks"],
  ]);
  expect(Math.max(...(first?.tools ?? []).map((tool) => tool.function.description.length))).toBeLessThan(90);
  expect(JSON.stringify(first).length).toBeLessThan(3 * 1024);
});

test("its rejected edit goes back with the numbered file, and the mended one is made", async () => {
  const wrong = { path: "total.mjs", old_string: "for (index = 1;", new_string: "for (index = 0;" };
  const right = { path: "total.mjs", old_string: "let index = 1;", new_string: "let index = 0;" };
  const { ask, bodies, cwd } = await playWeak([
    { calls: [{ name: "edit_file", input: wrong }] },
    { calls: [{ name: "edit_file", input: right }] },
    { text: "mended" },
  ]);
  const run = await ask("--permission-mode", "acceptEdits");
  expect([run.code, run.stdout]).toEqual([0, "mended\n"]);
  expect(JSON.stringify(bodies()[1]?.messages.at(-1))).toMatch(
    /ROUND 1 - EDIT CORRECTION REQUIRED[\s\S]*total\.mjs, each line after its number:/,
  );
  expect(JSON.stringify(bodies()[2]?.messages.at(-1))).not.toContain("ROUND");
  expect(readFileSync(join(cwd, "total.mjs"), "utf8")).toContain(FIXED_LINE);
});

test("corrections end after three rounds, and the model is left to itself", async () => {
  const wrong = (old_string: string) => ({
    calls: [{ name: "edit_file", input: { path: "total.mjs", old_string, new_string: "x" } }],
  });
  const { ask, bodies } = await playWeak([...["a1", "b1", "c1", "d1"].map(wrong), { text: "I give up" }]);
  expect((await ask("--permission-mode", "acceptEdits")).stdout).toBe("I give up\n");
  const rounds = bodies()
    .at(-1)
    ?.messages.filter(({ content }) => JSON.stringify(content).includes("EDIT CORRECTION"));
  expect(rounds).toHaveLength(3);
});

test("arguments that were no JSON are read, also when the model wraps the next ones as it saw the first go back to it", async () => {
  const sloppy = (path: string): string => `{'path': '${path}',}`;
  const { ask, bodies } = await playWeak([
    { calls: [{ name: "read_file", input: sloppy("total.mjs") }] },
    { calls: [{ name: "read_file", input: { unreadable_arguments: sloppy("total.test.mjs") } }] },
    { text: "read both" },
  ]);
  expect((await ask()).stdout).toBe("read both\n");
  const results = bodies()
    .at(-1)
    ?.messages.filter(({ role }) => role === "tool")
    .map(({ content }) => String(content));
  expect(results).toEqual([expect.stringMatching(/^1\texport function/), expect.stringMatching(/^1\timport/)]);
});

test("arguments that end in the middle are never taken for a command, and the model is told that they do", async () => {
  const cut = (name: string, input: string) => ({ calls: [{ name, input }] });
  const { ask, bodies } = await playWeak([
    cut("shell", '{"command": "echo half'),
    cut("write_file", '{"path": "half.txt", "content": "first\\nsec'),
    { text: "cut twice" },
  ]);
  await ask("--permission-mode", "bypassPermissions");
  const results = bodies()
    .at(-1)
    ?.messages.filter(({ role }) => role === "tool")
    .map(({ content }) => String(content));
  expect(results).toEqual(
    ["shell", "write_file"].map((name) =>
      expect.stringMatching(`^Invalid arguments for ${name}: The arguments end in the middle\\.`),
    ),
  );
});

test("the setting toolSet has the last word", async () => {
  const { bodies, environment } = await playWeak([{ text: "done" }]);
  const at = {
    cwd: place?.cwd ?? "",
    home: place?.home ?? "",
    environment: { ...environment, WAYMARK_TOOL_SET: "all" },
  };
  expect((await runWaymark(["-p", "mend it", "-m", MODEL], at)).code).toBe(0);
  const names = bodies()
    .at(-1)
    ?.tools?.map((tool) => tool.function.name);
  expect(names).toEqual(expect.arrayContaining(["apply_diff", "todo", "task_complete"]));
  expect(names).not.toContain("find_tool");
});
