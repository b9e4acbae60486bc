import type { FileFacts, NodeKind, ReferenceFact, SymbolFact } from "../../../engines/citadel/model.ts";
import { NODE_KINDS } from "../../../engines/citadel/model.ts";
import { stemOf } from "../entry.ts";

/**
 * What a file defines and uses, as hashes, so that the files that matter to a question are found without opening any.
 * The lists are short and flat: looking through those of ten million lines takes milliseconds, so that there is no
 * index of them to build, to keep in step and to load.
 */
export interface FileNames {
  /** Names that only this file's own code can mean: paragraphs, data items. */
  readonly locals: Uint32Array;
  /** Kind and name of what other files can mean. */
  readonly globals: Uint32Array;
  /** What whoever uses a local name through this file uses: its programs, copybooks and jobs, and the file itself. */
  readonly roots: Uint32Array;
  /** Lists, each with its length before it: what a reference belongs to, from the inside out. */
  readonly groups: Uint32Array;
  /** Pairs: kind and name (or file) that is referred to, and where in `groups` the list of who does it begins. */
  readonly uses: Uint32Array;
}

export const NAME_LISTS = ["locals", "globals", "roots", "groups", "uses"] as const;

const LOCAL: ReadonlySet<NodeKind> = new Set<NodeKind>([
  "paragraph",
  "section",
  "cursor",
  "data-item",
  "step",
  "map-field",
]);

const SEED = 0x811c9dc5;

/** FNV-1a of the upper-case text; two names with one hash only cost a look into one file more. */
export function hashName(name: string, seed = SEED): number {
  let hash = seed;
  for (let at = 0; at < name.length; at += 1) {
    let code = name.charCodeAt(at);
    if (code >= 97 && code <= 122) code -= 32;
    hash = Math.imul(hash ^ code, 0x01000193);
  }
  return hash >>> 0;
}

const KIND_SEEDS: Readonly<Record<string, number>> = Object.fromEntries(
  ["member", "", ...NODE_KINDS].map((kind) => [kind, hashName(`${kind}:`)]),
);

/** A name as things of one kind have it; `""` is a use that says no kind. */
export const hashOf = (kind: NodeKind | "", name: string): number => hashName(name, KIND_SEEDS[kind]);

/** A file, as whoever expands it names it. */
export const hashOfMember = (path: string): number => hashName(path, KIND_SEEDS["member"]);

/** A name as things of any kind have it. */
export const hashesOf = (name: string): number[] => ["" as const, ...NODE_KINDS].map((kind) => hashOf(kind, name));

export const namesOf = (facts: FileFacts): FileNames => new NameWriter(facts).names();

const isLocal = ({ kind, detail, name }: SymbolFact): boolean =>
  LOCAL.has(kind) || name === "(main)" || (kind === "file" && detail?.["ddname"] !== undefined);

class NameWriter {
  private readonly facts: FileFacts;
  private readonly locals: number[] = [];
  private readonly globals = new Set<number>();
  private readonly roots = new Set<number>();
  private readonly groups: number[] = [];
  /** Use and group as one number, so that each pair is kept once. */
  private readonly uses = new Set<number>();
  private readonly symbols = new Map<string, SymbolFact>();
  private readonly entries = new Map<string, number[]>();
  private readonly groupOf = new Map<string, number>();

  constructor(facts: FileFacts) {
    this.facts = facts;
  }

  names(): FileNames {
    const { facts } = this;
    this.roots.add(hashOfMember(facts.path));
    const stem = stemOf(facts.path);
    let isFirst = true;
    for (const symbol of facts.symbols) {
      this.symbol(symbol);
      // The member's name is the second name of the program or copybook in it.
      if (symbol.owner !== undefined || !isFirst) continue;
      isFirst = false;
      const alias = hashOf(symbol.kind, stem);
      this.globals.add(alias);
      this.roots.add(alias);
    }
    for (const reference of facts.references) if (reference.to === undefined) this.reference(reference);
    const whole = this.group("");
    for (const member of facts.members) this.uses.add(pair(hashOfMember(member), whole));
    return {
      locals: Uint32Array.from(this.locals),
      globals: Uint32Array.from(this.globals),
      roots: Uint32Array.from(this.roots),
      groups: Uint32Array.from(this.groups),
      uses: Uint32Array.from([...this.uses].flatMap((use) => [Math.floor(use / GROUPS_MAX), use % GROUPS_MAX])),
    };
  }

  private symbol(symbol: SymbolFact): void {
    const { kind, name, key, owner } = symbol;
    if (kind === "data-item") {
      if (name !== "FILLER") this.locals.push(hashName(name));
      return;
    }
    this.symbols.set(key, symbol);
    if (isLocal(symbol)) {
      this.locals.push(hashName(name));
      return;
    }
    const hash = hashOf(kind, name);
    this.globals.add(hash);
    if (owner === undefined) this.roots.add(hash);
    // Whoever uses an entry point or a map uses the program or mapset that has it.
    else if (kind === "entry" || kind === "map") {
      this.roots.add(hash);
      const list = this.entries.get(owner);
      if (list) list.push(hash);
      else this.entries.set(owner, [hash]);
    }
  }

  private reference({ kind, from, name, targets, detail }: ReferenceFact): void {
    const group = this.group(from);
    const use = (hash: number): void => void this.uses.add(pair(hash, group));
    if (targets.length === 0) use(hashOf("", name));
    for (const target of targets) {
      use(hashOf(target, name));
      // A table is also found without its schema, a dataset without its member.
      if (target === "table" && name.includes(".")) use(hashOf(target, name.slice(name.lastIndexOf(".") + 1)));
      else if (target === "dataset" && name.includes("(")) use(hashOf(target, name.replace(/\([^)]*\)$/, "")));
    }
    const mapset = detail?.["mapset"];
    if (typeof mapset === "string") use(hashOf("mapset", mapset));
    const member = detail?.["member"];
    if (kind === "copies" && typeof member === "string") use(hashOfMember(member));
  }

  /** Where the list of what a symbol belongs to begins; that of the whole file for a symbol that is not there. */
  private group(from: string): number {
    let symbol = this.symbols.get(from);
    while (symbol && isLocal(symbol) && symbol.owner !== undefined) symbol = this.symbols.get(symbol.owner);
    const key = symbol?.key ?? "";
    const known = this.groupOf.get(key);
    if (known !== undefined) return known;
    const at = this.groups.length;
    this.groupOf.set(key, at);
    const hashes = symbol ? this.chain(symbol) : this.roots;
    this.groups.push(hashes.size, ...hashes);
    return at;
  }

  private chain(first: SymbolFact): Set<number> {
    const hashes = new Set<number>();
    for (let symbol: SymbolFact | undefined = first; symbol; symbol = this.symbols.get(symbol.owner ?? "")) {
      hashes.add(hashOf(symbol.kind, symbol.name));
      for (const hash of this.entries.get(symbol.key) ?? []) hashes.add(hash);
      if (symbol.owner === undefined && symbol.key === this.facts.symbols[0]?.key) {
        hashes.add(hashOf(symbol.kind, stemOf(this.facts.path)));
        hashes.add(hashOfMember(this.facts.path));
      }
    }
    return hashes;
  }
}

/** Words that the groups of one file may take: more, and the last ones share a place. */
const GROUPS_MAX = 2 ** 20;
const pair = (hash: number, group: number): number => hash * GROUPS_MAX + Math.min(group, GROUPS_MAX - 1);
