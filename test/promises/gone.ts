import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Waits until no process has these words among its arguments: what a command started is gone with it. */
export async function gone(words: string): Promise<void> {
  while (processes().some((line) => line.includes(words))) await new Promise((done) => setTimeout(done, 20));
}

/** The arguments of every process that can be seen. */
function processes(): readonly string[] {
  if (!existsSync("/proc/self/cmdline")) return execFileSync("ps", ["-axo", "args"], { encoding: "utf8" }).split("\n");
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      } catch {
        return "";
      }
    });
}
