import { appendFileSync, closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import type { EventLog } from "../../core/ports/session.ts";
import { processName } from "../process-identity.ts";
import { readWhole, replaceFile } from "../whole-file.ts";

/** Beside the logs of a working folder: ids of sessions, one a line, in the order in which they were worked in. */
const ORDER_FILE = "order";
/** A longer one is written anew with the last place of each id. */
const ORDER_BYTES_MAX = 256 * 1024;

/**
 * The same log, which also notes when its session becomes the one that was worked in last: by the times of files alone a clock that was
 * set back would make it an old one.
 */
export function notingOrder(log: EventLog, path: string): EventLog {
  return {
    async append(event) {
      const told = await log.append(event);
      if (event.type === "prompt" || event.type === "run-end") noteLast(path);
      return told;
    },
  };
}

/** Notes that a session was worked in after all others of its folder. Where that cannot be written, the times of files decide. */
export function noteLast(path: string): void {
  const file = join(dirname(path), ORDER_FILE);
  const id = basename(path, ".jsonl");
  try {
    const line = `${id}\n`;
    const { last, sizeBytes } = endOf(file, line.length + 1);
    // The first line has none above it.
    if (`\n${last}`.endsWith(`\n${line}`)) return;
    if (sizeBytes > ORDER_BYTES_MAX) shorten(file);
    // A line so short is appended whole, so that processes that write at once do not mix theirs.
    appendFileSync(file, line, { mode: 0o600 });
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
}

/** Places in the order of work, from 0; sessions of which none is known have none. */
export function placesInOrder(folder: string): ReadonlyMap<string, number> {
  try {
    const ids = readFileSync(join(folder, ORDER_FILE), "utf8").split("\n").slice(0, -1);
    return new Map(ids.map((id, place) => [id, place]));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return new Map();
  }
}

/**
 * When each was worked in last, such that the noted order holds: the time of its file, and where that is before the one of a session that
 * was worked in earlier, the latter's.
 * @returns the newest first
 */
export function newestFirst<Session extends { readonly id: string; readonly modifiedMs: number }>(
  sessions: readonly Session[],
  places: ReadonlyMap<string, number>,
): readonly { readonly session: Session; readonly workedMs: number }[] {
  const placeOf = ({ id }: Session): number => places.get(id) ?? -1;
  let latestMs = Number.NEGATIVE_INFINITY;
  return sessions
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .map((session) => {
      if (placeOf(session) < 0) return { session, workedMs: session.modifiedMs };
      latestMs = Math.max(latestMs, session.modifiedMs);
      return { session, workedMs: latestMs };
    })
    .sort(
      (one, other) =>
        other.workedMs - one.workedMs ||
        placeOf(other.session) - placeOf(one.session) ||
        other.session.id.localeCompare(one.session.id),
    );
}

function endOf(file: string, bytes: number): { readonly last: string; readonly sizeBytes: number } {
  let descriptor: number;
  try {
    descriptor = openSync(file, "r");
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return { last: "", sizeBytes: 0 };
  }
  try {
    const { size } = fstatSync(descriptor);
    const last = readWhole(descriptor, bytes, Math.max(size - bytes, 0)).toString("utf8");
    return { last, sizeBytes: size };
  } finally {
    closeSync(descriptor);
  }
}

function shorten(file: string): void {
  const ids = [...placesInOrder(dirname(file))].sort((one, other) => one[1] - other[1]).map(([id]) => `${id}\n`);
  replaceFile(file, ids.join(""), { beside: `${file}.${processName()}`, mustReachDisk: false });
}
