import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { entriesIn } from "../../adapters/folder-entries.ts";
import { realOr } from "../../adapters/inside.ts";
import { makeFolder } from "../../adapters/make-folder.ts";
import { isLeftOut } from "../../adapters/snapshots/left-out.ts";
import { readRegular } from "../../adapters/snapshots/scan-tree.ts";
import { removeTree } from "../../adapters/temporary-folder.ts";
import { errorText } from "../../base/error-text.ts";
import { ToolFailure } from "../../core/tool.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { unifiedDiff } from "../../engines/text/unified-diff.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";
import { copyFolder } from "./copy-folder.ts";

/** Copies that other agents work in. */
const WORKTREES = join(OWN_FOLDER, OWN_NAMES.worktrees);
const ENTRIES_MAX = 50_000;
const DIFF_CHARS_MAX = 1_500_000;

/** What was changed in a copy, as one text for the edit engine, and what of it is no text that could be in one. */
export interface Changes {
  readonly diff: string;
  readonly left: readonly string[];
}

/**
 * A copy of the working folder for one sub-agent, with all that is in it but histories, what is made again (`node_modules` and the like) and our own copies.
 * A second copy stays as it was, to tell what was changed.
 */
export class Worktree {
  /** Where the sub-agent works. */
  readonly folder: string;
  readonly #place: string;
  readonly #base: string;

  constructor(place: string) {
    this.#place = place;
    this.folder = join(place, "files");
    this.#base = join(place, "base");
  }

  /** Copies the folder, unless an earlier process has. @throws {ToolFailure} when it cannot be copied */
  make(root: string): void {
    if (this.isMade) return;
    let entries = 0;
    const copy = (from: string, to: string): void =>
      copyFolder(from, to, (path) => {
        if (++entries > 2 * ENTRIES_MAX) throw new Error(`it has more than ${ENTRIES_MAX} entries`);
        return !(isLeftOut(basename(path)) || relative(from, path) === WORKTREES);
      });
    try {
      removeTree(this.#place);
      makeFolder(this.#place, { mode: 0o700 });
      copy(realpathSync(root), this.folder);
      copy(this.root, this.#base);
      mkdirSync(this.#mark);
    } catch (error) {
      this.remove();
      throw new ToolFailure(`The folder cannot be copied for an agent of its own: ${errorText(error)}.`);
    }
  }

  get isMade(): boolean {
    return existsSync(this.#mark);
  }

  get #mark(): string {
    return join(this.#place, "made");
  }

  /** The real path of the copy. */
  get root(): string {
    return realpathSync(this.folder);
  }

  /** What the copy has that `root` has not, though it came to it from there. @param isLeft  paths that are none of it */
  changes(root: string, isLeft: (path: string) => boolean = () => false): Changes {
    const [were, are] = [new Set(filesBelow(this.#base)), new Set(filesBelow(this.folder))];
    const paths = [...were.union(are)].filter((path) => !isLeft(path)).sort();
    const left: string[] = [];
    let diff = "";
    for (const path of paths) {
      // Where a link stands on the way by now, what lies behind it is no file of the copy.
      const before = were.has(path) ? bytesAt(this.#base, path) : undefined;
      const after = are.has(path) ? bytesAt(this.folder, path) : undefined;
      if (isSame(before, after) || isSame(after, bytesAt(root, path))) continue;
      const patch = patchOf(path, before, after);
      if (patch === undefined || diff.length + patch.length > DIFF_CHARS_MAX) left.push(path);
      else diff += patch;
    }
    return { diff, left };
  }

  remove(): void {
    removeTree(this.#place);
  }
}

/** Relative; what lies behind a link is none of the copy's, wherever it leads. */
function filesBelow(folder: string): readonly string[] {
  const files: string[] = [];
  for (const folders = [""]; folders.length > 0; ) {
    const below = folders.pop() ?? "";
    for (const entry of entriesIn(join(folder, below))) {
      if (isLeftOut(entry.name)) continue;
      if (entry.isDirectory()) folders.push(join(below, entry.name));
      if (entry.isFile()) files.push(join(below, entry.name));
    }
  }
  return files;
}

/** Nothing where no plain file of the folder is there: a link may stand anywhere on the way to it by now. */
const bytesAt = (folder: string, path: string): Buffer | undefined => readRegular(join(realOr(folder), path));

const isSame = (one: Buffer | undefined, other: Buffer | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.equals(other);

function patchOf(path: string, before: Buffer | undefined, after: Buffer | undefined): string | undefined {
  const [old, next] = [before && decodeFile(before), after && decodeFile(after)];
  if (old?.kind === "binary" || next?.kind === "binary") return undefined;
  const { patch } = unifiedDiff(path, old?.text, next?.text ?? "");
  if (!patch.includes("\n@@ ")) return undefined;
  return next === undefined ? patch.replace(`+++ b/${path}\n`, "+++ /dev/null\n") : patch;
}
