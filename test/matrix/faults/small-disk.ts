import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let reason: string | undefined | null = null;

/** Why no small file system can be mounted here; absent when one can. Tried once. */
export function noSmallDisk(): string | undefined {
  if (reason === null) reason = tryMount();
  return reason;
}

function tryMount(): string | undefined {
  if (process.platform !== "linux") return "a tmpfs with a size needs Linux";
  const folder = mkdtempSync(join(tmpdir(), "waymark-mount-"));
  try {
    const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], {
      encoding: "utf8",
    });
    if (status !== 0) return `no tmpfs can be mounted (${stderr.trim().split("\n")[0] || "needs root"})`;
    execFileSync("umount", [folder]);
    return undefined;
  } finally {
    rmdirSync(folder);
  }
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
