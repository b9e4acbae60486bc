import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One edge that the estate holds, as its truth file writes it. */
export interface TrueEdge {
  readonly kind: string;
  /** Name of the node it starts at; a list holds names that are all right. */
  readonly from: string | readonly string[];
  /** The target as it is called. */
  readonly to: string | readonly string[];
  readonly file: string;
  /** 1-based. A statement over several lines may be cited by any line up to `endLine`. */
  readonly line: number;
  readonly endLine?: number;
  readonly thru?: string;
  /** How the target must have been found, where the truth says so. */
  readonly resolved?: string;
  /** The name is not written on the line: it came through a value or a symbol. */
  readonly indirect?: boolean;
  /** Found only by joining files: a program's file and the dataset of the DD it is assigned to. */
  readonly joined?: boolean;
  /** Allowed, but not asked for. */
  readonly optional?: boolean;
}

export interface EstateTruth {
  /** Edges whose name begins so stand for commands without a target and are not judged. */
  readonly ignoreNames: readonly string[];
  /** Where the truth does not list everything: only recall is judged. */
  readonly open: readonly { readonly files: string; readonly kinds: readonly string[] }[];
  readonly edges: readonly TrueEdge[];
}

/** The part of a graph that is compared. */
export interface GraphLike {
  readonly nodes: readonly { readonly id: string; readonly name: string }[];
  readonly edges: readonly {
    readonly kind: string;
    readonly from: string;
    readonly name: string;
    readonly file: string;
    readonly line: number;
    readonly resolved?: string;
    readonly thru?: string;
    readonly detail?: Readonly<Record<string, unknown>>;
  }[];
}

export interface KindScore {
  readonly hit: number;
  readonly missed: number;
  readonly extra: number;
  /** 0 to 1; 1 when there was nothing to find. */
  readonly precision: number;
  readonly recall: number;
}

export interface EstateScore {
  readonly kinds: Readonly<Record<string, KindScore>>;
  /** `- kind from -> to file:line` is missing, `+ …` is not in the truth, `~ …` was resolved another way. Sorted. */
  readonly misses: readonly string[];
}

/** Reads the truth beside a fixture estate. */
export function readEstateTruth(folder = join(import.meta.dirname, "fixtures/estate")): EstateTruth {
  return JSON.parse(readFileSync(join(folder, "truth.json"), "utf8")) as EstateTruth;
}

/**
 * Precision and recall of a graph's edges, kind by kind. Edges that say the same twice (a copybook read for itself and
 * inside a program) count once. Names are compared without case.
 * @param files  when given, only these files are judged
 */
export function scoreEstate(graph: GraphLike, truth: EstateTruth, files?: (file: string) => boolean): EstateScore {
  const names = new Map(graph.nodes.map((node) => [node.id, node.name]));
  const wanted = truth.edges.filter((edge) => !files || files(edge.file));
  const found = new Set<TrueEdge>();
  const extras = new Map<string, string>();
  const misses: string[] = [];
  for (const edge of graph.edges) {
    // Uses of data items (`access`) are the matter of impact and lineage; this truth is about everything else.
    if (edge.detail?.["access"] !== undefined) continue;
    if ((files && !files(edge.file)) || truth.ignoreNames.some((prefix) => edge.name.startsWith(prefix))) continue;
    const from = names.get(edge.from) ?? edge.from;
    const shown = `${edge.kind} ${from} -> ${edge.name}${edge.thru ? ` thru ${edge.thru}` : ""} ${edge.file}:${edge.line}`;
    const matches = wanted.filter((candidate) => isSame(candidate, edge, from));
    for (const match of matches) {
      found.add(match);
      if (match.resolved && edge.resolved && match.resolved !== edge.resolved)
        misses.push(`~ ${shown} is ${edge.resolved}, not ${match.resolved}`);
    }
    const isOpen = truth.open.some((area) => edge.file.startsWith(area.files) && area.kinds.includes(edge.kind));
    if (matches.length === 0 && !isOpen) extras.set(shown.toUpperCase(), shown);
  }
  const missing = wanted.filter((edge) => !edge.optional && !found.has(edge));
  for (const edge of missing)
    misses.push(
      `- ${edge.kind} ${edge.from} -> ${edge.to}${edge.thru ? ` thru ${edge.thru}` : ""} ${edge.file}:${edge.line}`,
    );
  for (const shown of extras.values()) misses.push(`+ ${shown}`);
  return { kinds: scores(wanted, missing, [...extras.values()]), misses: misses.sort() };
}

const equal = (expected: string | readonly string[], actual: string): boolean =>
  [expected].flat().some((name) => name.toUpperCase() === actual.toUpperCase());

function isSame(expected: TrueEdge, edge: GraphLike["edges"][number], from: string): boolean {
  return (
    expected.kind === edge.kind &&
    expected.file === edge.file &&
    edge.line >= expected.line &&
    edge.line <= (expected.endLine ?? expected.line) &&
    equal(expected.to, edge.name) &&
    equal(expected.from, from) &&
    (expected.thru ?? "").toUpperCase() === (edge.thru ?? "").toUpperCase()
  );
}

function scores(
  wanted: readonly TrueEdge[],
  missing: readonly TrueEdge[],
  extras: readonly string[],
): Record<string, KindScore> {
  const required = wanted.filter((edge) => !edge.optional);
  const kinds = new Set([...required.map((edge) => edge.kind), ...extras.map((shown) => shown.split(" ")[0] ?? "")]);
  const entries = [...kinds].sort().map((kind): [string, KindScore] => {
    const missed = missing.filter((edge) => edge.kind === kind).length;
    const hit = required.filter((edge) => edge.kind === kind).length - missed;
    const extra = extras.filter((shown) => shown.startsWith(`${kind} `)).length;
    return [
      kind,
      {
        hit,
        missed,
        extra,
        precision: hit + extra === 0 ? 1 : hit / (hit + extra),
        recall: hit + missed === 0 ? 1 : hit / (hit + missed),
      },
    ];
  });
  return Object.fromEntries(entries);
}
