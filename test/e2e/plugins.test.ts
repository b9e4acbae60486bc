import { execFileSync } from "node:child_process";
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

const SERVER = resolve(import.meta.dirname, "mcp-servers/server.mjs");

let place: Place;
let made: string;
beforeEach(() => {
  place = makePlace();
  made = join(place.home, "made", "helpful");
  put(
    ".claude-plugin/plugin.json",
    JSON.stringify({ name: "helpful", version: "1.2.3", description: "helps", commands: "./more/extra.md" }),
  );
  put("commands/hi.md", "Say hi to $1.");
  put("more/extra.md", "One more.");
  put("skills/greet/SKILL.md", "---\nname: greet\ndescription: greets people\n---\nGreet.");
  put(
    "hooks/hooks.json",
    JSON.stringify({
      description: "guards",
      hooks: {
        PreToolUse: [
          { matcher: "Write", hooks: [{ type: "command", command: "${CLAUDE_PLUGIN_ROOT}/scripts/guard.sh" }] },
        ],
      },
    }),
  );
  put("scripts/guard.sh", '#!/bin/sh\necho "guarded by $(basename "$CLAUDE_PLUGIN_ROOT")" >&2\nexit 2\n', 0o755);
  put(
    ".mcp.json",
    JSON.stringify({
      mcpServers: {
        helper: {
          command: process.execPath,
          args: ["${CLAUDE_PLUGIN_ROOT}/server.mjs", "good", join(place.home, "log")],
        },
      },
    }),
  );
  put("server.mjs", `import ${JSON.stringify(SERVER)};\n`);
});
afterEach(() => place.remove());

function put(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(made, path)), { recursive: true });
  writeFileSync(join(made, path), text, { mode });
}

const plugin = (...args: string[]): Promise<WaymarkRun> => runWaymark(["plugin", ...args], place);

interface UsedRun extends WaymarkRun {
  readonly prompt: string;
  readonly result: string;
  readonly tools: readonly string[];
}

/** A run in which the model tries to write a file. */
async function use(words = "go", flags: readonly string[] = []): Promise<UsedRun> {
  const script = join(place.home, "script.json");
  const call = { id: "w", name: "write_file", input: { path: "x.txt", content: "x" } };
  writeFileSync(script, JSON.stringify([{ calls: [call] }, { text: "Done." }]));
  const id = `s${Math.random().toString(36).slice(2)}`;
  const args = [
    "-p",
    words,
    "-m",
    `scripted/${script}`,
    "--permission-mode",
    "acceptEdits",
    "--output-format",
    "stream-json",
  ];
  const ran = await runWaymark([...args, "--session-id", id, ...flags], place);
  rmSync(join(place.cwd, "x.txt"), { force: true });
  const [log = ""] = globSync(join(place.home, `waymark/state/sessions/*/${id}.jsonl`));
  const events = jsonLines(readFileSync(log, "utf8")).map(({ event }) => event as Record<string, unknown>);
  const end = events.find(({ type }) => type === "call-end") as { result: { text: string } } | undefined;
  const start = events.find(({ type }) => type === "run-start") as { tools: string[] } | undefined;
  return {
    ...ran,
    prompt: String(events.find(({ type }) => type === "prompt")?.["text"]),
    result: end?.result.text ?? "",
    tools: start?.tools ?? [],
  };
}

test("the models that its parts choose are named before they count", async () => {
  put("agents/deep/spy.md", "---\nname: spy\ndescription: d\nmodel: elsewhere/large\n---\nLook.");
  put("commands/near.md", "---\nmodel: sonnet\n---\nLook.");
  const { stdout } = await plugin("add", made);
  expect(stdout).toContain("models would be asked: elsewhere/large");
  expect(stdout).not.toContain("asked: sonnet");
});

test("what a plugin brings counts after a yes, until it is disabled or removed", async () => {
  const added = await plugin("add", made);
  expect(added.code).toBe(0);
  for (const shown of [
    "helpful 1.2.3  disabled",
    "commands: hi",
    "skills: greet",
    "hook at PreToolUse",
    "server helper",
  ])
    expect(added.stdout).toContain(shown);
  expect((await use("/hi Ada")).prompt).toBe("/hi Ada");

  expect((await plugin("enable", "helpful")).code).toBe(0);
  const used = await use("/hi Ada");
  expect(used.prompt).toBe("Say hi to Ada.");
  expect(used.result).toContain("guarded by helpful");
  expect(used.tools).toContain("mcp__helper__echo");
  expect((await use("/helpful:extra")).prompt).toBe("One more.");
  expect((await runWaymark(["skills", "list"], place)).stdout).toContain("greets people");

  await plugin("disable", "helpful");
  expect((await use("/hi Ada")).result).toContain("Created");
  await plugin("enable", "helpful");
  expect((await plugin("remove", "helpful")).stdout).toBe("helpful is gone\n");
  expect((await use("/hi Ada")).prompt).toBe("/hi Ada");
  expect((await plugin("list")).stdout).toContain("No plugins");
  expect(readdirSync(join(place.home, "waymark/state/plugins"))).toEqual([]);
});

test("the folder it came from may change; its own files may not", async () => {
  await plugin("add", made, "--yes");
  put("scripts/guard.sh", "#!/bin/sh\nexit 0\n", 0o755);
  expect((await use()).result).toContain("guarded by helpful");

  const [script = ""] = globSync(join(place.home, "waymark/state/plugins/helpful/scripts/guard.sh"));
  writeFileSync(script, "#!/bin/sh\necho changed >&2\nexit 2\n");
  const changed = await use();
  expect(changed.result).toContain("Created");
  expect(changed.stderr).toContain("The plugin helpful is left out: its files are not those that were added");
  await plugin("enable", "helpful");
  expect((await use()).result).toContain("changed");
});

test.each([
  ["an archive of tar", (archive: string) => execFileSync("tar", ["-czf", archive, "-C", dirname(made), "helpful"])],
  [
    "an archive without a folder around it",
    (archive: string) => execFileSync("tar", ["-czf", archive, "-C", made, "."]),
  ],
  [
    "a package of npm",
    (archive: string) => {
      put("package.json", JSON.stringify({ name: "@some/helpful", version: "1.2.3" }));
      const name = execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", place.home], {
        cwd: made,
        encoding: "utf8",
      });
      cpSync(join(place.home, name.trim()), archive);
    },
  ],
])("it comes from %s, without the network", async (_, pack) => {
  put(`commands/${"long-".repeat(30)}name.md`, "Long.");
  const archive = join(place.home, "plugin.tgz");
  pack(archive);
  const added = await plugin("add", archive, "--yes", "--offline", "--json");
  expect(added.stderr).toBe("");
  expect(JSON.parse(added.stdout)).toMatchObject({ name: "helpful", version: "1.2.3", state: "enabled" });
  expect((await use()).result).toContain("guarded by helpful");
  expect((await use(`/${"long-".repeat(30)}name`)).prompt).toBe("Long.");
});

describe("what is no plugin", () => {
  const entry = (name: string, content: string, type = "0"): Buffer => {
    const header = Buffer.alloc(512);
    header.write(name.slice(0, 100), 0);
    header.write("0000644", 100);
    header.write(content.length.toString(8).padStart(11, "0"), 124);
    header.write(type, 156);
    return Buffer.concat([header, Buffer.from(content.padEnd(Math.ceil(content.length / 512) * 512, "\0"))]);
  };

  test.each<readonly [string, () => Buffer, string]>(
    inTurn(3, [
      ["no archive", () => Buffer.from("hello"), "cannot be added"],
      ["an empty one", () => gzipSync(Buffer.alloc(1024)), "it holds no files"],
      [
        "one that is cut off",
        () => gzipSync(entry("commands/a.md", "x".repeat(2000)).subarray(0, 1000)),
        "it ends in the middle of a file",
      ],
      [
        "one that leads out of itself",
        () => gzipSync(Buffer.concat([entry("../../evil.md", "x")])),
        "which is not inside of it",
      ],
      ["one with an absolute path", () => gzipSync(entry("/tmp/evil.md", "x")), "which is not inside of it"],
      ["a bomb", () => gzipSync(Buffer.alloc(200_000_000)), "cannot be added"],
      ["nothing useful", () => gzipSync(entry("README.md", "x")), "it has no commands"],
      [
        "a broken manifest",
        () => gzipSync(Buffer.concat([entry(".claude-plugin/plugin.json", "{"), entry("commands/a.md", "x")])),
        "holds no JSON object",
      ],
    ]),
  )("%s", async (_, bytes, line) => {
    const archive = join(place.home, "bad.tgz");
    writeFileSync(archive, bytes());
    const added = await plugin("add", archive, "--yes");
    expect(added.code).toBe(42);
    expect(added.stderr).toContain(line);
    expect(added.stderr.trim().split("\n")).toHaveLength(1);
    expect((await plugin("list", "--json")).stdout.trim()).toBe("[]");
    expect(existsSync(join(place.home, "evil.md"))).toBe(false);
  });

  test("links are left out, and a name that is neither here nor a package's is told of", async () => {
    writeFileSync(join(place.home, "secret"), "s");
    execFileSync("ln", ["-s", join(place.home, "secret"), join(made, "commands", "link.md")]);
    await plugin("add", made, "--yes");
    expect((await use("/link")).prompt).toBe("/link");
    expect((await plugin("add", "./nowhere")).stderr).toContain("there is no such folder or file");
    expect((await plugin("add", "some-package", "--offline")).stderr).toContain("`offline` is set");
    // A bare name is a package's, whatever a repository calls its folders.
    execFileSync("mkdir", ["-p", join(place.cwd, "@team/plugin")]);
    expect((await plugin("add", "@team/plugin", "--yes", "--offline")).stderr).toContain("write ./@team/plugin");
    expect((await plugin("enable", "helpfull")).stderr).toContain("helpful");
  });
});
