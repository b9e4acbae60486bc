import { say } from "../say.ts";
import type { PageData } from "./page-data.ts";

/** More things than that are no picture even as points: they are folded into groups. */
export const FOLDED_ABOVE = 5000;
const GROUPS_MAX = 60;
const FOLDERS_DEEP = 2;
/** The heaviest arrows between groups; more of them are a ball of wool, and long to lay out. */
const GROUP_EDGES_MAX = 150;

/** Things of one kind in one folder. */
export interface Group {
  readonly name: string;
  readonly kind: string;
  readonly members: readonly number[];
}

export interface GroupEdge {
  /** Indices of groups. */
  readonly from: number;
  readonly to: number;
  /** How many edges of the estate it stands for. */
  readonly count: number;
}

/** The wanted nodes by kind and folder, the largest groups first; what is left of them is one group a kind. */
export function groupsOf(data: PageData, wanted: readonly number[]): readonly Group[] {
  const found = new Map<string, { kind: string; folder: string; members: number[] }>();
  for (const index of wanted) {
    const [, kind = "", file = 0] = data.nodes[index] ?? [];
    const folder = (data.files[file] ?? "").split("/").slice(0, -1).slice(0, FOLDERS_DEEP).join("/");
    const key = `${kind}\n${folder}`;
    const group = found.get(key) ?? { kind, folder, members: [] };
    group.members.push(index);
    found.set(key, group);
  }
  const largest = [...found.values()].sort((left, right) => right.members.length - left.members.length);
  const rest = Map.groupBy(largest.slice(GROUPS_MAX), ({ kind }) => kind);
  return [
    ...largest
      .slice(0, GROUPS_MAX)
      .map(({ kind, folder, members }) => ({ name: folder === "" ? "." : folder, kind, members })),
    ...[...rest].map(([kind, groups]) => ({
      name: say`other folders`,
      kind,
      members: groups.flatMap(({ members }) => members),
    })),
  ];
}

/** What goes from one group to another, the heaviest first; what stays within one is not drawn. */
export function groupEdges(data: PageData, groups: readonly Group[]): readonly GroupEdge[] {
  const groupOf = new Map(groups.flatMap(({ members }, at) => members.map((member) => [member, at] as const)));
  const counts = new Map<number, number>();
  for (const [from, to] of data.edges) {
    const [one, other] = [groupOf.get(from), groupOf.get(to)];
    if (one === undefined || other === undefined || one === other) continue;
    const key = one * groups.length + other;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const heaviest = [...counts].sort(([, one], [, other]) => other - one).slice(0, GROUP_EDGES_MAX);
  return heaviest.map(([key, count]) => ({ from: Math.floor(key / groups.length), to: key % groups.length, count }));
}
