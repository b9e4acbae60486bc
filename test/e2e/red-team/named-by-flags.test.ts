import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark, scriptedModel } from "../run-waymark.ts";

/** A file that one session wrote and a person names for the next: what it starts is told. */

let place: Place | undefined;
afterEach(() => place?.remove());

test("what a flag names and a session wrote is told with what it starts, once, and what a person wrote is not", async () => {
  place = makePlace({ "own.json": '{"mcpServers":{}}' });
  const { cwd } = place;
  const content = '{"mcpServers":{"s":{"command":"node","args":["ci/server.js"]}}}';
  const calls = [{ name: "write_file", input: { path: "ci/servers.json", content } }];
  const writing = scriptedModel(place, [{ calls }, { text: "done" }]);
  await runWaymark(["-p", "x", "-m", writing, "--permission-mode", "acceptEdits"], place);
  expect(existsSync(join(cwd, "ci/servers.json"))).toBe(true);
  const model = scriptedModel(place, [{ text: "done" }], "next.json");
  const next = async (file: string): Promise<string> =>
    (await runWaymark(["-p", "x", "-m", model, "--mcp-config", file], place ?? { cwd, home: cwd })).stderr;
  const TOLD =
    /ci\/servers\.json was written by a session on \d{4}-\d\d-\d\d, not by you; it starts `node ci\/server\.js`/;
  expect(await next("own.json")).not.toContain("was written by a session");
  expect(await next("ci/servers.json")).toMatch(TOLD);
  expect(await next("ci/servers.json")).not.toContain("was written by a session");
  writeFileSync(join(cwd, "ci/servers.json"), '{"mcpServers":{}}');
  expect(await next("ci/servers.json")).not.toContain("was written by a session");
});
