import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorCode } from "../base/error-text.ts";
import { namesIn } from "./folder-entries.ts";

/**
 * A new folder (0700) for temporary files of this process, `waymark-PURPOSE-PID-…`. Those of the same purpose whose process
 * is gone, and so could not remove them, are swept first.
 */
export function makeTemporaryFolder(purpose: string): string {
  const prefix = `waymark-${purpose}-`;
  // It may be written and not listed: then nothing is swept.
  for (const name of namesIn(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isSafeInteger(pid) && !isRunning(pid)) removeFolder(join(tmpdir(), name));
  }
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another user's, or somebody else was quicker.
  }
}
