import { closeSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/** Who holds a session: a process is the same only if it also started at the same tick of the same boot. */
interface Holder {
  readonly pid: number;
  readonly startTime: string;
  readonly bootId: string;
}

const LOCK_TRIES_MAX = 3;

/**
 * One writer a session. The lock file is made exclusively; one left by a dead process is taken over.
 * @returns a function that releases the lock
 * @throws {UserError} when a living process holds it
 */
export function lockSession(sessionFile: string): () => void {
  const lockFile = `${sessionFile}.lock`;
  for (let tries = 0; tries < LOCK_TRIES_MAX; tries++) {
    try {
      const descriptor = openSync(lockFile, "wx", 0o600);
      writeSync(descriptor, JSON.stringify(thisProcess()));
      closeSync(descriptor);
      return () => rmSync(lockFile, { force: true });
    } catch (error) {
      if (errorCode(error) !== "EEXIST") throw error;
      const holder = readHolder(lockFile);
      if (holder && isAlive(holder)) {
        throw new UserError(
          `The session is in use by process ${holder.pid}; close it there, or continue a copy with --fork-session.`,
          EXIT.badInput,
        );
      }
      rmSync(lockFile, { force: true });
    }
  }
  throw new UserError(`The session's lock ${lockFile} could not be taken; try again.`, EXIT.transient);
}

function thisProcess(): Holder {
  return { pid: process.pid, startTime: startTimeOf(process.pid) ?? "", bootId: bootId() };
}

function readHolder(lockFile: string): Holder | undefined {
  try {
    const value = JSON.parse(readFileSync(lockFile, "utf8")) as Partial<Holder>;
    return typeof value.pid === "number"
      ? { pid: value.pid, startTime: value.startTime ?? "", bootId: value.bootId ?? "" }
      : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.bootId !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if (errorCode(error) === "ESRCH") return false;
  }
  return (startTimeOf(holder.pid) ?? "") === holder.startTime;
}

/** Field 22 of /proc/PID/stat, counted after the command name, which may hold spaces; absent elsewhere than on Linux. */
function startTimeOf(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  } catch {
    return undefined;
  }
}

function bootId(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return "";
  }
}
