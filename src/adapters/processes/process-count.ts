import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How many processes one command may have at a time; a fork bomb ends here. */
export const PROCESSES_MAX = 4096;

/** A control group of one command. */
export interface CountedGroup {
  /** Removes the group once its last member is gone. */
  remove(): void;
}

let made = 0;

/**
 * Puts a fresh process, and with it all it will start, under a bound that holds for root too, whom `ulimit -u` does
 * not bind. Needs control groups that this process may write: elsewhere nothing happens.
 */
export function countProcesses(pid: number): CountedGroup | undefined {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return undefined;
  const parent = pidsHierarchy();
  if (parent === undefined) return undefined;
  const folder = join(parent, `waymark-${process.pid}-${++made}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "pids.max"), String(PROCESSES_MAX));
    writeFileSync(join(folder, "cgroup.procs"), String(pid));
  } catch {
    removeGroup(folder);
    return undefined;
  }
  return { remove: () => removeGroup(folder) };
}

let hierarchy: string | false | undefined;

function pidsHierarchy(): string | undefined {
  hierarchy ??= findHierarchy() ?? false;
  return hierarchy === false ? undefined : hierarchy;
}

function findHierarchy(): string | undefined {
  try {
    const own = /^\d+:pids:(.*)$/m.exec(readFileSync("/proc/self/cgroup", "utf8"))?.[1];
    if (own !== undefined) {
      const folder = join("/sys/fs/cgroup/pids", own);
      return existsSync(folder) ? folder : undefined;
    }
    // Version 2 wants groups without members of their own above: directly below the root is such a place.
    const enabled = readFileSync("/sys/fs/cgroup/cgroup.subtree_control", "utf8");
    return /\bpids\b/.test(enabled) ? "/sys/fs/cgroup" : undefined;
  } catch {
    return undefined;
  }
}

function removeGroup(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Someone is still in it, or it was never made.
  }
}
