import type { Dirent } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { atOnce } from "../../base/steps.ts";
import { type GitSetting, parseGitConfig, startsProgram } from "../../engines/shell/git-settings.ts";
import { linkTarget, meantEntriesIn, realOf } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import { contentOf, HARMLESS, identityOf, KEPT_FILE_BYTES_MAX, type Kept, stampOf, statOf } from "./kept.ts";
import { isProtectedName, isProtectedPair } from "./known-names.ts";

const ENTRIES_MAX = 20_000;
const ENTRIES_OF_FOLDER_MAX = 1_000;
const DEPTH_MAX = 6;
const DEPTH_OF_PROTECTED_MAX = 4;
const MODULES_DEPTH_MAX = 4;
const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Folders of what others made, where such names are data. */
const FOREIGN = new Set(
  "node_modules target dist build out vendor venv .venv __pycache__ site-packages .cache .tox".split(" "),
);

/** What tells a folder that is not there. */
const NOWHERE = "";

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
  /** Ordinary folders that were looked into, with what tells each from all others. */
  readonly folders = new Map<string, string>();
  /** Paths of what was there earlier and is there no more: that it is still missing is no change. */
  readonly recalled = new Set<string>();
  readonly #before: ProtectedLook | undefined;
  /** Where folders that were moved since the look before lay then. */
  readonly #movedFrom = new Map<string, string>();
  readonly #formerPaths: Map<string, string>;
  /** Where looks began. */
  readonly #roots: string[] = [];
  readonly #notes: ReadonlySet<string>;
  readonly #holdNotes = new Set<string>();
  #seen = 0;
  #keptBytes = 0;

  /**
   * @param notes   absolute folders that are passed over; a link in such a place is not, since it leads elsewhere
   * @param before  in folders that are new since then such names belong to another project; only the programs of a new
   *                repository count there
   */
  constructor(notes: readonly string[] = [], before?: ProtectedLook) {
    this.#notes = new Set(notes);
    this.#before = before;
    this.#formerPaths = new Map([...(before?.folders ?? [])].map(([path, identity]) => [identity, path]));
    this.#formerPaths.delete(NOWHERE);
  }

  /** Takes in what was there earlier, in a folder that is gone. */
  recall(path: string, kept: Kept): void {
    this.entries.set(path, kept);
    this.recalled.add(path);
    for (let folder = dirname(path); this.#isBelowRoots(folder) && !this.folders.has(folder); folder = dirname(folder))
      this.folders.set(folder, NOWHERE);
  }

  /** What the look before saw there, or where its folder lay then. */
  former(path: string): Kept | undefined {
    return this.#before?.entries.get(path) ?? this.#before?.entries.get(this.#formerPath(path));
  }

  #formerPath(path: string): string {
    for (let folder = dirname(path); this.#movedFrom.size > 0 && folder !== dirname(folder); folder = dirname(folder)) {
      const former = this.#movedFrom.get(folder);
      if (former !== undefined) return former + path.slice(folder.length);
    }
    return path;
  }

  /** Whether a folder holds some of what is passed over. */
  holdsNotes(folder: string): boolean {
    return this.#holdNotes.has(folder);
  }

  /** Breadth first, as what is near the top counts most; folders that were there before come before those that were not. */
  walk(root: string): void {
    this.#roots.push(root);
    let level: readonly string[] = [root];
    for (let depth = 0; depth <= DEPTH_MAX && level.length > 0; depth++) {
      const next: string[] = [];
      const [known, added] = [level.filter((one) => this.#isKnown(one)), level.filter((one) => !this.#isKnown(one))];
      for (const folder of [...known, ...added]) this.#walkOne(folder, next);
      level = next;
    }
  }

  #walkOne(folder: string, next: string[]): void {
    const stat = statOf(folder);
    const identity = stat === undefined ? NOWHERE : identityOf(stat);
    this.folders.set(folder, identity);
    const former = this.#formerPaths.get(identity);
    if (former !== undefined && former !== folder) this.#movedFrom.set(folder, former);
    const isNew = this.#before !== undefined && !this.#before.folders.has(folder) && former === undefined;
    const isNewest = isNew && (this.#before?.folders.has(dirname(folder)) ?? false);
    const parent = folder.slice(folder.lastIndexOf("/") + 1);
    const isMeant = (entry: Dirent): boolean => entry.isDirectory() || isLookedAt(parent, entry.name);
    for (const entry of this.#entries(folder, isMeant)) this.#entry(folder, entry, { isNew, isNewest, next });
  }

  #isKnown(path: string): boolean {
    if (this.#before === undefined) return false;
    const [repository = path] = path.split("/.git/");
    return this.#before.folders.has(repository) || this.former(path) !== undefined;
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
    // Working folders elsewhere take their configuration from here.
    const worktrees = join(folder, "worktrees");
    for (const { name } of this.#entries(worktrees)) this.#worktreeFolder(join(worktrees, name), folder);
  }

  /** A `.git` file as `git worktree add` writes it starts nothing of its own: its repository is one that is looked at. */
  #worktree(path: string): void {
    const kept = this.entries.get(path);
    const [, gitFolder, common = ""] =
      /^gitdir: ((\/.+\/\.git)\/worktrees\/[^/\n]+)\n?$/.exec(`${kept?.content ?? ""}`) ?? [];
    if (kept === undefined || gitFolder === undefined || !this.folders.has(dirname(common))) return;
    this.entries.set(path, { ...kept, stamp: HARMLESS });
    this.#worktreeFolder(gitFolder, common);
  }

  /** What git keeps of one working folder; that it says where the rest of its repository is, as git writes it, is harmless. */
  #worktreeFolder(gitFolder: string, common: string): void {
    this.#gitConfig(join(gitFolder, "config.worktree"));
    const said = join(gitFolder, "commondir");
    this.keep(said, 0);
    const kept = this.entries.get(said);
    if (kept === undefined || resolve(gitFolder, `${kept.content ?? ""}`.trim()) !== common) return;
    this.entries.set(said, { ...kept, stamp: HARMLESS });
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
    if (stat === undefined || this.entries.has(path)) return;
    const content = stat.isFile() ? this.#content(path, stat.size) : undefined;
    const settings = content === undefined ? undefined : parseGitConfig(content.toString("utf8"));
    const programs = settings?.filter(
      (setting) => startsProgram(setting) || /^include|^core\.hookspath$/.test(setting.name),
    );
    const stamp = programs?.length === 0 ? HARMLESS : JSON.stringify(programs ?? stampOf(stat));
    const kept = { kind: "file", mode: stat.mode & 0o7777, stamp } as const;
    this.entries.set(path, { ...kept, ...(content === undefined ? {} : { content }) });
    for (const setting of programs ?? []) this.#named(path, setting);
  }

  /** Hooks, and more configuration, in files of the project; a command may name any, and what lies elsewhere is none of its. */
  #named(path: string, { name, value }: GitSetting): void {
    const folder = resolve(dirname(dirname(path)), value);
    if (name === "core.hookspath" && this.#isBelowRoots(folder)) this.keep(folder, 1);
    const included = resolve(dirname(path), value);
    if (/^include(?:if\..*)?\.path$/s.test(name) && this.#isBelowRoots(included)) this.#gitConfig(included);
  }

  keep(path: string, depth: number): void {
    const stat = statOf(path);
    if (stat === undefined || this.entries.has(path)) return;
    if (stat.isDirectory() && this.#notes.has(path)) {
      this.#holdNotes.add(dirname(path));
      return;
    }
    const kept = { mode: stat.mode & 0o7777, stamp: stampOf(stat) };
    if (stat.isSymbolicLink()) {
      this.entries.set(path, { ...kept, kind: "link", target: linkTarget(path) });
      this.#keepTarget(path, depth);
    } else if (stat.isFile()) {
      const content = this.#content(path, stat.size);
      const hasOneName = stat.nlink === 1;
      this.entries.set(path, { ...kept, kind: "file", ...(content === undefined ? {} : { content, hasOneName }) });
    } else if (stat.isDirectory()) this.#keepFolder(path, { mode: kept.mode, depth });
    else this.entries.set(path, { ...kept, kind: "other" });
  }

  /** A new one goes as a whole, but for notes in it: what it is filled with must not hide what else there is. */
  #keepFolder(path: string, { mode, depth }: { readonly mode: number; readonly depth: number }): void {
    const isNew = this.#before !== undefined && this.former(path) === undefined;
    this.entries.set(path, { mode, stamp: "folder", kind: "folder" });
    if (depth === 0 || (isNew && !this.#leadsToNotes(path))) return;
    for (const { name } of this.#entries(path)) this.keep(join(path, name), depth - 1);
  }

  /** What a link leads to is what starts. */
  #keepTarget(link: string, depth: number): void {
    try {
      const target = realOf(link);
      const root = this.#roots.find((one) => isInside(target, one));
      if (root === undefined || target === root) return;
      if (basename(link) === ".git") this.#git(target);
      else this.keep(target, depth);
    } catch {
      // It leads to nothing.
    }
  }

  #isBelowRoots(path: string): boolean {
    return this.#roots.some((root) => isInside(path, root));
  }

  #leadsToNotes(folder: string): boolean {
    return [...this.#notes].some((notes) => isInside(notes, folder));
  }

  #entries(folder: string, isMeant: (entry: Dirent) => boolean = () => true): readonly Dirent[] {
    const isKnown = this.#isKnown(folder);
    if (this.#seen > ENTRIES_MAX && !isKnown) return [];
    const { meant, seen } = atOnce(meantEntriesIn(folder, isMeant));
    // A flood of files in one folder must not hide what is in the next.
    if (!isKnown) this.#seen += Math.min(seen, ENTRIES_OF_FOLDER_MAX);
    return meant;
  }

  #content(path: string, size: number): Buffer | undefined {
    if (size > KEPT_FILE_BYTES_MAX || this.#keptBytes + size > KEPT_BYTES_MAX) return undefined;
    this.#keptBytes += size;
    return contentOf(path);
  }
}

const isLookedAt = (parent: string, name: string): boolean =>
  name === ".git" || isProtectedName(name) || isProtectedPair(parent, name);
