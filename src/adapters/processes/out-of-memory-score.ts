import { readFileSync, writeFileSync } from "node:fs";

const OWN_SCORE = "/proc/self/oom_score_adj";
/** When memory runs out the system ends a command before it ends the agent. */
const COMMAND_SCORE = 500;

/**
 * What is started meanwhile is born as the system's first choice when memory runs out: a child inherits the score, and
 * to set it afterwards would spare whoever the child had started by then. To raise one's own score and to take it back
 * needs no privilege. Starting must be synchronous, since this process carries the score while it does.
 */
export function asFirstToGo<Started>(start: () => Started): Started {
  const before = ownScore();
  if (before === undefined || before >= COMMAND_SCORE || !setOwnScore(COMMAND_SCORE)) return start();
  try {
    return start();
  } finally {
    setOwnScore(before);
  }
}

function ownScore(): number | undefined {
  if (process.platform !== "linux") return undefined;
  try {
    return Number(readFileSync(OWN_SCORE, "latin1"));
  } catch {
    return undefined;
  }
}

/** @returns whether the system let it be set */
function setOwnScore(score: number): boolean {
  try {
    writeFileSync(OWN_SCORE, String(score));
    return true;
  } catch {
    // No such file, or the system forbids it.
    return false;
  }
}
