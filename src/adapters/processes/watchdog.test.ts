import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { MARK } from "../command-mark.ts";
import { createWatchdog } from "./watchdog.ts";

/** Shells that carry this mark among their arguments. */
function shellsWith(mark: string): number {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  }).length;
}

test.skipIf(process.platform !== "linux")(
  "groups it never heard of neither hold it nor outlive the session",
  async () => {
    const mark = `watchdog-test-${process.pid}.`;
    const watchdog = createWatchdog(mark);
    for (let group = 1; group <= 64; group++) watchdog.forget(4_000_000 + group);
    watchdog.watch(4_100_000);
    watchdog.forget(4_100_000);
    await expect.poll(() => shellsWith(mark)).toBe(1);
    watchdog.close();
    await expect.poll(() => shellsWith(mark), { timeout: 20_000 }).toBe(0);
  },
);

test.skipIf(process.platform !== "linux").each([0, 100])(
  "a command whose group nobody lived to tell is ended, %i ms after the end of the agent too",
  async (delayMs) => {
    const mark = `watchdog-begins-${process.pid}-${delayMs}.`;
    const watchdog = createWatchdog(mark);
    watchdog.expect();
    const begin = () => spawn("sleep", ["600"], { detached: true, env: { ...process.env, [MARK]: `${mark}1` } });
    const early = delayMs === 0 ? begin() : undefined;
    watchdog.close();
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const [, signal] = (await once(early ?? begin(), "exit")) as [number | null, string | null];
    expect(signal).toBe("SIGKILL");
  },
);
