import { existsSync } from "node:fs";
import { basename } from "node:path";
import { forkSession, writeSession } from "../../adapters/sessions/copy-session.ts";
import { readSession } from "../../adapters/sessions/read-session.ts";
import {
  findSession,
  listSessions,
  noSession,
  type SessionSummary,
  sessionFile,
  sessionFolder,
} from "../../adapters/sessions/session-catalogue.ts";
import { MEMORY_SESSION, openSession } from "../../adapters/sessions/session-log.ts";
import { notingOrder } from "../../adapters/sessions/session-order.ts";
import { checkStateFolder } from "../../adapters/sessions/state-folder.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import { systemClock } from "../system-clock.ts";
import type { SessionHandle } from "./session-handle.ts";

/** Where the sessions of a folder are kept, and whether new ones are. */
export interface SessionPlace {
  readonly stateFolder: string;
  readonly cwd: string;
  readonly isKept: boolean;
}

export interface SessionChoice {
  /** `last`, a name, an id or the beginning of one; absent starts a new session. */
  readonly resume?: string;
  /** `resume` is a whole id and no word: what a program asks for shows nobody which session was found. */
  readonly isById?: boolean;
  /** Goes on with a copy of it. */
  readonly fork?: boolean;
  /** The id of a new session. */
  readonly sessionId?: string;
  /** What a new session is called. */
  readonly name?: string;
}

/** Opens the session that the flags mean. @throws {UserError} when there is none such or it is in use */
export function chooseSession(place: SessionPlace, choice: SessionChoice): SessionHandle {
  if (place.isKept) checkStateFolder(place.stateFolder);
  if (choice.resume === undefined) return { ...newSession(place, choice.sessionId), ...named(choice) };
  const source = sourceOf(place, choice.resume, choice);
  if (choice.isById === true && source?.id !== choice.resume) throw noSession(choice.resume);
  if (!source)
    throw new UserError(phrase`There is no session of this folder to continue; start one without -c.`, EXIT.badInput);
  if (!choice.fork) return handleFor(source.path, source.id);
  const id = choice.sessionId ?? systemClock.id();
  const path = sessionFile(sessionFolder(place.stateFolder, place.cwd), id);
  forkSession(source.path, path);
  return { ...handleFor(path, id), parentId: source.id };
}

/** The model that a session to go on with used last; undefined for a new session, or one that ran nothing. */
export function lastModelOf(place: SessionPlace, choice: SessionChoice): string | undefined {
  if (choice.resume === undefined) return undefined;
  const source = sourceOf(place, choice.resume, choice);
  if (source === undefined) return undefined;
  return readSession(source.path).events.findLast((event) => event.type === "run-start")?.model;
}

function sourceOf(
  { stateFolder, cwd }: SessionPlace,
  resume: string,
  { isById }: SessionChoice,
): SessionSummary | undefined {
  const folder = sessionFolder(stateFolder, cwd);
  return resume === "last" && isById !== true ? listSessions(folder)[0] : findSession(stateFolder, folder, resume);
}

const named = ({ name }: SessionChoice): { readonly name?: string } => (name === undefined ? {} : { name });

export function newSession(place: SessionPlace, wantedId?: string): SessionHandle {
  const id = wantedId ?? systemClock.id();
  if (!place.isKept)
    return { id, log: MEMORY_SESSION.log, history: [], notices: [], isSaved: () => false, close: () => {} };
  const path = sessionFile(sessionFolder(place.stateFolder, place.cwd), id);
  if (wantedId !== undefined && existsSync(path))
    throw new UserError(
      phrase`There is a session ${id} already; continue it with -r ${id}, or take another id.`,
      EXIT.badInput,
    );
  return handleFor(path, id);
}

/** A new one that holds all of these from its beginning. @throws {UserError} when it cannot be written */
export function sessionOf(place: SessionPlace, eventsOf: (id: string) => readonly RecordedEvent[]): SessionHandle {
  const id = systemClock.id();
  const events = eventsOf(id);
  if (!place.isKept) return { ...newSession(place, id), history: [...events] };
  const path = sessionFile(sessionFolder(place.stateFolder, place.cwd), id);
  writeSession(path, events);
  return handleFor(path, id);
}

function handleFor(path: string, id: string): SessionHandle {
  const { log, events, notices, isSaved, close } = openSession(path);
  const folder = path.replace(/\.jsonl$/, "");
  return {
    id: id || basename(path, ".jsonl"),
    folder,
    log: notingOrder(log, path),
    history: [...events],
    notices,
    isSaved,
    close,
  };
}
