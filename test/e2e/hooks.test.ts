import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { missing } from "../optional-programs.ts";
import { inTurn } from "../rounds.ts";
import { jsonLines, makePlace, type Place, runWaymark, type WaymarkRun } from "./run-waymark.ts";

let place: Place;
beforeEach(() => {
  place = makePlace();
});
afterEach(() => place.remove());

const TRUSTING = ["--permission-mode", "acceptEdits", "--trust"];

interface HookedRun extends WaymarkRun {
  /** By call id, what the model was told. */
  readonly results: Readonly<Record<string, string>>;
  /** What people were told of hooks. */
  readonly notes: string;
  /** What the model was told beside results. */
  readonly told: string;
}

const write = (id: string, path: string, content = "hi") => ({ id, name: "write_file", input: { path, content } });
const shell = (id: string, command: string) => ({ id, name: "shell", input: { command } });

/** A run of the scripted model: one step for each list of calls, then a text for each that is wanted. */
async function run(
  steps: readonly (readonly object[])[],
  flags: readonly string[] = ["--permission-mode", "acceptEdits"],
  texts: readonly string[] = ["Done."],
): Promise<HookedRun> {
  const script = join(place.home, "script.json");
  writeFileSync(script, JSON.stringify([...steps.map((calls) => ({ calls })), ...texts.map((text) => ({ text }))]));
  const args = ["-p", "go", "-m", `scripted/${script}`, "--output-format", "stream-json", ...flags];
  const ended = await runWaymark(args, place);
  const lines = jsonLines(ended.stdout);
  const parts = lines.flatMap(({ message }) => (message as { content?: object[] } | undefined)?.content ?? []);
  const results = parts.flatMap((part) => ("tool_use_id" in part && "content" in part ? [part] : []));
  const texted = (status: string): string =>
    lines
      .flatMap((line) => (line["status"] === status && line["text"] !== "" ? [String(line["text"])] : []))
      .join("\n");
  return {
    ...ended,
    results: Object.fromEntries(results.map(({ tool_use_id, content }) => [tool_use_id, String(content)])),
    notes: texted("hook"),
    told: texted("correction"),
  };
}

const command = (text: string, more: object = {}) => ({ hooks: [{ type: "command", command: text, ...more }] });

function own(hooks: object): void {
  const file = join(place.home, "waymark", "config", "config.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ hooks }));
}

function project(hooks: object, file = ".claude/settings.json"): void {
  const path = join(place.cwd, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ hooks }));
}

const here = (name: string): string => readFileSync(join(place.cwd, name), "utf8");
const answer = (value: object): string => `cat >/dev/null; echo '${JSON.stringify(value)}'`;
const before = (more: object) => ({ hookSpecificOutput: { hookEventName: "PreToolUse", ...more } });

describe("trust", () => {
  test.each([".claude/settings.json", ".waymark/config.json", ".waymark/hooks.json"])(
    "a hook of %s runs only after a yes, and after a change only after another",
    async (file) => {
      writeFileSync(join(place.cwd, "guard.sh"), "#!/bin/sh\necho first >> log\n");
      chmodSync(join(place.cwd, "guard.sh"), 0o755);
      project({ PreToolUse: [{ matcher: "*", ...command("./guard.sh") }] }, file);
      const list = [["read", "a.txt"]].map(([id = "", path]) => [{ id, name: "read_file", input: { path } }]);
      const untrusted = await run(list);
      expect(untrusted.code).toBe(0);
      expect(untrusted.notes).toContain("1 hook is left out");
      expect(existsSync(join(place.cwd, "log"))).toBe(false);

      const yes = await runWaymark(["hooks", "trust"], place);
      expect(yes.stdout).toContain("./guard.sh");
      expect((await run(list)).notes).toBe("");
      expect(here("log")).toBe("first\n");

      writeFileSync(join(place.cwd, "guard.sh"), "#!/bin/sh\necho second >> log\n");
      expect((await run(list)).notes).toContain("1 hook is left out");
      expect(here("log")).toBe("first\n");
      expect((await run(list, ["--trust"])).notes).toBe(
        "Hooks: 1 hook that nobody has said yes to runs because of --trust; `waymark hooks list` shows what.",
      );
      expect(here("log")).toBe("first\nsecond\n");
    },
  );

  test("a server that a hook tells is shown with the variables that it is given", async () => {
    const headers = { Authorization: "Bearer $GATE_TOKEN" };
    const hook = { type: "http", url: "https://other.example/", headers, allowedEnvVars: ["GATE_TOKEN"] };
    project({ PreToolUse: [{ hooks: [hook] }] });
    const { stdout } = await runWaymark(["hooks", "list"], place);
    expect(stdout).toContain('https://other.example/ with {"Authorization":"Bearer $GATE_TOKEN"}');
  });

  test.skipIf(missing("bwrap"))(
    "a hook that runs in the sandbox is said to, where it is listed and where it gets its yes",
    async () => {
      const said = "Hooks of these that run in the sandbox: 1.";
      own({ Stop: [command("true")] });
      expect((await runWaymark(["hooks", "list"], place)).stdout).not.toContain(said);
      project({ Stop: [command("date >> $HOME/log")] });
      for (const words of [["list"], ["trust"], ["list"]])
        expect((await runWaymark(["hooks", ...words], place)).stdout).toContain(said);
      expect(
        (await runWaymark(["hooks", "list"], { ...place, environment: { WAYMARK_SANDBOX: "off" } })).stdout,
      ).not.toContain(said);
      await runWaymark(["hooks", "untrust"], place);
      expect((await runWaymark(["config", "trust"], place)).stdout).toContain(said);
    },
  );

  test("one hook may have a yes and the other none", async () => {
    project({ Stop: [command("echo a >> log"), command("echo b >> log")] });
    const listed = JSON.parse((await runWaymark(["hooks", "list", "--json"], place)).stdout) as {
      hooks: { id: string; text: string; state: string }[];
    };
    expect(listed.hooks.map(({ text, state }) => [text, state])).toEqual([
      ["echo a >> log", "untrusted"],
      ["echo b >> log", "untrusted"],
    ]);
    await runWaymark(["hooks", "trust", listed.hooks[1]?.id ?? ""], place);
    await run([]);
    expect(here("log")).toBe("b\n");
    await runWaymark(["hooks", "untrust"], place);
    await run([]);
    expect(here("log")).toBe("b\n");
  });
});

test("a hook that knows Claude Code's names refuses, changes and adds to calls of ours", async () => {
  project({
    PreToolUse: [
      { matcher: "Edit|Write", ...command("tee -a told >/dev/null; echo not here >&2; exit 2") },
      {
        matcher: "Bash",
        ...command(
          answer(before({ updatedInput: { command: "echo changed > out" }, additionalContext: "mind the gap" })),
        ),
      },
    ],
    PostToolUse: [{ matcher: "Bash", ...command(answer({ decision: "block", reason: "look again" })) }],
  });
  const ran = await run(
    [[write("w", "x.txt")], [shell("s", "echo original > out")]],
    ["--trust", "--permission-mode", "acceptEdits"],
  );
  expect(ran.code).toBe(0);
  expect(ran.results["w"]).toContain("a hook refused it: not here");
  expect(existsSync(join(place.cwd, "x.txt"))).toBe(false);
  const told = JSON.parse(here("told")) as Record<string, unknown>;
  expect(told).toMatchObject({
    hook_event_name: "PreToolUse",
    tool_name: "Write",
    tool_input: { file_path: join(place.cwd, "x.txt"), content: "hi" },
    cwd: place.cwd,
    permission_mode: "acceptEdits",
  });
  expect(here("out")).toBe("changed\n");
  expect(ran.results["s"]).toContain("mind the gap");
  expect(ran.results["s"]).toContain("(a hook says: look again)");
  expect(existsSync(String(told["transcript_path"]))).toBe(true);
});

test("a guard of files sees every file that a call would change, by whatever tool", async () => {
  own({
    PreToolUse: [{ matcher: "Write", ...command("if grep -q '/secret.txt\"'; then echo no secrets >&2; exit 2; fi") }],
  });
  const diff = ["a.txt", "secret.txt"].map((name) => `--- /dev/null\n+++ b/${name}\n@@ -0,0 +1 @@\n+x\n`).join("");
  const calls = [
    [{ id: "diff", name: "apply_diff", input: { diff } }],
    [{ id: "action", name: "file_action", input: { command: "create", path: "secret.txt", content: "x" } }],
    [write("fine", "b.txt")],
  ];
  const ran = await run(calls);
  expect(ran.results["diff"]).toContain("no secrets");
  expect(ran.results["action"]).toContain("no secrets");
  expect(readdirSync(place.cwd).filter((name) => name.endsWith(".txt"))).toEqual(["b.txt"]);
});

describe("a hook cannot do more than policy lets a person allow", () => {
  const allowing = (updatedInput?: object) =>
    command(answer(before({ permissionDecision: "allow", ...(updatedInput && { updatedInput }) })));

  test("it answers a question in the person's place", async () => {
    own({ PreToolUse: [{ matcher: "Write", ...allowing() }] });
    await run([[write("w", "x.txt")]], []);
    expect(here("x.txt")).toBe("hi");
  });

  test.each(
    inTurn(2, [
      ["plan mode", ["--permission-mode", "plan"], undefined],
      ["a rule that denies", ["--disallowedTools", "write_file"], undefined],
      ["a folder that is not its", [], { file_path: "/etc/waymark-was-here", content: "x" }],
      ["arguments that are none", [], { file_path: 7 }],
      [
        "a rule that denies the changed call",
        ["--disallowedTools", "write_file(y.txt)"],
        { file_path: "y.txt", content: "x" },
      ],
    ]),
  )("%s stays", async (_, flags, updatedInput) => {
    own({ PreToolUse: [{ matcher: "Write", ...allowing(updatedInput) }] });
    const ran = await run([[write("w", "x.txt")]], flags);
    expect(ran.results["w"]).toMatch(/Not allowed|cannot be used/);
    expect(readdirSync(place.cwd)).toEqual([]);
    expect(existsSync("/etc/waymark-was-here")).toBe(false);
  });
});

test("a hook of a project whose script changes within the session is left out at once, and told", async () => {
  mkdirSync(join(place.cwd, ".claude"));
  writeFileSync(join(place.cwd, "guard.sh"), "cat > /dev/null\n");
  const hooks = { PreToolUse: [{ matcher: "Write", ...command("sh guard.sh", { onFailure: "block" }) }] };
  writeFileSync(join(place.cwd, ".claude", "settings.json"), JSON.stringify({ hooks }));
  const ran = await run(
    [
      [write("before", "x.txt")],
      [shell("s", "echo exit 0 > guard.sh")],
      [write("kept", "z.txt"), { id: "r", name: "read_file", input: { path: "guard.sh" } }],
      [write("g", "guard.sh", "exit 0\n")],
      [write("after", "y.txt")],
    ],
    // It is changed by whoever says so for that file alone.
    [...TRUSTING, "--allowedTools", "write_file(/guard.sh)"],
  );
  expect([here("z.txt"), here("guard.sh")]).toEqual(["hi", "exit 0\n"]);
  expect(ran.notes).toMatch(
    /^Hook sh guard\.sh \(PreToolUse\): was not run: guard\.sh is not what somebody said yes to$/m,
  );
  expect([here("x.txt"), ran.results["after"]]).toEqual(["hi", expect.stringContaining("was not run: guard.sh")]);
});

test("a prompt is refused before the model has it, and a hook adds to it", async () => {
  own({ UserPromptSubmit: [command("echo not today >&2; exit 2")] });
  const refused = await run([[write("w", "x.txt")]]);
  expect(refused.code).toBe(1);
  expect(refused.stdout).toContain("A hook refused the prompt: not today");
  expect(existsSync(join(place.cwd, "x.txt"))).toBe(false);

  own({
    UserPromptSubmit: [command("echo it rains")],
    SessionStart: [
      { matcher: "startup", ...command("echo good day") },
      { matcher: "resume", ...command("echo again") },
    ],
  });
  expect((await run([])).told).toBe("good day\nit rains");
  expect((await run([], ["-c"])).told).toBe("again\nit rains");
});

test("a run ends only when the hooks let it, but not never", async () => {
  own({ Stop: [command("grep -q '\"stop_hook_active\":true' || { echo run the tests >&2; exit 2; }")] });
  const ran = await run([], [], ["First.", "Second."]);
  expect(ran.told).toBe("run the tests");
  expect(ran.stdout).toContain('"result":"Second."');

  own({ Stop: [command("echo never >&2; exit 2")] });
  const endless = await run(
    [],
    [],
    Array.from({ length: 12 }, (_, index) => `Answer ${index}.`),
  );
  expect(endless.code).toBe(0);
  expect(endless.stdout).toContain('"result":"Answer 8."');
});

test("a hook ends the run", async () => {
  own({ PostToolUse: [command(answer({ continue: false, stopReason: "the budget is gone" }))] });
  const ran = await run([[write("w", "x.txt")], [write("v", "y.txt")]]);
  expect(ran.code).toBe(1);
  expect(ran.stdout).toContain("Stopped by a hook: the budget is gone");
  expect(existsSync(join(place.cwd, "y.txt"))).toBe(false);
});

test("hooks of one event run side by side, each once", async () => {
  // Each waits for the other's sign.
  const meet = (mine: string, other: string) =>
    command(`touch ${mine}; for i in $(seq 100); do [ -e ${other} ] && { echo met >> log; exit; }; sleep 0.1; done`);
  own({
    PreToolUse: [
      { matcher: "Write", hooks: [...meet("a", "b").hooks, ...meet("b", "a").hooks, ...meet("b", "a").hooks] },
    ],
  });
  await run([[write("w", "x.txt")]], TRUSTING);
  expect(here("log")).toBe("met\nmet\n");
});

describe("a bad hook costs one line", () => {
  test.each(
    inTurn(2, [
      ["hangs", "sleep 300", { timeout: 0.5 }, "took longer than 0.5 s and was ended"],
      [
        "hangs and hears no signal",
        "trap '' INT TERM; sleep 300",
        { timeout: 0.5 },
        "took longer than 0.5 s and was ended",
      ],
      ["prints 50 MB", "head -c 50000000 /dev/zero | tr '\\0' x", {}, "said more than 1 MB"],
      ["prints no JSON", "echo '{\"decision\": block'", {}, "is none; nothing of it counts"],
      ["is missing", "./not-there --really", {}, "ended with code 127"],
      ["leaves a child behind", "sleep 300 & echo $! > child", {}, ""],
      ["kills itself", "kill -9 $$", {}, "was ended by SIGKILL"],
      ["does not read", "exec 0<&-; exit 3", {}, "ended with code 3"],
    ]),
  )("it %s", async (_, text, more, line) => {
    own({ PreToolUse: [{ matcher: "Write", ...command(`echo $$ >> pids; ${text}`, { ...more, sandbox: false }) }] });
    const ran = await run([[write("w", "x.txt", "y".repeat(300_000))]], TRUSTING);
    expect(ran.code).toBe(0);
    expect(ran.notes).toContain(line);
    expect(ran.notes.split("\n")).toHaveLength(1);
    expect(here("x.txt")).toHaveLength(300_000);
    const pids = ["pids", "child"].flatMap((name) => (existsSync(join(place.cwd, name)) ? here(name).split("\n") : []));
    expect(pids.filter((pid) => pid !== "" && isAlive(pid))).toEqual([]);
  });

  test("one that must not fail refuses by failing", async () => {
    own({ PreToolUse: [{ matcher: "Write", ...command("./not-there", { onFailure: "block" }) }] });
    expect((await run([[write("w", "x.txt")]], TRUSTING)).results["w"]).toContain(
      "a hook that must not fail ended with code 127",
    );
  });

  test("what is no hook is told of and left out", async () => {
    project({
      Nonsense: [],
      Stop: [{ hooks: [{ type: "prompt", prompt: "?" }] }],
      PreToolUse: [{ matcher: "(", ...command("true") }],
    });
    const { notes, code } = await run([], ["--trust"]);
    expect(code).toBe(0);
    expect(notes).toContain('there is no event "Nonsense" here');
    expect(notes).toContain('hooks of type "prompt" are not run here');
    expect(notes).toContain('the matcher "(" is no pattern');
  });
});

function isAlive(pid: string): boolean {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

test("a server is asked over HTTP, with no more than its headers say", async () => {
  const seen: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request
      .on("data", (chunk: Buffer) => (body += chunk))
      .on("end", () => {
        seen.push({ headers: request.headers, body });
        const isWrite = body.includes("write_file");
        response
          .writeHead(isWrite ? 200 : 500)
          .end(
            isWrite
              ? JSON.stringify(before({ permissionDecision: "deny", permissionDecisionReason: "by the server" }))
              : "down",
          );
      });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const headers = { "X-Home": "at $HOME", "X-Other": "${PATH}" };
    own({ PreToolUse: [{ hooks: [{ type: "http", url, headers, allowedEnvVars: ["HOME"] }] }] });
    const ran = await run([[write("w", "x.txt")], [shell("s", "echo hi")]]);
    expect(ran.results["w"]).toContain("by the server");
    expect(ran.results["s"]).toContain("hi");
    expect(ran.notes).toContain("was answered with status 500");
    expect(seen[0]?.headers).toMatchObject({ "x-home": `at ${place.home}`, "x-other": "" });
    expect(JSON.parse(seen[0]?.body ?? "")).toMatchObject({ tool_name: "write_file", tool_input: { path: "x.txt" } });
  } finally {
    server.close();
  }
});

test("the list of things to do, a batch of calls and a refused question are events too", async () => {
  own({
    TaskCreated: [command("grep -q milk && { echo no milk >&2; exit 2; }; exit 0")],
    TaskCompleted: [command("cat >> done")],
    PostToolBatch: [command("cat >> batch; echo two at once >&2; exit 2")],
    PermissionRequest: [
      {
        matcher: "Write",
        ...command(answer({ hookSpecificOutput: { decision: { behavior: "deny", message: "ask me later" } } })),
      },
    ],
    PostToolUseFailure: [command("cat >> failures")],
  });
  const item = (text: string, status = "pending") => ({ text, status });
  const todo = (id: string, ...items: object[]) => ({ id, name: "todo", input: { items } });
  const ran = await run(
    [
      [todo("one", item("bread"), item("milk")), { id: "none", name: "read_file", input: { path: "none" } }],
      [todo("two", item("bread", "completed"), item("milk"))],
      [write("w", "x.txt")],
    ],
    ["--trust"],
  );
  expect(ran.results["one"]).toContain("(a hook says: no milk)");
  expect(ran.results["two"]).not.toContain("a hook says");
  expect(JSON.parse(here("done"))).toMatchObject({ hook_event_name: "TaskCompleted", task_subject: "bread" });
  expect(ran.results["w"]).toContain("a hook refused it: ask me later");
  expect(ran.told.split("\n")).toEqual(["two at once", "two at once", "two at once"]);
  const [batch = ""] = here("batch").split("\n");
  expect((JSON.parse(batch) as { tool_calls: unknown[] }).tool_calls).toHaveLength(2);
  expect(JSON.parse(here("failures"))).toMatchObject({ hook_event_name: "PostToolUseFailure", tool_name: "read_file" });
});

test("hooks are tried without a session", async () => {
  own({ PreToolUse: [{ matcher: "Bash", ...command("grep -q 'rm ' && { echo no removing >&2; exit 2; }; exit 0") }] });
  const tried = async (command_: string) =>
    JSON.parse(
      (
        await runWaymark(
          ["hooks", "test", "PreToolUse", "--tool", "Bash", "--input", JSON.stringify({ command: command_ }), "--json"],
          place,
        )
      ).stdout,
    ) as { answer: object };
  expect((await tried("rm a")).answer).toEqual({ block: "no removing", context: [] });
  expect((await tried("ls")).answer).toEqual({ context: [] });
  expect((await runWaymark(["hooks", "test", "Nonsense"], place)).stderr).toContain('There is no event "Nonsense"');
});

test.each([
  [
    "write_file",
    '{"path": "a.txt"}',
    "--input is not what write_file takes: `content` is missing: it must be a string.",
  ],
  ["Bash", "null", "--input is no JSON object"],
  ["apply_diff", '{"diff": "--- a/a.txt\\n+++ b/a.txt\\n@@ -1 +1 @@\\n-a\\n+b\\n"}', ""],
])("hooks are tried with what %s is not given: %s", async (tool, input, said) => {
  own({ PreToolUse: [{ matcher: "*", ...command("exit 0") }] });
  const { code, stderr } = await runWaymark(["hooks", "test", "PreToolUse", "--tool", tool, "--input", input], place);
  expect(stderr).toContain(said);
  expect(code, stderr).toBe(said === "" ? 0 : 42);
  expect(stderr.split("\n").length).toBeLessThan(3);
});
