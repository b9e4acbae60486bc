import { type FileFacts, FLOW_COLUMNS } from "../../engines/citadel/model.ts";

/** Which files declare the data items that a value comes through, over the files that were added so far. */
export class ValueReach {
  private readonly ids = new Map<string, number>();
  private readonly byPlace = new Map<string, number[]>();
  /** For each item: the file that declares it, where its value goes to, where it comes from, the files that use it. */
  private readonly files: string[] = [];
  private readonly next: Set<number>[] = [];
  private readonly previous: Set<number>[] = [];
  private readonly users: Set<string>[] = [];
  private readonly starts = new Set<string>();
  private readonly name: string;

  /** @param name  of the items at which the values start */
  constructor(name: string) {
    this.name = name.toUpperCase();
  }

  add(facts: FileFacts): void {
    for (const { kind, name, file, start } of facts.symbols)
      if (kind === "data-item" && name.toUpperCase() === this.name) this.starts.add(`${file ?? facts.path}:${start}`);
    const flow = facts.dataFlow;
    if (!flow) return;
    const ids = flow.items.map(({ file, line, name }) => this.id(file, line, name));
    for (const id of ids) this.users[id]?.add(facts.path);
    for (let at = 0; at < flow.rows.length; at += FLOW_COLUMNS) {
      const from = ids[flow.rows[at] as number];
      const to = ids[flow.rows[at + 1] as number];
      if (from === undefined || to === undefined) continue;
      this.next[from]?.add(to);
      this.previous[to]?.add(from);
    }
  }

  private id(file: string, line: number, name: string): number {
    const place = `${file}:${line}`;
    const key = `${place}:${name.toUpperCase()}`;
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    const id = this.files.length;
    this.ids.set(key, id);
    this.files.push(file);
    for (const list of [this.next, this.previous]) list.push(new Set());
    this.users.push(new Set());
    const list = this.byPlace.get(place);
    if (list) list.push(id);
    else this.byPlace.set(place, [id]);
    return id;
  }

  /**
   * @param way  forward only, or forward and back, each from the start
   * @returns    the files that declare what the value reaches, and those whose code takes it from there
   */
  reach(depth: number, way: "forward" | "both"): { readonly declaring: Set<string>; readonly using: Set<string> } {
    const starts = [...this.starts].flatMap((place) => this.byPlace.get(place) ?? []);
    const reached = this.spread(starts, this.next, depth);
    if (way === "both") for (const id of this.spread(starts, this.previous, depth)) reached.add(id);
    const found = { declaring: new Set<string>(), using: new Set<string>() };
    for (const id of reached) {
      found.declaring.add(this.files[id] as string);
      for (const user of this.users[id] ?? []) found.using.add(user);
    }
    return found;
  }

  private spread(starts: readonly number[], steps: readonly Set<number>[], depth: number): Set<number> {
    const seen = new Set(starts);
    let front = starts;
    for (let level = 0; level < depth && front.length > 0; level += 1) {
      const fresh: number[] = [];
      for (const id of front)
        for (const other of steps[id] ?? [])
          if (!seen.has(other)) {
            seen.add(other);
            fresh.push(other);
          }
      front = fresh;
    }
    return seen;
  }
}
