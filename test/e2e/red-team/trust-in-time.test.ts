import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { makePlace, type Place, putFiles, runWaymark, scriptedModel } from "../run-waymark.ts";
import { StreamClient } from "../stream-client.ts";

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
    place = makePlace({ ".mcp.json": servers("srv.sh"), "srv.sh": 'touch "$HOME/started"\n' });
    await runWaymark(["config", "trust"], place);
    client = new StreamClient(place, ["-m", scriptedModel(place, [{ text: "Done." }])]);
    await client.control({ subtype: "initialize" });
    const evil = 'touch "$HOME/ran"';
    if (changed === "the script of a server") putFiles(place.cwd, { "srv.sh": evil });
    if (changed === "the list of servers") putFiles(place.cwd, { ".mcp.json": servers("-c", evil) });
    client.prompt("hello");
    expect(await client.result()).toMatchObject({ result: "Done." });
    expect([ran(), existsSync(join(place.home, "started"))]).toEqual([false, changed === "nothing"]);
  },
);
