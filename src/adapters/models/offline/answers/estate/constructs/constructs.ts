import type { Dossier } from "../operations/dossier.ts";
import { CLUSTERS } from "./clusters.ts";
import { RECORD_USERS } from "./record-users.ts";
import { SCREEN_CONTENT } from "./screen-content.ts";

/** Questions that a mainframe application answers by what its statements are, wherever they stand. */
export const CONSTRUCTS: readonly Dossier[] = [RECORD_USERS, SCREEN_CONTENT, CLUSTERS];
