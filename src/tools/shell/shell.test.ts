import { afterEach, beforeEach, expect, test } from "vitest";
import { createToolBench, type ToolBench } from "../../../test/tool-context.ts";
import { shell } from "./shell.ts";
import { shellOutput } from "./shell-output.ts";
import { shellStop } from "./shell-stop.ts";

let bench: ToolBench;

beforeEach(() => {
  bench = createToolBench({ "src/a.txt": "hello\n" });
});

afterEach(() => bench.close());

test("a command that succeeds gives its output and nothing else", async () => {
  expect(await bench.run(shell, { command: "cat a.txt", cwd: "src" })).toEqual({
    text: "hello",
    kind: "command",
    display: { kind: "command", command: "cat a.txt", cwd: "src", exitCode: 0, sandbox: "none (sandbox is off)" },
  });
  expect((await bench.run(shell, { command: "true" })).text).toBe("(no output)");
});

test("CA-13, CL-37: a command that fails is marked, with its exit code", async () => {
  expect(await bench.run(shell, { command: "echo oops >&2; exit 3" })).toMatchObject({
    text: "oops\n(exit code 3)",
    failed: true,
  });
});

test("CA-13: a command past its time is ended and says what helps", async () => {
  expect(await bench.run(shell, { command: "echo begun; sleep 60", timeout: 1 })).toMatchObject({
    text: "begun\n(ended after 1 s; give a longer timeout, or background: true)",
    failed: true,
  });
});

test("CA-13: a long output is cut, and can be paged by its handle", async () => {
  const { text, handle } = await bench.run(shell, { command: "seq 1 100000" });
  expect(text).toMatch(/^1\n2\n/);
  expect(text).toContain("\n100000\n(588895 bytes in all; shell_output with handle out-1 shows the rest)");
  const page = await bench.run(shellOutput, { handle, offset: 50_000, limit: 2 });
  expect(page.text).toBe("50000\n50001\n(shown 50000-50001 of 100000 lines)");
  expect((await bench.run(shellOutput, { handle, offset: -1 })).text).toBe(
    "100000\n(shown 100000-100000 of 100000 lines)",
  );
});

test("a background process is started, paged, listed and stopped", async () => {
  const { text } = await bench.run(shell, { command: "echo up; sleep 300", background: true });
  expect(text).toMatch(/^Started in the background as bg-1\./);
  let shown = "";
  while (!shown.startsWith("up\n")) {
    await new Promise((resolve) => setTimeout(resolve, 10));
    shown = (await bench.run(shellOutput, { handle: "bg-1" })).text;
  }
  expect(shown).toBe("up\n(shown 1-1 of 1 lines)\nbg-1 (running, handle out-1): echo up; sleep 300");
  expect((await bench.run(shellOutput)).text).toBe("bg-1 (running, handle out-1): echo up; sleep 300");
  expect((await bench.run(shellStop, { handle: "bg-1" })).text).toBe(
    "bg-1 has ended. Its output stays under handle out-1.",
  );
  expect((await bench.run(shellOutput)).text).toContain("bg-1 (ended by a signal, handle out-1)");
});

test("unknown handles, processes and folders are refused with what there is", async () => {
  expect((await bench.run(shellOutput)).text).toBe("No background processes.");
  await expect(bench.run(shellOutput, { handle: "out-9" })).rejects.toThrow("There is no output out-9.");
  await expect(bench.run(shellStop, { handle: "bg-9" })).rejects.toThrow(
    "There is no background process bg-9. None was started.",
  );
  await expect(bench.run(shell, { command: "ls", cwd: "src/a.txt" })).rejects.toThrow("cwd src/a.txt is not a folder.");
  await expect(bench.run(shell, { command: "ls", cwd: "/" })).rejects.toThrow("outside the working folder");
});

test("a tool that is called as a program, by its own name or another agent's, is named", async () => {
  for (const [command, tool] of [
    ["apply_patch <<'EOF'\n*** Begin Patch\n*** End Patch\nEOF", "apply_diff"],
    ["cd src && read_file a.txt", "read_file"],
    ["TodoWrite x 2>&1 | cat; exit 1", "todo"],
  ] as const)
    expect((await bench.run(shell, { command })).text).toMatch(
      new RegExp(`is no program here but a tool: call ${tool}\\.\\)`),
    );
  for (const command of ["no-such-program", "echo apply_patch: command not found"])
    expect((await bench.run(shell, { command })).text).not.toContain("but a tool");
});

test("a change of the shell alone is said to be gone with it; what is done behind it is not", async () => {
  for (const command of ["cd src", "export A=1"])
    expect((await bench.run(shell, { command })).text).toContain("Each command has a shell of its own");
  for (const command of ["cd src && ls", "pwd", "cd src; cat a.txt"])
    expect((await bench.run(shell, { command })).text).not.toContain("shell of its own");
});
