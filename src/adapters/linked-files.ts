import { readlinkSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { askedName, protectedName } from "../engines/paths/protected-names.ts";
import { entriesIn, firstEntriesIn, namesIn, statIfThere } from "./folder-entries.ts";
import { isInside, leadsInside, realIfThere, realOr } from "./inside.ts";
import { placeOfOpen } from "./pinned-folder.ts";
import { BYTES_MAX, openPlain, type PlainFile, plainBytes } from "./read-plain-file.ts";

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

export type FileWithin =
  | { readonly kind: "text"; readonly text: string; readonly real: string }
  | Exclude<PlainFile, { readonly kind: "text" }>;

const LEADS_OUTSIDE = "it is a link that leads outside";

export const isElsewhere = (file: PlainFile): boolean => file.kind === "refused" && file.why === LEADS_OUTSIDE;

/**
 * A small text file that lies in a folder, also by a link. It is opened first, and then asked where what is open lies: whoever exchanges the
 * path meanwhile changes nothing of that.
 */
export function readWithin(path: string, folder: string, bytesMax = BYTES_MAX): FileWithin {
  let real: string | undefined;
  const look = (file: number): void => {
    real = placeOfOpen(file, path);
  };
  const read = plainBytes(() => openPlain(path), bytesMax, look);
  if (read.kind !== "bytes") return read;
  if (real === undefined || !isInside(real, realpathSync(folder))) return { kind: "refused", why: LEADS_OUTSIDE };
  return read.bytes.includes(0)
    ? { kind: "refused", why: "binary" }
    : { kind: "text", text: read.bytes.toString("utf8"), real };
}

/** A name, and where what is read by it really lies. */
export interface KeptElsewhere {
  readonly name: string;
  readonly path: string;
}

const NAMES_MAX = 5_000;
/** Of Waymark's own: what says nothing of what is allowed, and may be worked on like other texts. */
const TEXTS = new Set(["skills", "agents", "memory.md"]);

/**
 * Folders of Waymark's own, and what really is read in their place and in that of a name in them: many keep settings as links into a
 * repository, in which one works.
 */
export function withKeptElsewhere(own: readonly string[]): readonly string[] {
  const names = own.flatMap((folder) =>
    firstEntriesIn(folder, NAMES_MAX)
      .filter((entry) => entry.isSymbolicLink() && !TEXTS.has(entry.name))
      .map(({ name }) => leadsTo(join(folder, name))),
  );
  const folders = [...own, ...own.map(leadsTo)];
  return [...new Set([...folders, ...names.filter((path) => !folders.some((folder) => isInside(path, folder)))])];
}

/** Names of a home, one or two folders deep, that start programs or configure an agent, and what lies in folders that are worked in of it. */
export function homeKeptIn(home: string | undefined, roots: readonly string[]): readonly KeptElsewhere[] {
  if (home === undefined || roots.some((root) => isInside(realOr(home), root))) return [];
  const keptIn = (components: readonly string[]): readonly KeptElsewhere[] => {
    const path = join(home, ...components);
    if (askedName(components) !== undefined) {
      const real = leadsTo(path);
      const isKept = roots.some((root) => real !== root && isInside(real, root));
      return isKept ? [{ name: ["~", ...components].join("/"), path: real }] : [];
    }
    if (components.length > 1 || statIfThere(path)?.isDirectory() !== true) return [];
    return namesOf(path).flatMap((name) => keptIn([...components, name]));
  };
  return namesOf(home)
    .filter((name) => name.startsWith("."))
    .flatMap((name) => keptIn([name]));
}

const DEPTH_MAX = 3;

/** Where links lead, in folders that are worked in, that have a name there which starts programs or configures an agent, or lie below one. */
export function keptByLinks(roots: readonly string[]): readonly KeptElsewhere[] {
  const keptIn = (root: string, components: readonly string[]): readonly KeptElsewhere[] =>
    entriesIn(join(root, ...components)).flatMap((entry) => {
      const names = [...components, entry.name];
      const isKept = protectedName(names) !== undefined;
      if (entry.isSymbolicLink()) return isKept ? [{ name: names.join("/"), path: leadsTo(join(root, ...names)) }] : [];
      // What git reads of a repository is asked of its settings.
      const goesOn = entry.isDirectory() && entry.name !== ".git" && names.length < DEPTH_MAX;
      return goesOn && (isKept || entry.name.startsWith(".")) ? keptIn(root, names) : [];
    });
  const all = roots.flatMap((root) => keptIn(root, []));
  return all.filter(({ path }) => roots.some((root) => path !== root && isInside(path, root)));
}

const namesOf = (folder: string): readonly string[] => firstEntriesIn(folder, NAMES_MAX).map(({ name }) => name);

/** Where a path leads, also by a link to what is not there: whoever makes that makes what is read by the link. */
export function leadsTo(path: string): string {
  const real = realIfThere(path);
  if (real !== undefined) return real;
  try {
    const target = resolve(realOr(dirname(path)), readlinkSync(path));
    return join(realOr(dirname(target)), basename(target));
  } catch {
    // No link, and nothing there.
    return path;
  }
}
