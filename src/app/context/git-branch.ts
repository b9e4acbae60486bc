import { checkedOut } from "../../adapters/git-folder.ts";

const HASH_DIGITS = 8;

/** The branch checked out in the repository around a folder, or the beginning of a commit's hash. Starts no process. */
export const gitBranch = (cwd: string): string | undefined => checkedOut(cwd, HASH_DIGITS);
