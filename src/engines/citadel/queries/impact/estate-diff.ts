import type { Estate } from "../../graph/estate.ts";
import type { GraphNode } from "../../model.ts";
import { codeLines } from "../sources/code-lines.ts";

/** One state of an estate, with its sources. */
export interface EstateState {
  readonly estate: Estate;
  readonly textOf: (path: string) => string | undefined;
}

/** One thing in two states of an estate; a field has changed when its declaration has, code when its text has. */
export type Change =
  | { readonly kind: "added"; readonly after: GraphNode }
  | { readonly kind: "removed"; readonly before: GraphNode }
  | { readonly kind: "changed"; readonly before: GraphNode; readonly after: GraphNode };

export interface EstateDiff {
  readonly changes: readonly Change[];
  /** Files whose bytes differ, or that only one state has. */
  readonly files: ReadonlySet<string>;
  /** Those of which only comments, blanks or sequence numbers differ. */
  readonly comments: readonly string[];
}

/** What differs between two states, thing by thing, in the order of files and lines. @param path a file or folder, `.` for all */
export function diffEstates(before: EstateState, after: EstateState, path: string): EstateDiff {
  const [old, now] = [hashes(before.estate), hashes(after.estate)];
  const asked = new Set([...before.estate.filesUnder(path), ...after.estate.filesUnder(path)]);
  const differ = [...asked].filter((file) => old.get(file) !== now.get(file)).sort();
  const changes = differ.map((file) => ({ file, found: diffFile(before, after, file) }));
  return {
    changes: changes.flatMap(({ found }) => found),
    files: new Set(differ),
    comments: changes.filter(({ found }) => found.length === 0).map(({ file }) => file),
  };
}

const hashes = ({ graph }: Estate): ReadonlyMap<string, string> =>
  new Map(graph.files.map(({ path, sha256 }) => [path, sha256]));

function diffFile(before: EstateState, after: EstateState, file: string): Change[] {
  const [old, now] = [ownNodes(before, file), ownNodes(after, file)];
  const changes: Change[] = [];
  for (const [key, { node, says }] of now) {
    const known = old.get(key);
    if (!known) changes.push({ kind: "added", after: node });
    else if (known.says !== says) changes.push({ kind: "changed", before: known.node, after: node });
  }
  for (const [key, { node }] of old) if (!now.has(key)) changes.push({ kind: "removed", before: node });
  return withoutWholes(changes, before.estate, after.estate);
}

interface Said {
  readonly node: GraphNode;
  /** What the source says of it, without its place. */
  readonly says: string;
}

/** What a file declares itself, by kind and qualified name; namesakes are told apart by their order. */
function ownNodes({ estate, textOf }: EstateState, file: string): ReadonlyMap<string, Said> {
  const lines = codeLines(textOf(file) ?? "", estate.facts.get(file)?.language ?? "");
  const found = new Map<string, Said>();
  for (const node of estate.inFile(file)) {
    if (!node.id.startsWith(`${file}#`)) continue;
    const name = `${node.kind} ${qualified(estate, node)}`;
    let key = name;
    for (let count = 2; found.has(key); count += 1) key = `${name} ${count}`;
    const says = node.kind === "data-item" ? declaration(node) : codeOf(lines, node);
    found.set(key, { node, says });
  }
  return found;
}

function qualified(estate: Estate, node: GraphNode): string {
  const owner = estate.node(node.owner);
  return owner ? `${qualified(estate, owner)}/${node.name}` : node.name;
}

/** Where an item lies follows from the others, and is told as storage that moves. */
function declaration({ detail = {} }: GraphNode): string {
  const { offset: _, length: __, ...own } = detail;
  return JSON.stringify(own, (key, value: unknown) => (key === "line" || key === "at" ? undefined : value));
}

const codeOf = (lines: ReturnType<typeof codeLines>, { start, end }: GraphNode): string =>
  lines
    .filter(({ line }) => line >= start && line <= end)
    .map(({ text }) => text)
    .join("\n");

/** A whole whose changes are all told part by part is not told itself. */
function withoutWholes(changes: readonly Change[], before: Estate, after: Estate): Change[] {
  const owners = new Set<string>();
  for (const change of changes) {
    const estate = change.kind === "removed" ? before : after;
    for (let id = nodeOf(change).owner; id !== undefined; id = estate.node(id)?.owner) owners.add(id);
  }
  return changes.filter(
    (change) => change.kind !== "changed" || change.after.kind === "data-item" || !owners.has(change.after.id),
  );
}

/** The thing as it is, or as it was. */
export const nodeOf = (change: Change): GraphNode => (change.kind === "removed" ? change.before : change.after);
