import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { type Soaked, type SoakOptions, soakCalls } from "./run-soak.ts";

const SERVER = resolve(import.meta.dirname, "flood-server.mjs");

/** What a server of tools does when it is called; `flood-server.mjs` knows each. */
const SERVER_FLOODS = [
  "a message of 100 MB",
  "news without end",
  "changed lists without end",
  "progress without end",
  "answers to nobody",
  "lines that are no messages",
  "empty lines",
  "questions without end",
  "100 MB of last words",
  "lines of last words",
] as const;

/** Commands of hooks that say so much that what is kept of one could be seen; what reads them is the same for each event. */
const HOOK_FLOODS_OF_MEGABYTES = {
  "100 MB on one line": "cat >/dev/null; head -c 100000000 /dev/zero | tr '\\0' x",
  "160 MB on standard error": "cat >/dev/null; seq 1 20000000 >&2",
} as const;

/** Commands of hooks that say more than anybody reads, at each event. */
const HOOK_FLOODS = {
  "100,000 lines": "cat >/dev/null; yes line | head -n 100000",
  "100,000 lines on standard error, and a no": "cat >/dev/null; yes line | head -n 100000 >&2; exit 2",
  "an answer nested 200,000 deep": `cat >/dev/null; printf '{"a":'; head -c 200000 /dev/zero | tr '\\0' '['`,
} as const;

const MEGABYTE = 1_000_000;
const filled = (unit: string, megabytes: number): string => unit.repeat((megabytes * MEGABYTE) / unit.length);

/** Pages in few bytes on the way, and as large as a page may be when they are unpacked. */
const PAGES: Readonly<Record<string, () => string>> = {
  "one line of 19 MB": () => `<html><body><p>${filled("a word ", 19)}</p></body></html>`,
  "19 MB of paragraphs": () => `<html><body>${filled("<p>a word</p>", 19)}</body></html>`,
  "one line of 19 MB of cells": () => `<table><tr>${filled("<td>1</td>", 19)}</tr></table>`,
  "19 MB of folders in folders": () => filled("<div>", 19),
  "19 MB of links": () => filled('<a href="/a">a</a> ', 19),
  "19 MB of scripts": () => `<html><body><p>A word.</p>${filled("<script>a()</script>", 19)}</body></html>`,
};

/** Whatever a session reads beside its model: servers of tools, hooks, pages of the web, differences of git. */
export const FLOODS: Readonly<Record<string, () => Promise<Soaked>>> = {
  ...Object.fromEntries(SERVER_FLOODS.map((name) => [`a server of tools: ${name}`, () => soakServer(name)])),
  ...Object.fromEntries(
    Object.entries(HOOK_FLOODS_OF_MEGABYTES).map(([name, command]) => [
      `a hook: ${name}`,
      () => soakHooks([command], ["PostToolUse"]),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(HOOK_FLOODS).map(([name, command]) => [`a hook: ${name}`, () => soakHooks([command], HOOK_EVENTS)]),
  ),
  "64 hooks: 900 KB each": () =>
    soakHooks(
      Array.from({ length: 64 }, (_, at) => `cat >/dev/null; yes ${at}-line | head -c 900000`),
      ["PreToolUse"],
    ),
  ...Object.fromEntries(Object.entries(PAGES).map(([name, page]) => [`a page: ${name}`, () => soakPage(page())])),
  "a difference of 50 MB": () =>
    soakCalls(
      [[{ name: "shell", input: { command: DIFFERENCE } }], [{ name: "shell", input: { command: "git diff" } }]],
      {},
    ),
  "a difference of one line of 50 MB": () =>
    soakCalls(
      [[{ name: "shell", input: { command: ONE_LINE } }], [{ name: "shell", input: { command: "git diff" } }]],
      {},
    ),
};

const COMMIT = "git init -q; git add -A; git -c user.name=a -c user.email=a@b.example commit -qm a";
const DIFFERENCE = `yes 'a line of text' | head -c 25000000 > big.txt; ${COMMIT}; yes 'another line' | head -c 25000000 > big.txt`;
const ONE_LINE = `head -c 25000000 /dev/zero | tr '\\0' x > big.txt; ${COMMIT}; head -c 25000000 /dev/zero | tr '\\0' y > big.txt`;

const soakServer = (flood: (typeof SERVER_FLOODS)[number]): Promise<Soaked> =>
  soakCalls([[{ name: "mcp__flood__flood", input: {} }]], {
    allowed: "mcp__flood",
    files: {
      ".mcp.json": JSON.stringify({ mcpServers: { flood: { command: process.execPath, args: [SERVER, flood] } } }),
    },
  });

const HOOK_EVENTS = ["UserPromptSubmit", "PreToolUse", "PostToolUse", "Stop"];

const soakHooks = (commands: readonly string[], events: readonly string[]): Promise<Soaked> => {
  const hooks = commands.map((command) => ({ type: "command", command }));
  const settings = { hooks: Object.fromEntries(events.map((event) => [event, [{ hooks }]])) };
  return soakCalls([[{ name: "list_files", input: {} }]], { settings });
};

async function soakPage(page: string): Promise<Soaked> {
  const packed = gzipSync(page);
  const headers = { "content-type": "text/html", "content-encoding": "gzip" };
  const site = createServer((_, response) => response.writeHead(200, headers).end(packed));
  await new Promise<void>((started) => site.listen(0, "127.0.0.1", started));
  const host = `127.0.0.1:${(site.address() as AddressInfo).port}`;
  const options: SoakOptions = { settings: { networkHosts: [host], permissions: { allow: ["fetch_url(127.0.0.1)"] } } };
  try {
    return await soakCalls([[{ name: "fetch_url", input: { url: `http://${host}/` } }]], options);
  } finally {
    site.closeAllConnections();
    await new Promise((closed) => site.close(closed));
  }
}
