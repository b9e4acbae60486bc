import { hash } from "node:crypto";
import { closeSync, existsSync, openSync, readdirSync, readSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { didYouMean } from "../../base/near-word.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { typedPart } from "../../core/prompts/typed-part.ts";
import { plainText } from "../../engines/terminal-text/plain-text.ts";
import { makeFolder } from "../make-folder.ts";
import { readPlainFile } from "../read-plain-file.ts";
import { crc32 } from "./crc32.ts";
import { decodeLine, type LogLine } from "./log-line.ts";
import { readSession } from "./read-session.ts";
import { lockSession } from "./session-lock.ts";
import { newestFirst, placesInOrder } from "./session-order.ts";

/** What a list shows of a session; found by scanning, so that no index can be wrong. */
export interface SessionSummary {
  readonly id: string;
  readonly path: string;
  readonly cwd: string;
  /** Milliseconds since 1970. */
  readonly modifiedMs: number;
  readonly sizeBytes: number;
  /** What the person calls it. */
  readonly name?: string;
  /** Its name, or the first words of its first prompt; of several that have it in common also those of its last. */
  readonly title: string;
}

const ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const HEAD_BYTES = 64 * 1024;
/** Of a SHA-256. */
const HASH_DIGITS = 32;
const TITLE_CHARS_MAX = 80;
const TITLE_HALF = 38;

/** Sessions of one working folder lie in one folder, named after it and a hash of its whole path, which no other path can be made to have. */
export function sessionFolder(stateFolder: string, cwd: string): string {
  const named = join(stateFolder, "sessions", basename(cwd).replace(/[^A-Za-z0-9._-]/g, "_") || "root");
  const folder = `${named}-${hash("sha256", cwd).slice(0, HASH_DIGITS)}`;
  const older = `${named}-${crc32(Buffer.from(cwd, "utf8"))}`;
  return !existsSync(folder) && existsSync(older) && isOnlyOf(older, cwd) ? older : folder;
}

const known = new Map<string, boolean>();

/** A folder that is named by a checksum may be another's as well: its sessions say whose they are. */
function isOnlyOf(folder: string, cwd: string): boolean {
  const key = `${folder}\0${cwd}`;
  const before = known.get(key);
  if (before !== undefined) return before;
  const places = entries(folder).flatMap((name) => (name.endsWith(".jsonl") ? startedIn(join(folder, name)) : []));
  const isOnly = places.length > 0 && places.every((place) => place === cwd);
  known.set(key, isOnly);
  return isOnly;
}

const startedIn = (path: string): readonly string[] =>
  headLines(path).flatMap(({ event }) => (event.type === "session-start" ? event.cwd : []));

/** @throws {UserError} when the id could not be a file name */
export function sessionFile(folder: string, id: string): string {
  if (!ID.test(id))
    throw new UserError(phrase`"${id}" is no session id: use letters, digits, - and _ (100 at most).`, EXIT.usage);
  return join(folder, `${id}.jsonl`);
}

/** The sessions of one folder, newest first; not those in which nothing was said yet, unless they have a name. */
export function listSessions(folder: string): SessionSummary[] {
  return inOrder(folder).map(({ session }) => session);
}

function inOrder(folder: string): ReturnType<typeof newestFirst<SessionSummary>> {
  const sessions = entries(folder)
    .filter((name) => name.endsWith(".jsonl"))
    .flatMap((name) => summarize(join(folder, name)) ?? [])
    .filter(({ sizeBytes, name }) => sizeBytes > 0 || name !== undefined);
  return newestFirst(toldApart(sessions), placesInOrder(folder));
}

/** A copy that went its own way begins like the other: how each ends tells which it is. */
function toldApart(sessions: readonly SessionSummary[]): readonly SessionSummary[] {
  const counts = Map.groupBy(sessions, ({ title }) => title);
  return sessions.map((session) => {
    const { title, path, sizeBytes } = session;
    const last = (counts.get(title)?.length ?? 0) > 1 && sizeBytes > 0 ? lastWords(path, sizeBytes) : undefined;
    return last === undefined || last === title
      ? session
      : { ...session, title: `${title.slice(0, TITLE_HALF)} … ${last.slice(0, TITLE_HALF)}` };
  });
}

/** The first words of the last prompt; undefined where it stands too far from the end. */
function lastWords(path: string, sizeBytes: number): string | undefined {
  const lines = linesAt(path, Math.max(0, sizeBytes - HEAD_BYTES));
  for (const { event } of lines.toReversed())
    if (event.type === "prompt" && event.origin !== "engine") return firstWords(event.text);
  return undefined;
}

/** The sessions of every folder, newest first. */
export function listAllSessions(stateFolder: string): SessionSummary[] {
  const root = join(stateFolder, "sessions");
  return entries(root)
    .flatMap((name) => inOrder(join(root, name)))
    .sort((left, right) => right.workedMs - left.workedMs)
    .map(({ session }) => session);
}

/**
 * Finds by id, by name (the last one of several), or by a beginning of the id that only one session has; in `folder` first, then
 * anywhere.
 */
export function findSession(stateFolder: string, folder: string, id: string): SessionSummary {
  // Every id begins with nothing: a variable of a script that is empty means none of them.
  if (id === "") throw noSession(id);
  // One that was killed before anything was said is in no list, and goes on for who knows it.
  const own = ID.test(id) ? summarize(sessionFile(folder, id)) : undefined;
  if (own) return own;
  for (const sessions of [listSessions(folder), listAllSessions(stateFolder)]) {
    const exact = sessions.find((session) => session.id === id) ?? sessions.find(({ name }) => name === id);
    if (exact) return exact;
    const beginning = sessions.filter((session) => session.id.startsWith(id));
    if (beginning.length === 1 && beginning[0]) return beginning[0];
    if (beginning.length > 1)
      throw new UserError(
        phrase`${beginning.length} sessions begin with "${id}"; give more of the id (\`waymark sessions list\`).`,
        EXIT.badInput,
      );
  }
  throw noSession(
    id,
    listSessions(folder).flatMap(({ name }) => name ?? []),
  );
}

/** @param names  what people called the sessions of the folder */
export const noSession = (id: string, names: readonly string[] = []): UserError =>
  new UserError(
    phrase`No session "${id}"; ${didYouMean(id, names)}\`waymark sessions list\` shows those of this folder.`,
    EXIT.badInput,
  );

/** @throws {UserError} when a living process writes it */
export function removeSession(session: SessionSummary): void {
  const unlock = lockSession(session.path);
  rmSync(session.path, { force: true });
  rmSync(session.path.replace(/\.jsonl$/, ""), { recursive: true, force: true });
  unlock();
}

/** What cannot be read, or is no file, is no session of ours: it must not hide the others. */
function summarize(path: string): SessionSummary | undefined {
  try {
    const stat = statSync(path);
    if (!stat.isFile()) return undefined;
    const id = basename(path, ".jsonl");
    const head = describeHead(path, stat.size);
    const name = givenName(path);
    const called = name === undefined ? {} : { name, title: name };
    return { id, path, modifiedMs: stat.mtimeMs, sizeBytes: stat.size, ...head, ...called };
  } catch (error) {
    if (errorCode(error) !== undefined) return undefined;
    throw error;
  }
}

/** What the person has called it since it began; it lies beside the log, so that a list need not read all of that. */
export function givenName(path: string): string | undefined {
  const file = readPlainFile(nameFile(path));
  return (file.kind === "text" ? file.text.trim().slice(0, TITLE_CHARS_MAX) : "") || undefined;
}

const nameFile = (path: string): string => join(path.replace(/\.jsonl$/, ""), "name");

/** @returns the name as it is kept. @throws {UserError} when there is nothing to be seen of it */
export function nameSession(path: string, wanted: string): string {
  const name = firstWords(plainText(wanted).trim()).trim();
  if (name === "") throw new UserError(phrase`A session's name is a word at least.`, EXIT.usage);
  makeFolder(dirname(nameFile(path)), { mode: 0o700 });
  writeFileSync(nameFile(path), `${name}\n`, { mode: 0o600 });
  return name;
}

/** The beginning is enough for most; a huge first prompt takes the whole file. */
function describeHead(path: string, sizeBytes: number): Pick<SessionSummary, "cwd" | "name" | "title"> {
  let head: { cwd: string; name?: string } = { cwd: "" };
  const lines = sizeBytes > HEAD_BYTES ? headLines(path) : readSession(path).lines;
  for (const { event } of lines) {
    if (event.type === "session-start")
      head = { cwd: event.cwd, ...(event.name === undefined ? {} : { name: event.name }) };
    if (event.type === "prompt") return { ...head, title: head.name ?? firstWords(event.text) };
  }
  return { ...head, title: head.name ?? "" };
}

/** Of what a person typed: what was put behind it names no session. */
const firstWords = (text: string): string => typedPart(text).replace(/\s+/g, " ").slice(0, TITLE_CHARS_MAX);

const headLines = (path: string): readonly LogLine[] => linesAt(path, 0);

/** The whole lines of a piece of a log; the first is a piece of one where it does not begin at 0. */
function linesAt(path: string, offset: number): LogLine[] {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const descriptor = openSync(path, "r");
  const length = readSync(descriptor, buffer, 0, HEAD_BYTES, offset);
  closeSync(descriptor);
  return buffer
    .toString("utf8", 0, length)
    .split("\n")
    .slice(0, -1)
    .map(decodeLine)
    .filter((line): line is LogLine => !("problem" in line));
}

function entries(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return [];
    throw new UserError(
      phrase`The folder ${folder} cannot be read (${errorCode(error)}); check its permissions.`,
      EXIT.configuration,
      { cause: error },
    );
  }
}
