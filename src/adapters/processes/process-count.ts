import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProgramStart } from "../../core/ports.ts";

/** How many processes and threads one command may have at a time; a fork bomb ends here. */
export const PROCESSES_MAX = 4096;

/** A program that enters a control group of its own before it begins. */
export interface CountedStart {
  readonly start: ProgramStart;
  /** Removes the group; only when its last member is gone. */
  remove(): void;
}

const NAME = /^waymark-(\d+)-\d+$/;
let made = 0;
/** Could not be removed yet: a member was not quite gone. */
const leftOver = new Set<string>();

/**
 * Bounds the processes of a command for root too, whom `ulimit -u` does not bind. A shell enters the group and then
 * becomes the program: put there from outside, it could have started others already. Where this process may not
 * write control groups, the start comes back as it is.
 */
export function countedStart(start: ProgramStart): CountedStart {
  const parent = process.platform === "linux" && process.getuid?.() === 0 ? pidsHierarchy() : undefined;
  if (parent === undefined) return { start, remove: () => {} };
  removeLeftOverGroups();
  const folder = join(parent, `waymark-${process.pid}-${++made}`);
  try {
    mkdirSync(folder);
    writeFileSync(join(folder, "pids.max"), String(PROCESSES_MAX));
  } catch {
    removeGroup(folder);
    return { start, remove: () => {} };
  }
  const parameters = ["-c", 'echo 0 > "$0" 2>/dev/null; exec "$@"', join(folder, "cgroup.procs"), start.program];
  return {
    start: { ...start, program: "/bin/sh", parameters: [...parameters, ...start.parameters] },
    remove: () => removeGroup(folder),
  };
}

let hierarchy: string | false | undefined;

function pidsHierarchy(): string | undefined {
  if (hierarchy === undefined) {
    hierarchy = findHierarchy() ?? false;
    if (hierarchy !== false) sweep(hierarchy);
  }
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

/** Groups of sessions that ended without tidying up. */
function sweep(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = NAME.exec(name)?.[1];
    if (pid !== undefined && !existsSync(join("/proc", pid))) removeGroup(join(parent, name));
  }
}

/** Removes the groups whose members were not quite gone when their command ended. */
export function removeLeftOverGroups(): void {
  for (const folder of leftOver) removeGroup(folder);
}

function removeGroup(folder: string): void {
  leftOver.delete(folder);
  try {
    rmdirSync(folder);
  } catch {
    if (existsSync(folder)) leftOver.add(folder);
  }
}
