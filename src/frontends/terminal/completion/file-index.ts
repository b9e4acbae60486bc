import type { Workspace } from "../../../core/ports/workspace.ts";
import { fuzzyFilter, fuzzyScore } from "./fuzzy.ts";

/** Source members whose names programs, jobs and copybooks are known by. */
const MEMBER =
  /(?:^|\/)([A-Za-z@#$][A-Za-z0-9@#$_-]{1,47})\.(?:cbl|cob|cobol|cpy|copy|jcl|prc|proc|pli|pl1|inc|asm|hlasm|mac|bms|csd|rexx|rex|sql|ddl|psb|dbd)$/i;
const FOLDER_BONUS = 40;
const FILES_MAX = 300_000;
const STALE_MS = 15_000;

export interface Member {
  readonly name: string;
  readonly path: string;
}

/** Names of the working folder's files for `@`: read once in the background, then searched in memory. */
export class FileIndex {
  readonly #workspace: Workspace;
  #paths: readonly string[] = [];
  #lower: readonly string[] = [];
  #previous: { readonly query: string; readonly fits: readonly number[] } = { query: "", fits: [] };
  #members: ReadonlyMap<string, Member> | undefined;
  #reading: Promise<void> | undefined;
  #readAtMs = Number.NEGATIVE_INFINITY;

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  get isWarm(): boolean {
    return this.#readAtMs > 0;
  }

  /** Reads the names when they are not there or old; resolves when there is something to search. */
  async warm(): Promise<void> {
    const isStale = performance.now() - this.#readAtMs > STALE_MS;
    if (isStale) this.#reading ??= this.#read();
    if (!this.isWarm) await this.#reading;
  }

  /** Paths as they are written after `@`, folders with a slash at their end and before files that fit as well. */
  search(query: string, limit: number): readonly string[] {
    if (query === "") return this.#top(limit);
    const wanted = query.toLowerCase();
    const best = new BestPaths(limit);
    const fits: number[] = [];
    // Only what fitted a beginning of the query can fit all of it: each key looks through less.
    const { query: before, fits: among } = this.#previous;
    const isNarrower = before !== "" && wanted.startsWith(before);
    for (const index of isNarrower ? among : this.#lower.keys()) {
      const lower = this.#lower[index] ?? "";
      const fit = fuzzyScore(wanted, lower);
      if (fit === undefined) continue;
      fits.push(index);
      best.add(this.#paths[index] ?? "", lower.endsWith("/") ? fit + FOLDER_BONUS : fit);
    }
    this.#previous = { query: wanted, fits };
    return best.paths;
  }

  /** Members by name, best fit first; empty where there is no mainframe code. */
  searchMembers(query: string, limit: number): readonly Member[] {
    return fuzzyFilter([...this.#memberMap().values()], query, ({ name }) => name).slice(0, limit);
  }

  /** The path of the member of that name, in any case. */
  memberNamed(name: string): string | undefined {
    return this.#memberMap().get(name.toUpperCase())?.path;
  }

  #memberMap(): ReadonlyMap<string, Member> {
    if (this.#members) return this.#members;
    const members = new Map<string, Member>();
    for (const path of this.#paths) {
      const name = MEMBER.exec(path)?.[1];
      if (name !== undefined && !members.has(name.toUpperCase())) members.set(name.toUpperCase(), { name, path });
    }
    this.#members = members;
    return members;
  }

  #top(limit: number): readonly string[] {
    const isTop = (path: string): boolean => !path.slice(0, -1).includes("/");
    const folders = this.#paths.filter((path) => path.endsWith("/") && isTop(path));
    const files = this.#paths.filter((path) => !path.endsWith("/") && isTop(path));
    return [...folders, ...files].slice(0, limit);
  }

  async #read(): Promise<void> {
    const files: string[] = [];
    const folders = new Set<string>();
    let previous = "";
    for await (const part of this.#workspace.walkParts(".")) {
      for (const path of part) {
        files.push(path);
        // Files come folder by folder: most are in the folder of the one before.
        const folder = path.slice(0, path.lastIndexOf("/") + 1);
        if (folder === previous) continue;
        previous = folder;
        for (let slash = path.lastIndexOf("/"); slash > 0; slash = path.lastIndexOf("/", slash - 1)) {
          const above = path.slice(0, slash + 1);
          if (folders.has(above)) break;
          folders.add(above);
        }
      }
      if (files.length >= FILES_MAX) break;
    }
    this.#paths = [...[...folders].sort(), ...files];
    this.#members = undefined;
    this.#previous = { query: "", fits: [] };
    this.#lower = this.#paths.map((path) => path.toLowerCase());
    this.#readAtMs = performance.now();
    this.#reading = undefined;
  }
}

/** Where its score belongs, after those as good. */
/** The best so many paths, best first; of equals, those that came first. */
class BestPaths {
  readonly #limit: number;
  readonly #best: { path: string; score: number }[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(path: string, score: number): void {
    const best = this.#best;
    if (best.length >= this.#limit && score <= (best.at(-1)?.score ?? 0)) return;
    let at = best.length;
    while (at > 0 && (best[at - 1]?.score ?? 0) < score) at--;
    best.splice(at, 0, { path, score });
    if (best.length > this.#limit) best.pop();
  }

  get paths(): readonly string[] {
    return this.#best.map(({ path }) => path);
  }
}
