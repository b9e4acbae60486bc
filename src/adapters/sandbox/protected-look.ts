import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseGitConfig, startsProgram } from "../../engines/shell/git-settings.ts";
import { isInside } from "../inside.ts";
import { isProtectedName, isProtectedPair } from "./known-names.ts";

/** What is there under a protected name; the content of a small file is kept, so that it can be put back. */
export interface Kept {
  readonly kind: "file" | "link" | "folder" | "other";
  readonly mode: number;
  /** Changes whenever what it starts or allows may have. */
  readonly stamp: string;
  readonly content?: Buffer;
  readonly target?: string;
}

/** The stamp of a file that starts nothing: it may come and go. */
export const HARMLESS = "";
const ENTRIES_MAX = 20_000;
const ENTRIES_OF_FOLDER_MAX = 1_000;
const DEPTH_MAX = 6;
const DEPTH_OF_PROTECTED_MAX = 4;
const MODULES_DEPTH_MAX = 4;
const KEPT_FILE_BYTES_MAX = 256 * 1024;
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Folders of what others made, where such names are data. */
const FOREIGN = new Set(
  "node_modules target dist build out vendor venv .venv __pycache__ site-packages .cache .tox".split(" "),
);

/** Undefined also for what may not be looked at. */
function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

interface Place {
  readonly isNew: boolean;
  /** It is new in a folder that is not. */
  readonly isNewest: boolean;
  /** Takes the folders to look into. */
  readonly next: string[];
}

/** One look at everything below some folders that starts programs or configures an agent. */
export class ProtectedLook {
  readonly entries = new Map<string, Kept>();
  /** Ordinary folders that were looked into. */
  readonly folders = new Set<string>();
  /** Where looks began. */
  readonly #roots: string[] = [];
  readonly #notes: ReadonlySet<string>;
  readonly #holdNotes = new Set<string>();
  #seen = 0;
  #keptBytes = 0;

  /** @param notes  absolute folders that are passed over; a link in such a place is not, since it leads elsewhere */
  constructor(notes: readonly string[] = []) {
    this.#notes = new Set(notes);
  }

  /** Whether a folder holds some of what is passed over. */
  holdsNotes(folder: string): boolean {
    return this.#holdNotes.has(folder);
  }

  /**
   * Breadth first, as what is near the top counts most.
   * @param before  in folders that are new since then such names belong to another project; only the programs of a new
   *                repository count there
   */
  walk(root: string, before?: ProtectedLook): void {
    this.#roots.push(root);
    let level: readonly string[] = [root];
    for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth++) {
      const next: string[] = [];
      for (const folder of level) {
        this.folders.add(folder);
        const isNew = before !== undefined && !before.folders.has(folder);
        const isNewest = isNew && before.folders.has(dirname(folder));
        for (const entry of this.#entries(folder)) this.#entry(folder, entry, { isNew, isNewest, next });
      }
      level = next;
    }
  }

  #entry(folder: string, entry: Dirent, { isNew, isNewest, next }: Place): void {
    const { name } = entry;
    const path = `${folder}/${name}`;
    if (name === ".git") {
      this.#git(path);
      return;
    }
    const parent = folder.slice(folder.lastIndexOf("/") + 1);
    const isProtected = isProtectedName(name);
    if (isProtected || isProtectedPair(parent, name)) {
      // A new `.github` is this project's; what is in a new `elsewhere/.github` is another's.
      if (!isNew || (isNewest && !isProtected)) this.keep(path, DEPTH_OF_PROTECTED_MAX);
      return;
    }
    if (entry.isDirectory() && !FOREIGN.has(name)) next.push(path);
  }

  /** Of a repository its programs alone: the rest of it changes with every commit. */
  #git(folder: string): void {
    const stat = statOf(folder);
    if (!stat?.isDirectory()) {
      this.keep(folder, 0);
      this.#worktree(folder);
      return;
    }
    for (const { name } of this.#entries(join(folder, "hooks")))
      if (!name.endsWith(".sample")) this.keep(join(folder, "hooks", name), 1);
    for (const name of ["config", "config.worktree"]) this.#gitConfig(join(folder, name));
    // Says where the configuration and the hooks are instead.
    this.keep(join(folder, "commondir"), 0);
    this.#modules(join(folder, "modules"), MODULES_DEPTH_MAX);
  }

  /** A `.git` file as `git worktree add` writes it starts nothing of its own: its repository is one that is looked at. */
  #worktree(path: string): void {
    const kept = this.entries.get(path);
    const [, gitFolder, common = ""] =
      /^gitdir: ((\/.+\/\.git)\/worktrees\/[^/\n]+)\n?$/.exec(`${kept?.content ?? ""}`) ?? [];
    if (kept === undefined || gitFolder === undefined || !this.folders.has(dirname(common))) return;
    this.entries.set(path, { ...kept, stamp: HARMLESS });
    this.#gitConfig(join(gitFolder, "config.worktree"));
    const said = join(gitFolder, "commondir");
    this.keep(said, 0);
    const commonKept = this.entries.get(said);
    if (commonKept === undefined || resolve(gitFolder, `${commonKept.content ?? ""}`.trim()) !== common) return;
    this.entries.set(said, { ...commonKept, stamp: HARMLESS });
  }

  /** Repositories of submodules: each with hooks and a configuration of its own. */
  #modules(folder: string, depth: number): void {
    if (depth === 0) return;
    for (const entry of this.#entries(folder)) {
      if (!entry.isDirectory()) continue;
      const path = join(folder, entry.name);
      if (statOf(join(path, "HEAD")) === undefined) this.#modules(path, depth - 1);
      else this.#git(path);
    }
  }

  #gitConfig(path: string): void {
    const stat = statOf(path);
    if (stat === undefined) return;
    const content = stat.isFile() ? this.#content(path, stat.size) : undefined;
    const settings = content === undefined ? undefined : parseGitConfig(content.toString("utf8"));
    const programs = settings?.filter(
      (setting) => startsProgram(setting) || /^include|^core\.hookspath$/.test(setting.name),
    );
    const stamp = programs?.length === 0 ? HARMLESS : JSON.stringify(programs ?? "unreadable");
    const kept = { kind: "file", mode: stat.mode & 0o7777, stamp } as const;
    this.entries.set(path, { ...kept, ...(content === undefined ? {} : { content }) });
    for (const { name, value } of programs ?? []) {
      const folder = resolve(dirname(dirname(path)), value);
      // A command may name any folder there: what lies elsewhere is not its project's.
      if (name === "core.hookspath" && this.#roots.some((root) => isInside(folder, root))) this.keep(folder, 1);
    }
  }

  keep(path: string, depth: number): void {
    const stat = statOf(path);
    if (stat === undefined) return;
    if (stat.isDirectory() && this.#notes.has(path)) {
      this.#holdNotes.add(dirname(path));
      return;
    }
    const { mode, size, mtimeMs, ino } = stat;
    const kept = { mode: mode & 0o7777, stamp: `${ino} ${size} ${mtimeMs} ${mode}` };
    if (stat.isSymbolicLink()) this.entries.set(path, { ...kept, kind: "link", target: readlinkSync(path) });
    else if (stat.isFile()) {
      const content = this.#content(path, size);
      this.entries.set(path, { ...kept, kind: "file", ...(content === undefined ? {} : { content }) });
    } else if (stat.isDirectory()) {
      this.entries.set(path, { mode: kept.mode, stamp: "folder", kind: "folder" });
      if (depth > 0) for (const { name } of this.#entries(path)) this.keep(join(path, name), depth - 1);
    } else this.entries.set(path, { ...kept, kind: "other" });
  }

  #entries(folder: string): readonly Dirent[] {
    if (this.#seen > ENTRIES_MAX) return [];
    try {
      const found = readdirSync(folder, { withFileTypes: true });
      // A flood of files in one folder must not hide what is in the next.
      this.#seen += Math.min(found.length, ENTRIES_OF_FOLDER_MAX);
      return found;
    } catch {
      return [];
    }
  }

  #content(path: string, size: number): Buffer | undefined {
    if (size > KEPT_FILE_BYTES_MAX || this.#keptBytes + size > KEPT_BYTES_MAX) return undefined;
    this.#keptBytes += size;
    try {
      return readFileSync(path);
    } catch {
      return undefined;
    }
  }
}
