import { stat } from "node:fs/promises";
import { join } from "node:path";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import type { Remedies } from "../../core/ports/remedies.ts";
import type { Rooms } from "../rooms.ts";

/** Beside the sessions of the folder: never in the project, whose files others may have written. */
export const remedyFile = ({ places, cwd }: Pick<Rooms, "places" | "cwd">): string =>
  join(sessionFolder(places.state, cwd), "remedies.json");

/** Those of a session, where it learns; a run that is played again has to go as it went. */
export function sessionRemedies(
  rooms: Rooms,
  { replay }: { readonly replay?: string },
): { readonly remedies?: Remedies } {
  const { remedies, sessionPersistence } = rooms.config;
  return remedies && sessionPersistence && replay === undefined ? { remedies: openRemedies(rooms) } : {};
}

/** The remedies of this folder for a session; nothing is loaded or read before a call fails. */
function openRemedies(rooms: Rooms): Remedies {
  let opened: Promise<Remedies> | undefined;
  const open = async (): Promise<Remedies> => {
    const { SessionRemedies } = await import("./session-remedies.ts");
    return new SessionRemedies({
      path: remedyFile(rooms),
      masked: (text) => rooms.redaction.text(text),
      exists: (path) =>
        stat(join(rooms.cwd, path)).then(
          () => true,
          () => false,
        ),
      today: () => new Date().toISOString().slice(0, 10),
    });
  };
  return {
    async settled(settled) {
      if (opened === undefined && !settled.result.failed) return "";
      opened ??= open();
      return (await opened).settled(settled);
    },
  };
}
