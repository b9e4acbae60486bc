import type { Accesses } from "../graph/access.ts";
import type { Estate } from "../graph/estate.ts";
import type { EdgeKind, GraphEdge, GraphNode, NodeKind, Place } from "../model.ts";
import { compare } from "../queries/answer.ts";
import { headerLines } from "../queries/sources/header-lines.ts";
import type { EstatePage, PageCell, PageSection } from "./page.ts";
import type { PageIndex } from "./page-index.ts";

export interface UnitParts {
  readonly estate: Estate;
  readonly index: PageIndex;
  readonly accesses: Accesses;
  readonly textOf: (file: string) => string | undefined;
}

/** Places that a row shows at most. */
const PLACES_MAX = 6;

interface EdgeSection {
  readonly title: string;
  readonly direction: "in" | "out";
  readonly kinds: readonly EdgeKind[];
}

const RUNS: readonly EdgeKind[] = ["calls", "links", "xctls", "starts", "executes"];
const DATA: readonly EdgeKind[] = ["reads", "writes", "updates", "deletes", "selects", "inserts"];
/** What a page tells of edges from and to its subject; a section without rows is left out. */
const EDGE_SECTIONS: readonly EdgeSection[] = [
  { title: "Called by", direction: "in", kinds: RUNS },
  { title: "Calls", direction: "out", kinds: RUNS },
  { title: "Copied by", direction: "in", kinds: ["copies", "includes"] },
  { title: "Copies", direction: "out", kinds: ["copies", "includes"] },
  { title: "Reads and writes", direction: "out", kinds: [...DATA, "opens", "closes"] },
  { title: "Read and written by", direction: "in", kinds: [...DATA, "opens", "closes"] },
  { title: "Screens", direction: "out", kinds: ["sends", "receives"] },
  { title: "Shown by", direction: "in", kinds: ["sends", "receives"] },
  { title: "Imports", direction: "out", kinds: ["imports"] },
  { title: "Imported by", direction: "in", kinds: ["imports"] },
  { title: "Inherits", direction: "out", kinds: ["inherits"] },
  { title: "Inherited by", direction: "in", kinds: ["inherits"] },
  { title: "Defines", direction: "out", kinds: ["defines"] },
  { title: "Defined by", direction: "in", kinds: ["defines"] },
];
/** Parts that a page lists, with the details that are told of them. */
const PART_SECTIONS: readonly (readonly [title: string, kinds: readonly NodeKind[], details: readonly string[]])[] = [
  ["Steps", ["step"], ["program", "cond"]],
  ["Paragraphs and sections", ["section", "paragraph", "entry"], ["statements", "decisions", "reach"]],
  ["Functions", ["function", "method"], []],
  ["Files", ["file"], ["assign", "organization", "access"]],
  ["Cursors", ["cursor"], []],
  ["Fields of the screen", ["map-field"], ["line", "column", "length"]],
  ["Fields", ["data-item"], ["level", "type", "picture", "usage", "offset", "length"]],
];

/** The page of a program, copybook, job, screen, table … */
export function unitPage(node: GraphNode, parts: UnitParts): EstatePage {
  const { estate, index, textOf } = parts;
  const own = ownNodes(node, parts);
  const ids = new Set(own.map(({ id }) => id));
  const words = headerLines(textOf(node.file) ?? "", node);
  const file = estate.graph.files.find(({ path }) => path === node.file);
  const edges = EDGE_SECTIONS.map((section) => edgeSection(section, { own, ids, ...parts }));
  return {
    path: index.pathOf(node) ?? "",
    kind: index.kindOf(node),
    title: node.name,
    subject: node.id,
    lead: [
      ["Source", { places: [{ file: node.file, line: node.start }] }],
      ["Lines", node.end - node.start + 1],
      ...(file ? [["Language", file.language] as const] : []),
      ...(file && file.parse !== "full" ? [["Read", file.parse] as const] : []),
      ...ownerOf(node, parts),
    ],
    sections: [
      {
        title: "In its own words",
        columns: ["Comment", "Where"],
        rows: words.map(({ text, line }) => [text, { places: [{ file: node.file, line }] }]),
        note: "",
      },
      ...edges,
      datasetSection(node, parts),
      ...PART_SECTIONS.map((section) => partSection(section, own, node, parts)),
    ]
      .filter(({ rows }) => rows.length > 0)
      .map(withoutEmptyColumns),
  };
}

function withoutEmptyColumns(section: PageSection): PageSection {
  const isUsed = section.columns.map((_, at) => section.rows.some((row) => row[at] !== ""));
  const kept = <Value>(values: readonly Value[]): Value[] => values.filter((_, at) => isUsed[at]);
  return { ...section, columns: kept(section.columns), rows: section.rows.map(kept) };
}

function ownerOf(node: GraphNode, { estate, index }: UnitParts): (readonly [string, PageCell])[] {
  const owner = estate.node(node.owner);
  return owner ? [["Part of", index.referenceTo(owner, true)]] : [];
}

/** The subject and everything that stands on its page. */
function ownNodes(node: GraphNode, { estate, index }: UnitParts): GraphNode[] {
  const own: GraphNode[] = [];
  const add = (part: GraphNode): void => {
    own.push(part);
    for (const next of estate.ownedBy(part.id)) if (index.pathOf(next) === undefined) add(next);
  };
  add(node);
  if (node.kind === "module" || node.kind === "copybook")
    for (const other of estate.inFile(node.file))
      if (other.owner === undefined && other !== node && index.pathOf(other) === undefined) add(other);
  return own;
}

interface OwnParts extends UnitParts {
  readonly own: readonly GraphNode[];
  readonly ids: ReadonlySet<string>;
}

function edgeSection({ title, direction, kinds }: EdgeSection, parts: OwnParts): PageSection {
  const { estate, own, ids } = parts;
  const isOut = direction === "out";
  const edges = own
    .flatMap(({ id }) => (isOut ? estate.from(id) : estate.to(id)))
    .filter(({ kind, from, to }) => kinds.includes(kind) && (isOut || (to !== undefined && !ids.has(from))));
  const groups = Map.groupBy(edges, (edge) => `${isOut ? (edge.to ?? edge.name) : edge.from}\0${edge.kind}`);
  const rows = [...groups.values()].map((group): PageCell[] => {
    const [first] = group as [GraphEdge];
    const other = estate.node(isOut ? first.to : first.from);
    const unit = estate.node(isOut ? first.from : first.to);
    return [
      other && !ids.has(other.id) ? parts.index.referenceTo(other, false) : { text: other?.name ?? first.name },
      first.kind,
      unit && unit !== own[0] ? unit.name : "",
      certainty(first),
      { places: placesOf(group) },
    ];
  });
  rows.sort((left, right) => compare(JSON.stringify(left), JSON.stringify(right)));
  return { title, columns: ["Name", "How", isOut ? "In" : "What", "Known", "Where"], rows, note: "" };
}

const certainty = ({ resolved, reason }: GraphEdge): string =>
  resolved === "exact" ? "" : `${resolved}${reason === undefined ? "" : `: ${reason}`}`;

function placesOf(edges: readonly GraphEdge[]): Place[] {
  const found = new Map(edges.map(({ file, line }) => [`${file}:${line}`, { file, line }]));
  return [...found.values()]
    .sort((left, right) => compare(left.file, right.file) || left.line - right.line)
    .slice(0, PLACES_MAX);
}

/** Datasets that the files of a program are, by the jobs that run it. */
function datasetSection(node: GraphNode, { accesses, index, estate }: UnitParts): PageSection {
  const reached = accesses
    .of(node.id)
    .flatMap((access) => accesses.inSteps(access))
    .filter(({ kind, through }) => kind === "dataset" && through !== undefined);
  const groups = Map.groupBy(reached, ({ id, target }) => id ?? target);
  const rows = [...groups.values()].map((group): PageCell[] => {
    const target = estate.node(group[0]?.id);
    const letters = [...new Set(group.map(({ letter }) => letter))].sort().join("");
    return [
      target ? index.referenceTo(target, false) : (group[0]?.target ?? ""),
      letters,
      { places: placesOf(group.flatMap(({ edge, through }) => (through ? [edge, through] : [edge]))) },
    ];
  });
  return {
    title: "Datasets",
    columns: ["Dataset", "Access", "Where"],
    rows: rows.sort((left, right) => compare(JSON.stringify(left), JSON.stringify(right))),
    note: "As the jobs that run it say: C creates, R reads, U updates, D deletes.",
  };
}

function partSection(
  [title, kinds, details]: (typeof PART_SECTIONS)[number],
  own: readonly GraphNode[],
  subject: GraphNode,
  { estate, index }: UnitParts,
): PageSection {
  const found = own.filter((node) => kinds.includes(node.kind) && node !== subject);
  const rows = found.map((node): PageCell[] => [
    node.name,
    { places: [{ file: node.file, line: node.start }] },
    node.end - node.start + 1,
    ...details.map((key) => detailText(node.detail?.[key])),
    ...(kinds.includes("function") ? [callersOf(node, estate, index)] : []),
  ]);
  return {
    title,
    columns: [
      "Name",
      "Where",
      "Lines",
      ...details.map(columnName),
      ...(kinds.includes("function") ? ["Called by"] : []),
    ],
    rows,
    note: "",
  };
}

const columnName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

function callersOf(node: GraphNode, estate: Estate, index: PageIndex): string {
  const names = estate
    .to(node.id)
    .filter(({ kind }) => kind === "calls")
    .flatMap(({ from }) => estate.node(from) ?? [])
    .map((caller) => index.referenceTo(caller, false).text);
  return [...new Set(names)].sort(compare).join(", ");
}

function detailText(value: unknown): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" || typeof value === "number" ? String(value) : JSON.stringify(value);
}
