import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

/** Names that only what is under way may have. */
const UNDER_WAY = /\.(?:lock|tmp|new|old|stale|part|torn)(?:\.|$)|\.lock\.\d+|^\..*\.\d+-[0-9a-f]{8,}/;

/** What looks like something half done, and whatever is in a folder for temporary files. */
export function litterIn(...folders: readonly string[]): readonly string[] {
  return folders.flatMap((folder) =>
    namesIn(folder).filter(
      (path) => UNDER_WAY.test(path.split("/").at(-1) ?? "") || /^temporary\/(?!node-compile-cache)/.test(path),
    ),
  );
}

function namesIn(folder: string): readonly string[] {
  const found: string[] = [];
  const open = [folder];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      found.push(relative(folder, path));
      if (entry.isDirectory()) open.push(path);
    }
  }
  return found;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Processes that have to do with a folder, by where they stand, what they were started with or what they were given. */
export function processesIn(folder: string): readonly string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        const cwd = readlinkSync(`/proc/${pid}/cwd`);
        return `${words}${environment}${cwd}`.includes(folder) ? [`${pid} ${words.slice(0, 200)}`] : [];
      } catch {
        return [];
      }
    });
}
