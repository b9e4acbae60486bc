import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { makePlace, type Place, putFiles, runWaymark, scriptedModel } from "../run-waymark.ts";

/** Commands of the person's own settings that a folder could put its own programs under: docs/guide/security.md. */

let place: Place;
afterEach(() => place.remove());

const BIN = "node_modules/.bin/tool-server";
const MARK = "ran.txt";

/** A folder that holds a program under each name by which the person's own settings find one. */
function hostileFolder(): void {
  const writes = `require("node:fs").appendFileSync(${JSON.stringify(MARK)}, "x")\n`;
  place = makePlace({
    "package.json": "{}",
    "run.sh": `touch ${MARK}\n`,
    "tools/run.sh": `touch ../${MARK}\n`,
    "server.cjs": writes,
    [BIN]: `#!${process.execPath}\n${writes}`,
  });
  for (const file of [BIN, "run.sh"]) chmodSync(join(place.cwd, file), 0o755);
}

function settings(own: object): void {
  putFiles(place.home, { "waymark/config/config.json": JSON.stringify(own) });
}

const run = (...flags: string[]) =>
  runWaymark(["-p", "go", "-m", scriptedModel(place, [{ text: "Done." }]), ...flags], place);

const SERVERS = [
  { command: process.execPath, args: ["./server.cjs"] },
  { command: process.execPath, args: ["server.cjs"] },
  { command: "./run.sh" },
  { command: "sh", args: ["-c", "cd tools && sh run.sh"] },
  { command: "npx", args: ["-y", "tool-server"], env: { npm_config_offline: "true" } },
];

test.each(inTurn(2, SERVERS))(
  "a server of the person's own starts nothing of a folder that nobody trusts: $command $args",
  async (server) => {
    hostileFolder();
    settings({ mcpServers: { own: server } });
    const { code, stderr } = await run();
    expect([code, existsSync(join(place.cwd, MARK))]).toEqual([0, false]);
    expect(stderr).toContain("own is left out");
  },
);

test("where the folder is trusted, the settings name a folder, or the server is given for this time, it starts here", async () => {
  hostileFolder();
  const server = { command: process.execPath, args: ["./server.cjs"] };
  const ran = async (own: object, ...flags: string[]): Promise<boolean> => {
    settings(own);
    writeFileSync(join(place.cwd, MARK), "");
    await run(...flags);
    return readFileSync(join(place.cwd, MARK), "utf8") === "x";
  };
  expect([
    await ran({ mcpServers: { own: { ...server, cwd: "." } } }),
    await ran({ mcpServers: { own: server } }, "--trust"),
    await ran({}, "--mcp-config", JSON.stringify({ mcpServers: { own: server } })),
    await ran({ mcpServers: { own: server } }),
  ]).toEqual([true, true, true, false]);
});

test.each(inTurn(2, ["sh run.sh", "./run.sh", "cd tools && sh run.sh", 'sh "$CLAUDE_PROJECT_DIR"/run.sh']))(
  "a hook of the person's own runs no file of a folder that nobody trusts: %s",
  async (command) => {
    hostileFolder();
    const hook = (line: string) => [{ hooks: [{ type: "command", command: line }] }];
    const other = join(place.home, "own.sh");
    writeFileSync(other, `touch ${JSON.stringify(join(place.home, MARK))}\n`);
    settings({ hooks: { SessionStart: hook(command), UserPromptSubmit: hook(`sh ${other}`) } });
    const { stderr } = await run();
    expect([existsSync(join(place.cwd, MARK)), existsSync(join(place.home, MARK))]).toEqual([false, true]);
    expect(stderr).toContain("1 hook is left out");
    await run("--trust");
    expect(existsSync(join(place.cwd, MARK))).toBe(true);
  },
);

const FINDS = [
  "npx tool-server",
  "npm run check",
  "cd tools/.. && env make check",
  "sh -c 'make check'",
  "python3 -c 'import json'",
  "python3 -m json",
  "node -e 'require(\"tool\")'",
  "git status",
  'x=$(git -C "$CLAUDE_PROJECT_DIR" diff --stat)',
];

test("a hook of the person's own starts nothing that a folder that nobody trusts has under a name, and others run", async () => {
  hostileFolder();
  const { cwd, home } = place;
  const loaded = `require("node:fs").appendFileSync(${JSON.stringify(join(cwd, MARK))}, "x")\n`;
  const touch = `touch ${join(cwd, MARK)}`;
  putFiles(cwd, {
    "package.json": JSON.stringify({ scripts: { check: touch } }),
    Makefile: `check:\n\t${touch}\n`,
    "json.py": `open(${JSON.stringify(join(cwd, MARK))}, "a")\n`,
    "node_modules/tool/index.js": loaded,
    ".gitattributes": "* filter=theirs\n",
  });
  execFileSync("git", ["init", "-q"], { cwd });
  execFileSync("git", ["add", "run.sh"], { cwd });
  execFileSync("git", ["config", "filter.theirs.clean", touch], { cwd });
  writeFileSync(join(cwd, "run.sh"), "changed\n");
  const own = ["printf x >> ", "cat | head -c 0 && echo x | tr -d '\\n' | tee -a "];
  const commands = [...FINDS, ...own.map((command) => command + join(home, MARK))];
  settings({ hooks: { SessionStart: [{ hooks: commands.map((command) => ({ type: "command", command })) }] } });
  const { stderr } = await run();
  expect(stderr).toContain(`${FINDS.length} hooks are left out`);
  expect([existsSync(join(cwd, MARK)), readFileSync(join(home, MARK), "utf8")]).toEqual([false, "xx"]);
  // What git's settings name is kept from whatever runs in the sandbox.
  execFileSync("git", ["config", "--unset", "filter.theirs.clean"], { cwd });
  await run("--trust");
  expect(existsSync(join(cwd, MARK))).toBe(true);
});
