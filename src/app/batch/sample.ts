import { crc32 } from "node:zlib";
import type { QueueItem } from "../../core/ports/queue.ts";

/** So many of a stream of items that nobody would have chosen, and the same ones each time. */
export class Sample {
  readonly #count: number;
  #kept: { readonly item: QueueItem; readonly draw: number; readonly position: number }[] = [];
  #offered = 0;

  constructor(count: number) {
    this.#count = count;
  }

  offer(item: QueueItem): void {
    const draw = crc32(item.id);
    const position = this.#offered++;
    const last = this.#kept.at(-1);
    if (this.#kept.length >= this.#count && last && draw >= last.draw) return;
    this.#kept.push({ item, draw, position });
    this.#kept.sort((left, right) => left.draw - right.draw);
    this.#kept.length = Math.min(this.#kept.length, this.#count);
  }

  /** In the order in which they were offered. */
  chosen(): QueueItem[] {
    return this.#kept.toSorted((left, right) => left.position - right.position).map(({ item }) => item);
  }
}
