import { readdirSync, readFileSync } from "node:fs";

/**
 * Whether a process group has a member that is not a zombie. Where nobody collects orphans, as in many containers,
 * a group of zombies answers signals for ever.
 * @param groupId  one that is known to answer a signal
 */
export function hasLiveMember(groupId: number): boolean {
  if (process.platform !== "linux") return true;
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const state = readState(name);
    if (state?.groupId === groupId && state.letter !== "Z" && state.letter !== "X") return true;
  }
  return false;
}

function readState(pid: string): { readonly letter: string; readonly groupId: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may hold blanks and parentheses of its own.
    const [letter = "", , groupId] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { letter, groupId: Number(groupId) };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}
