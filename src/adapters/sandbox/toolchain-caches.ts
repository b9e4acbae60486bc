import { createHash } from "node:crypto";
import { readdirSync, rmSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { Confinement } from "../../core/ports/processes.ts";
import { makeFolder } from "../make-folder.ts";

/** What a folder's tools made there counts no longer when nobody has worked in it for so long. */
const UNUSED_DAYS_MAX = 30;
const DAY_MS = 86_400_000;

/** Makes, and says it was used, the folder in which the tools of one working folder keep what they made: never that of another one,
 *  as what is found there is run again. */
export function toolchainCaches(cacheFolder: string, roots: readonly string[]): string {
  const all = join(cacheFolder, "toolchains");
  const name = createHash("sha256").update(roots.join("\0")).digest("hex").slice(0, 16);
  const folder = join(all, name);
  makeFolder(folder, { mode: 0o700 });
  const now = new Date();
  utimesSync(folder, now, now);
  for (const other of readdirSync(all)) {
    const path = join(all, other);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && now.getTime() - stat.mtimeMs > UNUSED_DAYS_MAX * DAY_MS)
      rmSync(path, { recursive: true, force: true });
  }
  return folder;
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
