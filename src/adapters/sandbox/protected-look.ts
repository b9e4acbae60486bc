import type { Dirent } from "node:fs";
import { basename, dirname, join } from "node:path";
import { errorCode, errorText } from "../../base/error-text.ts";
import { atOnce, type Steps } from "../../base/steps.ts";
import { isProtectedName, isProtectedPair } from "../../engines/paths/protected-names.ts";
import { isNotThere, isOpenToUs, meantEntriesIn, realOf, stampOf } from "../folder-entries.ts";
import { isGitFolder } from "../git-folder.ts";
import { openRepositories, PLACE_BYTES_MAX } from "../git-repositories.ts";
import { isInside } from "../inside.ts";
import { GitLook, type Looking } from "./git-look.ts";
import { identityOf, type Kept } from "./kept.ts";
import { DoubtingLook } from "./taking-back/doubting-look.ts";
import { FOREIGN, isLookedInto } from "./taking-back/looked-into.ts";
import { isClosed } from "./taking-back/put-back.ts";

const ENTRIES_MAX = 20_000;
const ENTRIES_OF_FOLDER_MAX = 1_000;
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
export class ProtectedLook extends DoubtingLook implements Looking {
  /** Ordinary folders that were looked into, with what tells each from all others. */
  readonly folders = new Map<string, string>();
  /** Paths of what was there earlier and is there no more: that it is still missing is no change. */
  readonly recalled = new Set<string>();
  /** Folders of the person that could not be looked through as they were. */
  readonly opened: string[] = [];
  /** Why git may go into more repositories than are known. */
  unread: string | undefined;
  /** Folders that were not looked into, as there are too many names. */
  readonly unseen = new Set<string>();
  readonly #before: ProtectedLook | undefined;
  /** Where folders that were moved since the look before lay then. */
  readonly #movedFrom = new Map<string, string>();
  readonly #formerPaths: Map<string, string>;
  /** Where looks began. */
  readonly #roots: string[] = [];
  readonly #notes: ReadonlySet<string>;
  /** Folders that hold some of what is passed over. */
  readonly holdNotes = new Set<string>();
  readonly repositories: GitLook;
  /** Git folders outside of the roots that were begun at. */
  readonly outside: string[] = [];
  #seen = 0;

  /**
   * @param notes   absolute folders that are passed over; a link in such a place is not, since it leads elsewhere
   * @param before  in folders that are new since then such names belong to another project; only the programs of a new
   *                repository count there
   */
  constructor(roots: readonly string[], notes: readonly string[] = [], before?: ProtectedLook) {
    super(roots);
    this.#notes = new Set(notes);
    this.#before = before;
    this.repositories = new GitLook(this, before === undefined ? undefined : before.repositories);
    this.#formerPaths = new Map([...(before?.folders ?? [])].map(([path, identity]) => [identity, path]));
    this.#formerPaths.delete(NOWHERE);
  }

  /** Takes in what was there earlier, in a folder that is gone. */
  recall(path: string, kept: Kept): void {
    this.entries.set(path, kept);
    this.recalled.add(path);
    for (let folder = dirname(path); this.isBelowRoots(folder) && !this.folders.has(folder); folder = dirname(folder))
      this.folders.set(folder, NOWHERE);
  }

  /** What the look before saw there, or where its folder lay then. */
  former(path: string): Kept | undefined {
    return this.#before?.entries.get(path) ?? this.#before?.entries.get(this.formerPath(path));
  }

  formerPath(path: string): string {
    for (let folder = dirname(path); this.#movedFrom.size > 0 && folder !== dirname(folder); folder = dirname(folder)) {
      const former = this.#movedFrom.get(folder);
      if (former !== undefined) return former + path.slice(folder.length);
    }
    return path;
  }

  /** Breadth first, as what is near the top counts most; folders that were there before come before those that were not. */
  *walk(root: string): Steps<void> {
    this.#roots.push(root);
    this.attempt(root, () => {
      if (this.held.folder(root) === undefined) throw new Error("it was exchanged");
    });
    // Git goes into these by itself, whatever the folders are called that they lie in.
    yield* this.attemptSteps(root, this.#opened(root));
    let level: readonly string[] = [root];
    while (level.length > 0) {
      const next: string[] = [];
      for (const areKnown of [true, false]) {
        for (const folder of level) {
          if (this.#isKnown(folder) === areKnown && !this.#isUnseen(folder, areKnown))
            yield* this.attemptSteps(folder, this.#walkOne(folder, next));
          yield;
        }
      }
      level = next;
    }
    yield* this.attemptSteps(root, this.repositories.settle());
    yield* this.catchUp();
  }

  *#opened(root: string): Steps<void> {
    const { repositories, unknown, unread } = yield* openRepositories(root, (gitFolder) => this.indexIn(gitFolder));
    this.unread ??= unknown;
    for (const { top, gitFolder } of repositories) {
      if (this.isBelowRoots(top)) this.attempt(top, () => this.#foreign(top));
      yield* this.catchUp();
      const path = join(gitFolder, "index");
      const index = yield* this.indexIn(gitFolder);
      if (this.isBelowRoots(path)) this.attempt(path, () => this.keepIndex(path, index, unread.includes(path)));
    }
  }

  /** A git folder that lies in none of the roots, and is open to commands as theirs. */
  *walkGitFolder(folder: string): Steps<void> {
    this.#roots.push(folder);
    this.outside.push(folder);
    this.attempt(folder, () => this.repositories.named(folder));
    yield* this.catchUp();
    yield* this.attemptSteps(folder, this.repositories.settle());
    yield* this.catchUp();
  }

  protected override isNew(path: string): boolean {
    if (this.#before === undefined || this.#roots.includes(path)) return false;
    return !this.#isKnown(path) && !this.#before.unknown.has(path);
  }

  *#walkOne(folder: string, next: string[]): Steps<void> {
    const stat = this.stat(folder);
    const identity = stat === undefined ? NOWHERE : identityOf(stat);
    this.folders.set(folder, identity);
    const former = this.#formerPaths.get(identity);
    if (former !== undefined && former !== folder) this.#movedFrom.set(folder, former);
    const isOurs = (): boolean => [...this.#notes].some((notes) => isInside(folder, notes));
    const isNew = this.#before?.folders.has(folder) === false && former === undefined && !isOurs();
    const isNewest = isNew && (this.#before?.folders.has(dirname(folder)) ?? false);
    const parent = folder.slice(folder.lastIndexOf("/") + 1);
    let hasHead = false;
    const isMeant = (entry: Dirent): boolean => {
      hasHead ||= entry.name.length === 4 && entry.name.toLowerCase() === "head";
      return isLookedInto(parent, entry);
    };
    const entries = yield* this.#listing(folder, isMeant);
    if (hasHead && isGitFolder(folder)) this.attempt(folder, () => this.repositories.foundAt(folder));
    yield* this.catchUp();
    for (const entry of entries) {
      this.attempt(`${folder}/${entry.name}`, () => this.#entry(folder, entry, { isNew, isNewest, next }));
      yield* this.catchUp();
    }
  }

  #isKnown(path: string): boolean {
    if (this.#before === undefined) return false;
    const [repository = path] = path.split("/.git/");
    if (this.#before.folders.has(repository) || this.former(path) !== undefined) return true;
    return this.#before.outside.some((folder) => isInside(path, folder));
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
      if (!isNew || (isNewest && !isProtected)) this.keep(path);
      return;
    }
    if (!entry.isDirectory()) return;
    if (FOREIGN.has(name)) this.#foreign(path);
    else next.push(path);
  }

  /** What others made is not gone through, but git is asked in the folder itself as soon as somebody goes there. */
  #foreign(folder: string): void {
    if (this.stat(`${folder}/.git`) !== undefined) this.#git(`${folder}/.git`);
    if (isGitFolder(folder)) this.repositories.foundAt(folder);
  }

  #git(path: string): void {
    if (this.stat(path)?.isDirectory()) this.repositories.named(path);
    else this.repositories.pointer(path);
  }

  /** @param depth  how far below a folder */
  keep(path: string, depth = Number.POSITIVE_INFINITY): void {
    this.attempt(path, () => this.#keep(path, depth));
  }

  #keep(path: string, depth: number): void {
    const stat = this.stat(path);
    if (stat === undefined || this.entries.has(path)) return;
    if (stat.isDirectory() && this.#notes.has(path)) {
      this.holdNotes.add(dirname(path));
      this.later(path, this.#amongNotes(path));
      return;
    }
    const kept = { mode: stat.mode & 0o7777, stamp: stampOf(stat) };
    if (stat.isSymbolicLink()) {
      this.entries.set(path, { ...kept, kind: "link", target: this.linkTarget(path) });
      this.#keepTarget(path, depth);
    } else if (stat.isFile()) {
      const content = this.contentOf(path, stat.size);
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
    this.later(path, this.#keepIn(path, depth - 1));
  }

  /** Among notes a command may make a repository as anywhere. A working tree has a session of its own. */
  *#amongNotes(notes: string): Steps<void> {
    if (basename(dirname(notes)) === "worktrees") return;
    const folders = [notes];
    for (const folder of folders) yield* this.#walkOne(folder, folders);
  }

  *#keepIn(folder: string, depth: number): Steps<void> {
    for (const { name } of yield* this.#listing(folder)) {
      this.keep(join(folder, name), depth);
      yield;
    }
  }

  /** What a link leads to is what starts. */
  #keepTarget(link: string, depth: number): void {
    try {
      const target = realOf(link);
      const root = this.#roots.find((one) => isInside(target, one));
      if (root === undefined || target === root) return;
      if (basename(link) === ".git") this.#git(target);
      else this.keep(target, depth);
    } catch (error) {
      // Behind a link to itself, too, there is nothing to start.
      if (!isNotThere(error) && errorCode(error) !== "ELOOP") throw error;
    }
  }

  /** Whether it is a file of a git folder by which git is led elsewhere: nobody but git itself makes these. */
  leadsGit(path: string): boolean {
    return /^(?:commondir|config(?:\.worktree)?)$/.test(basename(path)) && this.repositories.holds(dirname(path));
  }

  override isBelowRoots(path: string): boolean {
    return this.#roots.some((root) => isInside(path, root));
  }

  #leadsToNotes(folder: string): boolean {
    return [...this.#notes].some((notes) => isInside(notes, folder));
  }

  /** What lies in a folder that the look before did not come to is not new. */
  #isUnseen(folder: string, isKnown = this.#isKnown(folder)): boolean {
    if (!this.#before?.unseen.has(folder) && (this.#seen <= ENTRIES_MAX || isKnown)) return false;
    this.unseen.add(folder);
    return true;
  }

  readonly listed = (folder: string, isMeant?: (entry: Dirent) => boolean): readonly Dirent[] =>
    atOnce(this.#listing(folder, isMeant));

  *#listing(folder: string, isMeant: (entry: Dirent) => boolean = () => true): Steps<readonly Dirent[]> {
    if (isClosed(folder)) return [];
    if (folder.length > PLACE_BYTES_MAX / 3 && Buffer.byteLength(folder) > PLACE_BYTES_MAX) {
      this.doubt(folder, "its path is too long");
      return [];
    }
    const way = this.held.folder(folder);
    if (way === undefined) return [];
    if (!isOpenToUs(way) && this.held.openToUs(folder)) this.opened.push(folder);
    const isKnown = this.#isKnown(folder);
    if (this.#isUnseen(folder, isKnown)) return [];
    const { meant, seen, failures } = yield* meantEntriesIn(way, isMeant);
    const failure = failures.find((one) => !isNotThere(one));
    if (failure !== undefined) this.doubt(folder, errorCode(failure) ?? errorText(failure));
    // A flood of files in one folder must not hide what is in the next; that one was looked into counts as well.
    if (!isKnown) this.#seen += 1 + Math.min(seen, ENTRIES_OF_FOLDER_MAX);
    return meant;
  }
}
