import { type Dirent, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import { SITE_MANIFEST } from "../../engines/citadel/pages/page.ts";
import { compileIgnoreRules, type IgnoreRules } from "../../engines/text/gitignore.ts";
import { statIfThere } from "../folder-entries.ts";
import { plainText } from "../read-plain-file.ts";
import type { DeniesPath } from "./denied-paths.ts";
import type { FolderBook, KnownFolder } from "./packs/folder-book.ts";

export interface ListedFile {
  /** Relative to the root, with forward slashes; absolute in a folder that was added. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  readonly changedMs: number;
}

export interface Listing {
  readonly files: readonly ListedFile[];
  /** Every folder that was looked into, as files are told, with a slash at its end; empty for the root. */
  readonly folders: readonly string[];
  /** Folders and links that could not be followed, and why. */
  readonly troubles: readonly { readonly path: string; readonly message: string }[];
  /** Files and folders that were left out because nobody may be shown them. */
  readonly deniedCount: number;
}

const FILES_MAX = 1_000_000;
const DEPTH_MAX = 64;
const IGNORE = ".gitignore";
const SKIPPED = new Set(["node_modules", "__pycache__"]);

interface Level {
  /** Relative path of the folder with a slash at its end; empty for the root. */
  readonly base: string;
  /** The ignore files from the root down to this one, and when they last changed. */
  readonly key: string;
  readonly above: Level | undefined;
  /** Compiled when a folder below it is read. */
  rules: IgnoreRules | undefined;
}

export interface ListerOptions {
  /** Goes before every path that is listed; empty for the root itself. */
  readonly prefix?: string;
  readonly isDenied?: DeniesPath;
  /** Where what folders hold is kept for the next process. */
  readonly book?: FolderBook;
}

/** What changed this shortly before it was read may have changed again in the same tick of the clock. */
export const TICK_MS = 20;

/**
 * Lists every file below a root that git would not ignore, in the order of the names. Links are not followed:
 * what they lead to below the root is read in its own place. Listing again only looks at times.
 */
export class FileLister {
  private readonly root: string;
  private readonly prefix: string;
  private readonly isDenied: DeniesPath;
  private readonly book: FolderBook | undefined;
  private readonly known: Map<string, KnownFolder>;
  /** How many folders were read since the book was written. */
  private unwritten = 0;
  private files: ListedFile[] = [];
  private folders: string[] = [];
  private troubles: { path: string; message: string }[] = [];
  private deniedCount = 0;

  constructor(root: string, { prefix = "", isDenied = () => false, book }: ListerOptions = {}) {
    this.root = root;
    this.prefix = prefix;
    this.isDenied = isDenied;
    this.book = book;
    this.known = book?.load() ?? new Map();
  }

  list(): Listing {
    this.files = [];
    this.folders = [];
    this.troubles = [];
    this.deniedCount = 0;
    this.visit("", undefined, 0);
    this.forgetGone();
    if (this.book?.save(this.known, this.unwritten)) this.unwritten = 0;
    if (this.files.length >= FILES_MAX) this.report(".", `more than ${FILES_MAX} files; the rest was left out`);
    const { files, folders, troubles, deniedCount } = this;
    return { files, folders, troubles, deniedCount };
  }

  private forgetGone(): void {
    if (this.known.size <= this.folders.length) return;
    const seen = new Set(this.folders);
    for (const folder of this.known.keys()) if (!seen.has(this.prefix + folder)) this.known.delete(folder);
  }

  private report(path: string, message: string): void {
    this.troubles.push({
      path: path === "." && this.prefix !== "" ? this.prefix.slice(0, -1) : this.prefix + path,
      message,
    });
  }

  /** @param folder  relative, with a slash at its end; empty for the root */
  private visit(folder: string, level: Level | undefined, depth: number): void {
    const shown = folder === "" ? "." : folder.slice(0, -1);
    if (depth > DEPTH_MAX) return this.report(shown, `deeper than ${DEPTH_MAX} folders`);
    this.folders.push(this.prefix + folder);
    const found = this.folder(folder, shown, level);
    if (!found) return;
    this.deniedCount += found.deniedCount;
    for (const path of found.links) this.link(path);
    for (const path of found.files) this.add(path);
    const below = levelOf(folder, found.ignoreMs, level);
    for (const path of found.folders) this.visit(`${path}/`, below, depth + 1);
  }

  private folder(folder: string, shown: string, level: Level | undefined): KnownFolder | undefined {
    const absolute = `${this.root}/${folder}`;
    const known = this.known.get(folder);
    const stat = statIfThere(absolute);
    if (known && stat && this.isUnchanged(folder, known, stat) && known.above === keyOf(level)) return known;
    const readMs = Date.now();
    try {
      const entries = readdirSync(absolute, { withFileTypes: true });
      const { ino = 0, mtimeMs = 0, ctimeMs = 0 } = stat ?? {};
      const ignoreMs = entries.some((entry) => entry.name === IGNORE) ? ignoreTime(this.root, folder) : 0;
      const times = { inode: ino, modifiedMs: mtimeMs, changedMs: ctimeMs, readMs, above: keyOf(level), ignoreMs };
      const own = levelOf(folder, ignoreMs, level);
      const fresh = { ...times, ...this.sort(folder, isSite(entries) ? [] : entries, own) };
      this.known.set(folder, fresh);
      this.unwritten += 1;
      return fresh;
    } catch (error) {
      this.known.delete(folder);
      this.report(shown, `the folder cannot be read (${errorCode(error) ?? "unknown"})`);
      return undefined;
    }
  }

  private isUnchanged(folder: string, known: KnownFolder, stat: Stats): boolean {
    const { inode, modifiedMs, changedMs, ignoreMs, readMs } = known;
    if (inode !== stat.ino || modifiedMs !== stat.mtimeMs || changedMs !== stat.ctimeMs) return false;
    if (Math.max(changedMs, ignoreMs) >= readMs - TICK_MS) return false;
    return ignoreMs === 0 || ignoreMs === ignoreTime(this.root, folder);
  }

  private sort(
    folder: string,
    entries: Dirent[],
    level: Level | undefined,
  ): Pick<KnownFolder, "files" | "folders" | "links" | "deniedCount"> {
    const files: string[] = [];
    const folders: string[] = [];
    const links: string[] = [];
    let deniedCount = 0;
    for (const entry of entries.filter(isSeen).sort((left, right) => (left.name < right.name ? -1 : 1))) {
      const path = `${folder}${entry.name}`;
      const isFolder = entry.isDirectory();
      if (entry.isSymbolicLink()) links.push(path);
      else if (this.isIgnored(level, path, isFolder)) continue;
      else if (this.isDenied(path, isFolder ? "folder" : "file")) deniedCount += 1;
      else if (isFolder) folders.push(path);
      else if (entry.isFile()) files.push(path);
      else links.push(path);
    }
    return { files, folders, links, deniedCount };
  }

  private isIgnored(level: Level | undefined, path: string, isFolder: boolean): boolean {
    for (let at = level; at; at = at.above) {
      at.rules ??= compileIgnoreRules(plainText(`${this.root}/${at.base}${IGNORE}`) ?? "");
      const verdict = at.rules.verdict(path.slice(at.base.length), isFolder);
      if (verdict !== undefined) return verdict === "ignored";
    }
    return false;
  }

  private link(path: string): void {
    const { root } = this;
    try {
      const real = realpathSync(`${root}/${path}`);
      if (real === `${root}/${path}`) return this.report(path, "neither a file nor a folder; it is not read");
      if (real !== root && !real.startsWith(`${root}/`))
        this.report(path, "a link that leads out of the root is not followed");
      else if (`${root}/${path}/`.startsWith(`${real}/`)) this.report(path, "a link that leads around in a circle");
    } catch (error) {
      this.report(path, `a link that leads nowhere (${errorCode(error) ?? "unknown"})`);
    }
  }

  private add(path: string): void {
    if (this.files.length >= FILES_MAX) return;
    try {
      this.files.push(listedFile(`${this.root}/${path}`, this.prefix + path));
    } catch (error) {
      const reason = path.includes("\ufffd") ? "its name is not UTF-8" : (errorCode(error) ?? "unknown");
      this.report(path, `the file cannot be read (${reason})`);
    }
  }
}

/** @throws when the file cannot be looked at */
export function listedFile(absolute: string, path: string): ListedFile {
  const { size, mtimeMs, ctimeMs } = statSync(absolute);
  return { path, sizeBytes: size, modifiedMs: mtimeMs, changedMs: ctimeMs };
}

/** Pages that were made of sources are none, whatever their names: `copybooks/feerec.md` is no copybook. */
const isSite = (entries: readonly Dirent[]): boolean => entries.some(({ name }) => name === SITE_MANIFEST);

const isSeen = ({ name }: Dirent): boolean => !name.startsWith(".") && !SKIPPED.has(name);

/** Of an ignore file that is there and cannot be looked at, as a link that leads nowhere. */
const UNSEEN = -1;

function ignoreTime(root: string, folder: string): number {
  return statIfThere(`${root}/${folder}${IGNORE}`)?.ctimeMs ?? UNSEEN;
}

/** A folder without an ignore file is on the level of the one above it. */
function levelOf(base: string, ignoreMs: number, above: Level | undefined): Level | undefined {
  if (ignoreMs === 0) return above;
  return { base, key: `${keyOf(above)}${base}@${ignoreMs};`, above, rules: undefined };
}

const keyOf = (level: Level | undefined): string => level?.key ?? "";
