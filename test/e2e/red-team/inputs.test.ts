import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { inTurn } from "../../rounds.ts";
import { MAIN, makePlace, type Place, putFiles, runWaymark, scriptedModel } from "../run-waymark.ts";

/** What others write for us to read, and where they would have us write: docs/guide/security.md, "Attacks and where they end". */

let place: Place;
beforeEach(() => {
  place = makePlace({
    "src/a.cbl": "       PROGRAM-ID. A.\n",
    "job.yaml": "items: { list: [a] }\nlanes: [{ tool: list_files, params: {} }]\n",
  });
});
afterEach(() => place.remove());

const scripted = (replies: unknown): string => scriptedModel(place, replies);

test("messages that nest too deep are passed over, and a line without end is told; neither is a bug", async () => {
  const model = scripted([{ text: "Here." }]);
  const args = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose", "-m", model];
  const deep = `{"type":"user","message":{"role":"user","content":${"[".repeat(50_000)}${"]".repeat(50_000)}}}`;
  const plain = JSON.stringify({ type: "user", message: { role: "user", content: "hi" } });
  const first = await runWaymark(args, { ...place, stdin: `\uFEFF${deep}\n${plain}\n` });
  expect([first.code, first.stdout.includes("Here.")]).toEqual([0, true]);
  expect(first.stderr).toContain("nests too deep");
  const second = await runWaymark(args, { ...place, stdin: "x".repeat(34_000_000) });
  expect([second.code, second.stderr]).toEqual([42, expect.stringMatching(/more than [\d,]+ characters in one line/)]);
});

test("what the packages of others say by the console does not act", async () => {
  const lines = [
    { jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: 1, clientCapabilities: {} } },
    { jsonrpc: "2.0", id: "\u001b[2J\u001b]0;owned\u0007", result: {} },
  ];
  const stdin = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  const { stderr } = await runWaymark(["acp", "-m", scripted([])], { ...place, stdin });
  expect(stderr).toContain("unknown request");
  expect(stderr).not.toMatch(/[\u001b\u0007\u009b]/);
});

test("the question of trust shows what is named in escapes, behind comments and after many others", async () => {
  const decoys = Array.from({ length: 60 }, (_, index) => `"s${index}": { "command": "fine" }`).join(", ");
  writeFileSync(
    join(place.cwd, ".mcp.json"),
    `{ // servers\n "mcpServers": { ${decoys}, "x": { "comm\\u0061nd": "hidden-program" }, "y": { "url": "http://hidden.example/mcp" } }, }`,
  );
  mkdirSync(join(place.cwd, ".waymark"));
  writeFileSync(
    join(place.cwd, ".waymark/config.json"),
    '{ /* ours */ "providers": { "openai": { "base\\u0055rl": "http://other.example", "apiKeyComm\\u0061nd": "hidden-key" } } }',
  );
  const { stdout } = await runWaymark(["config", "trust"], place);
  for (const named of ["hidden-program", "http://hidden.example/mcp", "http://other.example", "hidden-key"])
    expect(stdout).toContain(named);
});

test("files that are made to keep the question of trust busy do not", async () => {
  const files = {
    ".waymark/config.json": `${"\n".repeat(900_000)}x`,
    ".mcp.json": `"${"hook".repeat(200_000)}`,
    ".waymark/agents/a.md": `"${'\\"'.repeat(400_000)}\\`,
  };
  putFiles(place.cwd, files);
  expect((await runWaymark(["config", "trust"], place)).stdout).toContain(".waymark/agents/a.md");
});

test("instructions that import without end are cut, and that is said once", async () => {
  writeFileSync(join(place.cwd, "AGENTS.md"), "@src/a.cbl\n".repeat(50_000));
  const { code, stderr } = await runWaymark(["-p", "hi", "-m", scripted([{ text: "Here." }])], place);
  expect(code).toBe(0);
  expect(stderr).toContain("names more than 200 imports");
  expect(stderr.length).toBeLessThan(100_000);
});

test.each(
  inTurn(2, [
    ["waymark-docs", ["document", "--offline"]],
    ["waymark-docs", ["document", "--offline", "--format", "html"]],
    [".waymark", ["document", "--offline", "--format", "skills"]],
    ["report", ["code", "report", "-o", "report/r.html"]],
  ] as const),
)("nothing is written through %s, a link out of the folder, by %j", async (link, args) => {
  const outside = join(place.home, "outside");
  mkdirSync(outside);
  symlinkSync(outside, join(place.cwd, link));
  const { stderr } = await runWaymark(args, place);
  expect(stderr).toContain("is a link that leads out of");
  expect(readdirSync(outside)).toEqual([]);
});

test.each([
  ["AGENTS.md", ["init"]],
  ["last.txt", ["-p", "hi", "--output-last-message", "last.txt"]],
] as const)("nothing is made where %s, a link to nothing, leads, by %j", async (link, args) => {
  const outside = join(place.home, "outside.txt");
  symlinkSync(outside, join(place.cwd, link));
  const model = args[0] === "init" ? [] : ["-m", scripted([{ text: "Here." }])];
  const { stderr } = await runWaymark([...args, ...model], place);
  expect(stderr).toContain("is a link that leads out of");
  expect(existsSync(outside)).toBe(false);
});

test.each([
  ["items: { jsonl: NAME }\nrecipe: { prompt: 'Say {{v}}' }"],
  ["items: { list: [a] }\nrecipe: { prompt: x }\nschema: NAME"],
  ["items: { list: [a] }\nrecipe: { plan: NAME }"],
])("what a job of the folder names is read as a model would read it: %s", async (job) => {
  const held =
    '{ "id": "a", "v": "held", "steps": [{ "id": "a", "tool": "agent", "params": { "prompt": "held" } }] }\n';
  writeFileSync(join(place.home, "held.json"), held);
  mkdirSync(join(place.cwd, "private"));
  writeFileSync(join(place.cwd, "private/held.json"), held);
  symlinkSync(join(place.home, "held.json"), join(place.cwd, "link.json"));
  putFiles(place.home, { "waymark/config/config.json": '{ "permissions": { "deny": ["Read(private/**)"] } }' });
  for (const name of [join(place.home, "held.json"), "../home/held.json", "link.json", "private/held.json"]) {
    writeFileSync(join(place.cwd, "job.yaml"), `${job.replace("NAME", name)}\n`);
    const run = await runWaymark(["batch", "run", "job.yaml", "-m", scripted([{ expect: "nothing" }])], place);
    expect([run.code, run.stderr]).toEqual([
      42,
      expect.stringContaining(`The job names ${name}, which cannot be read`),
    ]);
  }
});

test("items out of a device, and a home that is a file, are told and are no bug", async () => {
  writeFileSync(join(place.cwd, "zero.yaml"), "items: { jsonl: /dev/zero }\nrecipe: { prompt: x }\n");
  const zero = await runWaymark(["batch", "run", "zero.yaml", "-m", scripted([{ text: "Here." }])], place);
  expect([zero.code, zero.stderr]).toEqual([42, expect.stringContaining("names /dev/zero, which cannot be read")]);
  const file = join(place.home, "file");
  writeFileSync(file, "");
  const home = await runWaymark(["-p", "hi", "-m", scripted([{ text: "Here." }])], {
    ...place,
    environment: { WAYMARK_HOME: file },
  });
  expect(home.stderr).toContain("name another with WAYMARK_HOME");
  expect(home.stderr).not.toContain("bug of Waymark");
});

test.each(["yes | node", "node < huge"])("standard input without an end is taken as far as it is used: %s", (line) => {
  writeFileSync(join(place.cwd, "huge"), "");
  truncateSync(join(place.cwd, "huge"), 5e9);
  const model = scripted([{ text: "Here." }, { text: "Here." }, { text: "Here." }]);
  const command = line.replace("node", `'${process.execPath}' '${MAIN}' -p sum -m '${model}'`);
  const run = spawnSync("/bin/sh", ["-c", command], {
    cwd: place.cwd,
    env: { PATH: process.env["PATH"], HOME: place.home, WAYMARK_HOME: join(place.home, "waymark") },
    encoding: "utf8",
    timeout: 60_000,
  });
  expect([run.status, run.stderr]).toEqual([0, expect.stringContaining("more than 4000000 bytes")]);
});
