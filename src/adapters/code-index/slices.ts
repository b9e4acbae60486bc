import { familyOf } from "../../engines/citadel/graph/module-paths.ts";
import { distance } from "../../engines/citadel/graph/name-index.ts";
import { SCRIPT_PROJECT } from "../../engines/citadel/languages/script-project/settings.ts";
import type { FileFacts } from "../../engines/citadel/model.ts";
import type { QueryInput, QueryVerb } from "../../engines/citadel/queries/run-query.ts";
import { type FileEntry, stemOf } from "./entry.ts";
import { HashSet, NameTable } from "./packs/name-table.ts";
import { hashesOf, hashName, hashOf, hashOfMember } from "./packs/names.ts";
import { ValueReach } from "./value-reach.ts";

/** Files that a question is answered from at most; the nearest are taken first. */
const FILES_MAX = 4000;
/** How far users of users are followed, as far as `impact` goes. */
const DEPTH_MAX = 12;
/** Moves that a value is followed through, as `impact` and `lineage` do. */
const MOVES_MAX = { impact: 3, lineage: 6 } as const;
/** Files that define one name: the nearest are taken, where a system has hundreds. */
const DEFINERS_MAX = 4;
/** Languages whose files are used but run nothing. */
const PASSIVE: ReadonlySet<string> = new Set(["csd", "copybook", "bms", "sql", "dclgen", "ims", "control-cards"]);
/** Languages of files that say what names mean, and the family whose names they are. */
const SETTINGS: ReadonlyMap<string, string> = new Map([
  ["go-module", "go"],
  [SCRIPT_PROJECT, "ecmascript"],
]);

/**
 * Chooses the files that can matter to one question, by their names alone, so that a large estate is answered without
 * reading all of it. Takes too many rather than too few.
 */
export class Slices {
  private readonly entries: FileEntry[];
  private readonly table: NameTable;
  private readonly byPath: ReadonlyMap<string, number>;
  private readonly settings: readonly number[];
  private readonly factsOf: (entry: FileEntry) => FileFacts | undefined;

  /**
   * @param wordsOf  the names of the pack of an entry
   * @param factsOf  the facts of a file, with its data
   */
  constructor(
    entries: readonly FileEntry[],
    wordsOf: (entry: FileEntry) => Uint32Array,
    factsOf: (entry: FileEntry) => FileFacts | undefined,
  ) {
    this.entries = [...entries];
    this.factsOf = factsOf;
    this.table = new NameTable(this.entries, wordsOf);
    this.settings = entries.flatMap(({ language }, index) => (SETTINGS.has(language) ? [index] : []));
    this.byPath = new Map(entries.map((entry, index) => [entry.path, index]));
  }

  /** Puts new entries of known files in the places of the old ones. */
  replace(entries: readonly FileEntry[]): void {
    for (const entry of entries) {
      const index = this.byPath.get(entry.path);
      if (index === undefined) continue;
      this.entries[index] = entry;
      this.table.renew(index);
    }
  }

  /** The files for a question; undefined when it is about everything. */
  choose(verb: QueryVerb, input: QueryInput): readonly FileEntry[] | undefined {
    const name = input.names?.[0];
    const named = verb === "impact" || verb === "lineage" || verb === "callers";
    if (named && name !== undefined) return this.pick(this.around(verb, name, input.path));
    const start = this.below(input.path);
    return start && this.pick(this.about(verb, start));
  }

  private pick(found: ReadonlySet<number>): FileEntry[] {
    const taken = [...found].slice(0, FILES_MAX);
    return [...new Set([...taken, ...this.settingsOf(taken)])]
      .sort((left, right) => left - right)
      .flatMap((index) => this.entries[index] ?? []);
  }

  /** Files that say what imports of the chosen ones name, wherever they lie. */
  private settingsOf(taken: readonly number[]): readonly number[] {
    const families = new Set(taken.map((index) => familyOf(this.entries[index]?.language ?? "")));
    return this.settings.filter((index) => families.has(SETTINGS.get(this.entries[index]?.language ?? "")));
  }

  private below(path: string): Set<number> | undefined {
    if (path === "." || path === "") return undefined;
    const found = new Set<number>();
    const known = this.byPath.get(path);
    if (known !== undefined) return found.add(known);
    const wanted = path.toLowerCase();
    const [prefix, suffix] = [`${wanted}/`, `/${wanted}`];
    this.entries.forEach((entry, index) => {
      const own = entry.path.toLowerCase();
      if (own === wanted || own.startsWith(prefix) || own.endsWith(suffix)) found.add(index);
    });
    return found;
  }

  /** What defines or uses a name, and for `impact` the users of those. */
  private around(verb: QueryVerb, name: string, path: string): Set<number> {
    const found = new Set<number>(this.below(path) ?? []);
    const file = this.byPath.get(path);
    const everywhere = this.table.withLocal(hashName(name));
    const isInFile = file !== undefined && everywhere.has(file);
    const own = isInFile ? new Set([file]) : everywhere;
    // A name of the file's own needs no look at who else has it.
    const kinds = hashesOf(name).filter((hash) => !isInFile || this.table.globals(file).includes(hash));
    const first = this.table.look(new HashSet(kinds));
    for (const index of [...own, ...first.files]) found.add(index);
    const next = new Set<number>();
    // A member's name stands for the program in it; a data item's users are those of its program or copybook.
    const stem = name.toUpperCase();
    for (const index of first.definers)
      if (stemOf(this.entries[index]?.path ?? "") === stem) this.addRoots(index, next);
    if (verb === "impact" || verb === "lineage") this.addReached({ found, next }, own, name, verb);
    else this.addExpanding(own, found);
    if (verb === "impact") {
      for (const hash of first.users) next.add(hash);
      this.addRunBy(first.files, name, next);
    }
    this.addUsers(found, next, new Set(kinds), verb === "impact" ? DEPTH_MAX : 1);
    // The DDs of a step are joined to the files of the programs that it runs.
    return this.withTargets(
      found,
      [...found].filter((index) => this.entries[index]?.runs),
    );
  }

  /** Where the values of a name go, and for `impact` who is behind the files that they reach. */
  private addReached(
    { found, next }: { readonly found: Set<number>; readonly next: Set<number> },
    own: ReadonlySet<number>,
    name: string,
    verb: "impact" | "lineage",
  ): void {
    for (const index of own) this.addRoots(index, next);
    const reached = [...this.followValues(found, own, name, verb)];
    if (verb === "impact") for (const index of reached) this.addRoots(index, next);
    // What is passed goes on in the programs that are called.
    this.withTargets(found, reached);
  }

  /** What stands in a copybook is part of the programs that expand it: a field is read there, code is run there. */
  private addExpanding(
    declaring: ReadonlySet<number>,
    found: Set<number>,
    isMember = (entry: FileEntry): boolean => PASSIVE.has(entry.language),
  ): void {
    const entries = [...declaring].flatMap((index) => this.entries[index] ?? []);
    const members = entries.filter(isMember).map((entry) => hashOfMember(entry.path));
    if (members.length === 0) return;
    for (const index of this.table.look(new HashSet(members)).files) found.add(index);
  }

  private addRoots(index: number, sink: Set<number>): void {
    for (const hash of this.table.roots(index)) sink.add(hash);
  }

  /**
   * Adds the files that a field's values pass through: moves lead to fields of other copybooks, and these into the
   * programs that expand them.
   * @returns  the files whose code takes a value on
   */
  private followValues(
    found: Set<number>,
    own: ReadonlySet<number>,
    name: string,
    verb: "impact" | "lineage",
  ): Iterable<number> {
    const values = new ValueReach(name);
    const added = new Set<number>();
    const expanded = new Set<string>();
    let fresh: Iterable<number> = own;
    let using = new Set<string>();
    for (;;) {
      const members = new Set<number>();
      for (const facts of this.takeNew(fresh, found, added)) values.add(facts);
      const reached = values.reach(MOVES_MAX[verb], verb === "impact" ? "forward" : "both");
      using = reached.using;
      const declaring = [...own].map((index) => this.entries[index]?.path ?? "").concat(...reached.declaring);
      for (const path of declaring) if (!expanded.has(path)) members.add(hashOfMember(path));
      if (members.size === 0) break;
      for (const path of declaring) expanded.add(path);
      fresh = this.table.look(new HashSet(members)).files;
    }
    return [...using].flatMap((path) => this.byPath.get(path) ?? []);
  }

  /** Files that were not taken yet, as far as there is room. @returns the facts of those that have data */
  private *takeNew(fresh: Iterable<number>, found: Set<number>, added: Set<number>): Generator<FileFacts> {
    for (const index of fresh) {
      if (added.has(index) || found.size >= FILES_MAX) continue;
      added.add(index);
      found.add(index);
      const entry = this.entries[index];
      const facts = entry && entry.dataLength > 0 ? this.factsOf(entry) : undefined;
      if (facts) yield facts;
    }
  }

  /** Programs use a dataset through the steps that run them. */
  private addRunBy(files: ReadonlySet<number>, name: string, sink: Set<number>): void {
    const dataset = hashOf("dataset", name);
    for (const index of files) {
      if (!this.entries[index]?.runs) continue;
      const uses = this.table.uses(index);
      if (uses.includes(dataset)) for (const hash of uses) sink.add(hash);
    }
  }

  /** Adds the files that define or use the names, then those that use what these uses belong to, level by level. */
  private addUsers(found: Set<number>, start: ReadonlySet<number>, seen: Set<number>, depth: number): void {
    let front = start;
    for (let level = 0; level < depth && found.size < FILES_MAX; level += 1) {
      const fresh = [...front].filter((hash) => !seen.has(hash));
      if (fresh.length === 0) return;
      for (const hash of fresh) seen.add(hash);
      const { files, users } = this.table.look(new HashSet(fresh));
      for (const index of files) if (found.size < FILES_MAX) found.add(index);
      front = users;
    }
  }

  /** The files for a question about some files. */
  private about(verb: QueryVerb, start: ReadonlySet<number>): Set<number> {
    const names = new Set<number>();
    for (const index of start) for (const hash of this.table.globals(index)) names.add(hash);
    for (const index of start) names.add(hashOfMember(this.entries[index]?.path ?? ""));
    if (verb === "jobs") return this.runs(start, names);
    if (verb === "crud") return this.withTargets(this.runs(start, names), [...start]);
    const found = new Set(start);
    if (verb === "sequence") return this.withTargets(found, [...start]);
    const isShared = verb === "dead-code" || verb === "screens";
    const { files } = this.table.look(new HashSet(names));
    for (const index of files) if (isShared || this.entries[index]?.runs) found.add(index);
    // Who uses the fields of a copybook is told by the programs that expand it.
    if (verb === "fields") this.addExpanding(start, found);
    else if (!isShared) this.addExpanding(start, found, (entry) => entry.isCopiedCode);
    return this.withTargets(found, [...start]);
  }

  /** The jobs that reach some files through their programs, and all programs that these jobs run. */
  private runs(start: ReadonlySet<number>, names: ReadonlySet<number>): Set<number> {
    const found = new Set(start);
    this.addUsers(found, names, new Set(), DEPTH_MAX);
    let front = [...found].filter((index) => this.entries[index]?.language === "jcl");
    for (let level = 0; level < DEPTH_MAX && front.length > 0; level += 1) {
      const before = new Set(found);
      this.withTargets(found, front);
      front = [...found].filter((index) => !before.has(index) && !PASSIVE.has(this.entries[index]?.language ?? ""));
    }
    return found;
  }

  /** Adds the files that define what some files use, the nearest where many do. */
  private withTargets(found: Set<number>, users: readonly number[]): Set<number> {
    const from = this.entries[users[0] ?? -1]?.path;
    if (from === undefined) return found;
    const uses = new Set<number>();
    for (const index of users) {
      for (const hash of this.table.uses(index)) uses.add(hash);
      for (const path of this.entries[index]?.members ?? []) {
        const member = this.byPath.get(path);
        if (member !== undefined) found.add(member);
      }
    }
    for (const list of this.definersOf(new HashSet(uses)))
      for (const index of this.nearest(list, from)) found.add(index);
    return found;
  }

  /** The files that define each of the names. */
  private definersOf(wanted: HashSet): Iterable<readonly number[]> {
    const definers = new Map<number, number[]>();
    for (const index of this.table.definers(wanted))
      for (const hash of this.table.globals(index)) {
        if (!wanted.has(hash)) continue;
        const list = definers.get(hash);
        if (list) list.push(index);
        else definers.set(hash, [index]);
      }
    return definers.values();
  }

  private nearest(files: readonly number[], from: string): readonly number[] {
    if (files.length <= DEFINERS_MAX) return files;
    const far = (index: number): number => distance(this.entries[index]?.path ?? "", from);
    return [...files].sort((left, right) => far(left) - far(right) || left - right).slice(0, DEFINERS_MAX);
  }
}
