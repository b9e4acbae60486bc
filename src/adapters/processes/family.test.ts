import { spawn } from "node:child_process";
import * as fs from "node:fs";
import { expect, test, vi } from "vitest";
import { MARK } from "../command-mark.ts";
import { familyOf, send } from "./family.ts";

vi.mock("node:fs", { spy: true });

/** Each starts the next, in a session of its own. */
const CHAIN = `const left = Number(process.argv[1]);
if (left > 0) require("node:child_process").spawn(process.execPath, ["-e", process.env.CODE, left - 1], { detached: true, stdio: ["ignore", "inherit", "inherit"] });
else console.log("there");
setInterval(() => {}, 1000);`;

test.skipIf(process.platform !== "linux")("of who descends from a command the environment is not read", async () => {
  const command = spawn(process.execPath, ["-e", CHAIN, "3"], {
    detached: true,
    env: { CODE: CHAIN, [MARK]: "marked.1." },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => command.stdout.once("data", resolve));
  const family = familyOf(command.pid, "marked.1.") ?? [];
  try {
    expect(family).toHaveLength(4);
    const read = [...vi.mocked(fs.openSync).mock.calls, ...vi.mocked(fs.readFileSync).mock.calls].map(([path]) =>
      String(path),
    );
    expect(read.filter((path) => family.some((pid) => path === `/proc/${pid}/environ`))).toEqual([]);
    expect(read.some((path) => path.endsWith("/stat"))).toBe(true);
  } finally {
    for (const pid of family) send(pid, "SIGKILL");
  }
});
