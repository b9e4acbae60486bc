import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, putFiles, runWaymark, scriptedModel } from "../run-waymark.ts";
import { StreamClient } from "../stream-client.ts";
import { runAtTerminal } from "./watched-run.ts";

/** What was trusted is what starts, whatever became of it meanwhile: docs/guide/security.md, "Attacks and where they end". */

let place: Place;
let client: StreamClient | undefined;
afterEach(() => {
  client?.child.kill("SIGKILL");
  place.remove();
});

const servers = (...args: readonly string[]): string => JSON.stringify({ mcpServers: { s: { command: "sh", args } } });
const ran = (): boolean => existsSync(join(place.home, "ran"));

test.each(["nothing", "the script of a server", "the list of servers"])(
  "a session that waits for its first prompt starts what was trusted when it was opened, where %s was changed",
  async (changed) => {
    place = makePlace({ ".mcp.json": servers("srv.sh"), "srv.sh": "touch started\n" });
    await runWaymark(["config", "trust"], place);
    client = new StreamClient(place, ["-m", scriptedModel(place, [{ text: "Done." }])]);
    await client.control({ subtype: "initialize" });
    const evil = 'touch "$HOME/ran"';
    if (changed === "the script of a server") putFiles(place.cwd, { "srv.sh": evil });
    if (changed === "the list of servers") putFiles(place.cwd, { ".mcp.json": servers("-c", evil) });
    client.prompt("hello");
    expect(await client.result()).toMatchObject({ result: "Done." });
    expect([ran(), existsSync(join(place.cwd, "started"))]).toEqual([false, changed === "nothing"]);
  },
);

test("a yes at the terminal is one to what was shown, not to what came while the question stood there", async () => {
  place = makePlace({ ".mcp.json": servers("srv.sh"), "srv.sh": "exit 0\n" });
  const { cwd, home } = place;
  const change = (): void => putFiles(cwd, { "srv.sh": 'touch "$HOME/ran"' });
  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    WAYMARK_HOME: join(home, "waymark"),
    LANG: "C.UTF-8",
  };
  const model = scriptedModel(place, [{ text: "Done." }]);
  const asked = await runAtTerminal(
    ["-m", model],
    [
      { after: /any other key = no/, meanwhile: change, send: "y" },
      { after: /./s, send: "\x04" },
    ],
    { cwd, environment, traceFile: join(home, "trace") },
  );
  expect(asked.output).toContain("sh srv.sh");
  expect(await runWaymark(["-p", "hello", "-m", model], place)).toMatchObject({ code: 0 });
  expect(ran()).toBe(false);
});
