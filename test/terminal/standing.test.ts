import { expect, test } from "vitest";
import { ask, sitDown } from "./sit-down.ts";

test("/mcp tells how servers stand: one that was not started does not run, one that cannot start failed", async () => {
  const mcpServers = {
    broken: { command: "/nowhere/at-all" },
    off: { command: "true", enabled: false },
  };
  const { seat } = await sitDown({
    files: { ".mcp.json": JSON.stringify({ mcpServers }) },
    args: ["--trust"],
    replies: [{ text: "Hi." }],
    seat: { columns: 120 },
  });
  seat.type("/mcp\r");
  const before = await seat.until(/broken does not run/);
  expect(before).toMatch(/off is turned off/);
  expect(before).not.toMatch(/ready|runs, /);
  await ask(seat, "hello", "Hi.");
  seat.type("/mcp\r");
  await seat.until(/✗ broken could not be started/);
});

test("a server that does not answer is named while the first prompt waits for it, and no later prompt waits", async () => {
  const mcpServers = { silent: { command: "sleep", args: ["1000"] } };
  const { seat } = await sitDown({
    args: ["--mcp-config", JSON.stringify({ mcpServers })],
    replies: [{ text: "Hi." }, { text: "Again." }],
    seat: { environment: { WAYMARK_LANGUAGE: "pt" } },
  });
  seat.type("hello\r");
  await seat.until("MCP: esperando por silent");
  await seat.until(/MCP: ainda esperando por silent[\s\S]*Hi\./);
  expect(await ask(seat, "again", "Again.")).not.toMatch(/ainda esperando[\s\S]*ainda esperando/);
});

test("a model server of this machine that is not running is not called ready", async () => {
  const { seat } = await sitDown({
    seat: { rows: 60, columns: 140, environment: { OLLAMA_BASE_URL: "http://127.0.0.1:9/v1" } },
  });
  seat.type("/provider list\r");
  const told = await seat.until(/ollama [^\n]*not running/);
  expect(told).not.toMatch(/ollama [^\n]*(?:✓|ready)/);
});

test("/context says whose the tokens are: instructions, tools, files of a prompt, answers", async () => {
  const { seat } = await sitDown({
    files: { "AGENTS.md": `Use tabs. ${"And more of it. ".repeat(40)}`, "a.txt": "alpha ".repeat(300) },
    replies: [{ text: "Read." }],
    seat: { rows: 40 },
  });
  await ask(seat, "look at @a.txt", "Read.");
  seat.type("/context\r");
  const table = await seat.until("share");
  for (const name of ["instructions", "system prompt", "tool specs", "attached files", "prompts", "replies", "free"])
    expect(table).toMatch(new RegExp(`${name} +│`));
});

test("vim: Esc and i part commands from typing, and Enter sends from both", async () => {
  const { seat } = await sitDown({
    replies: [{ expect: "two three", text: "Got it." }],
    seat: { environment: { WAYMARK_EDITOR_KEYS: "vim" } },
  });
  seat.type("one two");
  await seat.until("› one two");
  seat.type("\x1b");
  await seat.until(": one two");
  seat.type("0dwA three");
  await seat.until("› two three");
  seat.type("\r");
  await seat.until("Got it.");
  seat.type("/vim\r");
  await seat.until("The prompt has the keys of readline.");
});

test("a command of other agents that has no sense here says what to do instead", async () => {
  const { seat } = await sitDown({});
  seat.type("/share\r");
  await seat.until("/export writes the session to a file");
  seat.type("/cd ..\r");
  await seat.until("A session stays in its folder");
});
