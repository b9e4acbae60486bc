import { join } from "node:path";
import { namesIn, statIfThere } from "./folder-entries.ts";
import { leadsInside, realIfThere } from "./inside.ts";

export interface LinkedFilesOptions {
  /** Links that lead out of this folder are not followed; absent: they may lead anywhere. */
  readonly within?: string | undefined;
  /** Names of the folder itself that are left out. */
  readonly left?: ReadonlySet<string>;
  /** How many names are looked at; absent: all. */
  readonly namesMax?: number;
}

/** Every file of a folder, however deep, and of folders that links there lead to: each folder once, however many links lead to it, so that links to themselves come to an end. */
export function linkedFiles(
  folder: string,
  { within, left = new Set(), namesMax = Number.POSITIVE_INFINITY }: LinkedFilesOptions,
): readonly string[] {
  const files: string[] = [];
  const known = new Set<string>();
  let namesLeft = namesMax;
  const entered = (at: string): readonly string[] => {
    const real = within === undefined || leadsInside(at, within) ? realIfThere(at) : undefined;
    if (real === undefined || known.has(real)) return [];
    known.add(real);
    return namesIn(at).filter((name) => at !== folder || !left.has(name));
  };
  const visit = (at: string): void => {
    for (const name of entered(at).toSorted()) {
      if (--namesLeft < 0) return;
      const path = join(at, name);
      if (statIfThere(path)?.isDirectory()) visit(path);
      else files.push(path);
    }
  };
  visit(folder);
  return files;
}
