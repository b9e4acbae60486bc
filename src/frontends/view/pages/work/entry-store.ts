import type { Entry, EntryPage } from "../../wire.ts";
import { get } from "../request.ts";

/** Entries that are asked for, kept and drawn together. */
export const BLOCK_ENTRIES = 100;

/** The entries of a session as far as this page has seen them, in blocks; a long session is never here whole. */
export class EntryStore {
  total = 0;
  /** Called when something has changed. */
  onChange: () => void = () => {};
  /** Called to bring an entry into sight. */
  onReveal: (index: number) => void = () => {};
  readonly #path: string;
  readonly #blocks = new Map<number, readonly Entry[]>();
  readonly #asked = new Set<number>();
  /** Blocks that are shown until they have come anew. */
  readonly #stale = new Set<number>();
  /** How often something was told unasked: an answer that was on its way then may be older. */
  #told = 0;

  constructor(path: string) {
    this.#path = path;
  }

  get blockCount(): number {
    return Math.ceil(this.total / BLOCK_ENTRIES);
  }

  /** @returns undefined while it is on its way */
  block(number: number): readonly Entry[] | undefined {
    const known = this.#blocks.get(number);
    const due = Math.min(BLOCK_ENTRIES, this.total - number * BLOCK_ENTRIES);
    if (known === undefined || known.length < due || this.#stale.has(number)) void this.#ask(number);
    return known;
  }

  /** Something was added or changed, from an index to the end, or as much of that as was sent. */
  take({ from, total, entries }: EntryPage): void {
    this.#told++;
    this.total = total;
    for (const [number, block] of this.#blocks) {
      const start = number * BLOCK_ENTRIES;
      if (start + BLOCK_ENTRIES <= from) continue;
      if (start >= from + entries.length && entries.length > 0) this.#blocks.delete(number);
      else {
        const kept = block.slice(0, Math.max(0, from - start));
        const added = entries.slice(Math.max(0, start - from), Math.max(0, start - from + BLOCK_ENTRIES - kept.length));
        this.#blocks.set(number, [...kept, ...added]);
      }
    }
    this.onChange();
  }

  replace(index: number, entry: Entry): void {
    const number = Math.floor(index / BLOCK_ENTRIES);
    const block = this.#blocks.get(number);
    if (block === undefined) return;
    this.#blocks.set(number, block.with(index - number * BLOCK_ENTRIES, entry));
    this.onChange();
  }

  /** The whole of an entry whose texts were cut. */
  async whole(index: number): Promise<void> {
    try {
      const { entries } = await get<EntryPage>(`${this.#path}/entries/${index}`);
      const [entry] = entries;
      if (entry !== undefined) this.replace(index, entry);
    } catch {
      // Whoever follows the session is told; what is cut says so, and can be asked for again.
    }
  }

  reveal(index: number): void {
    this.onReveal(index);
  }

  /** All that is known may be old. */
  renew(): void {
    this.#told++;
    for (const number of this.#blocks.keys()) this.#stale.add(number);
    this.onChange();
  }

  async #ask(number: number): Promise<void> {
    if (this.#asked.has(number)) return;
    this.#asked.add(number);
    try {
      const page = await this.#fresh(number);
      this.total = Math.max(this.total, page.total);
      this.#stale.delete(number);
      this.#blocks.set(number, page.entries);
      this.onChange();
    } catch {
      // Whoever follows the session is told; the block is asked for again when it is next in sight.
    } finally {
      this.#asked.delete(number);
    }
  }

  /** Asked again where something was told meanwhile. */
  async #fresh(number: number): Promise<EntryPage> {
    for (;;) {
      const told = this.#told;
      const page = await get<EntryPage>(entriesPath(this.#path, number));
      if (told === this.#told) return page;
    }
  }
}

const entriesPath = (path: string, number: number): string =>
  `${path}/entries?from=${number * BLOCK_ENTRIES}&count=${BLOCK_ENTRIES}`;
