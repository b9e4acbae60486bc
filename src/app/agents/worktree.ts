import { closeSync, existsSync, fstatSync, mkdirSync, realpathSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { entriesIn } from "../../adapters/folder-entries.ts";
import { realOr } from "../../adapters/inside.ts";
import { makeFolder } from "../../adapters/make-folder.ts";
import { openFileAt, PathMoved } from "../../adapters/pinned-folder.ts";
import { isLeftOut } from "../../adapters/snapshots/left-out.ts";
import { removeTree } from "../../adapters/temporary-folder.ts";
import { readWhole } from "../../adapters/whole-file.ts";
import { errorCode, errorText } from "../../base/error-text.ts";
import { ToolFailure } from "../../core/tool.ts";
import { decodeFile } from "../../engines/text/file-text.ts";
import { unifiedDiff } from "../../engines/text/unified-diff.ts";
import { OWN_FOLDER, OWN_NAMES } from "../trust/own-names.ts";
import { copyFolder } from "./copy-folder.ts";

/** Copies that other agents work in. */
const WORKTREES = join(OWN_FOLDER, OWN_NAMES.worktrees);
const ENTRIES_MAX = 50_000;
/** What a command adds may be more than was copied, and is not gone through without end. */
const FILES_MAX = 2 * ENTRIES_MAX;
const DIFF_CHARS_MAX = 1_500_000;
/** Of all files that differ. */
const READ_BYTES_MAX = 64 * 1024 * 1024;
const PIECE_BYTES = 1024 * 1024;

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

  /**
   * What the copy has that `root` has not, though it came to it from there. What it is filled with is not read without end: what is too large
   * for a text of changes is left, by its size alone.
   * @param isLeft  paths that are none of it
   */
  changes(root: string, isLeft: (path: string) => boolean = () => false): Changes {
    const [were, are] = [new Set(filesBelow(this.#base)), new Set(filesBelow(this.folder))];
    if (are.size > FILES_MAX) return { diff: "", left: [`more than ${FILES_MAX} files`] };
    const paths = [...were.union(are)].filter((path) => !isLeft(path)).sort();
    const left: string[] = [];
    let diff = "";
    const room = { bytes: READ_BYTES_MAX };
    for (const path of paths) {
      // Where a link stands on the way by now, what lies behind it is no file of the copy.
      const before = were.has(path) ? fileAt(this.#base, path) : undefined;
      const after = are.has(path) ? fileAt(this.folder, path) : undefined;
      if (isSame(before, after) || isSame(after, fileAt(root, path))) continue;
      const patch = patchWithin(path, { before, after, room });
      if (patch === undefined || diff.length + patch.length > DIFF_CHARS_MAX) left.push(path);
      else diff += patch;
    }
    return { diff, left };
  }

  remove(): void {
    removeTree(this.#place);
  }
}

/** Relative; what lies behind a link is none of the copy's, wherever it leads. @returns one more than are looked at where there are more */
function filesBelow(folder: string): readonly string[] {
  const files: string[] = [];
  for (const folders = [""]; folders.length > 0 && files.length <= FILES_MAX; ) {
    const below = folders.pop() ?? "";
    for (const entry of entriesIn(join(folder, below))) {
      if (isLeftOut(entry.name)) continue;
      if (entry.isDirectory()) folders.push(join(below, entry.name));
      if (entry.isFile()) files.push(join(below, entry.name));
    }
  }
  return files;
}

interface PlainFileAt {
  readonly path: string;
  readonly sizeBytes: number;
}

/** Nothing where no plain file of the folder is there: a link may stand anywhere on the way to it by now. */
function fileAt(folder: string, below: string): PlainFileAt | undefined {
  const path = join(realOr(folder), below);
  const sizeBytes = readOpen(path, (file) => fstatSync(file).size);
  return sizeBytes === undefined ? undefined : { path, sizeBytes };
}

const bytesOf = ({ path, sizeBytes }: PlainFileAt): Buffer | undefined =>
  readOpen(path, (file) => readWhole(file, sizeBytes));

/** By their sizes first, then piece by piece. */
function isSame(one: PlainFileAt | undefined, other: PlainFileAt | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.sizeBytes !== other.sizeBytes) return false;
  const areSame = readOpen(one.path, (first) =>
    readOpen(other.path, (second) => {
      for (let at = 0; at < one.sizeBytes; at += PIECE_BYTES)
        if (!readWhole(first, PIECE_BYTES, at).equals(readWhole(second, PIECE_BYTES, at))) return false;
      return true;
    }),
  );
  return areSame ?? false;
}

function readOpen<Value>(path: string, read: (file: number) => Value): Value | undefined {
  let file: number | undefined;
  try {
    file = openFileAt(path);
    return read(file);
  } catch (error) {
    if (error instanceof PathMoved || errorCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

interface Versions {
  readonly before: PlainFileAt | undefined;
  readonly after: PlainFileAt | undefined;
  /** How much may still be read; becomes less. */
  readonly room: { bytes: number };
}

function patchWithin(path: string, { before, after, room }: Versions): string | undefined {
  const sizeBytes = (before?.sizeBytes ?? 0) + (after?.sizeBytes ?? 0);
  if (sizeBytes > Math.min(2 * DIFF_CHARS_MAX, room.bytes)) return undefined;
  room.bytes -= sizeBytes;
  return patchOf(path, before && bytesOf(before), after && bytesOf(after));
}

function patchOf(path: string, before: Buffer | undefined, after: Buffer | undefined): string | undefined {
  const [old, next] = [before && decodeFile(before), after && decodeFile(after)];
  if (old?.kind === "binary" || next?.kind === "binary") return undefined;
  const { patch } = unifiedDiff(path, old?.text, next?.text ?? "");
  if (!patch.includes("\n@@ ")) return undefined;
  return next === undefined ? patch.replace(`+++ b/${path}\n`, "+++ /dev/null\n") : patch;
}
