import type { Stats } from "node:fs";
import { dirname } from "node:path";
import { errorCode, errorText } from "../../../base/error-text.ts";
import type { Steps } from "../../../base/steps.ts";
import { linkTarget, lookAt, stampOf } from "../../folder-entries.ts";
import { gitText } from "../../git-folder.ts";
import { type GitIndex, readIndexIn } from "../../git-repositories.ts";
import { contentOf, HARMLESS, KEPT_FILE_BYTES_MAX, type Kept } from "../kept.ts";
import { HeldPlaces } from "./held-places.ts";
import { isBelowAside } from "./put-back.ts";

const KEPT_BYTES_MAX = 16 * 1024 * 1024;
/** Of indexes, which are kept besides. */
const INDEX_BYTES_MAX = 32 * 1024 * 1024;
/** What a file takes besides what is in it. */
const FILE_BYTES = 4096;

/** A look in which no error says that there is nothing, and none ends it: somebody may have made it so that it fails. */
export abstract class DoubtingLook {
  readonly entries = new Map<string, Kept>();
  /** Of what is there and cannot be looked at: why. */
  readonly unknown = new Map<string, string>();

  protected readonly held: HeldPlaces;
  /** Of git folders: each is read once. */
  readonly #indexes = new Map<string, GitIndex>();
  readonly #later: (readonly [path: string, steps: Steps<void>])[] = [];
  #keptBytes = 0;
  #indexBytes = 0;

  /** @param roots  absolute and real: what is looked at in them lies there itself, wherever others lead meanwhile */
  constructor(roots: readonly string[]) {
    this.held = new HeldPlaces(roots);
  }

  abstract isBelowRoots(path: string): boolean;

  /** False where there was no look before. */
  protected abstract isNew(path: string): boolean;

  attempt(path: string, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.doubt(path, errorCode(error) ?? errorText(error));
    }
  }

  /** The same of work in steps. */
  *attemptSteps(path: string, steps: Steps<void>): Steps<void> {
    try {
      yield* steps;
    } catch (error) {
      this.doubt(path, errorCode(error) ?? errorText(error));
    }
  }

  /** What is new and cannot be looked at goes as a whole, with the outermost new folder around it. */
  doubt(path: string, why: string): void {
    // What was taken away counts no more, however deep it is.
    if (isBelowAside(path)) return;
    this.unknown.set(path, why);
    if (!this.isNew(path)) return;
    let outermost = path;
    while (this.isBelowRoots(dirname(outermost)) && this.isNew(dirname(outermost))) outermost = dirname(outermost);
    this.entries.set(outermost, { kind: "other", mode: 0, stamp: why });
  }

  /** Has some work on a path done at the next `catchUp`: what may be much of it must not be done at one stretch. */
  later(path: string, steps: Steps<void>): void {
    this.#later.push([path, steps]);
  }

  *catchUp(): Steps<void> {
    for (let [one] = this.#later.splice(0, 1); one !== undefined; [one] = this.#later.splice(0, 1))
      yield* this.attemptSteps(...one);
  }

  stat(path: string): Stats | undefined {
    try {
      const way = this.held.at(path);
      const look = way === undefined ? undefined : lookAt(way);
      if (look?.kind === "unknown") this.doubt(path, look.why);
      return look?.kind === "something" ? look.stat : undefined;
    } catch (error) {
      this.doubt(path, errorCode(error) ?? errorText(error));
      return undefined;
    }
  }

  contentOf(path: string, size: number): Buffer | undefined {
    const bytes = size + FILE_BYTES;
    if (size > KEPT_FILE_BYTES_MAX || this.#keptBytes + bytes > KEPT_BYTES_MAX) return undefined;
    this.#keptBytes += bytes;
    const way = this.held.at(path);
    return way === undefined ? undefined : contentOf(way);
  }

  /** One that cannot be read goes as a program does; a link is kept as one. */
  protected keepIndex(path: string, index: GitIndex, isUnread: boolean): void {
    const stat = this.stat(path);
    if (stat === undefined || stat.isSymbolicLink()) return;
    const bytes = index.kind === "read" && !index.isLed ? index.bytes : undefined;
    this.#indexBytes += bytes?.length ?? 0;
    const content = this.#indexBytes > INDEX_BYTES_MAX ? undefined : bytes;
    const [kind, stamp] = [stat.isFile() ? "file" : "other", isUnread ? stampOf(stat) : HARMLESS] as const;
    this.entries.set(path, { kind, mode: stat.mode & 0o7777, isIndex: true, stamp, ...(content && { content }) });
  }

  /** Of a file of git's own, to be told. */
  textOf(path: string): string | undefined {
    const way = this.held.at(path);
    return way === undefined ? undefined : gitText(way);
  }

  linkTarget(path: string): string {
    const way = this.held.at(path);
    return way === undefined ? "" : linkTarget(way);
  }

  /** As it was when this look first came to it. */
  *indexIn(gitFolder: string): Steps<GitIndex> {
    const index = this.#indexes.get(gitFolder) ?? (yield* readIndexIn(gitFolder));
    this.#indexes.set(gitFolder, index);
    return index;
  }

  /** What was held for it is let go. */
  close(): void {
    this.held.close();
    this.#indexes.clear();
  }
}
