import { DeclaredItems } from "./declared-items.ts";
import { type DigestItems, type DigestRules, type FileDigest, RULE_NAME_CELLS, type ToldOf } from "./digest-shape.ts";
import type { DigestSource } from "./digest-source.ts";

/** What one file, by its place among the paths, says of another. */
interface Teller {
  readonly from: number;
  readonly told: ToldOf;
}

const TABLES_MAX = 400;

/**
 * The digests of an estate, joined. Holds what files say of files that they copy; all else is read when it is asked for
 * and soon forgotten, so that it is to be asked in the order of the files.
 */
export class DigestBook {
  readonly source: DigestSource;
  private readonly tellers = new Map<string, Teller[]>();
  private readonly places: ReadonlyMap<string, number>;
  private readonly tables = new Map<string, DeclaredItems>();
  private readonly business = new Map<string, ReadonlySet<string>>();
  private last: { readonly path: string; readonly digest: FileDigest | undefined } | undefined;

  /** @param pick  the part of what is told that is needed */
  constructor(source: DigestSource, pick: (told: ToldOf) => ToldOf) {
    this.source = source;
    this.places = new Map(source.paths.map((path, place) => [path, place]));
    for (const [from, path] of source.paths.entries()) {
      const told = source.digest(path)?.told ?? {};
      for (const file in told) {
        const teller = { from, told: pick(told[file] as ToldOf) };
        const known = this.tellers.get(file);
        if (known) known.push(teller);
        else this.tellers.set(file, [teller]);
      }
    }
  }

  digest(path: string): FileDigest | undefined {
    if (this.last?.path !== path) this.last = { path, digest: this.source.digest(path) };
    return this.last.digest;
  }

  /** Does not forget the digest that was asked for last. */
  own(path: string): DigestItems | undefined {
    return (this.last?.path === path ? this.last.digest : this.source.digest(path))?.own;
  }

  tellersOf(path: string): readonly Teller[] {
    return this.tellers.get(path) ?? [];
  }

  /** Rows of a file itself among those that others tell of it, in the order of the files. */
  inOrder<Row>(path: string, own: readonly Row[], rowsOf: (told: ToldOf) => readonly Row[]): readonly Row[] {
    const tellers = this.tellersOf(path);
    if (tellers.length === 0) return own;
    const place = this.placeOf(path);
    const of = (some: readonly Teller[]): Row[] => some.flatMap(({ told }) => rowsOf(told));
    return [
      ...of(tellers.filter(({ from }) => from < place)),
      ...own,
      ...of(tellers.filter(({ from }) => from >= place)),
    ];
  }

  placeOf(path: string): number {
    return this.places.get(path) ?? -1;
  }

  /** Those that the rules of a file name, where nobody else tells of any. */
  itemsOfRules(path: string, { items }: DigestRules): DeclaredItems {
    const isTold = this.tellersOf(path).some(({ told }) => told.items.length > 0);
    return isTold ? this.itemsOf(path) : new DeclaredItems(items, items, this.source.languageOf(path));
  }

  itemsOf(path: string): DeclaredItems {
    const known = this.tables.get(path);
    if (known) return known;
    if (this.tables.size >= TABLES_MAX) this.tables.clear();
    const own = this.own(path)?.items ?? [];
    const all = this.inOrder(path, own, (told) => told.items);
    const items = new DeclaredItems(own, all, this.source.languageOf(path));
    this.tables.set(path, items);
    return items;
  }

  /** Is an item of a file moved from or to a record in that file's code? `key` is `LINE:NAME`. */
  isMovedWithRecord(path: string, key: string): boolean {
    const known = this.business.get(path);
    if (known) return known.has(key);
    if (this.business.size >= TABLES_MAX) this.business.clear();
    const rules = (this.last?.path === path ? this.last.digest : this.source.digest(path))?.rules;
    const found = rules ? this.movedOf(rules) : new Set<string>();
    this.business.set(path, found);
    return found.has(key);
  }

  private movedOf({ names, moves }: DigestRules): Set<string> {
    const found = new Set<string>();
    const keyAt = (cell: number): string => `${names[cell + 1]}:${names[cell + 2]}`;
    for (let cell = 0; cell < names.length; cell += RULE_NAME_CELLS) if (names[cell + 3] === 1) found.add(keyAt(cell));
    for (let at = 0; at < moves.length; at += 2) {
      const [own, other] = [moves[at] as number, moves[at + 1] as number].map((name) => name * RULE_NAME_CELLS);
      const [file, line, name] = names.slice(other, (other as number) + 3) as [string, number, string];
      const items = this.itemsOf(file);
      const item = items.at(line, name);
      if (item && items.isRecord(item)) found.add(keyAt(own as number));
    }
    return found;
  }
}
