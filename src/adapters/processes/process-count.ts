import { readFileSync } from "node:fs";

/** How many processes and threads one command may have at a time; a fork bomb ends here. */
export const PROCESSES_MAX = 2048;
const LOOK_MS = 100;

/**
 * Looks from time to time how many processes and threads the machine has, and says when they have become too many
 * since the command began. Holds for root too, whom `ulimit -u` does not bind, and costs a short command nothing:
 * entering a control group would cost it more than it takes.
 * @param isCulprit  whether it is this command that has them; asked only then, as it is dear
 * @returns what ends the watch
 */
export function watchProcessCount(isCulprit: () => boolean, onTooMany: () => void): () => void {
  let baseline: number | undefined;
  const timer = setInterval(() => {
    const count = countTasks();
    if (count === undefined) return clearInterval(timer);
    baseline ??= count;
    if (count - baseline < PROCESSES_MAX && count < 8 * PROCESSES_MAX) return;
    if (!isCulprit()) return;
    clearInterval(timer);
    onTooMany();
  }, LOOK_MS);
  timer.unref();
  return () => clearInterval(timer);
}

function countTasks(): number | undefined {
  try {
    return Number(/\/(\d+)/.exec(readFileSync("/proc/loadavg", "latin1"))?.[1]);
  } catch {
    return undefined;
  }
}
