import { existsSync } from "node:fs";
import { basename } from "node:path";
import {
  findSession,
  forkSession,
  listSessions,
  sessionFile,
  sessionFolder,
} from "../../adapters/sessions/session-catalogue.ts";
import { MEMORY_SESSION, openSession } from "../../adapters/sessions/session-log.ts";
import { checkStateFolder } from "../../adapters/sessions/state-folder.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { SessionHandle } from "../agent.ts";
import { systemClock } from "../system-clock.ts";

export interface SessionChoice {
  readonly stateFolder: string;
  readonly cwd: string;
  readonly isKept: boolean;
  /** `last`, an id or the beginning of one; absent starts a new session. */
  readonly resume?: string;
  readonly fork: boolean;
  /** The id of a new session. */
  readonly sessionId?: string;
}

/** Opens the session that the flags mean. @throws {UserError} when there is none such or it is in use */
export function chooseSession(choice: SessionChoice): SessionHandle {
  if (choice.isKept) checkStateFolder(choice.stateFolder);
  const folder = sessionFolder(choice.stateFolder, choice.cwd);
  if (choice.resume === undefined) return newSession(choice);
  const source =
    choice.resume === "last" ? listSessions(folder)[0] : findSession(choice.stateFolder, folder, choice.resume);
  if (!source)
    throw new UserError("There is no session of this folder to continue; start one without -c.", EXIT.badInput);
  if (!choice.fork) return handleFor(source.path, source.id);
  const id = choice.sessionId ?? systemClock.id();
  const path = sessionFile(folder, id);
  forkSession(source.path, path);
  return { ...handleFor(path, id), parentId: source.id };
}

export function newSession(choice: SessionChoice): SessionHandle {
  const id = choice.sessionId ?? systemClock.id();
  if (!choice.isKept) return { id, log: MEMORY_SESSION.log, history: [], notices: [], close: () => {} };
  const path = sessionFile(sessionFolder(choice.stateFolder, choice.cwd), id);
  if (choice.sessionId !== undefined && existsSync(path))
    throw new UserError(
      `There is a session ${id} already; continue it with -r ${id}, or take another id.`,
      EXIT.badInput,
    );
  return handleFor(path, id);
}

function handleFor(path: string, id: string): SessionHandle {
  const { log, events, notices, close } = openSession(path);
  return { id: id || basename(path, ".jsonl"), log, history: [...events], notices, close };
}
