import type { Dirent, Stats } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Steps } from "../../base/steps.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";
import { stampOf } from "../folder-entries.ts";
import { eachConfig, namedBy, personsConfigs, type ReadConfig, settingsIn } from "../git-config.ts";
import { namedGitFolder, placeFrom } from "../git-folder.ts";
import type { GitIndex } from "../git-repositories.ts";
import { HARMLESS, type Kept } from "./kept.ts";
import { disguisesIn } from "./taking-back/disguises.ts";

/** What a look at git folders needs of the look that it is a part of. */
export interface Looking {
  readonly entries: Map<string, Kept>;
  keep(path: string, depth: number): void;
  contentOf(path: string, size: number): Buffer | undefined;
  isBelowRoots(path: string): boolean;
  /** Does what can be done; what fails is noted as not known, and keeps nothing else from being looked at. */
  attempt(path: string, work: () => void): void;
  attemptSteps(path: string, steps: Steps<void>): Steps<void>;
  /** Notes that it is not known what lies there. */
  doubt(path: string, why: string): void;
  /** Nothing where nothing is there, or where that is not known and noted. */
  stat(path: string): Stats | undefined;
  linkTarget(path: string): string;
  /** Of a file of git's own; nothing of what is reached by a link. */
  textOf(path: string): string | undefined;
  indexIn(gitFolder: string): Steps<GitIndex>;
  /** Where what lies there lay in the look before, when its folder was moved since. */
  formerPath(path: string): string;
  listed(folder: string, isMeant?: (entry: Dirent) => boolean): readonly Dirent[];
  /** Has work of many steps done later, and before anything is settled. */
  later(path: string, steps: Steps<void>): void;
}

const DEPTH_MAX = 16;
const DISGUISES_MAX = 8;
/** Files of settings that others include. Git itself goes ten deep. */
const INCLUDED_MAX = 100;
/** Of a git folder what others made, or git by what it holds: no name there is asked for. */
const DATA = new Set(["objects", "lfs", "annex"]);
/** Names of commits: what lies there is no repository, whatever it is called. */
const REFS = new Set(["refs", "logs"]);
/** What git itself writes into a git folder of one of its working trees. */
const COMMON_FOLDER = "../..\n";
/** What git may write in a folder that is not called `.git`. */
const GITS_NAMES =
  /^(?:[A-Z_]+|config(?:\.worktree)?|commondir|index|packed-refs|shallow|description|info|hooks|logs|refs|reftable|modules|worktrees)$/;
const ANY_HOOK = /(?<!\.sample)$/;
/** What may be one in a folder `hooks` of a project. */
const HOOK = /^[a-z\d]+(?:-[a-z\d]+)*$/;
/** How git once wrote the name of a branch. */
const NAMED_BRANCH = /^refs\/(?!.*\.\.(?:\/|$))/;

/** Other commits, files or parents in the place of those that git keeps and sends. */
const REPLACING = ["refs/replace", "info/grafts"];

/** Whether a path in a git folder is one of these. */
export const replaces = (path: string): boolean => /\/(?:refs\/replace|info\/grafts)(?:\/|$)/.test(path);

export interface SeenOfGit {
  readonly own: readonly string[];
  readonly disguises: readonly string[];
  readonly named: readonly string[];
}

interface Below {
  readonly depth: number;
  readonly isRefs: boolean;
  readonly names?: RegExp;
}

/** What of the git folders of a look starts programs, or says where they are; the rest of them changes with every commit. */
export class GitLook {
  readonly #looking: Looking;
  /** All that were looked at. */
  readonly #own = new Set<string>();
  /** Of these all that lies in them. */
  readonly #whole = new Set<string>();
  /** By what git shows something else than it keeps, or than lies there: as it is told. */
  readonly #disguises = new Set<string>();
  readonly #told = new Set<string>();
  /** Of second working trees and submodules. */
  readonly #kept = new Set<string>();
  readonly #before: GitLook | undefined;
  readonly #pointers = new Set<string>();
  #includedCount = 0;
  /** What was read, each from where words in it may be meant. */
  readonly #read: (readonly [settings: ReadConfig, tops: readonly string[]])[] = [];
  /** What these name. */
  readonly #named = new Set<string>();

  constructor(looking: Looking, before: GitLook | undefined) {
    this.#looking = looking;
    this.#before = before;
  }

  /** What a later look asks of this one. */
  get seen(): SeenOfGit {
    return { own: [...this.#own], disguises: [...this.#disguises], named: [...this.#named] };
  }

  /** Takes in what an earlier one saw. */
  recall({ own, disguises, named }: SeenOfGit): void {
    for (const one of own) this.#own.add(one);
    for (const one of disguises) this.#disguises.add(one);
    for (const one of named) this.#named.add(one);
  }

  /** A folder that is named `.git`, or by a link of that name. */
  named(folder: string): void {
    if (this.#whole.has(folder)) return;
    this.#whole.add(folder);
    this.#own.add(folder);
    this.#programs(folder);
    this.#looking.later(folder, this.#below(folder, { depth: 0, isRefs: false }));
  }

  /** A folder that is one by what lies in it; that may be a folder of work as well, and what else lay there before it became one is a person's. */
  foundAt(folder: string): void {
    if (this.#own.has(folder)) return;
    this.#own.add(folder);
    const isNew = this.#before !== undefined && !this.#before.#own.has(folder);
    this.#programs(folder, isNew ? HOOK : ANY_HOOK);
    if (!isNew) this.#looking.later(folder, this.#below(folder, { depth: 0, isRefs: false, names: GITS_NAMES }));
  }

  /** By what git shows something else than there is, and did not before. */
  newDisguises(): readonly string[] {
    const known = this.#before === undefined ? new Set() : this.#before.#disguises;
    const all = [...this.#disguises.difference(known)].map((text) => displayName(text));
    if (all.length === 0) return [];
    const shown = all.slice(0, DISGUISES_MAX).join(", ");
    const more = all.length > DISGUISES_MAX ? ` and ${all.length - DISGUISES_MAX} more` : "";
    return [`(since this command git shows otherwise than it is, or than it keeps: ${shown}${more})`];
  }

  /** Whether a folder is one of those that were looked at. */
  holds(folder: string): boolean {
    return this.#own.has(folder);
  }

  /** A file `.git`, which says where the git folder is. */
  pointer(path: string): void {
    this.#looking.keep(path, 0);
    this.#pointers.add(path);
    const folder = namedGitFolder(path);
    if (folder !== undefined && this.#looking.isBelowRoots(folder)) this.foundAt(folder);
  }

  /** What all that was looked at names, and that a pointer to a second working tree or a submodule, which is looked at, starts nothing of its own. */
  *settle(): Steps<void> {
    for (const folder of this.#own) {
      if (this.#told.has(folder)) continue;
      this.#told.add(folder);
      for (const disguise of yield* disguisesIn(folder, this.#looking)) this.#disguises.add(disguise);
    }
    const tops = [...this.#own].map((folder) => dirname(folder));
    for (const path of this.#pointers) {
      const kept = this.#looking.entries.get(path);
      const folder = namedGitFolder(path);
      if (kept?.kind !== "file" || folder === undefined || !this.#kept.has(folder)) continue;
      this.#looking.entries.set(path, { ...kept, stamp: HARMLESS });
      tops.push(dirname(path));
    }
    for (const [settings, from] of this.#read)
      this.#looking.attempt(from[0] ?? "", () => this.#keepNamed(settings, [...from, ...tops]));
    eachConfig(personsConfigs(), (settings) =>
      this.#looking.attempt(tops[0] ?? "", () => this.#keepNamed(settings, tops)),
    );
    if (this.#before !== undefined) for (const path of this.#before.#named) this.#looking.keep(path, 1);
  }

  /** What was no program before is none by settings that came since: they are told, and go themselves. */
  #keepNamed(settings: ReadConfig, tops: readonly string[]): void {
    for (const { path } of namedBy(settings, tops)) {
      const place = placeFrom("/", path);
      if (place === undefined || !this.#looking.isBelowRoots(place)) continue;
      if (this.#before !== undefined && !this.#before.#named.has(this.#looking.formerPath(place))) continue;
      this.#named.add(place);
      this.#looking.keep(place, 1);
    }
  }

  #programs(folder: string, hook = ANY_HOOK): void {
    const hooks = placeFrom(folder, "hooks");
    // Below a link, what is put back must be put where it leads.
    if (hooks !== undefined && this.#looking.isBelowRoots(hooks))
      for (const { name } of this.#looking.listed(hooks)) if (hook.test(name)) this.#looking.keep(join(hooks, name), 1);
    for (const name of ["config", "config.worktree"]) this.#config(join(folder, name), [dirname(folder), folder]);
    for (const name of REPLACING) this.#looking.keep(join(folder, name), 2);
    // Says where the configuration and the hooks are instead.
    const said = join(folder, "commondir");
    this.#looking.keep(said, 0);
    const kept = this.#looking.entries.get(said);
    const isOfGit = basename(dirname(folder)) === "worktrees" && this.#own.has(dirname(dirname(folder)));
    if (isOfGit && kept?.kind === "file" && kept.content?.equals(Buffer.from(COMMON_FOLDER)))
      this.#looking.entries.set(said, { ...kept, stamp: HARMLESS });
  }

  /** Git folders of second working trees and of submodules, and links, by which git would write elsewhere. */
  *#below(folder: string, { depth, isRefs, names }: Below): Steps<void> {
    if (depth > DEPTH_MAX) {
      this.#looking.doubt(folder, "too deep");
      return;
    }
    const isGit = this.#own.has(folder);
    const isMeant = (one: Dirent): boolean =>
      (one.isDirectory() || one.isSymbolicLink()) && (names?.test(one.name) ?? true);
    for (const entry of this.#looking.listed(folder, isMeant)) {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) this.#looking.attempt(path, () => this.#link(path));
      else if (!isGit || (!DATA.has(entry.name) && entry.name !== "hooks")) {
        const below = { depth: depth + 1, isRefs: isRefs || (isGit && REFS.has(entry.name)) };
        yield* this.#looking.attemptSteps(path, this.#folder(path, below));
      }
      yield;
    }
  }

  *#folder(path: string, below: Below): Steps<void> {
    if (!below.isRefs && ["HEAD", "commondir"].some((name) => this.#looking.stat(join(path, name)) !== undefined)) {
      this.#own.add(path);
      this.#kept.add(path);
      this.#programs(path);
    }
    yield* this.#below(path, below);
  }

  #link(path: string): void {
    const stat = this.#looking.stat(path);
    if (!stat?.isSymbolicLink() || this.#looking.entries.has(path)) return;
    const target = this.#looking.linkTarget(path);
    const stamp = NAMED_BRANCH.test(target) ? HARMLESS : stampOf(stat);
    this.#looking.entries.set(path, { kind: "link", mode: stat.mode & 0o7777, stamp, target });
  }

  /** And what it includes, one after the other. */
  #config(path: string, tops: readonly string[]): void {
    const files = [path];
    for (const file of files) {
      if (file !== path && ++this.#includedCount > INCLUDED_MAX) {
        this.#looking.doubt(file, `more than ${INCLUDED_MAX} files of settings are included`);
        return;
      }
      this.#looking.attempt(file, () => {
        files.push(...this.#includedBy(file, tops).filter((one) => this.#looking.isBelowRoots(one)));
      });
    }
  }

  #includedBy(path: string, tops: readonly string[]): readonly string[] {
    const stat = this.#looking.stat(path);
    if (stat === undefined || stat.isDirectory() || this.#looking.entries.has(path)) return [];
    if (stat.isSymbolicLink()) {
      this.#looking.keep(path, 0);
      return [];
    }
    const content = stat.isFile() ? this.#looking.contentOf(path, stat.size) : undefined;
    const settings = content && settingsIn(content.toString("utf8"), path);
    const kept = { kind: "file", mode: stat.mode & 0o7777, hasOneName: stat.nlink === 1 } as const;
    const stamp = settings === undefined ? stampOf(stat) : this.#stampOf(settings, dirname(path));
    this.#looking.entries.set(path, { ...kept, stamp, ...(content && { content, isGitSettings: true }) });
    if (settings === undefined) return [];
    this.#read.push([settings, tops]);
    return settings.includes;
  }

  /** Of settings that were not there before. */
  #stampOf({ programs, hooks, includes, ways, workTrees }: ReadConfig, gitFolder: string): string {
    const elsewhere = workTrees.filter((tree) => {
      const place = placeFrom(gitFolder, tree);
      return place === undefined || !this.#looking.isBelowRoots(place);
    });
    const all = [...programs, ...hooks, ...includes, ...ways, ...elsewhere];
    return all.length === 0 ? HARMLESS : JSON.stringify(all);
  }
}
