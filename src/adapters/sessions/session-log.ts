import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { errorCode, systemCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { EventLog } from "../../core/ports/session.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { makeFolder } from "../make-folder.ts";
import { syncFolder, writeWhole } from "../whole-file.ts";
import { encodeLine, LOG_FORMAT } from "./log-line.ts";
import { readSession, type SessionContent } from "./read-session.ts";
import { lockSession } from "./session-lock.ts";

export interface OpenSession {
  readonly log: EventLog;
  /** What the file held when it was opened. */
  readonly events: readonly RecordedEvent[];
  /** What a person should know of it: lines that were damaged, that it cannot be saved. */
  readonly notices: readonly string[];
  /** Nothing waits for the disk to take it. */
  isSaved(): boolean;
  close(): void;
}

/** Keeps nothing on disk (`--no-session-persistence`). */
export const MEMORY_SESSION: OpenSession = {
  events: [],
  notices: [],
  log: { append: async () => undefined },
  isSaved: () => false,
  close: () => {},
};

/** What keeps a session from being written, in words; it then goes on in memory. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "permission denied",
  EPERM: "the system does not permit it",
  EMFILE: "too many files are open",
  ENFILE: "too many files are open",
  EIO: "the disk reported an error",
  EFBIG: "the file system holds no file of that size",
  ESTALE: "the server that keeps it does not know it any more",
  ENOTDIR: "a part of its path is a file",
  EEXIST: "a part of its path is a file",
  // What Node says of a folder that cannot be made in a read-only file system.
  ENOENT: "its folder cannot be made (read-only?)",
};
/** These say that we asked for what makes no sense, and nothing of the disk. */
const OUR_OWN = ["EBADF", "EINVAL", "EFAULT"];

/** Why nothing can be written, whatever the system reports; undefined: it is no error of the system, or a bug. */
export function unwritable(error: unknown): string | undefined {
  const code = systemCode(error);
  return code === undefined || OUR_OWN.includes(code) ? undefined : (REASONS[code] ?? code);
}

/**
 * Opens a session file for appending, alone: takes its lock and cuts a torn tail. A file that got no event is gone when it is
 * closed. Where nothing can be written the session is kept in memory, and a notice says so.
 * @throws {UserError} when another process holds it, or a newer Waymark wrote it
 */
export function openSession(path: string): OpenSession {
  let unlock: (() => void) | undefined;
  try {
    makeFolder(dirname(path), { mode: 0o700 });
    unlock = lockSession(path);
    const descriptor = openSync(path, "a+", 0o600);
    const content = readSession(path);
    refuseNewer(path, content);
    const writer = new SessionWriter(path, descriptor, content);
    const release = unlock;
    return {
      events: content.events,
      notices: noticesOf(path, content),
      log: writer,
      isSaved: () => writer.isSaved,
      close() {
        try {
          writer.close();
          // Nothing was ever said in it: a start that was refused, or left at once, is no session.
          if (writer.isEmpty && statSync(path, { throwIfNoEntry: false })?.size === 0) rmSync(path, { force: true });
        } finally {
          release();
        }
      },
    };
  } catch (error) {
    unlock?.();
    const reason = unwritable(error);
    if (reason === undefined) throw error;
    const events = existingEvents(path);
    const notice = `This session is not saved, because ${path} cannot be written: ${reason}.`;
    return { ...MEMORY_SESSION, events, notices: [notice] };
  }
}

function existingEvents(path: string): readonly RecordedEvent[] {
  try {
    return readSession(path).events;
  } catch (error) {
    if (errorCode(error) !== undefined) return [];
    throw error;
  }
}

function refuseNewer(path: string, { format }: SessionContent): void {
  if (format > LOG_FORMAT)
    throw new UserError(
      phrase`The session ${path} was written by a newer Waymark; use that one, or start a new session. It was left as it is.`,
      EXIT.badInput,
    );
}

function noticesOf(path: string, { problems, wholeBytes, totalBytes }: SessionContent): readonly string[] {
  const notices: string[] = [];
  if (problems.length > 0)
    notices.push(`${problems.length} damaged places in the session ${path}; \`waymark sessions fsck\` shows them.`);
  if (totalBytes > wholeBytes)
    notices.push(`The last line of the session was cut off (${totalBytes - wholeBytes} bytes); it was put aside.`);
  return notices;
}

/** Appends line by line. What cannot be written waits in memory, in order, and is written before the next line. */
class SessionWriter implements EventLog {
  readonly #path: string;
  readonly #descriptor: number;
  readonly #touching = new Set<string>();
  /** Lines that are not on disk yet. */
  #waiting: Buffer[] = [];
  #sequence: number;
  #size: number;
  #isNew: boolean;
  #isTorn: boolean;

  constructor(path: string, descriptor: number, content: SessionContent) {
    this.#path = path;
    this.#descriptor = descriptor;
    this.#sequence = content.lines.at(-1)?.n ?? 0;
    this.#size = content.wholeBytes;
    this.#isNew = content.totalBytes === 0;
    this.#isTorn = content.totalBytes > content.wholeBytes;
    if (this.#isTorn) this.#putAside(content.totalBytes - content.wholeBytes);
  }

  /** Nothing was written, and nothing waits to be. */
  get isEmpty(): boolean {
    return this.#size === 0 && this.#waiting.length === 0;
  }

  get isSaved(): boolean {
    return this.#waiting.length === 0;
  }

  async append(event: RecordedEvent): Promise<string | undefined> {
    this.#refuseIntruded();
    const n = ++this.#sequence;
    const format = n === 1 ? { v: LOG_FORMAT } : {};
    const hasWaited = this.#waiting.length > 0;
    this.#waiting.push(encodeLine({ n, ...format, at: new Date().toISOString(), event }));
    const problem = this.#writeWaiting(mustReachDisk(event, this.#touching));
    if (problem !== undefined && !hasWaited)
      return `The session ${this.#path} cannot be written: ${problem}. It goes on in memory; make room, and it is written with the next event.`;
    return problem === undefined && hasWaited ? "The session is written again; nothing of it is missing." : undefined;
  }

  close(): void {
    if (this.#waiting.length > 0) this.#writeWaiting(true);
    try {
      closeSync(this.#descriptor);
    } catch (error) {
      // What must reach the disk was synced before.
      if (unwritable(error) === undefined) throw error;
    }
  }

  /** Who stood still for long, and whom nobody could see, is taken for dead: lines after those of another would be damage. */
  #refuseIntruded(): void {
    if (this.#isTorn || (this.#sizeOnDisk() ?? this.#size) === this.#size) return;
    throw new UserError(
      phrase`Another process went on with the session ${this.#path} while this one stood still; open it again, or continue a copy with --fork-session.`,
      EXIT.badInput,
    );
  }

  /** Undefined where the system does not tell: the write that follows says why. */
  #sizeOnDisk(): number | undefined {
    try {
      return fstatSync(this.#descriptor).size;
    } catch (error) {
      if (unwritable(error) === undefined) throw error;
      return undefined;
    }
  }

  /** @returns why it could not be written; then nothing of it is in the file */
  #writeWaiting(isSynced: boolean): string | undefined {
    const bytes = this.#waiting.length === 1 ? (this.#waiting[0] ?? Buffer.alloc(0)) : Buffer.concat(this.#waiting);
    try {
      if (this.#isTorn) this.#cut();
      this.#isTorn = true;
      writeWhole(this.#descriptor, bytes);
      if (isSynced) fdatasyncSync(this.#descriptor);
      this.#isTorn = false;
    } catch (error) {
      this.#tryCut();
      const reason = unwritable(error);
      if (reason === undefined) throw writeFailure(this.#path, error);
      return reason;
    }
    this.#waiting = [];
    this.#size += bytes.length;
    if (this.#isNew && isSynced) {
      syncFolder(dirname(this.#path));
      this.#isNew = false;
    }
    return undefined;
  }

  /** A part of a line may be on disk: without it the file is whole again. */
  #cut(): void {
    ftruncateSync(this.#descriptor, this.#size);
    this.#isTorn = false;
  }

  #tryCut(): void {
    try {
      this.#cut();
    } catch (error) {
      // Tried again before the next line is written, so that none is glued to it.
      if (errorCode(error) === undefined) throw error;
    }
  }

  #putAside(length: number): void {
    const tail = Buffer.alloc(length);
    readSync(this.#descriptor, tail, 0, length, this.#size);
    writeFileSync(`${this.#path}.corrupt-${Date.now()}`, tail, { mode: 0o600 });
    this.#cut();
  }
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
  return new UserError(
    phrase`The session ${path} cannot be written (${errorCode(error) ?? String(error)}); continue with \`waymark -c\` once it can.`,
    EXIT.toolFatal,
    { cause: error },
  );
}
