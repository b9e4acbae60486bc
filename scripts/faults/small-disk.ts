import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";

/** Why no small file system can be mounted here; absent when one can. */
export function noSmallDisk(): string | undefined {
  if (process.platform !== "linux") return "needs Linux";
  return process.getuid?.() === 0 ? undefined : "needs root to mount a tmpfs";
}

/** A file system of that size at `path` while `use` runs. */
export async function withSmallDisk<Value>(path: string, sizeKb: number, use: () => Promise<Value>): Promise<Value> {
  mkdirSync(path, { recursive: true });
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${sizeKb}k,mode=700`, "tmpfs", path]);
  try {
    return await use();
  } finally {
    execFileSync("umount", ["-l", path]);
  }
}

export function makeReadOnly(path: string): void {
  execFileSync("mount", ["-o", "remount,ro", path]);
}
