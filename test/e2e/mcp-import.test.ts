import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePlace, type Place, runWaymark } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

interface Item {
  readonly tool: string;
  readonly name: string;
  readonly settings: object;
  readonly skipped?: string;
}

function write(root: string, path: string, text: string | object): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof text === "string" ? text : JSON.stringify(text));
}

async function items(...args: string[]): Promise<readonly Item[]> {
  const run = await runWaymark(["mcp", "import", "--json", ...args], place);
  expect(run.code, run.stderr).toBe(0);
  return JSON.parse(run.stdout) as Item[];
}

test("the servers of other agents become ours, each in its own way of writing", async () => {
  const projects = { [place.cwd]: { mcpServers: { here: { command: "a" } } }, "/else": { mcpServers: { no: {} } } };
  write(place.home, ".claude.json", {
    mcpServers: { claude: { type: "http", url: "https://c.example/mcp" } },
    projects,
  });
  write(
    place.home,
    ".codex/config.toml",
    '[mcp_servers.cod]\nurl = "https://x.example/mcp"\nbearer_token_env_var = "TOK"\nenv_http_headers = { X = "VAR" }\ntool_timeout_sec = 2.5\nenabled_tools = ["one"]\n',
  );
  const gemini = {
    gem: { httpUrl: "https://g.example", env: { K: "$KEY" } },
    old: { url: "https://s.example", trust: true },
  };
  write(place.home, ".gemini/settings.json", { mcpServers: gemini });
  const open = { oc: { type: "local", command: ["npx", "-y", "x"], environment: { A: "{env:B}" }, enabled: false } };
  write(place.home, ".config/opencode/opencode.jsonc", `// mine\n${JSON.stringify({ mcp: open })}`);
  write(place.home, ".config/Code/User/mcp.json", {
    servers: {
      code: { type: "stdio", command: "p", env: { A: "${env:B}" } },
      secret: { command: "p", args: ["${input:k}"] },
    },
  });
  const found = await items();
  expect(
    Object.fromEntries(found.flatMap(({ name, settings, skipped }) => (skipped ? [] : [[name, settings]]))),
  ).toEqual({
    claude: { type: "http", url: "https://c.example/mcp" },
    here: { command: "a" },
    cod: {
      url: "https://x.example/mcp",
      headers: { X: "${VAR}", Authorization: "Bearer ${TOK}" },
      timeout: 2500,
      tools: { allow: ["one"] },
    },
    gem: { type: "http", url: "https://g.example", env: { K: "${KEY}" } },
    old: { type: "sse", url: "https://s.example" },
    oc: { command: "npx", args: ["-y", "x"], env: { A: "${B}" }, enabled: false },
    code: { type: "stdio", command: "p", env: { A: "${B}" } },
  });
  expect(found.find(({ name }) => name === "secret")?.skipped).toContain("${input:k}");
  write(place.home, ".cursor/mcp.json", { mcpServers: { late: { command: "l" } } });
  const again = (await runWaymark(["mcp", "import"], place)).stdout;
  expect(again.match(/left out: /g)?.length).toBe(found.length);
  expect(again).toMatch(/would be started: l\n[\s\S]*None was started; .*`waymark mcp get NAME` tries one/);
  expect((await runWaymark(["mcp", "list"], place)).stdout).toMatch(/here {2}not started[\s\S]*oc {2}disabled/);
});

test("what a project writes down is taken over only where it is trusted; broken files hold nothing", async () => {
  write(place.cwd, ".vscode/mcp.json", {
    servers: { evil: { command: "p", args: ["-x\u202e"], cwd: "/", sandbox: false, oauth: { clientId: "c" } } },
  });
  write(place.home, ".cursor/mcp.json", "{ broken");
  write(place.home, ".claude.json", { mcpServers: { "bad name": { command: "p" }, empty: {}, odd: 7 } });
  expect((await items()).map(({ name, skipped }) => [name, skipped !== undefined])).toEqual([
    ["bad name", true],
    ["empty", true],
    ["odd", true],
    ["evil", true],
  ]);
  const [evil] = await items("vscode", "--trust", "--dry-run");
  const settings = { command: "p", args: ["-x\u202e"], cwd: "/" };
  expect(evil).toEqual({ tool: "vscode", file: expect.any(String), name: "evil", settings, scope: "project" });
  const [servers, own] = [join(place.cwd, ".mcp.json"), join(place.home, "waymark/config/config.json")];
  expect([servers, own].map((file) => existsSync(file))).toEqual([false, false]);
  // The project's stays the project's, and waits for a yes.
  const written = await runWaymark(["mcp", "import", "vscode", "--trust"], place);
  expect(written.stdout).toMatch(/\n {4}would be started: p -x\S+ in "\/"\n.*`waymark config trust`/);
  expect(JSON.parse(readFileSync(servers, "utf8"))).toEqual({ mcpServers: { evil: settings } });
  expect([own, join(place.home, "waymark/state/trusted-folders.json")].map((file) => existsSync(file))).toEqual([
    false,
    false,
  ]);
  expect((await runWaymark(["mcp", "import", "emacs"], place)).code).toBe(2);
});
