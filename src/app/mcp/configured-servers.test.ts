import { expect, test } from "vitest";
import { configuredServers } from "./configured-servers.ts";
import type { ServerPlace } from "./server-place.ts";

/** The person's own servers, as they are where a folder's `.env` adds variables. */
async function ownServers(mcpServers: Readonly<Record<string, object>>, ofFolder: Readonly<Record<string, string>>) {
  const personsEnvironment = { HOME: "/home/me", TOKEN: "mine", TOOL: "my-tool" };
  const place = {
    ...{ config: { mcpServers }, cwd: "/work", settingSources: [], plugins: [], areServersGiven: true },
    settings: { environment: { ...ofFolder, ...personsEnvironment }, personsEnvironment },
  };
  const found = await configuredServers(place as unknown as ServerPlace);
  return Object.fromEntries(found.map(({ name, state }) => [name, state]));
}

test("what a server of the person's own is started from, and where it is, no folder's variables say", async () => {
  const servers = {
    mine: { command: "${TOOL:-other}", args: ["${NONE:-x}"], env: { T: "${TOKEN}", U: "${THEIRS:-}" } },
    program: { command: "${THEIRS:-tool}" },
    word: { command: "sh", args: ["-c", "${THEIRS:-true}"], sandbox: false },
    only: { command: "sh", args: ["${THEIRS}"] },
    host: { url: "https://${THEIRS:-jira.example}/mcp", headers: { A: "Bearer ${TOKEN}" } },
    given: { url: "https://jira.example/mcp", headers: { A: "Bearer ${THEIRS}" } },
  };
  const found = await ownServers(servers, { THEIRS: "evil", TOOL: "evil" });
  expect(found).toEqual({
    mine: { kind: "ready", settings: { command: "my-tool", args: ["x"], env: { T: "mine", U: "evil" } } },
    program: { kind: "ready", settings: { command: "evil", sandbox: "network" } },
    word: { kind: "ready", settings: { command: "sh", args: ["-c", "evil"], sandbox: false } },
    only: { kind: "ready", settings: { command: "sh", args: ["evil"], sandbox: "network" } },
    host: { kind: "wrong", why: expect.stringContaining("https://evil/mcp") },
    given: { kind: "ready", settings: { url: "https://jira.example/mcp", headers: { A: "Bearer evil" } } },
  });
  const { program, host } = await ownServers(servers, {});
  expect([program, host]).toMatchObject([{ settings: { command: "tool" } }, { settings: { headers: {} } }]);
  expect(program).not.toHaveProperty("settings.sandbox");
});
