import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SOCKET_PLACES } from "../src/app/report/sockets.ts";

/** What a socket is opened with, however it is asked for; and what Node offers without an import. */
const MODULES = /["'`](?:node:)?(?:https?|http2|net|tls|dgram|dns|dns\/promises|quic|inspector|undici|_http_\w+)["'`]/;
const GLOBALS =
  /(?<![\w.$])(?:fetch\(|new (?:WebSocket|EventSource|WebTransport)\b|globalThis\.fetch\b|process\.binding\()/;

function opensSockets(text: string): boolean {
  const code = text.replace(/\/\*[\s\S]*?\*\/|(?<![:"'`])\/\/.*$/gm, "");
  return code.split("\n").some((line) => isAsking(line) || GLOBALS.test(line));
}

const isAsking = (line: string): boolean =>
  /\b(?:from|import|require|getBuiltinModule|createRequire)\b/.test(line) && MODULES.test(line);

/** A method that is called so: `async fetch(url, signal) {`, and the variable of that name in the source of tokens. */
const METHODS: readonly string[] = [
  "app/toolbox.ts",
  "core/ports/knowledge.ts",
  "adapters/credentials/token-source.ts",
];

test("every module that may open a socket is in the table of `doctor --offline-audit`, and nothing else", () => {
  const files = globSync("**/*.ts", { cwd: "src", exclude: ["**/*.test.ts"] });
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((path) => opensSockets(readFileSync(`src/${path}`, "utf8")) && !METHODS.includes(path));
  expect(found.sort()).toEqual(SOCKET_PLACES.map(({ file }) => file).sort());
  for (const path of METHODS) expect(MODULES.test(readFileSync(`src/${path}`, "utf8"))).toBe(false);
  expect(METHODS.every((path) => existsSync(`src/${path}`))).toBe(true);
});

test("a place that only names types imports nothing that runs", () => {
  for (const { file, kind } of SOCKET_PLACES) {
    if (kind !== "types") continue;
    const lines = readFileSync(`src/${file}`, "utf8").split("\n").filter(isAsking);
    expect(lines.every((line) => line.startsWith("import type "))).toBe(true);
  }
});

test.each([
  'import { request } from "node:https";',
  'const net = process.getBuiltinModule("node:net");',
  'const dgram = await import("dgram");',
  "const answer = await fetch(url);",
  "new WebSocket(url);",
])("the gate sees %s", (line) => expect(opensSockets(line)).toBe(true));
