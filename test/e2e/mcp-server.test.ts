import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterEach, beforeEach, expect, test } from "vitest";
import { MAIN, makePlace, type Place, runWaymark } from "./run-waymark.ts";

const MAINP =
  "       IDENTIFICATION DIVISION.\n       PROGRAM-ID. MAINP.\n       PROCEDURE DIVISION.\n           CALL 'SUBP'.\n";

let place: Place;
let client: Client;
beforeEach(() => {
  place = makePlace({ "MAINP.cbl": MAINP, "notes.txt": "one\n", ".env": "KEY=1\n" });
});
afterEach(async () => {
  await client?.close();
  place.remove();
});

/** What another agent does: the client of the protocol's own library. */
async function connect(flags: readonly string[], mode: "legacy" | "auto" = "legacy"): Promise<void> {
  client = new Client({ name: "agent", version: "1" }, { versionNegotiation: { mode } });
  const env = { WAYMARK_HOME: join(place.home, "waymark"), HOME: place.home };
  const args = [MAIN, "mcp", "serve", ...flags];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: place.cwd, env }));
}

async function call(name: string, args: Record<string, unknown>): Promise<{ text: string; isError: boolean }> {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { text: content.map((part) => (part.type === "text" ? part.text : "")).join(""), isError };
}

const change = { path: "notes.txt", content: "two\n" };
const read = () => call("read_file", { path: "notes.txt" });

test.each(["legacy", "auto"] as const)(
  "an agent asks about code and is shown changes, not given them (%s)",
  async (mode) => {
    await connect([], mode);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(10);
    expect(JSON.stringify(tools)).not.toContain("untold");
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
    expect(tools.map(({ name }) => name)).not.toContain("shell");
    expect((await call("citadel_get_callouts", { path: "." })).text).toContain("MAINP.cbl:4");
    await read();
    expect((await call("write_file", change)).text).toContain("-one\n+two\n");
    expect(await call("write_file", { ...change, dry_run: false })).toMatchObject({ isError: true });
    expect((await read()).text).toBe("1\tone");
  },
);

test("with --write a change is made, and only shown when it is to be tried", async () => {
  await connect(["--write"]);
  const { tools } = await client.listTools();
  expect(tools.find(({ name }) => name === "write_file")?.annotations?.readOnlyHint).toBe(false);
  await read();
  for (const word of [true, "true", "True"])
    expect((await call("write_file", { ...change, dry_run: word })).text).toContain("+two");
  for (const word of ["yes", 1, null, {}])
    expect(await call("write_file", { ...change, dry_run: word })).toMatchObject({ isError: true });
  expect((await read()).text).toBe("1\tone");
  await call("write_file", change);
  expect((await read()).text).toBe("1\ttwo");
  const both = await Promise.all(["a", "b"].map((name) => call("write_file", { path: `${name}.txt`, content: name })));
  expect(both.map(({ isError }) => isError)).toEqual([false, false]);
});

test("what the rules deny is denied here too, and what lies outside is not written", async () => {
  await connect(["--write", "--disallowedTools", "read_file(notes.txt)"]);
  expect((await read()).isError).toBe(true);
  await expect(client.readResource({ uri: "file:notes.txt" })).rejects.toThrow();
  expect((await call("write_file", { path: "../out.txt", content: "x" })).isError).toBe(true);
  expect(existsSync(join(place.cwd, "../out.txt"))).toBe(false);
  await expect(call("shell", { command: "id" })).rejects.toThrow(/no tool "shell"/);
  expect((await call("read_file", { path: 7, nonsense: true })).isError).toBe(true);
  const names = Object.fromEntries(Array.from({ length: 1001 }, (_, index) => [`k${index}`, ""]));
  expect((await call("read_file", { path: "a.txt", ...names })).text).toContain("more than 1000 names were given");
  expect((await call("list_files", { path: "a/".repeat(100_000) })).text.length).toBeLessThan(200);
});

test.each([[[]], [["--write"]]])(
  "a change that is only tried shows nothing that may not be read (%j)",
  async (flags) => {
    await connect(flags);
    const misfit = { diff: "--- a/.env\n+++ b/.env\n@@ -1 +1 @@\n-KEY=\n+KEY=2\n" };
    for (const [name, input] of [
      ["write_file", { path: ".env", content: "KEY=2\n" }],
      ["apply_diff", misfit],
      ["file_action", { command: "view", path: ".env" }],
    ] as const) {
      const answer = await call(name, { ...input, dry_run: true });
      expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("may hold secrets") });
      expect(answer.text).not.toContain("KEY=1");
    }
    // Nor does one that is not only tried, before anybody has said yes to it.
    const done = await call("apply_diff", misfit);
    expect([done.isError, done.text.includes("KEY=1")]).toEqual([true, false]);
    const look = { command: "view", path: "notes.txt" };
    expect((await call("file_action", { ...look, dry_run: true })).text).toBe("1\tone");
    const taken = await call("file_action", { command: "delete", path: "notes.txt", dry_run: true });
    expect(taken.text).toBe("Nothing was changed. Done, it says: Deleted: notes.txt (1 file)");
  },
);

test("cited files are resources, common questions are prompts, and searches wait for each other", async () => {
  writeFileSync(join(place.cwd, "long.txt"), `${"a".repeat(60)}\n`.repeat(100_000));
  await connect([]);
  const { contents } = await client.readResource({ uri: "file:MAINP.cbl" });
  expect(JSON.stringify(contents)).toContain("PROGRAM-ID. MAINP");
  const { prompts } = await client.listPrompts();
  for (const { name, arguments: about = [] } of prompts) {
    const given = Object.fromEntries(about.map((argument) => [argument.name, "MAINP"]));
    expect(JSON.stringify(await client.getPrompt({ name, arguments: given }))).toContain("MAINP");
    await expect(client.getPrompt({ name, arguments: {} })).rejects.toThrow(/needs/);
  }
  const { pid } = client.transport as StdioClientTransport;
  let isDone = false;
  const searches = Array.from({ length: 60 }, (_, index) => call("search_code", { pattern: `(a+)+b${index}` }));
  const all = Promise.all(searches).finally(() => {
    isDone = true;
  });
  let most = 0;
  for (; !isDone; await sleep(2))
    most = Math.max(most, readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").length - 1);
  expect(new Set((await all).map(({ text }) => text.startsWith("No match")))).toEqual(new Set([true]));
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(8);
});

test("lines that are no messages are left out, and the end of input ends it", async () => {
  const hello = {
    ...{ jsonrpc: "2.0", id: 1, method: "initialize" },
    params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "x", version: "1" } },
  };
  const stdin = `garbage\n{"jsonrpc":"1.0"}\n[]\n\u0000\n${JSON.stringify(hello)}\n`;
  const { code, stderr } = await runWaymark(["mcp", "serve"], { ...place, stdin });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
});
