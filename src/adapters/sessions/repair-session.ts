import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { replaceFile } from "../whole-file.ts";
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
 * @throws {UserError} when the session is in use, or cannot be written; then it is as it was
 */
export function repairSession(path: string): Repair | undefined {
  const unlock = lockSession(path);
  const temporary = `${path}.repair`;
  try {
    const { lines, problems, wholeBytes, totalBytes, format } = readSession(path);
    if ((problems.length === 0 && wholeBytes === totalBytes) || format > LOG_FORMAT) return undefined;
    const quarantine = `${path}.corrupt-${Date.now()}`;
    writeFileSync(quarantine, readFileSync(path), { mode: 0o600, flag: "wx" });
    const whole = lines.map(({ at, event }, index) =>
      encodeLine({ n: index + 1, ...(index === 0 ? { v: LOG_FORMAT } : {}), at, event }),
    );
    replaceFile(path, Buffer.concat(whole), { beside: temporary });
    return { kept: lines.length, quarantined: problems.length, quarantine };
  } catch (error) {
    rmSync(temporary, { force: true });
    if (error instanceof UserError || errorCode(error) === undefined) throw error;
    throw new UserError(
      phrase`The session ${path} cannot be repaired (${errorCode(error)}); it is as it was. Make room and try again.`,
      EXIT.badInput,
      { cause: error },
    );
  } finally {
    unlock();
  }
}
