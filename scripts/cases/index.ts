import type { CaseSet } from "./case-set.ts";
import { editCases } from "./edits.ts";

/** Every set that `npm run cases` knows, in the order in which it reports. */
export const CASE_SETS: readonly CaseSet[] = [editCases];
