import { createHash } from "node:crypto";

/** The variable that every process of a command inherits; it finds the ones that left its group. */
export const MARK = "WAYMARK_COMMAND";

const SESSION_DIGITS = 13;
const COUNT_DIGITS = 5;

/**
 * The same mark as a number, for those who may empty their environment: the kernel keeps a limit on the number of file locks, heeds it no
 * more, hands it on to every process that is started, and a filter can keep it from being changed.
 * @param mark  `SESSION.` or `SESSION.COMMAND.`
 * @returns digits; those of a session are what the numbers of its commands begin with
 */
export function markDigits(mark: string): string {
  const [, session = mark, count] = /^(.*?\.\d+)\.(?:(\d+)\.)?$/.exec(mark) ?? [];
  const digits = String(
    createHash("sha256").update(session).digest().readBigUInt64BE() % 10n ** BigInt(SESSION_DIGITS - 1),
  );
  return `1${digits.padStart(SESSION_DIGITS - 1, "0")}${count === undefined ? "" : count.slice(-COUNT_DIGITS).padStart(COUNT_DIGITS, "0")}`;
}

/** As /proc tells it of a process, up to the end of the number where it is a command's. */
export const markedLimit = (mark: string): RegExp => new RegExp(`^Max file locks +${markDigits(mark)}`, "m");
