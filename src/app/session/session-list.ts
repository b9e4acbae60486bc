import { listSessions, type SessionSummary, sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import { type Environment, locations } from "../settings/locations.ts";

export type { SessionSummary } from "../../adapters/sessions/session-catalogue.ts";

/** The sessions of a working folder, newest first. */
export function sessionsOf(cwd: string, environment: Environment): readonly SessionSummary[] {
  return listSessions(sessionFolder(locations(environment).state, cwd));
}
