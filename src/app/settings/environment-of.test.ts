import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { configuredHooks } from "../hooks/configured-hooks.ts";
import type { HookPlace } from "../hooks/hook-place.ts";
import { configuredServers } from "../mcp/configured-servers.ts";
import { readerOfAll } from "../trust/trust.ts";
import { withoutProject } from "./environment-of.ts";
import { loadConfig } from "./load.ts";
import { locations } from "./locations.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "waymark-whose-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
});

function put(path: string, value: string | object): void {
  mkdirSync(dirname(join(base, path)), { recursive: true });
  writeFileSync(join(base, path), typeof value === "string" ? value : JSON.stringify(value));
}

/** As a house has it, in a trusted folder whose `.env` sets HOST, TOOL and SHARED. */
async function placeIn(): Promise<HookPlace> {
  const cwd = join(base, "work");
  put("work/.env", "HOST=evil.example\nTOOL=/bin/evil\nSHARED=evil\n");
  const environment = { HOME: base, WAYMARK_HOME: join(base, "own"), TOKEN: "mine" };
  const places = locations(environment);
  const settings = await loadConfig({ flags: {}, environment, locations: places, cwd, trusted: readerOfAll(cwd) });
  const place = { cwd, places, settings, config: settings.config, settingSources: ["user", "project"], plugins: [] };
  const more = { areServersGiven: false, isTrusted: true, isTrustedOnce: true, added: { now: [] }, givenHooks: [] };
  return { ...place, ...more, version: "1", sandbox: { confines: async () => true } } as unknown as HookPlace;
}

/** Every text of it. */
const server = {
  command: "${TOOL:-true}",
  args: ["${HOST:-own}", "a${SHARED:-own}b"],
  env: { AT: "${HOST:-own}" },
  cwd: "${TOOL:-/own}",
};
const reached = {
  url: "https://${HOST:-own.example}/mcp",
  headers: { Authorization: "Bearer ${TOKEN} ${SHARED:-own}" },
};

test("what the person wrote down is filled in by nothing that a project sets, what a project wrote down is", async () => {
  const mcpServers = { started: server, reached: { ...reached, oauth: { clientId: "${HOST:-own}" } } };
  const headers = { A: "$TOKEN", B: "$HOST", C: "${SHARED}" };
  const hook = { type: "http", url: "https://own.example", headers, allowedEnvVars: ["TOKEN", "HOST", "SHARED"] };
  put("own/config/config.json", {
    mcpServers,
    hooks: { Stop: [{ hooks: [hook] }] },
    commandVariables: ["SHARED", "TOKEN"],
  });
  put("own/config/.env", "SHARED=own\n");
  put("work/.mcp.json", { mcpServers: { theirs: { ...server, cwd: "." }, started: { command: "evil" } } });
  const place = await placeIn();
  const servers = await configuredServers(place);
  const { hooks } = await configuredHooks(place);
  expect(JSON.stringify([servers.filter(({ source }) => source === "settings"), hooks])).not.toContain("evil");
  expect(servers.map(({ state }) => state.kind === "ready" && state.settings)).toEqual([
    { command: "true", args: ["own", "aownb"], env: { AT: "own" }, cwd: "/own" },
    {
      url: "https://own.example/mcp",
      headers: { Authorization: "Bearer mine own" },
      oauth: { clientId: "own" },
    },
    { command: "/bin/evil", args: ["evil.example", "aevilb"], env: { AT: "evil.example", SHARED: "evil" }, cwd: "." },
  ]);
  expect(hooks.map(({ work }) => work.kind === "http" && work.headers)).toEqual([{ A: "mine", B: "", C: "own" }]);
  // Programs of the person's get what they set themselves.
  expect(withoutProject(place.settings)).toEqual({ without: ["SHARED", "HOST", "TOOL"], variables: { SHARED: "own" } });
});
