/** Histories of version control: putting single files of them back would break them. */
const HISTORIES = [".git", ".hg", ".svn", ".jj", ".bzr"];

/** Folders that a tool makes again from what is kept: installed packages and caches. */
const MADE_AGAIN = [
  "node_modules",
  "bower_components",
  ".pnpm-store",
  ".venv",
  "venv",
  "__pycache__",
  ".tox",
  ".nox",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".gradle",
  ".terraform",
  ".next",
  ".nuxt",
  ".svelte-kit",
  ".turbo",
  ".parcel-cache",
  ".cache",
  "DerivedData",
];

const LEFT_OUT: ReadonlySet<string> = new Set([...HISTORIES, ...MADE_AGAIN]);

/** The file by which a folder says that it is a cache (https://bford.info/cachedir/); Cargo and others write it. */
export const CACHE_TAG = "CACHEDIR.TAG";

/** Whether a folder of this name is never entered by a snapshot. */
export function isLeftOut(name: string): boolean {
  return LEFT_OUT.has(name);
}

/** What an edit or an undo writes beside its target for a moment: kept by a command of another session, it would come back with the undo. */
export const isUnderWay = (name: string): boolean =>
  /^\..+\.\d+-[0-9a-f]{16}-\d+\.(?:new|old)$|^\.waymark-restore-[0-9a-f]{12}$/.test(name);
