import type { StdioOptions } from "node:child_process";
import { openSync, readdirSync, readFileSync } from "node:fs";

const DESCRIPTORS_MAX = 10_000;
/** Of `/proc/self/fdinfo`: a program that is started does not get it. */
const CLOSES_ON_START = 0o2000000;

let inherited: readonly number[] | undefined;
let nothing: number | undefined;

/**
 * What a program is started with, and no descriptor that we were started with ourselves: Node hands on those above its own. A folder
 * among them leads out of any sandbox, as it lies in the file system of whoever opened it.
 */
export function withoutInherited(stdio: readonly (string | number)[]): StdioOptions {
  inherited ??= findInherited();
  const others = inherited.filter((descriptor) => descriptor >= stdio.length);
  if (others.length === 0) return [...stdio] as StdioOptions;
  nothing ??= openSync("/dev/null", "r+");
  const all: (string | number)[] = [...stdio];
  // "ignore" leaves a place above the first three as it is.
  while (all.length <= Math.max(...others)) all.push(others.includes(all.length) ? nothing : "ignore");
  return all as StdioOptions;
}

/** All that Node opens is closed where a program starts, so that only what came from outside is found; nothing where the system does not tell. */
function findInherited(): readonly number[] {
  try {
    const all = readdirSync("/proc/self/fd").map(Number);
    return all.filter((descriptor) => descriptor > 2 && descriptor < DESCRIPTORS_MAX && isHandedOn(descriptor));
  } catch {
    return [];
  }
}

function isHandedOn(descriptor: number): boolean {
  try {
    const flags = /^flags:\s*([0-7]+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSES_ON_START) === 0;
  } catch {
    return false;
  }
}
