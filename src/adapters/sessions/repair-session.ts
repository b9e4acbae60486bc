import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { encodeLine, LOG_FORMAT } from "./log-line.ts";
import { readSession } from "./read-session.ts";
import { lockSession } from "./session-lock.ts";

export interface Repair {
  readonly kept: number;
  readonly quarantined: number;
  /** Where the file as it was lies. */
  readonly quarantine: string;
}

/**
 * Writes the whole lines of a session anew, numbered without gaps; the damaged file is kept beside it as it was.
 * @returns nothing when there was nothing to repair
 * @throws {UserError} when the session is in use
 */
export function repairSession(path: string): Repair | undefined {
  const unlock = lockSession(path);
  try {
    const { lines, problems, wholeBytes, totalBytes, format } = readSession(path);
    if ((problems.length === 0 && wholeBytes === totalBytes) || format > LOG_FORMAT) return undefined;
    const quarantine = `${path}.corrupt-${Date.now()}`;
    writeFileSync(quarantine, readFileSync(path), { mode: 0o600, flag: "wx" });
    const whole = lines.map(({ at, event }, index) =>
      encodeLine({ n: index + 1, ...(index === 0 ? { v: LOG_FORMAT } : {}), at, event }),
    );
    const temporary = `${path}.repair`;
    const file = openSync(temporary, "w", 0o600);
    try {
      writeFileSync(file, Buffer.concat(whole));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
    return { kept: lines.length, quarantined: problems.length, quarantine };
  } finally {
    unlock();
  }
}
