import { hash } from "node:crypto";
import { mkdtempSync, readlinkSync, realpathSync, rmSync, statSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { namesIn } from "./folder-entries.ts";
import { makeFolder } from "./make-folder.ts";
import { bootId, isThere } from "./process-identity.ts";

/**
 * A new folder (0700) for temporary files of this process, `waymark-PURPOSE-PID-…`. Those of the same purpose whose process
 * is gone, and so could not remove them, are swept first.
 */
export function makeTemporaryFolder(purpose: string): string {
  const prefix = `waymark-${purpose}-`;
  // It may be written and not listed: then nothing is swept.
  for (const name of namesIn(tmpdir())) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (Number.isSafeInteger(pid) && !isThere(pid)) removeFolder(join(tmpdir(), name));
  }
  return mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`));
}

/**
 * A new folder (0700) of this process in a place of Waymark's own, by its real path. Where the system's temporary files lie somebody may
 * work, whose commands then reach what is there. Those whose process is gone are swept first.
 */
export function makeOwnFolder(place: string): string {
  makeFolder(place, { mode: 0o700 });
  const here = machine();
  for (const name of namesIn(place)) {
    const [, where, pid] = OWN_NAME.exec(name) ?? [];
    if (pid === undefined) continue;
    const path = join(place, name);
    if (where === here ? !isThere(Number(pid)) : isUnused(path)) removeFolder(path);
  }
  return realpathSync(mkdtempSync(join(place, `${here}-${process.pid}-`)));
}

const OWN_NAME = /^([0-9a-f]{8})-(\d+)-/;
/** Of another machine or a container that has the same home: whether its process is there cannot be told from here. */
const UNUSED_MS_MAX = 30 * 86_400_000;

function isUnused(path: string): boolean {
  const changedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return changedMs !== undefined && Date.now() - changedMs > UNUSED_MS_MAX;
}

/** The same where a number means the same process. */
function machine(): string {
  return hash("sha256", [hostname(), bootId(), processNamespace()].join("\n")).slice(0, 8);
}

function processNamespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid");
  } catch {
    return "";
  }
}

function removeFolder(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // Another user's, or somebody else was quicker.
  }
}
