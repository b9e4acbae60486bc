import { closeSync, fdatasyncSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { EventLog } from "../../core/ports.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { encodeLine } from "./log-line.ts";
import { readSession } from "./read-session.ts";
import { lockSession } from "./session-lock.ts";

export interface OpenSession {
  readonly log: EventLog;
  /** What the file held when it was opened. */
  readonly events: readonly RecordedEvent[];
  close(): void;
}

/**
 * Opens a session file for appending, alone: takes its lock and cuts a torn tail. The file is created with its first event.
 * @throws {UserError} when another process holds it or it cannot be written
 */
export function openSession(path: string): OpenSession {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const unlock = lockSession(path);
  const descriptor = openSync(path, "a+", 0o600);
  const content = readSession(path);
  let size = content.wholeBytes;
  if (content.totalBytes > size) ftruncateSync(descriptor, size);
  let sequence = content.lines.at(-1)?.n ?? 0;
  const touching = new Set<string>();

  return {
    events: content.events,
    log: {
      async append(event) {
        const bytes = encodeLine({ n: sequence + 1, at: new Date().toISOString(), event });
        try {
          writeWhole(descriptor, bytes);
          if (mustReachDisk(event, touching)) fdatasyncSync(descriptor);
        } catch (error) {
          // A part of the line may be on disk: cut it, so that the file stays whole.
          ftruncateSync(descriptor, size);
          throw writeFailure(path, error);
        }
        sequence++;
        size += bytes.length;
      },
    },
    close() {
      closeSync(descriptor);
      unlock();
    },
  };
}

function writeWhole(descriptor: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/**
 * What a power cut must not take back: what people said and allowed, intents before an effect and results after it.
 * Replies and reads can be had again, so they only need to survive the process.
 */
function mustReachDisk(event: RecordedEvent, touching: Set<string>): boolean {
  switch (event.type) {
    case "call-start": {
      const effect = event.accesses.some((access) => access.kind === "write" || access.kind === "run");
      if (effect) touching.add(event.call.id);
      return effect;
    }
    case "call-end":
      return touching.delete(event.result.callId);
    case "prompt":
    case "approval":
    case "compaction":
    case "plan-update":
    case "run-end":
      return true;
    default:
      return false;
  }
}

function writeFailure(path: string, error: unknown): Error {
  const code = errorCode(error);
  if (code === "ENOSPC" || code === "EDQUOT")
    return new UserError(
      `No space left for the session ${path}; free some and continue with \`waymark -c\`.`,
      EXIT.toolFatal,
      { cause: error },
    );
  return new UserError(
    `The session ${path} cannot be written (${code ?? String(error)}); continue with \`waymark -c\` once it can.`,
    EXIT.toolFatal,
    { cause: error },
  );
}

/** Keeps nothing on disk (`--no-session-persistence`). */
export const MEMORY_SESSION: OpenSession = { events: [], log: { append: async () => {} }, close: () => {} };
