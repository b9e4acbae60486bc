import { closeSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import { MARK, markedLimit } from "../command-mark.ts";

/** One process of this machine, as /proc tells. */
interface ProcessFact {
  readonly pid: number;
  readonly parentId: number;
  readonly groupId: number;
  readonly isAlive: boolean;
}

/** As much of an environment as is looked through for the mark: a command may give a thousand processes two megabytes each. */
const ENVIRONMENT_BYTES_MAX = 64 * 1024;

/**
 * The living processes of a command: its group, the descendants of those, and whoever still carries its mark.
 * A zombie does not count: where nobody collects orphans, as in many containers, it would stay for ever.
 * @param mark     the beginning of the marks that count; absent: who descends from the group is all of it, as in a namespace of processes
 * @returns undefined where there is no /proc
 */
export function familyOf(groupId: number | undefined, mark: string | undefined): readonly number[] | undefined {
  const all = listProcesses();
  if (all === undefined) return undefined;
  const family = new Set(all.flatMap((one) => (one.groupId === groupId ? [one.pid] : [])));
  addDescendants(family, all);
  if (mark !== undefined) {
    const carriesMark = marked(mark);
    for (const { pid, isAlive } of all) if (isAlive && !family.has(pid) && carriesMark(pid)) family.add(pid);
    addDescendants(family, all);
  }
  return all.filter(({ pid, isAlive }) => isAlive && family.has(pid)).map(({ pid }) => pid);
}

function marked(mark: string): (pid: number) => boolean {
  const limit = markedLimit(mark);
  const variable = `${MARK}=${mark}`;
  return (pid) => readStart(`/proc/${pid}/environ`).includes(variable) || limit.test(readText(`/proc/${pid}/limits`));
}

/**
 * Those of a family that may be interrupted: without who takes no interrupt, as whatever a shell has put behind `&`, and without what such a
 * one waits for. That would take it, and the shell would go on with what stands behind: `(sleep 3600; rm -rf build) &`.
 */
export function interruptible(family: readonly number[]): readonly number[] {
  const facts = family.flatMap((pid) => readFact(String(pid)) ?? []);
  const spared = new Set(family.filter(ignoresInterrupt));
  addDescendants(spared, facts);
  return family.filter((pid) => !spared.has(pid));
}

function addDescendants(pids: Set<number>, facts: readonly ProcessFact[]): void {
  for (let size = -1; size !== pids.size; ) {
    size = pids.size;
    for (const { pid, parentId } of facts) if (pids.has(parentId)) pids.add(pid);
  }
}

/** In a mask of signals, the first at its end. */
const INTERRUPT = 0b10;

function ignoresInterrupt(pid: number): boolean {
  const mask = /^SigIgn:\s*[0-9a-f]*([0-9a-f])$/m.exec(readText(`/proc/${pid}/status`))?.[1];
  return mask !== undefined && (Number.parseInt(mask, 16) & INTERRUPT) !== 0;
}

function listProcesses(): readonly ProcessFact[] | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readFact(name) ?? []);
  } catch {
    return undefined;
  }
}

function readFact(pid: string): ProcessFact | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    // The name of the program, in parentheses, may hold blanks and parentheses of its own.
    const [letter = "", parentId, groupId] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const isAlive = letter !== "Z" && letter !== "X";
    return { pid: Number(pid), parentId: Number(parentId), groupId: Number(groupId), isAlive };
  } catch {
    // It ended meanwhile.
    return undefined;
  }
}

/** A zombie is not. */
export const isAlive = (pid: number): boolean => readFact(String(pid))?.isAlive === true;

/** @returns whether somebody was there, perhaps a zombie */
export function send(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === "ESRCH" || errorCode(error) === "EPERM") return false;
    throw error;
  }
}

/** Of what may be long. */
function readStart(path: string): string {
  try {
    const file = openSync(path, "r");
    try {
      const bytes = Buffer.alloc(ENVIRONMENT_BYTES_MAX);
      let length = 0;
      for (let read = -1; read !== 0; length += read) read = readSync(file, bytes, length, bytes.length - length, null);
      return bytes.toString("latin1", 0, length);
    } finally {
      closeSync(file);
    }
  } catch {
    return "";
  }
}

/** Empty where there is none, or it is not ours to read. */
function readText(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}
