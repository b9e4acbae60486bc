import type { QueryInput, QueryVerb } from "../../engines/citadel/queries/run-query.ts";
import type { FileEntry } from "./entry.ts";
import { type FileNames, hashName, hasName } from "./names.ts";

/** Files that a change is followed through; the nearest are taken first. */
const USERS_MAX = 4000;
const DEPTH_MAX = 12;

/**
 * Chooses the files that can matter to one question, by their names alone, so that a large estate is answered
 * without reading all of it. Takes too many rather than too few.
 */
export class Slices {
  private readonly entries: readonly FileEntry[];
  private readonly names: readonly FileNames[];
  private readonly byPath: ReadonlyMap<string, number>;
  private definers: Map<number, number[]> | undefined;
  private users: Map<number, number[]> | undefined;

  constructor(entries: readonly FileEntry[], namesOf: (entry: FileEntry) => FileNames) {
    this.entries = entries;
    this.names = entries.map(namesOf);
    this.byPath = new Map(entries.map((entry, index) => [entry.path, index]));
  }

  /** The files for a question; undefined when it is about everything. */
  choose(verb: QueryVerb, input: QueryInput): readonly FileEntry[] | undefined {
    const name = input.names?.[0];
    const named = verb === "impact" || verb === "lineage" || verb === "callers";
    if (named && name !== undefined) return this.pick(this.around(verb, name, input.path));
    const start = this.below(input.path);
    if (start === undefined) return undefined;
    if (verb === "dead-code") return this.pick(this.withTargets(this.withUsers(start, 1), 1));
    if (verb === "jobs" || verb === "sequence") return this.pick(this.withTargets(start, DEPTH_MAX));
    return this.pick(this.withTargets(this.withRunners(start), 1));
  }

  private pick(found: ReadonlySet<number>): FileEntry[] {
    return [...found].sort((left, right) => left - right).flatMap((index) => this.entries[index] ?? []);
  }

  private below(path: string): Set<number> | undefined {
    if (path === "." || path === "") return undefined;
    const found = new Set<number>();
    const wanted = path.toLowerCase();
    this.entries.forEach((entry, index) => {
      const own = entry.path.toLowerCase();
      if (own === wanted || own.startsWith(`${wanted}/`) || own.endsWith(`/${wanted}`)) found.add(index);
    });
    return found;
  }

  private around(verb: QueryVerb, name: string, path: string): Set<number> {
    const found = new Set<number>();
    const hash = hashName(name);
    this.names.forEach(({ defines, uses }, index) => {
      if (hasName(defines, hash) || (verb === "callers" && hasName(uses, hash))) found.add(index);
    });
    for (const index of this.below(path) ?? []) found.add(index);
    if (verb === "callers") return this.withTargets(this.withUsers(found, 1), 1);
    return this.withTargets(this.withUsers(found, verb === "impact" ? DEPTH_MAX : 2), 1);
  }

  /** Adds the files that use what the files define, and the users of those, level by level. */
  private withUsers(start: ReadonlySet<number>, depth: number): Set<number> {
    const users = this.usersByName();
    return this.spread(start, depth, (index) =>
      [...(this.names[index]?.globals ?? [])].flatMap((hash) => users.get(hash) ?? []),
    );
  }

  /** Adds the files that run the programs of the files. */
  private withRunners(start: ReadonlySet<number>): Set<number> {
    const found = this.withUsers(start, 1);
    for (const index of found) if (!start.has(index) && !this.entries[index]?.runs) found.delete(index);
    return found;
  }

  /** Adds the files that define what the files use. */
  private withTargets(start: ReadonlySet<number>, depth: number): Set<number> {
    const definers = this.definersByName();
    return this.spread(start, depth, (index) => [
      ...(this.entries[index]?.members ?? []).flatMap((path) => this.byPath.get(path) ?? []),
      ...[...(this.names[index]?.uses ?? [])].flatMap((hash) => definers.get(hash) ?? []),
    ]);
  }

  private spread(start: ReadonlySet<number>, depth: number, next: (index: number) => readonly number[]): Set<number> {
    const found = new Set(start);
    let front = [...start];
    for (let level = 0; level < depth && front.length > 0 && found.size < USERS_MAX; level += 1) {
      const reached: number[] = [];
      for (const index of front)
        for (const other of next(index)) {
          if (found.has(other) || found.size >= USERS_MAX) continue;
          found.add(other);
          reached.push(other);
        }
      front = reached;
    }
    return found;
  }

  private definersByName(): ReadonlyMap<number, readonly number[]> {
    if (!this.definers) {
      this.definers = new Map();
      for (const [index, { globals }] of this.names.entries())
        for (const hash of globals) push(this.definers, hash, index);
    }
    return this.definers;
  }

  private usersByName(): ReadonlyMap<number, readonly number[]> {
    if (!this.users) {
      const definers = this.definersByName();
      this.users = new Map();
      for (const [index, { uses }] of this.names.entries())
        for (const hash of uses) if (definers.has(hash)) push(this.users, hash, index);
    }
    return this.users;
  }
}

function push(map: Map<number, number[]>, key: number, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
