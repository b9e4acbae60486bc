import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { putFiles, runWaymark } from "../run-waymark.ts";
import { type Call, type Grounds, makeGrounds, mayUseBubblewrap, shell } from "./attack-run.ts";

/** What runs outside of the sandbox is started from files of the folder, which a session may write: docs/guide/security.md. */

let grounds: Grounds;
afterEach(() => grounds.remove());

const ranOutside = (): boolean => existsSync(join(grounds.home, "ran"));
const write = (path: string): Call => shell(`echo 'touch ${grounds.home}/ran' > ${path}`);
const hooks = (command: string) =>
  JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: "command", command: `${command}; exit 0` }] }] } });
const SERVER = `
const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  const say = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
  if (method === "initialize")
    say({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } });
  else if (method === "tools/list") say({ tools: [{ name: "end", inputSchema: { type: "object" } }] });
  else if (method === "tools/call") process.exit(1);
  else if (id !== undefined) say({});
});`;

describe.skipIf(!mayUseBubblewrap(undefined))("a file that a session wrote is not run as the person", () => {
  const OWN = "home/waymark/config/config.json";
  test.each([
    ["a hook of their own settings", { file: OWN, command: "sh ./check.sh", script: "check.sh", args: [] }],
    ["a hook that goes into a folder", { file: OWN, command: "cd tools && sh ./run", script: "tools/run", args: [] }],
    [
      "a hook of a plugin that lies in the folder",
      {
        file: "work/plug/hooks/hooks.json",
        command: 'sh "${CLAUDE_PLUGIN_ROOT}/x"',
        script: "plug/x",
        args: ["--plugin-dir", "plug"],
      },
    ],
  ])("by %s", async (_, { file, command, script, args }) => {
    grounds = makeGrounds({
      [file]: hooks(command),
      [`work/${script}`]: 'echo $PWD >> "$WAYMARK_PROJECT_DIR/ran.txt"\n',
    });
    // A hook of the person's own that names a file of the folder waits for this, too.
    await runWaymark(["hooks", "trust"], grounds);
    await grounds.attack([write(script), shell("true")], ["--permission-mode", "acceptEdits", ...args]);
    expect(ranOutside()).toBe(false);
    expect(readFileSync(join(grounds.cwd, "ran.txt"), "utf8")).not.toBe("");
  });

  test.each([
    ["the project's", "work/.mcp.json", []],
    ["the person's", "home/waymark/config/config.json", []],
    ["of a plugin that lies in the folder", "work/plug/.mcp.json", ["--plugin-dir", "plug"]],
  ])("by a server of tools, %s, that is started again", async (_, file, args) => {
    const server = {
      command: process.execPath,
      args: args.length > 0 ? ["${CLAUDE_PLUGIN_ROOT}/s.js"] : ["plug/s.js"],
    };
    grounds = makeGrounds({ [file]: JSON.stringify({ mcpServers: { s: server } }), "work/plug/s.js": SERVER });
    await runWaymark(["config", "trust"], grounds);
    const changed = `require('fs').writeFileSync('${grounds.home}/ran', '');${SERVER}`;
    const end: Call = { name: "mcp__s__end", input: {} };
    const calls = [shell(`cat > plug/s.js <<'END'\n${changed}\nEND`), end, end];
    const flags = ["--permission-mode", "acceptEdits", "--allowedTools", "mcp__s", ...args];
    const [, first, second] = await grounds.attack(calls, flags);
    expect([first, second]).toEqual([
      expect.stringContaining("ended with code 1"),
      expect.stringContaining("was written meanwhile; the next session starts it"),
    ]);
    expect(ranOutside()).toBe(false);
  });
});

describe.skipIf(!mayUseBubblewrap(undefined))("while a command may write what is started from the folder", () => {
  const working: Call = { name: "shell", input: { command: "touch began; sleep 60", background: true } };

  test("a hook of the person's own is kept to the sandbox", async () => {
    grounds = makeGrounds({
      "home/waymark/config/config.json": hooks("sh ./check.sh"),
      "work/check.sh": 'touch "$HOME/ran"; echo x >> seen.txt\n',
    });
    await runWaymark(["hooks", "trust"], grounds);
    await grounds.attack([shell("true")], ["--permission-mode", "acceptEdits"]);
    expect(ranOutside()).toBe(true);
    rmSync(join(grounds.home, "ran"));
    // Before the first call nothing runs yet.
    await grounds.attack([working, shell("rm -f seen.txt"), shell("true")], ["--permission-mode", "acceptEdits"]);
    expect(readFileSync(join(grounds.cwd, "seen.txt"), "utf8")).toBe("x\n");
    rmSync(join(grounds.home, "ran"));
    writeFileSync(join(grounds.cwd, "check.sh"), 'test -e began && touch "$HOME/ran"\n');
    await runWaymark(["hooks", "trust"], grounds);
    rmSync(join(grounds.cwd, "began"));
    await grounds.attack([working, shell("true"), shell("true")], ["--permission-mode", "acceptEdits"]);
    expect(ranOutside()).toBe(false);
  });

  test("a server of tools is not started again", async () => {
    const server = { command: process.execPath, args: ["s.js"] };
    grounds = makeGrounds({ "work/.mcp.json": JSON.stringify({ mcpServers: { s: server } }), "work/s.js": SERVER });
    await runWaymark(["config", "trust"], grounds);
    const end: Call = { name: "mcp__s__end", input: {} };
    const stop: Call = { name: "shell_stop", input: { id: "bg-1" } };
    const flags = ["--permission-mode", "acceptEdits", "--allowedTools", "mcp__s"];
    expect(await grounds.attack([working, end, end, stop, end], flags)).toEqual([
      expect.stringContaining("bg-1"),
      expect.stringContaining("ended with code 1"),
      expect.stringContaining("a command that may write what it is started from has not ended yet"),
      expect.anything(),
      expect.stringContaining("ended with code 1"),
    ]);
  });
});

test("a server of the project that is started from a changed file is asked about again", async () => {
  const server = { command: process.execPath, args: ["tools/server.js"] };
  grounds = makeGrounds({
    "work/.mcp.json": JSON.stringify({ mcpServers: { s: server } }),
    "work/tools/server.js": SERVER,
  });
  await runWaymark(["config", "trust"], grounds);
  const call: Call = { name: "mcp__s__end", input: {} };
  const flags = ["--permission-mode", "bypassPermissions"];
  expect(await grounds.attack([call], flags)).toEqual([expect.stringContaining("ended with code 1")]);
  putFiles(grounds.cwd, { "tools/server.js": `require('fs').writeFileSync('${grounds.home}/ran', '');${SERVER}` });
  expect(await grounds.attack([call], flags)).toEqual([expect.not.stringContaining("ended with")]);
  expect(ranOutside()).toBe(false);
});

test.each([
  ["a name without a point", "guard", ""],
  ["a script of more than a megabyte", "guard.sh", " ".repeat(1_100_000)],
  ["a script that holds a NUL", "guard.sh", "\0"],
])("a hook of the project counts no more when what it names is changed: %s", async (_, script, padding) => {
  grounds = makeGrounds({
    "work/.waymark/hooks.json": hooks(`sh ${script}`),
    [`work/${script}`]: `exit 0\n${padding}`,
  });
  await runWaymark(["hooks", "trust"], grounds);
  putFiles(grounds.cwd, { [script]: `touch ran; exit 0\n${padding}` });
  await grounds.attack([shell("true")], []);
  expect(existsSync(join(grounds.cwd, "ran"))).toBe(false);
});
