import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace({ "tools.toml": "" });
});
afterEach(() => place.remove());

/** What is said of a server of one's own that runs this, from a file in a home. */
async function said(source: string): Promise<string> {
  mkdirSync(join(place.home, "servers"));
  writeFileSync(join(place.home, "servers", "server.mjs"), source);
  const s = { command: process.execPath, args: ["~/servers/server.mjs"] };
  expect((await runWaymark(["mcp", "add-json", "s", JSON.stringify(s)], place)).code).toBe(0);
  const { stdout, stderr } = await runWaymark(["mcp", "get", "s"], place);
  return stdout + stderr;
}

const failing = (...lines: readonly string[]): string =>
  `process.stderr.write(${JSON.stringify(`${lines.join("\n")}\n`)}); process.exitCode = 1;`;

test("of a server that does not come up the line that says why is shown, and no advice that cannot help", async () => {
  const text = await said(
    failing(
      "npm error code E404",
      "npm error 404 Not Found - GET https://registry.example.com/no-such-server",
      "npm error 404 Note that you can also install from a",
      "npm error 404 tarball, folder, http url, or git url.",
      "npm error A complete log of this run can be found in: /logs/debug-0.log",
    ),
  );
  expect(text).toContain("it said: npm error 404 Not Found - GET https://registry.example.com/no-such-server");
  expect(text).not.toMatch(/complete log|tarball|"cwd"/);
});

test("the working folder is advised where the server misses what is there", async () => {
  expect(await said(failing("Error: cannot open tools.toml"))).toContain(
    '`"cwd": "."` starts it in the working folder',
  );
});

test("~ in the words of a server is the home, as in a shell", async () => {
  const text = await said(failing("error: started"));
  expect(text).toContain("it said: error: started");
});
