import type { EstateFile } from "../../engines/citadel/graph/build-graph.ts";
import type { Estate } from "../../engines/citadel/graph/estate.ts";
import type { FlowIndex } from "../../engines/citadel/queries/flow-index.ts";
import type { QueryInput, QueryVerb } from "../../engines/citadel/queries/run-query.ts";
import type { FileEntry } from "./entry.ts";
import { CODE_AND_DATA } from "./facts-cache.ts";
import type { ProjectIndex } from "./project-index.ts";
import { Slices } from "./slices.ts";

/** Of facts without their data. */
const WHOLE_BYTES_MAX = 10 * 1024 * 1024;
/** Impact goes from data to the jobs that define it, wherever they are: worth a look at all of a small estate. */
const IMPACT_BYTES_MAX = 13 * 1024 * 1024;
const ESTATES_KEPT = 4;
/** Questions about data items and how values move. The others are answered without half of the facts. */
const DATA_VERBS: ReadonlySet<QueryVerb> = new Set<QueryVerb>(["analyze", "callers", "impact", "lineage"]);

/** Questions that look at programs from outside: where control goes in them is no part of the answer. */
const JUMPLESS_VERBS: ReadonlySet<QueryVerb> = new Set<QueryVerb>(["stats", "jobs", "crud", "screens"]);

/** Questions to everything that show no statement of a reference. */
const LINELESS_VERBS: ReadonlySet<QueryVerb> = new Set<QueryVerb>([
  ...JUMPLESS_VERBS,
  "sequence",
  "dead-code",
  "summary",
]);

/** Questions that are about data items only where they name one. */
const NAMED_DATA_VERBS: ReadonlySet<QueryVerb> = new Set<QueryVerb>(["crud", "screens"]);

const keyOf = (verb: QueryVerb, { path, names }: QueryInput): string => `${verb} ${JSON.stringify([path, names])}`;

/** An estate that was made for a question, for the same question again. */
export interface Kept {
  readonly key: string;
  readonly entries: readonly FileEntry[];
  readonly estate: Estate;
  flows: FlowIndex | undefined;
}

interface EstateOptions {
  /** Estates with more facts than this are answered from the files that matter to a question. */
  readonly wholeBytesMax?: number;
  readonly estateOf: (files: readonly EstateFile[]) => Estate;
}

/** Estates for questions: the whole one where it is small, otherwise one of the files that matter. */
export class EstateCache {
  private readonly index: ProjectIndex;
  private readonly wholeBytesMax: number;
  private readonly estateOf: EstateOptions["estateOf"];
  private generation = -1;
  private slices: Slices | undefined;
  private kept: Kept[] = [];
  private choice: Pick<Kept, "key" | "entries"> | undefined;

  constructor(index: ProjectIndex, { wholeBytesMax = WHOLE_BYTES_MAX, estateOf }: EstateOptions) {
    this.index = index;
    this.wholeBytesMax = wholeBytesMax;
    this.estateOf = estateOf;
  }

  for(verb: QueryVerb, input: QueryInput): Kept {
    this.renew();
    const isOfData = DATA_VERBS.has(verb) || (NAMED_DATA_VERBS.has(verb) && input.names !== undefined);
    // Where no file has any, both kinds of questions are answered from one estate.
    const withData = isOfData && this.index.entries().some(({ dataLength }) => dataLength > 0);
    const isWhole = this.isWhole(verb, input);
    // A small estate is the same for all verbs.
    const isLarge = isWhole && this.factsBytes() > this.wholeBytesMax;
    const withLines = !isLarge || !LINELESS_VERBS.has(verb);
    const withJumps = !isLarge || !JUMPLESS_VERBS.has(verb);
    const key = isWhole ? `${withData} ${withLines} ${withJumps}` : keyOf(verb, input);
    const known = this.kept.find((kept) => kept.key === key);
    if (known) return known;
    const entries = this.entriesFor(verb, input);
    const files: EstateFile[] = this.index.load(entries, { withData, withJumps, withLines });
    const kept: Kept = { key, entries, estate: this.estateOf(files), flows: undefined };
    this.kept = [kept, ...this.kept.slice(0, ESTATES_KEPT - 1)];
    return kept;
  }

  /** The files that a question is answered from. */
  entriesFor(verb: QueryVerb, input: QueryInput): readonly FileEntry[] {
    this.renew();
    const entries = this.index.entries();
    if (this.isWhole(verb, input)) return entries;
    const key = keyOf(verb, input);
    if (this.choice?.key !== key) this.choice = { key, entries: this.chosen(verb, input, entries) ?? entries };
    return this.choice.entries;
  }

  private isWhole(verb: QueryVerb, input: QueryInput): boolean {
    const wholeMax = verb === "impact" ? Math.max(this.wholeBytesMax, IMPACT_BYTES_MAX) : this.wholeBytesMax;
    return this.factsBytes() <= wholeMax || (input.path === "." && !input.names);
  }

  private factsBytes(): number {
    return this.index.entries().reduce((sum, { length, dataLength }) => sum + length - dataLength, 0);
  }

  /** Forgets what was made of entries that have changed. */
  private renew(): void {
    if (this.generation !== this.index.generation) {
      const { replaced } = this.index;
      if (this.generation === this.index.generation - 1 && replaced) this.slices?.replace(replaced);
      else this.slices = undefined;
      this.generation = this.index.generation;
      this.kept = [];
      this.choice = undefined;
    }
  }

  private chosen(verb: QueryVerb, input: QueryInput, entries: readonly FileEntry[]): readonly FileEntry[] | undefined {
    this.slices ??= new Slices(
      entries,
      (entry) => this.index.namesIn(entry),
      (entry) => this.index.load([entry], CODE_AND_DATA)[0]?.facts,
    );
    return this.slices.choose(verb, input);
  }
}
