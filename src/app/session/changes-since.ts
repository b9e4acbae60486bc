import { readSession } from "../../adapters/sessions/read-session.ts";
import { UserError } from "../../base/user-error.ts";
import { lastCalls } from "../../core/undo.ts";
import type { Rooms } from "../rooms.ts";
import { sessionNamed } from "./keep-sessions.ts";
import { listCheckpoints, undoCalls } from "./undo.ts";

/** What a session's calls changed since a moment, as far as it still holds. */
export interface ChangesSince {
  /** The checkpoint at that moment; 0 when there was none yet. */
  readonly after: number;
  /** Those that are not now as they were then; at least one. */
  readonly paths: readonly string[];
}

/**
 * What was changed since an event of the session was recorded. Both its log and its checkpoints say when, so that it is
 * known of a session that was resumed as well; what a copy took over counts from when it was copied.
 * @param eventIndex  0-based, of the session's history
 * @returns undefined where nothing is to be taken back, or nothing is kept
 */
export async function changesSince(
  rooms: Rooms,
  sessionId: string,
  eventIndex: number,
): Promise<ChangesSince | undefined> {
  if (!rooms.config.sessionPersistence) return undefined;
  const place = { stateFolder: rooms.places.state, cwd: rooms.cwd, session: sessionId, isOpen: true };
  try {
    const at = readSession(sessionNamed(rooms, sessionId).path).lines[eventIndex]?.at;
    if (at === undefined) return undefined;
    const { checkpoints } = await listCheckpoints(place);
    const after = checkpoints
      .filter((one) => Date.parse(one.at) < Date.parse(at))
      .reduce((last, { id }) => Math.max(last, id), 0);
    if (!lastCalls(checkpoints, checkpoints.length).some(({ id }) => id > after)) return undefined;
    const { steps, conflicts } = await undoCalls(place, { after, dryRun: true });
    const paths = [...steps, ...conflicts].map(({ path }) => path);
    return paths.length === 0 ? undefined : { after, paths };
  } catch (error) {
    // A session that has changed nothing has no checkpoints to ask for.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
