import { dirname, join } from "node:path";
import { type Phrase, phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { holderName, isHeld, removeIfStale, takeFile } from "../exclusive-file.ts";
import { namesIn } from "../folder-entries.ts";

const inUse = (holder: Phrase): Phrase =>
  phrase`The session is in use by ${holder}; close it there, or continue a copy with --fork-session.`;

/**
 * One writer a session; a lock left by a dead process is taken over.
 * @param held  what is said of a living holder
 * @returns a function that releases the lock
 * @throws {UserError} when a living process holds it; what the file system reports when none can be made here
 */
export function lockSession(sessionFile: string, held = inUse): () => void {
  const lockFile = `${sessionFile}.lock`;
  const taken = takeFile(lockFile);
  switch (taken.kind) {
    case "taken":
      sweepLocks(dirname(sessionFile));
      return taken.release;
    case "held":
      throw new UserError(held(holderName(taken)), EXIT.badInput);
    case "contended":
      throw new UserError(phrase`The lock ${lockFile} could not be taken; try again.`, EXIT.transient);
  }
}

/** A session that was killed and that nobody goes on with would keep its lock for good. */
function sweepLocks(folder: string): void {
  for (const name of namesIn(folder)) if (name.endsWith(".jsonl.lock")) removeIfStale(join(folder, name));
}

/** Whether a living process writes the session. */
export const isInUse = (sessionFile: string): boolean => isHeld(`${sessionFile}.lock`);
