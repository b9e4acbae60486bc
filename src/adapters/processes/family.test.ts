import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { MARK } from "../command-mark.ts";
import { familyOf } from "./family.ts";

const LEAVER = `
const { spawn } = require("node:child_process");
const env = { ...process.env, LARGE: "x".repeat(120_000), LARGER: "x".repeat(120_000) };
const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached: true, stdio: "ignore", env });
console.log(child.pid);
if (process.argv[1] === "goes") process.exit();
setInterval(() => {}, 1000);
`;

/** A process that starts one in a group of its own. @returns both */
async function leaves(mark: string, more: readonly string[] = []): Promise<readonly [pid: number, left: number]> {
  const env = { [MARK]: mark, PATH: process.env["PATH"] ?? "" };
  const child = spawn(process.execPath, ["-e", LEAVER, ...more], {
    detached: true,
    stdio: ["ignore", "pipe", "ignore"],
    env,
  });
  const [said] = (await once(child.stdout as NonNullable<typeof child.stdout>, "data")) as [Buffer];
  const pids = [child.pid ?? 0, Number(said.toString())] as const;
  onTestFinished(() => {
    for (const pid of pids) if (familyOf(undefined, mark)?.includes(pid)) process.kill(pid, "SIGKILL");
  });
  return pids;
}

test.skipIf(process.platform !== "linux")(
  "who leaves the group of a command is of its family by descent alone, and by its mark when nobody is between",
  async () => {
    const [pid, left] = await leaves("family-test.1.1.");
    expect(familyOf(pid, undefined)).toEqual([pid, left]);
    const [, alone] = await leaves("family-test.1.2.", ["goes"]);
    await expect.poll(() => familyOf(undefined, "family-test.1.2.")).toEqual([alone]);
    expect(familyOf(pid, undefined)).toEqual([pid, left]);
    expect(familyOf(pid, "family-test.1.")?.toSorted()).toEqual([pid, left, alone].toSorted());
  },
);
