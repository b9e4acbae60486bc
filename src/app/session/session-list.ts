import { closeSync, openSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { LOG_FORMAT } from "../../adapters/sessions/log-line.ts";
import { readSession, SessionTail } from "../../adapters/sessions/read-session.ts";
import {
  listAllSessions,
  listSessions,
  type SessionSummary,
  sessionFolder,
} from "../../adapters/sessions/session-catalogue.ts";
import { isInUse } from "../../adapters/sessions/session-lock.ts";
import { readWhole } from "../../adapters/whole-file.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Rooms } from "../rooms.ts";

export type { SessionSummary } from "../../adapters/sessions/session-catalogue.ts";

/** The sessions of a working folder, newest first. */
export function sessionsOf({ cwd, places }: Rooms): readonly SessionSummary[] {
  return listSessions(sessionFolder(places.state, cwd));
}

/** The sessions of every folder, newest first. */
export function allSessions({ places }: Rooms): readonly SessionSummary[] {
  return listAllSessions(places.state);
}

export function eventsOf(session: SessionSummary): readonly RecordedEvent[] {
  return readSession(session.path).events;
}

/** A log as it grows: each read gives what was added since the last. */
export const followSession = (session: SessionSummary): SessionTail => new SessionTail(session.path);

const PIECE_BYTES = 1024 * 1024;

/** Whether its file has the words somewhere, capitals or not; a quick look before a slow one. */
export function mayHold(session: SessionSummary, words: string): boolean {
  const wanted = JSON.stringify(words).slice(1, -1).toLowerCase();
  const file = openSync(session.path, "r");
  const decoder = new StringDecoder("utf8");
  try {
    let before = "";
    for (let at = 0; ; at += PIECE_BYTES) {
      const bytes = readWhole(file, PIECE_BYTES, at);
      if (bytes.length === 0) return false;
      const text = before + decoder.write(bytes).toLowerCase();
      if (text.includes(wanted)) return true;
      before = text.slice(Math.max(0, text.length - wanted.length));
    }
  } finally {
    closeSync(file);
  }
}

/** Those in which a person, a model or a tool said the words, capitals or not; or that are called so. */
export function sessionsSaying(sessions: readonly SessionSummary[], words: string): readonly SessionSummary[] {
  const wanted = words.trim().toLowerCase();
  const inJson = JSON.stringify(wanted).slice(1, -1);
  const says = (event: RecordedEvent): boolean =>
    SAYING.has(event.type) && JSON.stringify(event).toLowerCase().includes(inJson);
  return sessions.filter(
    (session) =>
      session.title.toLowerCase().includes(wanted) ||
      (mayHold(session, wanted) && Iterator.from(followSession(session).read() ?? []).some(({ event }) => says(event))),
  );
}

const SAYING: ReadonlySet<RecordedEvent["type"]> = new Set(["prompt", "reply", "call-end"]);

/** Whether a living process works on it. */
export const isSessionInUse = (session: SessionSummary): boolean => isInUse(session.path);

/** What a look at every line of a session's file finds. */
export interface SessionCheck {
  readonly id: string;
  readonly path: string;
  readonly events: number;
  readonly problems: ReturnType<typeof readSession>["problems"];
  /** Of an unfinished last line. */
  readonly tornBytes: number;
  /** Written by a newer version, which alone can check it. */
  readonly isNewer: boolean;
}

export function checkSession(session: SessionSummary): SessionCheck {
  const content = readSession(session.path);
  return {
    id: session.id,
    path: session.path,
    events: content.events.length,
    problems: content.problems,
    tornBytes: content.totalBytes - content.wholeBytes,
    isNewer: content.format > LOG_FORMAT,
  };
}

/** `2026-11-23 06:35`, by the clock of the person, whatever their language. */
export function dayAndMinute(ms: number): string {
  const date = new Date(ms);
  const two = (part: number): string => String(part).padStart(2, "0");
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join("-");
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}
