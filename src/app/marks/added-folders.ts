import { realpathSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isInside, realOr } from "../../adapters/inside.ts";
import { phrase, type Words } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { FolderLink } from "../../engines/shell/policy-types.ts";
import { folderFault } from "../file-fault.ts";

export interface AddedFoldersRequest {
  /** Absolute path of the working folder. */
  readonly cwd: string;
  /** The working folder as it was named; absolute. Absent: by its own path. */
  readonly named?: string;
  /** Those of the settings and the flags; relative ones start at the working folder. */
  readonly given: readonly string[];
  readonly home: string | undefined;
  /** Absolute folders of Waymark itself. */
  readonly own: readonly string[];
  /** Told of each folder that comes after those that were given. */
  readonly worksIn?: (folders: readonly string[]) => void;
}

/** The folders that are worked in beside the working folder: those that were given at the start, and those of the session. */
export class AddedFolders {
  /** Absolute, and real as they were found: one that leads elsewhere later is not worked in. The list is the same for good and what is in it changes: who holds it sees each folder that comes or goes. */
  readonly now: readonly string[];
  /** Other names of the folders that are worked in, the working folder among them. This list, too, is the same for good. */
  readonly links: readonly FolderLink[];
  readonly #links: FolderLink[] = [];
  readonly #now: string[];
  readonly #given: readonly string[];
  readonly #request: AddedFoldersRequest;

  /** @throws {UserError} where a given one is too much to be worked in */
  constructor(request: AddedFoldersRequest) {
    const { cwd, given, named = cwd } = request;
    this.#request = request;
    this.links = this.#links;
    this.#noteLink(named, cwd);
    this.#given = given.map((folder) => {
      const path = resolve(cwd, folder);
      const real = realOr(path);
      this.#noteLink(path, real);
      return real;
    });
    for (const folder of this.#given) this.#mustBeOneOfMany(folder);
    this.#now = [...this.#given];
    this.now = this.#now;
  }

  /** Those that were added by hand since. */
  get ofSession(): readonly string[] {
    return this.#now.slice(this.#given.length);
  }

  /**
   * One more, as a person types it.
   * @returns its real path
   * @throws {UserError} where it is no folder, or is worked in already
   */
  add(typed: string): string {
    const { cwd, home } = this.#request;
    const path = home !== undefined && /^~(?:[/\\]|$)/.test(typed) ? join(home, typed.slice(1)) : resolve(cwd, typed);
    const folder = realFolder(path);
    this.#mustBeOneOfMany(folder);
    const around = [cwd, ...this.#now].find((root) => isInside(folder, realOr(root)));
    if (around !== undefined)
      throw new UserError(phrase`${folder} is worked in already: it is in ${around}.`, EXIT.badInput);
    this.#now.push(folder);
    this.#request.worksIn?.([folder]);
    this.#noteLink(path, folder);
    return folder;
  }

  /** A name outlives its folder: where that is worked in no more, it is one like any other. */
  #noteLink(path: string, target: string): void {
    if (path !== target) this.#links.push({ path, target });
  }

  /**
   * Those of another session take the place of this one's.
   * @param folders  as its log has them
   * @returns what of them is there no more, is too much to be worked in, or has become a link to elsewhere: nobody has agreed to that
   */
  useSession(folders: readonly string[]): readonly string[] {
    const fresh = folders.filter((folder) => !this.#given.includes(folder));
    const there = new Set(
      fresh.filter(
        (folder) => realOr(folder) === folder && isFolder(folder) && tooMuch(folder, this.#request) === undefined,
      ),
    );
    this.#now.splice(this.#given.length, this.#now.length, ...there);
    this.#request.worksIn?.(this.now);
    return fresh.filter((folder) => !there.has(folder));
  }

  /** @throws {UserError} where all that a person has would lie in it, or what decides about Waymark */
  #mustBeOneOfMany(folder: string): void {
    const why = tooMuch(folder, this.#request);
    if (why !== undefined) throw new UserError(why, EXIT.badInput);
  }
}

/** Why a folder cannot be worked in beside the working folder, now or at the next start. @param path  absolute */
export function whyNotAdded(path: string, from: Pick<AddedFoldersRequest, "home" | "own">): Words | undefined {
  try {
    return tooMuch(realFolder(path), from);
  } catch (error) {
    if (error instanceof UserError) return error.words;
    throw error;
  }
}

function tooMuch(folder: string, { home, own }: Pick<AddedFoldersRequest, "home" | "own">): Words | undefined {
  if (dirname(folder) === folder) return phrase`${folder} is the whole file system; name a folder in it.`;
  if (home !== undefined && isInside(realOr(home), folder))
    return phrase`${folder} holds your whole home; name a folder in it.`;
  if (own.some((one) => isInside(folder, realOr(one))))
    return phrase`${folder} is Waymark's own; no call works in it. Name another folder.`;
  return undefined;
}

/** @throws {UserError} where there is none */
function realFolder(path: string): string {
  try {
    const real = realpathSync.native(path);
    if (isFolder(real)) return real;
  } catch (error) {
    throw new UserError(phrase`The folder ${path} ${folderFault(error)}; give another.`, EXIT.badInput, {
      cause: error,
    });
  }
  throw new UserError(phrase`${path} is no folder; give one.`, EXIT.badInput);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
