import { dirname } from "node:path";
import { isThere } from "../folder-entries.ts";
import { isInside } from "../inside.ts";
import type { Kept } from "./kept.ts";
import type { ProtectedLook } from "./protected-look.ts";
import type { Difference } from "./taking-back/differences.ts";
import { isUnchanged } from "./taking-back/unchanged.ts";

/** What more of them held is not kept: it is told when it comes back otherwise, not put back. */
const GONE_WITH_CONTENT_MAX = 2_000;
const GONE_MAX = 100_000;

/** What the looks of one session know of each other. */
export class ProtectedMemory {
  /** Of folders that went: one that comes back is not new, however many commands it took. */
  readonly #gone = new Map<string, Kept>();
  readonly #open = new Set<ProtectedLook>();
  /** What was there when no command ran: whatever those that run since have moved away and back is no command's. */
  #theirs: ReadonlyMap<string, Kept> = new Map();
  /** More folders went than are remembered. */
  #hasForgotten = false;
  #toldUnseen = 0;
  #last: Promise<unknown> = Promise.resolve();

  /** One look, and what it leads to, after the other: half of one would be about what the other takes back meanwhile. */
  inTurn<Value>(look: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(look);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** For a look before a command. */
  begin(before: ProtectedLook): void {
    if (this.#open.size === 0) this.#theirs = new Map(before.entries);
    this.#open.add(before);
    for (const [path, kept] of this.#theirs) if (!before.entries.has(path)) before.recall(path, kept);
    for (const [path, kept] of this.#gone) {
      const folder = dirname(path);
      if (before.folders.has(folder) || isThere(folder)) continue;
      before.recall(path, kept);
    }
  }

  /** Whether it is what was there before all that run. */
  isTheirs(path: string, now: Kept | undefined): boolean {
    const was = this.#theirs.get(path);
    return was !== undefined && now !== undefined && isUnchanged(was, now, []);
  }

  end(before: ProtectedLook, after: ProtectedLook): void {
    this.#open.delete(before);
    for (const [path, kept] of before.entries) if (!isThere(dirname(path))) this.#gone.set(path, kept);
    for (const path of [...this.#gone.keys()]) if (after.entries.has(path)) this.#gone.delete(path);
    const tooMany = Math.max(0, this.#gone.size - GONE_WITH_CONTENT_MAX);
    for (const [path, { content: _, ...kept }] of this.#gone.entries().take(tooMany)) this.#gone.set(path, kept);
    if (this.#gone.size <= GONE_MAX) return;
    this.#gone.clear();
    this.#hasForgotten = true;
  }

  /** What is to be said of folders that a look did not come to: once, and again of more of them. */
  tellUnseen({ unseen: { size: unseen } }: ProtectedLook): readonly string[] {
    const isMore = unseen > this.#toldUnseen;
    if (!isMore && !this.#hasForgotten) return [];
    this.#hasForgotten = false;
    this.#toldUnseen = Math.max(2 * unseen, this.#toldUnseen);
    return [
      `(not all was looked at for what starts programs or configures an agent: there are too many names${isMore ? ` for ${unseen} of the folders` : ""}. Look there yourself before you open them: git status shows what is new.)`,
    ];
  }

  /**
   * What was taken back is not what another command, under way meanwhile, found there before it: for that it is as it was put back, whatever
   * somebody has made there again by now.
   */
  settle(taken: readonly Difference[], settled: ProtectedLook): void {
    const isTakenBack = (path: string): boolean => taken.some(([one]) => isInside(path, one));
    const there = taken.flatMap(([path, was]): [string, Kept][] => {
      const now = settled.entries.get(path);
      return was === undefined ? [] : [[path, now !== undefined && isUnchanged(was, now, []) ? now : was]];
    });
    for (const { entries } of this.#open) {
      for (const path of [...entries.keys()]) if (isTakenBack(path)) entries.delete(path);
      for (const [path, kept] of there) entries.set(path, kept);
    }
  }
}
