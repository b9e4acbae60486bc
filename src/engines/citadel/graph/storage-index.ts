import { type DataFlow, type FileFacts, STORAGE_COLUMNS } from "../model.ts";

/** Bytes of a record as one program's file has it. */
export interface Storage {
  readonly path: string;
  readonly record: number;
  readonly offset: number;
  readonly length: number;
}

export interface StoredItem extends Storage {
  readonly id: string;
}

/** Records that more items are used of than this are looked at in part. */
const OVERLAPS_MAX = 400;

/** Which data items share bytes in a program: groups and their parts, redefinitions, renamings, the records of a file. */
export class StorageIndex {
  private readonly byItem = new Map<string, StoredItem[]>();
  private readonly byRecord = new Map<string, StoredItem[]>();

  /** @param ids  of `flow.items`, in their order */
  add({ path }: Pick<FileFacts, "path">, { storage }: DataFlow, ids: readonly string[]): void {
    ids.forEach((id, index) => {
      const [record = -1, offset = 0, length = 0] = storage.slice(index * STORAGE_COLUMNS);
      if (length <= 0) return;
      const stored = { id, path, record, offset, length };
      put(this.byItem, id, stored);
      put(this.byRecord, recordKey(stored), stored);
    });
  }

  of(id: string): readonly Storage[] {
    return this.byItem.get(id) ?? [];
  }

  /** Where the item lies in one program's file. */
  in(id: string, path: string): Storage | undefined {
    return this.byItem.get(id)?.find((stored) => stored.path === path);
  }

  /** The other items that share some bytes with an item, each with where both lie in the program. */
  overlapping(id: string, places: readonly Storage[]): { readonly own: Storage; readonly other: StoredItem }[] {
    const found: { own: Storage; other: StoredItem }[] = [];
    for (const own of places)
      for (const other of this.byRecord.get(recordKey(own)) ?? [])
        if (other.id !== id && isShared(own, other) && found.length < OVERLAPS_MAX) found.push({ own, other });
    return found;
  }

  /** The item that is exactly some bytes of a record; undefined when none is used that is. */
  exactly(wanted: Storage): string | undefined {
    const items = this.byRecord.get(recordKey(wanted));
    return items?.find(({ offset, length }) => offset === wanted.offset && length === wanted.length)?.id;
  }
}

const recordKey = ({ path, record }: Storage): string => `${path}:${record}`;

const isShared = (left: Storage, right: Storage): boolean =>
  left.offset < right.offset + right.length && right.offset < left.offset + left.length;

function put(map: Map<string, StoredItem[]>, key: string, item: StoredItem): void {
  const list = map.get(key);
  if (list) list.push(item);
  else map.set(key, [item]);
}
