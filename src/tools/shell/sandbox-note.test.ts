import { expect, test } from "vitest";
import { sandboxNote } from "./sandbox-note.ts";

const BUSY =
  "error: could not write config file .git/config: Device or resource busy\nDeleted branch old (was 353405f).\n";

const noteOf = (command: string, exitCode: number): Promise<string> =>
  sandboxNote(
    {
      ...{ exitCode, output: BUSY, outputBytes: BUSY.length, timedOut: false, cancelled: false, durationMs: 1 },
      ...{ sandbox: "bubblewrap: working folder writable", confined: { network: true, writes: false } },
    },
    command,
    async () => "ask",
  );

test("a program that ended well is not asked for again outside of the sandbox; one that failed is, and one of several", async () => {
  expect(await noteOf("git branch -d old", 0)).toBe("");
  expect(await noteOf("git branch -d old", 1)).toContain('call again with sandbox: "outside"');
  expect(await noteOf("git branch -d old 2>&1 | tail", 0)).toContain("The sandbox lets only the working folder");
});
