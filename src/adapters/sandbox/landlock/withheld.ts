import { hash } from "node:crypto";
import { dirname } from "node:path";
import type { Steps } from "../../../base/steps.ts";
import { firstEntriesIn } from "../../folder-entries.ts";
import type { HiddenPath } from "../hidden-paths.ts";
import { inFewPlaces, MOUNTS_MAX } from "../meant-below.ts";
import { atEveryMount } from "../mounts.ts";
import { eachSecretFile, type Reading, secretsAmongPrograms } from "../reading-profile.ts";

/** What a command that only reads is kept from in the folders that are worked in. */
export interface WithheldFiles {
  /** Each is to have a mount over it. */
  readonly covered: readonly HiddenPath[];
  /** More than that would take seconds to mount: Landlock opens what lies beside them, and nothing else, to be read. */
  readonly beside?: { readonly closed: readonly HiddenPath[]; readonly open: readonly string[] };
}

/** What is closed so, and what is opened. */
const CLOSED_MAX = 20_000;
const OPEN_MAX = 50_000;

/** @param about.byLandlock  whether there is one to close files */
export function* withheldFiles(
  roots: readonly string[],
  reading: Reading,
  { byLandlock }: { readonly byLandlock: boolean },
): Steps<WithheldFiles> {
  const found = yield* eachSecretFile(roots, reading);
  const elsewhere = yield* secretsAmongPrograms(reading);
  if (byLandlock && found.all.length > MOUNTS_MAX && found.all.length <= CLOSED_MAX) {
    const closed = atEveryMount(found.all, roots);
    const open = yield* allBeside(closed);
    if (open !== undefined) return { covered: elsewhere, beside: { closed, open } };
  }
  return { covered: [...inFewPlaces(found, roots), ...elsewhere] };
}

/** Where a sandbox has files of its own, of which this machine tells nothing. */
const PRIVATE = new Set(["/tmp", "/var/tmp", "/run", "/dev", "/proc"]);

/**
 * All of the machine but some files and folders, in as few paths as say it: what lies beside those, and beside the folders that they lie in. A link
 * is as open as what it leads to.
 * @returns undefined where that is too much to be told, or not known from here
 */
function* allBeside(closed: readonly { readonly path: string }[]): Steps<readonly string[] | undefined> {
  const paths = new Set(closed.map(({ path }) => path));
  const around = foldersAround(paths);
  if (!PRIVATE.isDisjointFrom(around)) return undefined;
  const open: string[] = [];
  for (const folder of around) {
    const entries = firstEntriesIn(folder, OPEN_MAX).filter((entry) => !entry.isSymbolicLink());
    const inside = entries.map(({ name }) => `${folder === "/" ? "" : folder}/${name}`);
    open.push(...inside.filter((path) => !paths.has(path) && !around.has(path)));
    if (open.length > OPEN_MAX) return undefined;
    yield;
  }
  return open;
}

function foldersAround(paths: ReadonlySet<string>): ReadonlySet<string> {
  const around = new Set<string>();
  for (const path of paths)
    for (let folder = dirname(path); !around.has(folder); folder = dirname(folder)) around.add(folder);
  return around;
}

/** In the form that the launcher reads, as the name and the content of a file. */
export function toldAsOpen(paths: readonly string[]): readonly [name: string, content: string] {
  const content = paths.map((path) => `${path}\0`).join("");
  return [`open-${hash("sha256", content)}`, content];
}
