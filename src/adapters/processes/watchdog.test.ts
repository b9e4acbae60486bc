import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
