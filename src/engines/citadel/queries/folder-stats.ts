import type { Estate } from "../graph/estate.ts";
import type { GraphNode } from "../model.ts";
import { answer, compare, type QueryResult } from "./answer.ts";

/** A paragraph, function … with its size; complexity is its decisions and one. */
export interface UnitSize {
  readonly node: GraphNode;
  readonly program: string;
  readonly lines: number;
  readonly complexity: number;
}

/** The units of these files whose decisions are known, the most complex first, then the longest, then by place. */
export function unitSizes(estate: Estate, files: ReadonlySet<string>): UnitSize[] {
  const found = estate.graph.nodes.flatMap((node): UnitSize[] => {
    const decisions = node.detail?.["decisions"];
    if (typeof decisions !== "number" || !files.has(node.file)) return [];
    const program = estate.programOf(node)?.name ?? "";
    return [{ node, program, lines: node.end - node.start + 1, complexity: decisions + 1 }];
  });
  // What a copybook holds is counted once, however many programs copy it.
  const once = new Map<string, UnitSize>();
  for (const unit of found) {
    const place = `${unit.node.file}:${unit.node.start}:${unit.node.name}`;
    if (!once.has(place) || unit.node.id.startsWith(`${unit.node.file}#`)) once.set(place, unit);
  }
  return [...once.values()].sort(
    (left, right) =>
      right.complexity - left.complexity ||
      right.lines - left.lines ||
      compare(left.node.file, right.node.file) ||
      left.node.start - right.node.start,
  );
}

/** Size and complexity of everything below a folder. */
export function folderStats(estate: Estate, path: string): QueryResult {
  const files = new Set(estate.filesUnder(path));
  const facts = [...files].flatMap((file) => estate.facts.get(file) ?? []);
  const units = unitSizes(estate, files);
  const languages = Map.groupBy(facts, ({ language }) => language);
  const linesOf = (group: typeof facts): number => group.reduce((sum, { lines }) => sum + lines, 0);
  return answer(`Statistics of ${path}`, {
    values: [
      ["Files", facts.length],
      ["Total lines", linesOf(facts)],
      ["Units with decisions counted", units.length],
    ],
    sections: [
      {
        heading: "Languages",
        lines: [...languages]
          .sort(([left], [right]) => compare(left, right))
          .map(([language, group]) => ({ text: `${language}: ${group.length} files, ${linesOf(group)} lines` })),
      },
      {
        heading: "Most complex units",
        lines: units.map(({ node, program, lines, complexity }) => ({
          text: `${program === node.name || program === "" ? "" : `${program}/`}${node.name}: complexity ${complexity}, ${lines} lines`,
          file: node.file,
          line: node.start,
        })),
      },
      {
        heading: "Longest files",
        lines: [...facts]
          .sort((left, right) => right.lines - left.lines || compare(left.path, right.path))
          .map(({ path: file, lines, language }) => ({ text: `${lines} lines, ${language}`, file, line: 1 })),
      },
    ].filter(({ lines }) => lines.length > 0),
  });
}
