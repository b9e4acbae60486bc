import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { resultsOf } from "./call-results.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { makePlace, type Place, runWaymark, scriptedModel, startWaymark } from "./run-waymark.ts";

/** What models and people do by habit or in haste, through the program that is installed. */

let place: Place;
let server: WireServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
  place.remove();
});

const call = (name: string, input: object) => ({ name, input });
const EDITS = ["--permission-mode", "acceptEdits"];

describe("the end of a run that is asked for beside a call that fails", () => {
  const COMPLETE = call("task_complete", { summary: "All is well." });
  test.each([
    ["arguments that the tool refuses", call("write_file", { path: "n.txt" })],
    ["a tool that is not there", call("frobnicate", { x: 1 })],
    ["a command that ends with a failure", call("shell", { command: "false" })],
    ["a call that is not allowed", call("write_file", { path: "/etc/waymark-no", content: "x" })],
  ])("is held back: %s", async (_, failing) => {
    place = makePlace({ "a.txt": "one\n" });
    const replies = [{ calls: [failing, COMPLETE] }, { text: "It did not work." }];
    const flags = ["-m", scriptedModel(place, replies), ...EDITS, "--allowedTools", "shell"];
    const { stdout } = await runWaymark(["-p", "look", ...flags], place);
    expect(stdout).toBe("It did not work.\n");
  });

  test("comes where every call beside it succeeded", async () => {
    place = makePlace({ "a.txt": "one\n" });
    const replies = [{ calls: [call("write_file", { path: "n.txt", content: "x" }), COMPLETE] }, { text: "more" }];
    const { stdout } = await runWaymark(["-p", "look", "-m", scriptedModel(place, replies), ...EDITS], place);
    expect(stdout).toBe("All is well.\n");
    expect(readFileSync(join(place.cwd, "n.txt"), "utf8")).toBe("x");
  });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("%s while the judge is asked is a cancel, and no bug", async (signal, code) => {
  place = makePlace({ "a.py": "MAX = 4\n" });
  server = await startOpenAiChat(({ body }) => {
    if (!body.includes("asks for tools")) return { text: "So:\n\n```python\nMAX = 5\n```\n" };
    child.kill(signal);
    return { fault: { kind: "stall-before-headers" } };
  });
  const environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
  const args = ["-p", "change MAX to 5", "-m", "openai-compatible/m", "--strategy", "judge"];
  const child = startWaymark(args, { ...place, environment });
  child.stdin?.end();
  let stderr = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const ended = await new Promise((resolve) => child.once("close", resolve));
  expect({ ended, isBug: stderr.includes("bug") }).toEqual({ ended: code, isBug: false });
  expect(readdirSync(join(place.home, "waymark"))).not.toContain("crashes");
});

test("a call that a model with tools shows in its answer is not made", async () => {
  place = makePlace();
  const shown = JSON.stringify({ name: "shell", arguments: { command: "touch ran" } });
  const text = `A call looks like this, for example:\n\n\`\`\`json\n${shown}\n\`\`\`\n\nNothing is run by it.`;
  const flags = ["-m", scriptedModel(place, [{ text }, { text: "more" }]), ...EDITS, "--allowedTools", "shell"];
  const { stdout } = await runWaymark(["-p", "How do I write a tool call in JSON? Show an example.", ...flags], place);
  expect([stdout, readdirSync(place.cwd)]).toEqual([`${text}\n`, []]);
});

test("a line break within a text of the arguments is what it is: the call is made, and the model is told", async () => {
  place = makePlace();
  const input = '{"path": "n.txt", "content": "one\ntwo\n",}';
  const [told] = await resultsOf(place, [{ name: "write_file", input }], EDITS);
  expect(told).toContain("no valid JSON: escaped a control character");
  expect(readFileSync(join(place.cwd, "n.txt"), "utf8")).toBe("one\ntwo\n");
});

test("an edit of a constant that has another value by now is told where it stands", async () => {
  place = makePlace({ "slug.py": "import re\n\nMAX_LENGTH = 40\n" });
  const input = { path: "slug.py", old_string: "MAX_LENGTH = 42\n", new_string: "MAX_LENGTH = 50\n" };
  const [told] = await resultsOf(place, [call("edit_file", input)], EDITS);
  expect(told).toContain('line 3; it differs in line 3: the file has "MAX_LENGTH = 40"');
});

describe("an argument that the tool has not, and that is near none of its own", () => {
  const told = async (name: string, input: object): Promise<string> => {
    place = makePlace({ "a.txt": "one\n" });
    const [result = ""] = await resultsOf(place, [call(name, input)], EDITS);
    return result;
  };
  const edit = { path: "a.txt", old_string: "one", new_string: "two" };

  test.each([
    ["a remark beside a change", "edit_file", { ...edit, reason: "one is too few" }, "Edited a.txt"],
    ["a remark beside a look", "read_file", { path: "a.txt", reason: "to see it first" }, "1\tone"],
  ])("is left out and told: %s", async (_, name, input, done) => {
    const result = await told(name, input);
    expect(result).toMatch(/reason is not known here and was left out/);
    expect(result).toContain(done);
  });

  test.each([
    ["a switch", { path: "n.txt", content: "x", append: true }],
    ["a place", { path: "n.txt", content: "x", at: 3 }],
    ["a slip of a known name", { ...edit, path: undefined, paht: "a.txt" }],
  ])("is refused where it may mean another change: %s", async (_, input) => {
    expect(await told("path" in input && "content" in input ? "write_file" : "edit_file", input)).toContain(
      "Invalid arguments",
    );
  });
});
