import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { startOpenAiChat } from "./provider-servers/openai-chat.ts";
import type { WireServer } from "./provider-servers/wire-server.ts";
import { jsonLines, makePlace, type Place, runWaymark } from "./run-waymark.ts";

const noBubblewrap = missing("bwrap");

const CALLS = [
  { command: "echo mine > mine.txt; cat mine.txt" },
  { command: `echo no > ${join(homedir(), "waymark-must-not-be-here")}` },
  { command: "exec 3<>/dev/tcp/127.0.0.1/PORT && echo reached" },
  { command: "exec 3<>/dev/tcp/127.0.0.1/PORT && echo reached", sandbox: "network" },
  { command: `echo no > ${join(homedir(), "waymark-must-not-be-here")}`, sandbox: "outside" },
];

let server: WireServer;
let place: Place;
let environment: Record<string, string>;

beforeAll(async () => {
  place = makePlace({ "a.txt": "a\n" });
  server = await startOpenAiChat(({ body }) => {
    if (body.includes('"role":"tool"')) return { text: "done" };
    const port = new URL(server.url).port;
    return {
      calls: CALLS.map((input) => ({
        name: "shell",
        input: { ...input, command: input.command.replace("PORT", port) },
      })),
    };
  });
  environment = { OPENAI_COMPATIBLE_BASE_URL: `${server.url}/v1`, OPENAI_COMPATIBLE_API_KEY: "k" };
});
afterAll(async () => {
  await server.close();
  place.remove();
});

test("a sandbox that is demanded and cannot be had ends the run before it begins, with 44", async () => {
  const args = ["-p", "go", "-m", "openai-compatible/m", "-C", "/", "--sandbox", "workspace-write"];
  const run = await runWaymark(args, { ...place, environment });
  expect(run.code).toBe(44);
  expect(run.stdout).toBe("");
  expect(run.stderr).toMatch(
    /^waymark: --sandbox workspace-write is not available: .+ Mend that, or run with --sandbox off\.\n$/,
  );
});

test("doctor says which sandbox there is", async () => {
  const { stdout } = await runWaymark(["doctor"], place);
  const lesser = /^note +sandbox +(?:landlock, proven.*, and a lesser one — |none: )/m;
  expect(stdout).toMatch(noBubblewrap === undefined ? /^ok +sandbox +bubblewrap, proven/m : lesser);
});

describe.skipIf(noBubblewrap !== undefined)("with bubblewrap", () => {
  test("a model in bypass mode gets no further than the sandbox, and not out of it", async () => {
    const args = ["-p", "go", "-m", "openai-compatible/m", "--output-format", "stream-json"];
    const flags = ["--permission-mode", "bypassPermissions", "--sandbox", "workspace-write"];
    const run = await runWaymark([...args, ...flags], { ...place, environment });
    expect(run.code, run.stderr).toBe(0);
    const results = jsonLines(run.stdout)
      .flatMap((line) => (line["message"] as { content?: Record<string, unknown>[] } | undefined)?.content ?? [])
      .filter((part) => part["type"] === "tool_result")
      .map((part) => String(part["content"]));
    expect(results).toHaveLength(CALLS.length);
    expect(results[0]).toBe("mine");
    expect(results[1]).toContain("Read-only file system");
    for (const closed of results.slice(1, 3)) {
      expect(closed).toContain("Nothing opens it in this run");
      expect(closed).not.toContain("call again");
    }
    expect(results[3]).toMatch(/^Not allowed: .*wants the network, which the sandbox closes/);
    expect(results[4]).toMatch(/^Not allowed: .*wants to run outside the sandbox/);
    expect(existsSync(join(homedir(), "waymark-must-not-be-here"))).toBe(false);
    expect(readFileSync(join(place.cwd, "mine.txt"), "utf8")).toBe("mine\n");
  });

  test("read-only holds for commands and for file tools", async () => {
    const run = (tool: string, input: object) =>
      runWaymark(
        [
          "tool",
          "run",
          tool,
          JSON.stringify(input),
          "--permission-mode",
          "bypassPermissions",
          "--sandbox",
          "read-only",
        ],
        place,
      );
    expect((await run("shell", { command: "echo x > b.txt" })).stdout).toContain("Read-only file system");
    expect((await run("write_file", { path: "b.txt", content: "x" })).stdout).toContain("the sandbox is read-only");
    expect((await run("shell", { command: "cat a.txt" })).stdout).toBe("a\n");
    expect(existsSync(join(place.cwd, "b.txt"))).toBe(false);
  });

  test("keys and our own files are not there for a command", async () => {
    const command = "env; ls -A $HOME/waymark/config $HOME/waymark/state; cat /proc/*/environ | tr '\\0' '\\n'";
    const args = ["tool", "run", "shell", JSON.stringify({ command }), "--permission-mode", "bypassPermissions"];
    const secret = { OPENAI_API_KEY: "canary-key", GITHUB_TOKEN: "canary-token", DATABASE_URL: "canary-url" };
    const { stdout } = await runWaymark(args, { ...place, environment: secret });
    expect(stdout).toContain("PATH=");
    expect(stdout).not.toContain("canary");
    expect(stdout).not.toMatch(/sessions|config\.json/);
  });

  test("a command that is known to reach the network, and was allowed, reaches it where no sandbox was demanded", async () => {
    const command = `curl -s -o /dev/null -w '%{http_code}' ${server.url}/v1/models`;
    const run = (more: readonly string[]) =>
      runWaymark(
        ["tool", "run", "shell", JSON.stringify({ command }), "--permission-mode", "bypassPermissions", ...more],
        place,
      );
    expect((await run([])).stdout).toBe("200\n");
    expect((await run(["--sandbox", "workspace-write"])).stdout).toContain("The sandbox closes the network");
  });
});
