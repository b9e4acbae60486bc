import type { Estate } from "../graph/estate.ts";
import type { GraphEdge, NodeKind } from "../model.ts";
import { answer, byPlace, type Line, type QueryResult, type Section } from "./answer.ts";

/** Kinds that are counted, in the order in which they are told. */
const COUNTED: readonly (readonly [kind: NodeKind, label: string])[] = [
  ["program", "Programs"],
  ["copybook", "Copybooks"],
  ["job", "Jobs"],
  ["procedure", "Procedures"],
  ["transaction", "Transactions"],
  ["mapset", "Mapsets"],
  ["table", "Tables"],
  ["dataset", "Datasets"],
  ["class", "Classes"],
];
const CALLS: ReadonlySet<string> = new Set(["calls", "links", "xctls", "executes"]);

/** A folder in a few lines: what it holds, what its files name and nobody has, and what could not be read. */
export function folderSummary(estate: Estate, path: string): QueryResult {
  const files = new Set(estate.filesUnder(path));
  const facts = [...files].flatMap((file) => estate.facts.get(file) ?? []);
  const languages = new Map<string, number>();
  for (const { language } of facts) languages.set(language, (languages.get(language) ?? 0) + 1);
  const kinds = new Map<string, number>();
  for (const { kind, file } of estate.graph.nodes) if (files.has(file)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  const missing = estate.graph.edges.filter((edge) => edge.resolved === "unresolved" && files.has(edge.file));
  const sections: Section[] = [
    {
      heading: "Missing copybooks and members",
      lines: byName(missing.filter(({ kind }) => kind === "copies" || kind === "includes")),
    },
    {
      heading: "Missing programs and procedures",
      lines: byName(missing.filter((edge) => isNamed(edge) && CALLS.has(edge.kind))),
    },
    {
      heading: "Calls whose target is not known",
      lines: byName(missing.filter((edge) => !isNamed(edge) && CALLS.has(edge.kind))),
    },
    {
      heading: "Not read in full",
      lines: facts.flatMap(({ path: file, parse, problems }): Line[] =>
        parse === "full"
          ? []
          : [{ text: `${parse}: ${problems[0]?.message ?? ""}`, file, line: problems[0]?.line ?? 1 }],
      ),
    },
  ];
  return answer(`Summary of ${path}`, {
    values: [
      ["Files", facts.length],
      ["Lines", facts.reduce((sum, { lines }) => sum + lines, 0)],
      [
        "Languages",
        [...languages]
          .sort((left, right) => right[1] - left[1])
          .map(([name, count]) => `${name} ${count}`)
          .join(", "),
      ],
      ...COUNTED.flatMap(([kind, label]): [string, number][] => {
        const count = kinds.get(kind);
        return count === undefined ? [] : [[label, count]];
      }),
    ],
    sections: sections.filter(({ lines }) => lines.length > 0),
  });
}

/** The target is a name, and not the variable that nothing gives a value. */
const isNamed = ({ name, detail }: GraphEdge): boolean =>
  String(detail?.["variable"] ?? "").toUpperCase() !== name.toUpperCase();

/** One line a name, at the first place that asks for it, with how many there are. */
function byName(edges: readonly GraphEdge[]): Line[] {
  const names = new Map<string, GraphEdge[]>();
  for (const edge of edges) {
    if (edge.kind === "calls" && edge.detail?.["verb"] === undefined) continue;
    const key = edge.name.toUpperCase();
    names.set(key, [...(names.get(key) ?? []), edge]);
  }
  return [...names.values()]
    .map((asked): Line => {
      const [first] = [...asked].sort(byPlace) as [GraphEdge];
      const times = asked.length > 1 ? `, ${asked.length} times` : "";
      return {
        text: `${first.name} (${first.kind}${times}): ${first.reason ?? "not found"}`,
        file: first.file,
        line: first.line,
      };
    })
    .sort((left, right) => (left.text < right.text ? -1 : 1));
}
