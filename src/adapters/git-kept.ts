import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesInIndex, type KeptFile } from "../engines/shell/meaning/git-index.ts";
import type { KeptByGit } from "../engines/shell/policy-types.ts";
import { statIfThere } from "./folder-entries.ts";
import { type GitPlace, gitPlaces } from "./git-folder.ts";

/** A larger index is not read: what it names is not known then. */
const INDEX_BYTES_MAX = 200_000_000;

interface Read {
  readonly mtimeMs: number;
  readonly size: number;
  readonly files: ReadonlyMap<string, KeptFile> | undefined;
}

let last: (Read & { readonly index: string }) | undefined;

/** The files that git keeps in the repository of a folder, by its index; nothing is started. */
export function keptByGit(folder: string): KeptByGit | undefined {
  const [place] = gitPlaces(folder);
  return place && keptIn(place);
}

function keptIn({ top, gitFolder, isSure }: GitPlace): KeptByGit {
  // Which repository git takes is not known otherwise.
  const files = isSure ? filesOf(join(gitFolder, "index")) : undefined;
  return {
    top,
    paths: files && [...files.keys()],
    hasChanged(path) {
      const kept = files?.get(path);
      const stat = statIfThere(join(top, path));
      if (kept === undefined || stat === undefined) return true;
      return stat.size % 2 ** 32 !== kept.sizeBytes || Math.floor(stat.mtimeMs / 1000) !== kept.mtimeSeconds;
    },
  };
}

/** An index, read anew only when it changed; without one git keeps no file. */
function filesOf(index: string): ReadonlyMap<string, KeptFile> | undefined {
  const stat = statIfThere(index);
  if (stat === undefined) return new Map();
  const { mtimeMs, size } = stat;
  if (last?.index === index && last.mtimeMs === mtimeMs && last.size === size) return last.files;
  const bytes = stat.isFile() && size <= INDEX_BYTES_MAX ? readFileSync(index) : undefined;
  // The format of a repository says which of the two it is; the wrong one reads as no index.
  const files = bytes && (filesInIndex(bytes, 20) ?? filesInIndex(bytes, 32));
  last = { index, mtimeMs, size, files: files && new Map(files.map((one) => [one.path, one])) };
  return last.files;
}
