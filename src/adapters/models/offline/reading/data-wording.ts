import type { Folder } from "../folder.ts";

/** Parts of data that are as good as the whole where something is done to them: "rows of", "records from". */
const PART_OF =
  /\b(?:(?:the|any|new|all) )?(?:records?|rows?|entr(?:y|ies)|lines) (?:of|in|into|from|to) (?=(?:the )?\S)/gi;
/** What is deleted from a table, or inserted into it, is done to the table. */
const DONE_TO = /\b(delete[sd]?|removes?|reads?|selects?) from (?=(?:the )?\S)/gi;
const WHO = /^(\W*)who (?:all )?(?=(?:reads?|writes?|updates?|deletes?|changes|inserts?|creates?|uses)\b)/i;
/** Below the statements of COBOL there are no others. */
const ASKS_PROGRAMS = /^\W*(?:which|what|list|who|how many|show)\b/i;

/** A question of who does what to data in the words of a query: "who deletes rows from X" asks which programs delete X. */
export function asDataQuestion(part: string, { tools }: Folder): string {
  if (!tools.has("citadel_crud") || !ASKS_PROGRAMS.test(part)) return part;
  return part.replace(PART_OF, "").replace(DONE_TO, "$1 ").replace(WHO, "$1which programs ");
}
