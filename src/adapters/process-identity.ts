import { readFileSync } from "node:fs";
import { errorCode } from "../base/error-text.ts";

/** Tells a process from every other, also from a later one of the same number: start tick and boot go with it. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
}

export function thisProcess(): ProcessIdentity {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? "", bootId: bootId() };
}

/** Whether a process of that number is there, whosever it is. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== "ESRCH";
  }
}

/** The identity in a JSON text, or nothing when it is none. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity> | null;
    return typeof value?.pid === "number"
      ? { pid: value.pid, startTime: value.startTime ?? "", bootId: value.bootId ?? "" }
      : undefined;
  } catch {
    return undefined;
  }
}

export function isAlive(identity: ProcessIdentity): boolean {
  if (identity.bootId !== bootId()) return false;
  return isThere(identity.pid) && (startTimeOf(identity.pid) ?? "") === identity.startTime;
}

/**
 * Field 22 of /proc/PID/stat, counted after the command name, which may hold spaces; absent elsewhere than on Linux, and
 * for a zombie: what nobody has collected yet is dead all the same.
 */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? "zombie" : fields[19];
  } catch {
    return undefined;
  }
}

/** Tells one run of the machine from the next; empty where the system does not say. */
export function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
