import { closeSync, existsSync, openSync } from "node:fs";
import { basename, dirname } from "node:path";
import { errorCode } from "../../../base/error-text.ts";
import { nativePath } from "../../../engines/paths/file-names.ts";
import { HELD_FOLDER, isNotThere, isThere, openBitsToUs, openToUs, realOf } from "../../folder-entries.ts";
import { liesAt } from "../../pinned-folder.ts";

const DESCRIPTORS = "/proc/self/fd";
/** Folders that are held at a time: those above what is looked at, and some beside. */
const HELD_MAX = 32;
/** A folder that others move about is not there if it is never met. */
const TRIES_MAX = 3;

/**
 * Ways to what lies below some folders that lead nowhere else, whatever a process that goes on exchanges for links meanwhile: each folder is held
 * open, and the kernel is asked where that which was opened lies. What lies in none of them is a person's, and found by its path.
 */
export class HeldPlaces {
  readonly #roots: readonly string[];
  readonly #held = new Map<string, number>();

  /** @param roots  absolute and real */
  constructor(roots: readonly string[]) {
    this.#roots = roots;
  }

  /** The way to what lies at a path, itself; nothing where a folder above it is none there. */
  at(path: string): string | undefined {
    if (!this.#roots.some((root) => path !== root && isBelow(path, root))) return path;
    const folder = this.folder(dirname(path));
    return folder === undefined ? undefined : `${folder}/${basename(path)}`;
  }

  /** The way to a folder; nothing where none is there, or a link or another is. @throws where that is not known */
  folder(path: string): string | undefined {
    if (!this.#roots.some((root) => isBelow(path, root))) return path;
    if (!existsSync(DESCRIPTORS)) return isThere(path) && realOf(path) === path ? path : undefined;
    const held = this.#held.get(path) ?? this.#hold(path);
    return held === undefined ? undefined : `${DESCRIPTORS}/${held}`;
  }

  #hold(path: string): number | undefined {
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const descriptor = opened(path);
      if (descriptor === undefined) continue;
      if (!liesAt(descriptor, nativePath(path))) {
        closeSync(descriptor);
        continue;
      }
      for (const [oldest, open] of this.#held.entries().take(this.#held.size < HELD_MAX ? 0 : 1)) {
        closeSync(open);
        this.#held.delete(oldest);
      }
      this.#held.set(path, descriptor);
      return descriptor;
    }
    return undefined;
  }

  /** Gives a folder of ours its bits for us again. @returns whether that was done */
  openToUs(path: string): boolean {
    const way = this.folder(path);
    const held = this.#held.get(path);
    return held === undefined ? way !== undefined && openToUs(way) : openBitsToUs(held);
  }

  close(): void {
    for (const descriptor of this.#held.values()) closeSync(descriptor);
    this.#held.clear();
  }
}

/** As they are written: many are asked. */
const isBelow = (path: string, root: string): boolean => path === root || path.startsWith(`${root}/`);

function opened(path: string): number | undefined {
  try {
    return openSync(nativePath(path), HELD_FOLDER);
  } catch (error) {
    if (isNotThere(error) || errorCode(error) === "ELOOP") return undefined;
    throw error;
  }
}
