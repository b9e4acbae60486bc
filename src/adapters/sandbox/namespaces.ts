import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type { Confinement } from "../../core/ports/processes.ts";
import { nativePath } from "../../engines/paths/file-names.ts";

/** Who starts the command, and in which folders it works. */
interface Namespaced {
  readonly userId: number;
  readonly roots: readonly string[];
}

/**
 * Whether somebody without capabilities gets to a path. Root has none in its user namespace: what lies in a closed folder of another
 * user is out of a command's reach, and bubblewrap, which could not cover it either, would refuse to start.
 */
export function isReached(path: string, userId: number): boolean {
  const groups = new Set([process.getgid?.(), ...(process.getgroups?.() ?? [])]);
  for (let folder = dirname(path); folder !== "/"; folder = dirname(folder)) {
    const stat = statSync(nativePath(folder), { throwIfNoEntry: false });
    if (stat === undefined) return false;
    const asGroup = groups.has(stat.gid) ? 0o010 : 0o001;
    if ((stat.mode & (stat.uid === userId ? 0o100 : asGroup)) === 0) return false;
  }
  return true;
}

export function namespaces({ network }: Confinement, view: Namespaced): readonly string[] {
  const always = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  const user = needsNoUserNamespace(view) ? [] : ["--unshare-user", "--disable-userns"];
  return [...always, ...user, ...(network === "on" ? [] : ["--unshare-net"])];
}

/** In a user namespace root maps to itself alone, and the files of others could not be written. */
export function needsNoUserNamespace({ userId, roots }: Namespaced): boolean {
  return userId === 0 && roots.some((root) => ownerOf(root) !== 0);
}

export function keptCapabilities(view: Namespaced): readonly string[] {
  return needsNoUserNamespace(view) ? ["--cap-add", "CAP_DAC_OVERRIDE", "--cap-add", "CAP_FOWNER"] : [];
}

/**
 * What stands in for a file that nobody may open. Modes close nothing to root with those capabilities, so for it that is the memory of a process
 * which has more of them than it: the kernel opens that to nobody who could not be its debugger.
 * @param closedFile  which its mode closes
 */
export function closedToAll(view: Namespaced, closedFile: string): string {
  const memory = `/proc/${process.pid}/mem`;
  return needsNoUserNamespace(view) && existsSync(memory) ? memory : closedFile;
}

function ownerOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.uid;
}
