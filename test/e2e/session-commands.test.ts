import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark, scriptedModel, type WaymarkRun } from "./run-waymark.ts";
import { StreamClient } from "./stream-client.ts";

let place: Place;
let model: string;
beforeEach(() => {
  place = makePlace({ "notes.txt": "the secret word is plover\n", ".waymark/commands/status.md": "Report on $1." });
  model = scriptedModel(
    place,
    Array.from({ length: 40 }, (_, at) => ({ text: `Answer ${at}.` })),
  );
});
afterEach(() => place.remove());

const run = (...args: readonly string[]): Promise<WaymarkRun> => runWaymark([...args, "-m", model], place);

test("no command of a session asks a model without a terminal, but those that are a prompt", {
  timeout: 120_000,
}, async () => {
  const client = new StreamClient(place, ["-m", model]);
  client.prompt("/help");
  const help = String((await client.result())["result"]);
  const names = [...help.matchAll(/^- `\/([\w-]+)/gm)].map(([, name]) => name).filter((name) => name !== "review");
  expect(names.length).toBeGreaterThan(40);
  for (const [index, name] of names.entries()) {
    client.prompt(`/${name}`);
    const { subtype, result } = await client.result(index + 2);
    expect([name, subtype, String(result ?? "") === ""]).toEqual([
      name,
      expect.stringMatching(/^(?:success|error)/),
      false,
    ]);
  }
  expect(client.seen.filter(({ type }) => type === "assistant")).toEqual([]);
  client.prompt("/review");
  expect((await client.result(names.length + 2))["result"]).toBe("Answer 0.");
  await client.end();
});

test("/diff of a session that has changed nothing says so, and that is no failure", async () => {
  expect(await run("-p", "/diff")).toMatchObject({
    code: 0,
    stdout: "This session has changed no file yet.\n",
    stderr: "",
  });
});

test("-c -p /compact condenses the last session, and the next prompt goes on with what is left of it", async () => {
  const long = "word ".repeat(4_000);
  await run("-p", `first ${long}`);
  for (const text of ["second", "third"]) await run("-c", "-p", `${text} ${long}`);
  const usage = { inputTokens: 9000, outputTokens: 7 };
  const counting = scriptedModel(place, [{ text: "A summary.", usage, costUsd: 0.5 }], "counting.json");
  const compact = ["-c", "-p", "/compact", "-m", counting, "--output-format", "stream-json"];
  const lines = jsonLines((await runWaymark(compact, place)).stdout);
  expect(lines.map(({ type, subtype }) => subtype ?? type)).toContain("compact_boundary");
  expect(lines.at(-1)).toMatchObject({
    subtype: "success",
    result: "The conversation so far was condensed.",
    num_turns: 0,
    total_cost_usd: 0.5,
    usage: { input_tokens: 9000, output_tokens: 7 },
  });
  const next = await run("-c", "-p", "/context");
  expect([next.code, next.stdout]).toEqual([0, expect.stringContaining("condensed 1 time,")]);
  expect(next.stdout).toContain("128000 is assumed");
  const told = await run("-c", "--config", "contextTokens=9000", "-p", "/context");
  expect(told.stdout).toContain("of 9.0k tokens");
  expect(told.stdout).not.toContain("is assumed");
});

test.each(
  inTurn(3, [
    ["/clear", /^waymark: \/clear is for a session at the terminal; here `waymark -p PROMPT` does it\.\n$/],
    ["/vim", /^waymark: \/vim is for a session at the terminal; type it there, in `waymark -c`\.\n$/],
    ["/mode plan", /--permission-mode MODE/],
    ["/plan", /--permission-mode plan/],
    ["/rename", /Nobody is here to choose; give it with the command: \/rename \[NAME\]\n$/],
    ["/compct", /There is no command \/compct; did you mean \/compact\?\n$/],
  ]),
)("%s is refused in one line, with what to do", async (words, message) => {
  const { code, stdout, stderr } = await run("-p", words);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
});

test("a command that finds nothing wrong says its words, one that fails exits with 1, and a file's own comes first", async () => {
  const said = await run("-p", "/summary", "-o", "json");
  expect([said.code, jsonLines(said.stdout)[0]?.["result"]]).toEqual([0, "Nothing has been asked yet."]);
  writeFileSync(join(place.cwd, "bad.cbl"), "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. BAD.\n");
  expect(await run("-p", "/functions nowhere.cbl")).toMatchObject({ code: 1 });
  expect((await run("-p", "/functions bad.cbl")).code).toBe(0);
  expect((await run("--trust", "-p", "/status Rome")).stdout).toBe("Answer 0.\n");
});

test.each(["sessions", "agents", "skills"])("bare, %s shows its list, and names what else there is", async (group) => {
  const listed = await runWaymark([group, "list"], place);
  const bare = await runWaymark([group], place);
  expect(bare).toMatchObject({ code: 0, stdout: listed.stdout });
  expect(bare.stderr).toContain(`There is also waymark ${group} `);
});
