import type { Dirent } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { createGlobMatcher, createReach } from "../../../base/glob.ts";
import type { ReadingWay } from "../../../engines/shell/policy-types.ts";
import { readPlainFile } from "../../read-plain-file.ts";

type IsMeant = (folder: string, entry: Dirent) => boolean;

/** Which names a program looks at that passes over those with a leading dot, unless a file of patterns excepts them. */
export interface SeenNames {
  readonly isSeen: IsMeant;
}
type Way = Pick<ReadingWay, "hidden" | "shown" | "obeys">;

const ALL: SeenNames = { isSeen: () => true };
const OF_REPOSITORY = ".git/info/exclude";

/** By what is given, by the folders above up to the root of all, and by what a person has for every repository. */
export function seenAbove(start: string, { hidden, shown = [], obeys }: Way, home: string | undefined): SeenNames {
  if (hidden) return ALL;
  const given = shown.map((glob) => exception(glob, undefined));
  if (obeys.length === 0) return seenBy(given);
  const found = exceptionsIn(join(start, OF_REPOSITORY), start);
  for (let folder = start; folder !== dirname(folder); ) {
    folder = dirname(folder);
    found.push(...[...obeys, OF_REPOSITORY].flatMap((name) => exceptionsIn(join(folder, name), folder)));
  }
  const own = home === undefined ? [] : ownPatterns(home).flatMap((path) => exceptionsIn(path, undefined));
  return seenBy([...given, ...found, ...own]);
}

/** The same in a folder below, with the patterns that lie in it. */
export function seenBelow(folder: string, entries: readonly Dirent[], { hidden, obeys }: Way, above: SeenNames) {
  if (hidden) return ALL;
  const here = entries.filter(({ name }) => obeys.includes(name));
  const excepted = here.flatMap(({ name }) => exceptionsIn(join(folder, name), folder));
  return excepted.length === 0 ? above : seenBy([above.isSeen, ...excepted]);
}

const seenBy = (excepted: readonly IsMeant[]): SeenNames => ({
  isSeen: (folder, entry) => !entry.name.startsWith(".") || excepted.some((isMeant) => isMeant(folder, entry)),
});

function ownPatterns(home: string): readonly string[] {
  const named = [".gitconfig", ".config/git/config"].flatMap((name) => {
    const read = readPlainFile(join(home, name));
    return (read.kind === "text" && /^\s*excludesfile\s*=\s*"?([^"\n]*)/im.exec(read.text)?.[1]?.trim()) || [];
  });
  return [join(home, ".config/git/ignore"), ...named.map((path) => resolve(home, path.replace(/^~\//, "")))];
}

/**
 * By the lines that name what is not left out: those win over a leading dot.
 * @param base  where its paths begin; undefined: anywhere
 */
function exceptionsIn(path: string, base: string | undefined): IsMeant[] {
  const read = readPlainFile(path);
  if (read.kind === "missing") return [];
  if (read.kind === "refused") return [() => true];
  const lines = read.text.replace(/^\ufeff/, "").split("\n");
  return lines.filter((line) => line.startsWith("!")).map((line) => exception(line.slice(1).trimEnd(), base));
}

function exception(pattern: string, base: string | undefined): IsMeant {
  const plain = pattern.replace(/\/$/, "");
  // What is read in more ways than one may mean any name.
  if (!/^[^[\]\\]+$/.test(plain)) return () => true;
  const isOfFolders = plain !== pattern;
  const matches = plain.includes("/") && base !== undefined ? createGlobMatcher(plain, { braces: false }) : undefined;
  const reaches = createReach(basename(plain));
  return (folder, entry) => {
    if (isOfFolders && entry.isFile()) return false;
    return matches?.(relative(base ?? "/", join(folder, entry.name))) ?? reaches(entry.name);
  };
}
