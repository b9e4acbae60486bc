import type { Looking } from "../looking.ts";
import type { Context, Draft } from "./draft.ts";
import { keysOf } from "./kinds.ts";
import { isProject, type Operand, operandOf } from "./operands.ts";
import { RELATINGS, type Relating } from "./relations.ts";
import { pathsNamed } from "./scopes.ts";
import type { Clause, Edge, Kind, Noun, Row } from "./shape.ts";

/** Keeps the rows that stand in the relation; false where it is not known of such rows. */
export function* keepRelated(draft: Draft, kind: Kind, said: Clause, context: Context): Looking<boolean> {
  const clause = { ...said, other: withRecord(said.other) };
  const { other, relation, isNegated } = clause;
  if (/^(?:have|install)$/.test(relation) && (yield* isProject(other, context.folder, context.before))) return true;
  if (relation === "have" && clause.role === "suffers" && !isNegated && OF_FILES.test(kind)) {
    const paths = filesMeant(other, context);
    if (paths.length > 0) {
      draft.rows = draft.rows.filter(({ path }) => paths.includes(path));
      draft.said.push(`in ${paths.join(" or ")}`);
      return true;
    }
  }
  if (kind === "paragraph") return isNegated && other.quantity === "any";
  if (isKnownByUse(kind, clause)) return true;
  const fitting = RELATINGS.filter((one) => fits(one, kind, clause));
  let isRead = false;
  let isRelated: (row: Row) => boolean = () => false;
  for (const relating of fitting) {
    const holds = yield* relatedBy(draft, { relating, kind, clause, context });
    if (!holds) continue;
    const before = isRelated;
    isRelated = (row) => before(row) || holds(row);
    isRead = true;
    // Words describe one thing; a name may be one of several, and of any all count.
    if (other.words.length > 0) break;
  }
  if (!isRead) return false;
  draft.rows = draft.rows.filter((row) => isRelated(row) !== isNegated);
  return true;
}

/** "The fee record": a copybook is what declares one that programs share. */
function withRecord(noun: Noun): Noun {
  const [last = "", ...before] = noun.words.toReversed();
  const isRecord =
    noun.kinds.length + noun.names.length === 0 && before.length > 0 && /^(?:records?|layouts?)$/i.test(last);
  return isRecord ? { ...noun, kinds: ["copybook"], words: before.toReversed() } : noun;
}

/** What stands in a file, so that the file has it. */
const OF_FILES = /^(?:test|function|class)$/;

/** The files that a noun names or that were spoken of before. */
function filesMeant({ names, words, kinds, stands }: Noun, { folder, before }: Context): readonly string[] {
  const isOfFile = kinds.length === 0 || kinds.includes("file");
  if (stands === "for-before" && isOfFile)
    return (before[0]?.kind === "file" ? before[0].rows : []).map(({ name }) => name);
  return names.length > 0 && words.length === 0 && isOfFile ? pathsNamed(names, folder) : [];
}

/** Data is known by its use alone. */
const isKnownByUse = (kind: Kind, { relation, other, isNegated }: Clause): boolean =>
  (kind === "dataset" || kind === "table") && relation === "use" && other.quantity === "any" && !isNegated;

/** "Programs that use DB2": the quality is one of the rows. */
export const isQualityAlone = ({ other, role, relation }: Clause): boolean =>
  role === "acts" &&
  /^(?:use|have|call|run)$/.test(relation) &&
  other.kinds.length + other.words.length + other.names.length === 0 &&
  other.qualities.length > 0;

function fits({ relations, from, to, isOfText }: Relating, kind: Kind, { relation, role, other }: Clause): boolean {
  const [own, far] = role === "acts" ? [from, to] : [to, from];
  const isFar = other.kinds.length === 0 || isOfText === true || other.kinds.some((one) => far.includes(one));
  return (
    relations.includes(relation) &&
    own.includes(kind) &&
    isFar &&
    !(isOfText && role === "suffers" && other.quantity === "any")
  );
}

interface RelatedWish {
  readonly relating: Relating;
  readonly kind: Kind;
  readonly clause: Clause;
  readonly context: Context;
}

type Side = "from" | "to";

/** The rows that the edges show, by one way to know the relation; undefined where it is not known so. */
function* relatedBy(
  draft: Draft,
  { relating, kind, clause, context }: RelatedWish,
): Looking<((row: Row) => boolean) | undefined> {
  const { other, relation, role, isNegated } = clause;
  const isActing = role === "acts";
  const names = [...other.names, ...(other.words.length === 1 ? other.words : [])];
  const known = yield* relating.edges(context.folder, { relation, names, near: {} });
  if (!known) return undefined;
  const { edges, isWhole } = known;
  const [ownSide, farSide]: readonly [Side, Side] = isActing ? ["from", "to"] : ["to", "from"];
  const kinds = isActing ? relating.to : relating.from;
  const isOfText = relating.isOfText === true && isActing;
  const { folder, before } = context;
  const operand = yield* operandOf(other, { folder, before, kinds, isOfText, endpoints: edges, side: farSide });
  if (!operand) return undefined;
  const own = edges.filter((edge) => operand.matches(edge[farSide]));
  const byKey = indexed(own, ownSide, kind);
  const all = other.quantity === "only" ? indexed(edges, ownSide, kind) : undefined;
  for (const row of draft.rows) showOf(draft, row, at(byKey, row, ownSide));
  draft.isWhole &&= isWhole;
  if (relating.besides !== undefined) draft.besides.push(relating.besides);
  note(draft, clause, operand);
  if (!isNegated) remember(draft, { own, ownSide, farSide, kind, kinds, relating });
  if (!isActing && relation === "run" && !isNegated && isOne(other)) inOrder(draft, own, kind);
  return (row) => {
    const count = at(byKey, row, ownSide).length;
    return count > 0 && (all === undefined || at(all, row, ownSide).length === count);
  };
}

function showOf(draft: Draft, { name }: Row, edges: readonly Edge[]): void {
  if (edges.length > 0) draft.evidence.set(name, [...(draft.evidence.get(name) ?? []), ...edges]);
}

/** What acts is written whole; what is acted on may be named by a part. */
function at(index: ReadonlyMap<string, readonly Edge[]>, { name, kind }: Row, side: Side): readonly Edge[] {
  const keys = keysOf(name, kind);
  return [...new Set((side === "from" ? keys.slice(0, 1) : keys).flatMap((key) => index.get(key) ?? []))];
}

/** Edges by all names of the row at that side. */
export function indexed(edges: readonly Edge[], side: Side, kind: Kind): ReadonlyMap<string, readonly Edge[]> {
  const index = new Map<string, Edge[]>();
  for (const edge of edges)
    for (const key of new Set(keysOf(edge[side], kind))) index.set(key, [...(index.get(key) ?? []), edge]);
  return index;
}

function note(draft: Draft, clause: Clause, { said, taken }: Operand): void {
  if (taken !== undefined && !draft.taken.includes(taken)) draft.taken.push(taken);
  if (!draft.clauses.some((one) => one.clause === clause)) draft.clauses.push({ clause, other: said });
}

interface Ends {
  readonly own: readonly Edge[];
  readonly ownSide: Side;
  readonly farSide: Side;
  readonly kind: Kind;
  readonly kinds: readonly Kind[];
  readonly relating: Relating;
}

/** Keeps what stands at the other ends for the parts behind, and what is at the own end but no row. */
function remember(draft: Draft, { own, ownSide, farSide, kind, kinds, relating }: Ends): void {
  const keys = new Set(draft.all.flatMap(({ name }) => keysOf(name, kind)));
  const isRow = (edge: Edge): boolean => keysOf(edge[ownSide], kind).some((key) => keys.has(key));
  const [far] = kinds;
  const names = [
    ...new Set(
      own.filter(isRow).map((edge) => (relating.isOfText ? (edge[farSide].split(" ")[0] ?? "") : edge[farSide])),
    ),
  ];
  if (far !== undefined)
    draft.others.push({ kind: far, rows: names.map((name): Row => ({ kind: far, name, path: "", line: 1 })) });
  if (ownSide === "to") draft.outside.push(...own.filter((edge) => !isRow(edge)));
}

/** Told by a name or by words, or spoken of before. */
export const isOne = ({ names, words, stands }: Noun): boolean =>
  names.length + words.length > 0 || stands === "for-before";

/** What is run stands in the order in which it is, with what is no source of this folder. */
function inOrder(draft: Draft, own: readonly Edge[], kind: Kind): void {
  const outside = [...new Map(draft.outside.map((edge) => [edge.to, edge])).values()];
  const others = outside.map(
    ({ to, path, line }): Row => ({ kind, name: to, path, line, note: "no source of this folder" }),
  );
  draft.outside.length = 0;
  draft.rows = [...draft.rows, ...others];
  for (const { name } of others)
    draft.evidence.set(
      name,
      own.filter(({ to }) => to === name),
    );
  const order = own.flatMap(({ to }) => keysOf(to, kind).slice(0, 1));
  const at = ({ name }: Row): number => order.indexOf(keysOf(name, kind)[0] ?? "");
  draft.rows = draft.rows.toSorted((one, other) => at(one) - at(other));
}
