import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CommandRequest, CommandResult, Processes } from "../../core/ports/processes.ts";
import type { OutputSink } from "./kept-output.ts";
import { createProcesses } from "./processes.ts";

let root: string;
let processes: Processes;
let kept: Map<string, Buffer>;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "waymark-processes-"));
  kept = new Map();
  processes = createProcesses({
    root,
    environment: {
      ...process.env,
      PATH: `./bin:${root}/bin::${process.env["PATH"]}`,
      API_KEY: "k",
      PLAIN: "p",
      WANTED: "w",
      LD_PRELOAD: "/nowhere.so",
      BASH_ENV: join(root, "evil"),
      GIT_DIR: "/nowhere",
      "BASH_FUNC_ls%%": "() { echo evil; }",
      http_proxy: "http://me:secret@proxy",
      https_proxy: "http://proxy",
      GIT_AUTHOR_NAME: "Ana",
      npm_config_offline: "true",
      npm_config_registry: "https://packages.example",
      PIP_INDEX_URL: "https://me:secret@packages.example",
    },
    allowedVariables: ["WANTED", "LD_PRELOAD"],
    openOutput,
  });
});

afterEach(async () => {
  await processes.close();
  rmSync(root, { recursive: true, force: true });
});

function openOutput(): OutputSink {
  const handle = `out-${kept.size + 1}`;
  kept.set(handle, Buffer.alloc(0));
  return {
    handle,
    append: (bytes) => void kept.set(handle, Buffer.concat([kept.get(handle) ?? Buffer.alloc(0), bytes])),
    close: () => {},
  };
}

function run(
  command: string,
  more: Partial<CommandRequest> = {},
  signal = new AbortController().signal,
): Promise<CommandResult> {
  return processes.run({ command, timeoutMs: 60_000, ...more }, signal);
}

/** Waits until a process is gone; a zombie of somebody else counts as gone. */
async function untilGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 500; tries++) {
    if (!isAlive(pid)) return true;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return false;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return !existsSync(`/proc/${pid}/stat`) || !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
}

async function untilFile(path: string): Promise<string> {
  for (;;) {
    const text = existsSync(path) ? readFileSync(path, "utf8") : "";
    if (text.endsWith("\n")) return text.trim();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe("a command", () => {
  test("gives both streams in the order they were written, and its exit code", async () => {
    const result = await run("echo 1; echo 2 >&2; echo 3; echo 4 >/dev/stderr; echo 5 >/dev/stdout; exit 7");
    expect(result).toMatchObject({
      output: "1\n2\n3\n4\n5\n",
      exitCode: 7,
      timedOut: false,
      cancelled: false,
      outputBytes: 10,
    });
    expect(result.handle).toBeUndefined();
  });

  test("runs in the folder asked for", async () => {
    await run("mkdir -p a/b");
    expect((await run("pwd -P", { cwd: "a/b" })).output.trim()).toMatch(/\/a\/b$/);
    expect((await run("pwd -P")).output.trim().endsWith(root.split("/").at(-1) ?? "")).toBe(true);
  });

  test("cannot wait for standard input", async () => {
    expect(await run("cat; echo done")).toMatchObject({ output: "done\n", exitCode: 0 });
  });

  test("gets of the environment what is on the list, and nothing that would run code", async () => {
    writeFileSync(join(root, "evil"), "echo evil\n");
    const { output } = await run("env; ls");
    expect(output).toContain("WANTED=w");
    for (const kept of [
      "http_proxy=http://proxy\n",
      "https_proxy=http://proxy\n",
      "PIP_INDEX_URL=https://packages.example\n",
      "GIT_AUTHOR_NAME=Ana",
      "npm_config_offline=true",
      "npm_config_registry=https://p",
    ])
      expect(output).toContain(kept);
    expect(output).not.toMatch(/API_KEY|PLAIN|LD_PRELOAD|BASH_ENV|GIT_DIR|secret|() \{/);
    const path = /^PATH=(.*)$/m.exec(output)?.[1]?.split(":") ?? [];
    expect(path.length).toBeGreaterThan(0);
    expect(path.filter((entry) => !entry.startsWith("/") || entry.startsWith(root))).toEqual([]);
  });

  test("reads no start-up file, also where the shell thinks that it was called over a network", async () => {
    writeFileSync(join(root, ".bashrc"), "echo start-up\n");
    expect((await run(`HOME=${root} exec bash --noprofile --norc -c 'echo mine'`)).output).toBe("mine\n");
    expect((await run("shopt -q login_shell; echo $?; echo $-")).output).toMatch(/^1\n[^i]*\n$/);
  });

  test("reports the signal that ended it", async () => {
    const result = await run("kill -9 $$");
    expect(result).toMatchObject({ signal: "SIGKILL" });
    expect(result.exitCode).toBeUndefined();
  });

  test("that cannot start in its folder is a failure the model reads", async () => {
    await expect(run("true", { cwd: "nowhere" })).rejects.toThrow(/cannot be started in .*nowhere/);
  });

  test("with a very long output keeps its ends here and the whole elsewhere", async () => {
    const result = await run("echo first; head -c 3000000 /dev/zero | tr '\\0' x; echo; echo last");
    expect(result.outputBytes).toBe(3_000_012);
    expect(result.output.length).toBeLessThan(40_000);
    expect(result.output).toMatch(/^first\nx+\n… \d+ bytes left out …\nx+\nlast\n$/);
    expect(kept.get(result.handle ?? "")?.length).toBe(3_000_012);
  });

  test("shows what it writes while it runs, characters whole", async () => {
    const shown: string[] = [];
    await run("printf '\\303'; sleep 0.05; printf '\\251\\n'", { onOutput: (text) => shown.push(text) });
    expect(shown.join("")).toBe("é\n");
  });

  test("is not held up by a process it leaves behind with its output, which is ended with it", async () => {
    const result = await run("sleep 300 & echo $!");
    expect(result).toMatchObject({ exitCode: 0, leftoversEnded: true });
    expect(await untilGone(Number(result.output))).toBe(true);
  });

  test("does not hear of the one before, even when that left a writer behind", async () => {
    await run("(trap '' INT TERM; sleep 0.5; echo late; sleep 0.5; echo later) &");
    const result = await run("sleep 1; echo mine");
    expect(result.output).toBe("mine\n");
  });

  test.skipIf(process.platform === "win32")("does not hear of those after it, whatever it holds open", async () => {
    const listen =
      "echo $$ > thief; exec 3< /dev/stdout > /dev/null 2>&1; while :; do cat <&3 >> heard; sleep 0.01; done";
    await run(`env -i setsid sh -c '${listen}' & until [ -s thief ]; do sleep 0.05; done; sleep 0.3`);
    const thief = Number(readFileSync(join(root, "thief"), "utf8"));
    try {
      expect((await run("echo mine; sleep 0.5; echo mine")).output).toBe("mine\nmine\n");
      expect([existsSync(`/proc/${thief}`), readFileSync(join(root, "heard"), "utf8")]).toEqual([true, ""]);
    } finally {
      process.kill(thief, "SIGKILL");
    }
  });

  test("that leaves its group and session ends with ours all the same", async () => {
    await run("setsid sh -c 'echo $$ > escaped; exec sleep 300' > /dev/null 2>&1 < /dev/null &");
    const pid = Number(await untilFile(join(root, "escaped")));
    await processes.close();
    expect(await untilGone(pid)).toBe(true);
  });

  test("too long for the system is a failure the model reads", async () => {
    await expect(run(`: ${"x".repeat(200_000)}`)).rejects.toThrow("The command is too long");
  });

  test("keeps the bounds it is given", async () => {
    const limits = { memoryBytes: 512 * 1024 * 1024, fileBytes: 1024 * 1024, cpuSeconds: 30 };
    const { output } = await run("head -c 3000000 /dev/zero > big; echo $?; wc -c < big; ulimit -v; ulimit -t", {
      limits,
    });
    expect(output.split("\n").slice(-5)).toEqual(["153", "1048576", "524288", "30", ""]);
  });

  test("may run beside others", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, (_, index) => run(`sleep 0.1; echo ${index}`)));
    expect(results.map((result) => result.output)).toEqual(["0\n", "1\n", "2\n", "3\n", "4\n"]);
  });
});

describe("ending a command ends all of its group", () => {
  const FAMILY =
    "sleep 300 & echo $! > child; (trap '' TERM; sleep 300 & echo $! > stubborn; sleep 300) & echo up; wait";

  test("when time is up", async () => {
    const result = await run(FAMILY, { timeoutMs: 600 });
    expect(result).toMatchObject({ timedOut: true, cancelled: false, output: "up\n" });
    expect(await untilGone(Number(await untilFile(join(root, "child"))))).toBe(true);
    expect(await untilGone(Number(await untilFile(join(root, "stubborn"))))).toBe(true);
  });

  test("also of what has left the group meanwhile", async () => {
    const running = run("setsid sh -c 'echo $$ > escaped; exec sleep 300' & sleep 300", { timeoutMs: 1500 });
    const pid = Number(await untilFile(join(root, "escaped")));
    expect(await running).toMatchObject({ timedOut: true });
    expect(await untilGone(pid)).toBe(true);
  });

  test("with an interrupt first, so that it may tidy up", async () => {
    const command = "trap 'echo tidied; exit 9' INT; echo up; while :; do sleep 0.05; done";
    expect(await run(command, { timeoutMs: 700 })).toMatchObject({ output: "up\ntidied\n", exitCode: 9 });
  });

  test
    .skipIf(process.platform !== "linux")
    .each([
      "(sleep 300; echo late > late; sleep 300) & echo $! > child",
      "(sleep 300; echo late > late; sleep 300) & echo $! > child; wait",
      "{ sleep 300; echo late > late; } & echo $! > child; sleep 300; echo late > late",
      "(setsid sleep 300; echo late > late) & echo $! > child; wait",
      "sleep 300; echo late > late; echo $$ > child",
    ])("and nothing goes on with what stands behind what was ended: %s", async (command) => {
    const controller = new AbortController();
    const running = run(`echo $$ > shell; ${command}`, {}, controller.signal);
    const pids = [await untilFile(join(root, "shell"))];
    if (command.includes("&")) pids.push(await untilFile(join(root, "child")));
    controller.abort();
    await running;
    await processes.close();
    for (const pid of pids) expect(await untilGone(Number(pid))).toBe(true);
    expect(existsSync(join(root, "late"))).toBe(false);
  });

  test("when the call is cancelled", async () => {
    const controller = new AbortController();
    const running = run(FAMILY, {}, controller.signal);
    const child = Number(await untilFile(join(root, "child")));
    controller.abort();
    expect(await running).toMatchObject({ cancelled: true, timedOut: false });
    expect(await untilGone(child)).toBe(true);
  });

  test("when it was cancelled before it began", async () => {
    expect(await run("sleep 300", {}, AbortSignal.abort())).toMatchObject({ cancelled: true });
  });
});

describe("a background process", () => {
  test("is listed, keeps its output, and is stopped with its children", async () => {
    const started = await processes.start({ command: "echo $$; echo ready; sleep 300", timeoutMs: 1000 });
    expect(started).toMatchObject({ id: "bg-1", state: "running", handle: "out-1" });
    while (!kept.get("out-1")?.includes("ready")) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(processes.list()).toHaveLength(1);
    const stopped = await processes.stop("bg-1");
    expect(stopped?.state).toBe("exited");
    expect(await untilGone(Number(kept.get("out-1")?.toString().split("\n")[0]))).toBe(true);
    expect(await processes.stop("bg-9")).toBeUndefined();
  });

  test("that ends by itself keeps its exit code", async () => {
    await processes.start({ command: "exit 3", timeoutMs: 1000 });
    while (processes.list()[0]?.state === "running") await new Promise((resolve) => setTimeout(resolve, 10));
    expect(processes.list()[0]).toMatchObject({ state: "exited", exitCode: 3 });
  });

  test("does not survive the session", async () => {
    await processes.start({ command: "echo $$; exec sleep 300", timeoutMs: 1000 });
    while (!kept.get("out-1")?.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 10));
    await processes.close();
    expect(await untilGone(Number(kept.get("out-1")))).toBe(true);
  });
});

describe("git", () => {
  const REPOSITORY =
    "git init -q . && git config user.email a@b && git config user.name a && echo one > f && git add f && git commit -qm one && echo two > f";

  test("shows what changed, as it does for a person", async () => {
    expect((await run(REPOSITORY)).exitCode).toBe(0);
    expect(await run("git diff")).toMatchObject({ exitCode: 0, output: expect.stringContaining("-one\n+two\n") });
    expect((await run("git status --short && git log --oneline -p && git stash -q && git stash pop -q")).exitCode).toBe(
      0,
    );
  });

  test("starts no external diff that the repository's configuration names", async () => {
    await run(`${REPOSITORY}; git config diff.external 'touch ran #'`);
    const guarded = createProcesses({
      root,
      environment: process.env,
      openOutput,
      repositoryPrograms: () => ["diff.external = touch ran #"],
    });
    await guarded.run({ command: "git diff", timeoutMs: 60_000 }, new AbortController().signal);
    await guarded.close();
    expect(existsSync(join(root, "ran"))).toBe(false);
  });
});
