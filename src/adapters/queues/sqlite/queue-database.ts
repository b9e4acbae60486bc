import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { errorText } from "../../../base/error-text.ts";
import { QueueFault } from "../../../core/ports/queue.ts";
import { makeFolder } from "../../make-folder.ts";

/** How long one process waits for the transaction of another. */
const BUSY_MS_MAX = 20_000;

/** Of the tables below. Files from before it was written down have the same ones, and nought. */
const VERSION = 1;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS items (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    key TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'queued',
    -- Of what is queued: from when on it may be leased. Of what is leased: until when. In milliseconds since the machine was started.
    due REAL NOT NULL DEFAULT 0,
    token TEXT,
    -- The process that leased it.
    holder TEXT,
    carried TEXT, result TEXT, problem TEXT,
    leases INTEGER NOT NULL DEFAULT 0,
    lost INTEGER NOT NULL DEFAULT 0,
    costUsd REAL NOT NULL DEFAULT 0,
    inputTokens INTEGER NOT NULL DEFAULT 0,
    outputTokens INTEGER NOT NULL DEFAULT 0,
    replies INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX IF NOT EXISTS items_by_state ON items (state, due, seq);
  CREATE TABLE IF NOT EXISTS batch (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    description TEXT,
    costUsd REAL NOT NULL DEFAULT 0,
    inputTokens INTEGER NOT NULL DEFAULT 0,
    outputTokens INTEGER NOT NULL DEFAULT 0,
    replies INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT OR IGNORE INTO batch (one) VALUES (1);`;

/** A database file that several processes use at once. It acts when it is opened: its folder is one that only we write. */
export interface QueueDatabase {
  readonly database: DatabaseSync;
  /** What `work` did is there as a whole, or nothing of it is. */
  transaction<T>(work: () => T): T;
  /** Reads, or one statement. */
  guarded<T>(work: () => T): T;
}

/** @throws {QueueFault} */
export async function openQueueDatabase(file: string): Promise<QueueDatabase> {
  const { DatabaseSync } = await loadSqlite();
  let inode: number | undefined;
  const guarded = <T>(work: () => T): T => {
    try {
      // SQLite goes on with a file that was removed, and all that it then holds is lost.
      if (inode !== undefined && inodeOf(file) !== inode)
        throw new QueueFault("gone", `${file} was removed or replaced while it was in use; run it again.`);
      return work();
    } catch (error) {
      throw faultOf(error, file);
    }
  };
  const database = guarded(() => {
    makeFolder(dirname(file), { mode: 0o700 });
    return new DatabaseSync(file, { timeout: BUSY_MS_MAX });
  });
  try {
    await logAhead(database);
    checkVersion(database, file);
    database.exec(`PRAGMA synchronous = NORMAL; BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${VERSION}; COMMIT;`);
  } catch (error) {
    database.close();
    throw faultOf(error, file);
  }
  inode = inodeOf(file);
  const transaction = <T>(work: () => T): T =>
    guarded(() => {
      database.exec("BEGIN IMMEDIATE");
      try {
        const result = work();
        database.exec("COMMIT");
        return result;
      } catch (error) {
        if (database.isTransaction) database.exec("ROLLBACK");
        throw error;
      }
    });
  return { database, transaction, guarded };
}

const inodeOf = (file: string): number | undefined => statSync(file, { throwIfNoEntry: false })?.ino;

/** @throws {QueueFault} for tables that are not known here: nothing is written into them */
function checkVersion(database: DatabaseSync, file: string): void {
  const { user_version: version } = database.prepare("PRAGMA user_version").get() as { readonly user_version: number };
  if (version <= VERSION) return;
  const next = "go on with that one, or move it away";
  throw new QueueFault(
    "damaged",
    `${file} is of a newer version of Waymark (${version}, known are ${VERSION}); ${next}.`,
  );
}

/** SQLite waits for no other process here, whatever timeout it was given: two that open a new file at once would not both get it. */
async function logAhead(database: DatabaseSync): Promise<void> {
  const deadline = performance.now() + BUSY_MS_MAX;
  for (;;) {
    try {
      return database.exec("PRAGMA journal_mode = WAL");
    } catch (error) {
      if (codeOf(error) !== BUSY || performance.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Node 22 warns on standard error that the module is an experiment; that is no news for a person. */
async function loadSqlite(): Promise<typeof import("node:sqlite")> {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return await import("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

// Primary result codes of SQLite (https://www.sqlite.org/rescode.html); the low byte of an extended one.
const BUSY = 5;
const FULL = 13;
const INPUT_OUTPUT = 10;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function codeOf(error: unknown): number | undefined {
  const isCoded = error instanceof Error && "errcode" in error && typeof error.errcode === "number";
  return isCoded ? (error.errcode as number) & 0xff : undefined;
}

function faultOf(error: unknown, file: string): unknown {
  if (error instanceof QueueFault || !(error instanceof Error)) return error;
  const code = codeOf(error);
  const system = "syscall" in error;
  if (code === undefined && !system) return error;
  if (code === FULL || (system && "code" in error && error.code === "ENOSPC"))
    return new QueueFault("full", `No room is left for ${file}; free some and run it again, nothing is lost.`, {
      cause: error,
    });
  if (code === CORRUPT || code === NOT_A_DATABASE || /no such column|has no column/.test(error.message))
    return new QueueFault("damaged", `${file} is no queue of a batch (${errorText(error)}); move it away.`, {
      cause: error,
    });
  const hint = code === INPUT_OUTPUT ? "look at its disk" : "look whether it may be written";
  return new QueueFault("gone", `${file} cannot be used (${errorText(error)}); ${hint} and run it again.`, {
    cause: error,
  });
}
