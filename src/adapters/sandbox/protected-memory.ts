import { dirname } from "node:path";
import { isThere } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import type { Kept } from "./kept.ts";
import type { ProtectedLook } from "./protected-look.ts";

const GONE_MAX = 2_000;

/** What the looks of one session know of each other. */
export class ProtectedMemory {
  /** Of folders that went: one that comes back is not new, however many commands it took. */
  readonly #gone = new Map<string, Kept>();
  readonly #open = new Set<ProtectedLook>();

  /** For a look before a command. */
  begin(before: ProtectedLook): void {
    this.#open.add(before);
    for (const [path, kept] of this.#gone) {
      const folder = dirname(path);
      if (before.folders.has(folder) || isThere(folder)) continue;
      before.recall(path, kept);
    }
  }

  end(before: ProtectedLook, after: ProtectedLook): void {
    this.#open.delete(before);
    for (const [path, kept] of before.entries) if (!isThere(dirname(path))) this.#gone.set(path, kept);
    for (const path of [...this.#gone.keys()])
      if (after.entries.has(path) || this.#gone.size > GONE_MAX) this.#gone.delete(path);
  }

  /** What was taken back is not what another command, under way meanwhile, found there before it. */
  settle(paths: readonly string[], settled: ProtectedLook): void {
    const isTakenBack = (path: string): boolean => paths.some((one) => isInside(path, one));
    for (const { entries } of this.#open) {
      for (const path of [...entries.keys()]) if (isTakenBack(path)) entries.delete(path);
      for (const [path, kept] of settled.entries) if (isTakenBack(path)) entries.set(path, kept);
    }
  }
}
