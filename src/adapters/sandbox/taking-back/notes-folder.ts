import { join } from "node:path";
import { processName } from "../../process-identity.ts";

/** Where looks that are under way are noted, in Waymark's own state. */
export const lookNotes = (stateFolder: string): string => join(stateFolder, "looks");

/** Of a look that has not ended. */
export const NOTE = ".json";
export const ENDED = ".ended";

/** The file in that folder which says when the last command of this process was ended, where that was not this process itself. */
export const endedFile = (folder: string): string => join(folder, `${processName()}${ENDED}`);
