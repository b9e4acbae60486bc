import type { Estate } from "../../graph/estate.ts";
import type { GraphNode } from "../../model.ts";
import { answer, type Line, type QueryResult } from "../answer.ts";
import { type FlowIndex, itemId } from "../flow-index.ts";
import { dataToConvert } from "./data-to-convert.ts";
import { type Change, diffEstates, type EstateState, nodeOf } from "./estate-diff.ts";
import { formOf } from "./held-value.ts";
import { followUsers } from "./impact-tiers.ts";
import { describe } from "./item-text.ts";
import { brokenBy } from "./what-if.ts";

/** A state of an estate of which data flow can be asked. */
export interface DiffSide extends EstateState {
  readonly flows: () => FlowIndex;
  /** What the state is called: a commit, or the working tree. */
  readonly name: string;
}

/**
 * What the differences between two states of an estate reach, in the tiers of `impact`. Lines are those of the later state;
 * of what was removed, those of the earlier one, which is said.
 */
export function impactOfDiff(before: DiffSide, after: DiffSide, path: string): QueryResult {
  const { changes, files, comments } = diffEstates(before, after, path);
  const title = `Impact of ${before.name}..${after.name}`;
  if (files.size === 0) return answer(title, { notes: ["No file that is understood here differs"] });
  const users = followUsers(after.estate, rootsOf(after.estate, changes), { users: new Map(), navigation: false });
  const sections = [
    { heading: "What changes", lines: shown(changes).map((change) => changeLine(before, after, change)) },
    { heading: "Only comments or blanks", lines: comments.map((file) => ({ text: file, file, line: 1 })) },
    { heading: "Data to convert", lines: converted(before, after, changes) },
    {
      heading: "Code to change",
      lines: [...broken(after, changes), ...dangling(before, after, { changes, files })],
    },
    ...users,
  ];
  return answer(title, {
    values: [["Files that differ", files.size]],
    sections: sections.filter(({ lines }) => lines.length > 0),
    notes: [
      "Recompile: what changed or copies it. Retest: what calls or runs that. Code to change: statements that lose something since a field changed, and uses of what is gone in files that did not change.",
    ],
  });
}

/** What came or went as a whole is told without its parts. */
function shown(changes: readonly Change[]): Change[] {
  const wholes = new Set(changes.filter(({ kind }) => kind !== "changed").map((change) => nodeOf(change).id));
  return changes.filter((change) => change.kind === "changed" || !wholes.has(nodeOf(change).owner ?? ""));
}

function changeLine(before: DiffSide, after: DiffSide, change: Change): Line {
  const node = nodeOf(change);
  const { estate } = change.kind === "removed" ? before : after;
  const place = { file: node.file, line: node.start };
  const what = `${estate.title(node)} (${node.kind})`;
  if (change.kind === "added") return { text: `added ${what}${describe(node)}`, ...place };
  if (change.kind === "removed") return { text: `removed ${what}${describe(node)} [line of ${before.name}]`, ...place };
  const [old, now] = [describe(change.before).slice(2), describe(node).slice(2)];
  return { text: old === now ? `changed ${what}` : `changed ${what}: ${old} -> ${now}`, ...place };
}

/** The programs, copybooks, jobs, maps and tables that are, or hold, what changed and is still there. */
function rootsOf(estate: Estate, changes: readonly Change[]): GraphNode[] {
  const roots = changes.flatMap((change) => {
    const node = estate.node(nodeOf(change).id) ?? estate.node(nodeOf(change).owner);
    return node ? [estate.programOf(node) ?? node] : [];
  });
  return [...new Map(roots.map((node) => [node.id, node])).values()];
}

const isItem = (node: GraphNode): boolean => node.kind === "data-item" && node.detail?.["level"] !== 88;

/** Tables and maps that changed, and what holds the records of fields whose place or form changed. */
function converted(before: DiffSide, after: DiffSide, changes: readonly Change[]): Line[] {
  const own = changes
    .map(nodeOf)
    .filter(({ kind }) => kind === "table" || kind === "map-field")
    .map((node) => ({ text: `${node.name} (${node.kind}): its definition`, file: node.file, line: node.start }));
  const layouts = changes.filter((change) => isItem(nodeOf(change)) && isLayoutChange(change));
  const held = [
    ...dataToConvert(after.estate, after.flows(), idsOf(layouts, "after")),
    ...dataToConvert(before.estate, before.flows(), idsOf(layouts, "before")),
  ];
  return [...new Map([...own, ...held].map((line) => [line.text, line])).values()];
}

const isLayoutChange = (change: Change): boolean =>
  change.kind !== "changed" ||
  describe(change.before) !== describe(change.after) ||
  isMoved(change.before, change.after);

const isMoved = (before: GraphNode, after: GraphNode): boolean =>
  ["occurs", "redefines", "level"].some((key) => before.detail?.[key] !== after.detail?.[key]);

function idsOf(changes: readonly Change[], side: "before" | "after"): string[] {
  return changes.flatMap((change) => {
    const node = side === "before" ? "before" in change && change.before : "after" in change && change.after;
    return node ? [itemId({ ...node, line: node.start })] : [];
  });
}

interface Differences {
  readonly changes: readonly Change[];
  readonly files: ReadonlySet<string>;
}

/** Statements that lose something now and did not before, and layouts that agreed with one that changed and were left as they are. */
function broken(after: DiffSide, changes: readonly Change[]): Line[] {
  const old = changes.flatMap((change) => {
    const was = change.kind === "changed" && isItem(change.after) ? formOf(change.before) : undefined;
    return was ? [[itemId({ ...nodeOf(change), line: nodeOf(change).start }), was] as const] : [];
  });
  return old.length === 0 ? [] : [...brokenBy(after.estate, after.flows(), new Map(old))];
}

/** What files that did not change still say of things that are gone. */
function dangling(before: DiffSide, after: DiffSide, { changes, files }: Differences): Line[] {
  const gone = changes.flatMap((change) => (change.kind === "removed" ? [change.before] : []));
  const lines = gone.flatMap((node): Line[] => {
    const uses = isItem(node) ? before.flows().uses(itemId({ ...node, line: node.start })) : [];
    const edges = before.estate.to(node.id).filter(({ kind }) => kind !== "falls-through" && kind !== "defines");
    return [...uses, ...edges]
      .filter(({ file }) => !files.has(file) && after.estate.facts.has(file))
      .map(({ file, line }) => ({ text: `uses ${node.name}, which is gone`, file, line }));
  });
  return [...new Map(lines.map((line) => [`${line.file}:${line.line} ${line.text}`, line])).values()];
}
