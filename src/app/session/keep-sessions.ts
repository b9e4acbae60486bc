import { dirname } from "node:path";
import { makeFolder } from "../../adapters/make-folder.ts";
import { forkSession } from "../../adapters/sessions/copy-session.ts";
import { repairSession } from "../../adapters/sessions/repair-session.ts";
import {
  findSession,
  nameSession,
  removeSession,
  type SessionSummary,
  sessionFile,
  sessionFolder,
} from "../../adapters/sessions/session-catalogue.ts";
import { forgetCheckpoints } from "../../adapters/snapshots/history.ts";
import type { Rooms } from "../rooms.ts";
import { systemClock } from "../system-clock.ts";
import { snapshotFolder } from "./snapshot-folder.ts";

/** The session whose id begins so. @throws {UserError} when there is none such, or several */
export function sessionNamed({ cwd, places }: Rooms, id: string): SessionSummary {
  return findSession(places.state, sessionFolder(places.state, cwd), id);
}

/** What a session of this folder is called from now on. @returns the name as it is kept. @throws {UserError} as `sessionNamed` */
export function renameSession(rooms: Rooms, id: string, name: string): string {
  return nameSession(sessionNamed(rooms, id).path, name);
}

/** A copy that goes its own way. @returns its id */
export function copySession(source: SessionSummary): string {
  const copy = systemClock.id();
  const target = sessionFile(dirname(source.path), copy);
  makeFolder(dirname(target), { mode: 0o700 });
  forkSession(source.path, target);
  return copy;
}

/** Removes a session, and what could be undone of it. */
export function forgetSession({ places }: Rooms, session: SessionSummary): void {
  removeSession(session);
  forgetCheckpoints(snapshotFolder(places.state, session.cwd), session.id);
}

/** Writes a damaged file anew from its whole lines. @returns undefined where nothing was wrong */
export function mendSession(session: SessionSummary): ReturnType<typeof repairSession> {
  return repairSession(session.path);
}
