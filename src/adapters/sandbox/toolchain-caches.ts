import { createHash, randomUUID } from "node:crypto";
import { readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Confinement } from "../../core/ports/processes.ts";
import { makeFolder } from "../make-folder.ts";
import { removeTree } from "../temporary-folder.ts";

/** What a folder's tools made there counts no longer when nobody has worked in it for so long. */
const UNUSED_DAYS_MAX = 30;
const DAY_MS = 86_400_000;
/** What is no longer anybody's: no sandbox that is laid out from now on has it. */
const GONE = "gone-";

/** Makes, and says it was used, the folder in which the tools of one working folder keep what they made: never that of another one,
 *  as what is found there is run again. */
export function toolchainCaches(cacheFolder: string, roots: readonly string[]): string {
  const all = join(cacheFolder, "toolchains");
  const name = createHash("sha256").update(roots.join("\0")).digest("hex").slice(0, 16);
  makeFolder(join(all, name), { mode: 0o700 });
  // Beside it: the times of the folder itself are its commands' to set.
  note(usedOf(all, name));
  tried(() => sweep(all));
  return join(all, name);
}

function tried(act: () => void): void {
  try {
    act();
  } catch {
    // What commands left there keeps no other from running; it is tried again on another day.
  }
}

const usedOf = (all: string, name: string): string => join(all, `${name}.used`);

function note(path: string): void {
  writeFileSync(path, "");
  const now = new Date();
  utimesSync(path, now, now);
}

function daysSince(path: string): number | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && (Date.now() - stat.mtimeMs) / DAY_MS;
}

/** Once a day. */
function sweep(all: string): void {
  const swept = join(all, "swept");
  if ((daysSince(swept) ?? 1) < 1) return;
  note(swept);
  const names = readdirSync(all);
  for (const name of names.filter((one) => /^[0-9a-f]{16}$/.test(one))) {
    const used = usedOf(all, name);
    const days = daysSince(used);
    if (days === undefined) note(used);
    if (days === undefined || days <= UNUSED_DAYS_MAX) continue;
    const gone = `${GONE}${randomUUID()}`;
    renameSync(join(all, name), join(all, gone));
    rmSync(used);
    names.push(gone);
  }
  for (const name of names.filter((one) => one.startsWith(GONE))) tried(() => removeTree(join(all, name)));
}

/** Build tools stop when they cannot write their cache; in the home they cannot. Dependencies that lie in the home are still found. */
export function cacheVariables(
  folder: string,
  home: string | undefined,
  { writes, network }: Pick<Confinement, "writes" | "network">,
): Readonly<Record<string, string>> {
  return {
    ...(writes === "workspace" ? {} : readOnlyVariables(folder)),
    ...(network === "off" ? OFFLINE_VARIABLES : {}),
    GOCACHE: `${folder}/go-build`,
    npm_config_cache: `${folder}/npm`,
    PIP_CACHE_DIR: `${folder}/pip`,
    UV_CACHE_DIR: `${folder}/uv`,
    CCACHE_DIR: `${folder}/ccache`,
    GRADLE_USER_HOME: `${folder}/gradle`,
    ...(home === undefined ? {} : { GRADLE_RO_DEP_CACHE: join(home, ".gradle", "caches") }),
  };
}

/** Without a network: use what was fetched before, and do not wait for what cannot come. */
const OFFLINE_VARIABLES: Readonly<Record<string, string>> = {
  CARGO_NET_OFFLINE: "true",
  npm_config_fetch_retries: "0",
  PIP_RETRIES: "0",
};

/** For a working folder that cannot be written: what tools would put there goes elsewhere, or is not made. */
const readOnlyVariables = (folder: string): Readonly<Record<string, string>> => ({
  CARGO_TARGET_DIR: `${folder}/cargo-target`,
  PYTHONDONTWRITEBYTECODE: "1",
  PYTEST_ADDOPTS: "-p no:cacheprovider",
});
