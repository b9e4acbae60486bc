import type { EdgeKind, Graph, GraphEdge, GraphNode, Place } from "../../engines/citadel/model.ts";
import { slug } from "../../engines/citadel/pages/page.ts";
import { type HeaderLine, headerLines } from "../../engines/citadel/queries/sources/header-lines.ts";

export interface GeneratedSkill {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export interface SkillSources {
  /** Put before each path that is cited: the estate may lie below the folder in which the skills are read. */
  readonly prefix?: string;
  /** The text of a file of the graph; what its first comment says becomes a topic of its skill. */
  readonly sourceOf?: (file: string) => string | undefined;
  /** Sentences about a node of the graph, which facts prove. */
  readonly sentencesOf?: (id: string) => readonly { readonly text: string; readonly cites: readonly Place[] }[];
}

/** Stands in the front matter of the root: what it heads may be written anew. */
export const GENERATED_MARK = "generated-by: waymark skills generate";

const LISTED_MAX = 60;
const LINES_MAX = 4;
const OWNERS_MAX = 10;
const ABOUT_CHARS_MAX = 300;
const TOPS: ReadonlySet<string> = new Set(["program", "job", "procedure", "module"]);
const SECTIONS: readonly (readonly [string, readonly EdgeKind[]])[] = [
  ["Calls", ["calls", "links", "xctls", "starts", "executes"]],
  ["Copybooks", ["copies", "includes"]],
  ["Files and tables", ["opens", "reads", "writes", "updates", "deletes", "closes", "selects", "inserts"]],
  ["Screens", ["sends", "receives"]],
];
const INCOMING: ReadonlySet<EdgeKind> = new Set([
  "calls",
  "links",
  "xctls",
  "starts",
  "executes",
  "copies",
  "includes",
]);

/**
 * A tree of skills out of the facts of an estate: one root, one for each program, job and procedure, one for each
 * folder of copybooks. Deterministic; each fact names its line. The same graph gives the same bytes.
 */
export function generateSkills(
  plain: Graph,
  systemName: string,
  { prefix = "", sourceOf = () => undefined, sentencesOf = () => [] }: SkillSources = {},
): readonly GeneratedSkill[] {
  const graph = withPrefix(plain, prefix);
  const estate = {
    ...indexEstate(graph, (file) => sourceOf(file.slice(prefix.length))),
    summaryOf: ({ id }: GraphNode): readonly string[] =>
      sentencesOf(id).map(({ text, cites }) => {
        const places = cites.map(({ file, line }) => `${prefix}${file}:${line}`);
        return `- ${text.replace(/\s+/g, " ")} (${places.join(", ")})`;
      }),
  };
  const programs = ofKinds(graph, ["program", "module"]);
  const jobs = ofKinds(graph, ["job", "procedure"]);
  const copybooks = groupByFolder(ofKinds(graph, ["copybook"]));
  const taken = new Set<string>();
  const slugOf = (prefix: string, name: string): string => {
    const base = `${prefix}-${slug(name)}`.slice(0, 60);
    let unique = base;
    for (let count = 2; taken.has(unique); count++) unique = `${base}-${count}`;
    taken.add(unique);
    return unique;
  };
  const units = [
    ...programs.map((node) => ({ node, folder: "programs", skill: slugOf("program", node.name) })),
    ...jobs.map((node) => ({ node, folder: "jobs", skill: slugOf("job", node.name) })),
  ];
  const groups = copybooks.map(([folder, nodes]) => ({ folder, nodes, skill: slugOf("copybooks", folder) }));
  return [
    { path: "SKILL.md", text: rootSkill(graph, systemName, units, groups) },
    ...units.map(({ node, folder, skill }) => ({
      path: `${folder}/${skill}/SKILL.md`,
      text: unitSkill(node, skill, systemName, estate),
    })),
    ...groups.map((group) => ({
      path: `copybooks/${group.skill}/SKILL.md`,
      text: copybookSkill(group, systemName, estate),
    })),
  ];
}

interface Estate {
  readonly outgoing: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly incoming: ReadonlyMap<string, readonly GraphEdge[]>;
  readonly parts: ReadonlyMap<string, readonly GraphNode[]>;
  readonly nodes: ReadonlyMap<string, GraphNode>;
  topOf(id: string): GraphNode | undefined;
  /** What the source says of itself where a unit begins. */
  wordsOf(node: GraphNode): readonly HeaderLine[];
  /** Lines of what was written about a unit and is proven. */
  summaryOf(node: GraphNode): readonly string[];
}

function withPrefix(graph: Graph, prefix: string): Graph {
  if (prefix === "") return graph;
  return {
    ...graph,
    files: graph.files.map((file) => ({ ...file, path: prefix + file.path })),
    nodes: graph.nodes.map((node) => ({ ...node, file: prefix + node.file })),
    edges: graph.edges.map((edge) => ({ ...edge, file: prefix + edge.file })),
  };
}

function indexEstate(graph: Graph, sourceOf: (file: string) => string | undefined): Omit<Estate, "summaryOf"> {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const byFile = Map.groupBy(
    graph.nodes.filter((node) => TOPS.has(node.kind)),
    (node) => node.file,
  );
  const topOf = (id: string): GraphNode | undefined => {
    let node = nodes.get(id);
    for (let steps = 0; node && !TOPS.has(node.kind) && node.owner !== undefined && steps < OWNERS_MAX; steps++)
      node = nodes.get(node.owner);
    if (!node || TOPS.has(node.kind)) return node;
    const inFile = byFile.get(node.file) ?? [];
    return inFile.length === 1 ? inFile[0] : undefined;
  };
  const outgoing = Map.groupBy(graph.edges, (edge) => topOf(edge.from)?.id ?? edge.from);
  const incoming = Map.groupBy(
    graph.edges.filter((edge) => edge.to !== undefined && INCOMING.has(edge.kind)),
    (edge) => edge.to ?? "",
  );
  const parts = Map.groupBy(
    graph.nodes.filter((node) => ["section", "paragraph", "step", "entry", "function"].includes(node.kind)),
    (node) => topOf(node.id)?.id ?? "",
  );
  const wordsOf = ({ file, start, end }: GraphNode): readonly HeaderLine[] =>
    headerLines(sourceOf(file) ?? "", { start, end });
  return { outgoing, incoming, parts, nodes, topOf, wordsOf };
}

function unitSkill(node: GraphNode, skill: string, system: string, estate: Estate): string {
  const outgoing = estate.outgoing.get(node.id) ?? [];
  const sections = SECTIONS.map(([title, kinds]) => ({
    title,
    lines: edgeLines(outgoing.filter((edge) => kinds.includes(edge.kind))),
  }));
  const callers = callerLines(node, estate);
  const parts = (estate.parts.get(node.id) ?? []).map((part) => `- ${part.name} (${place(part)})`);
  const words = sections.flatMap(({ lines }) => lines.map((line) => /^- (\S+)/.exec(line)?.[1] ?? "")).slice(0, 12);
  const header = estate.wordsOf(node);
  const says = header
    .map(({ text }) => text)
    .join(" ")
    .slice(0, ABOUT_CHARS_MAX);
  const about = `${capital(node.kind)} ${node.name} of ${system} (${node.file}). ${says === "" ? "" : `${says.replace(/[.\s]*$/, "")}. `}Uses ${words.join(", ") || "nothing else"}.`;
  const written = [
    `Source: ${place(node)}`,
    section("Summary", estate.summaryOf(node)),
    section(
      "In its own words",
      header.map(({ text, line }) => `- ${text} (${node.file}:${line})`),
    ),
    section("Used by", callers),
    ...sections.map(({ title, lines }) => section(title, lines)),
    section(node.kind === "job" || node.kind === "procedure" ? "Steps" : "Structure", parts),
  ];
  const title = `${capital(node.kind)} ${node.name}`;
  return document({ name: skill, description: about, tags: [node.kind, slug(system)], title, sections: written });
}

function callerLines(node: GraphNode, estate: Estate): readonly string[] {
  const edges = estate.incoming.get(node.id) ?? [];
  const byCaller = Map.groupBy(edges, (edge) => estate.topOf(edge.from)?.name ?? edge.from);
  return [...byCaller].map(([name, own]) => `- ${name} ${own[0]?.kind ?? ""} it (${citations(own)})`).sort();
}

function copybookSkill({ folder, nodes, skill }: CopybookGroup, system: string, estate: Estate): string {
  const lines = nodes.map((node) => {
    const edges = estate.incoming.get(node.id) ?? [];
    const users = [...new Set(edges.map((edge) => estate.topOf(edge.from)?.name ?? edge.file))].sort();
    return `- ${node.name} (${place(node)}): ${users.length === 0 ? "used by nothing" : `used by ${users.slice(0, 8).join(", ")}${users.length > 8 ? ` and ${users.length - 8} more` : ""}`}`;
  });
  const names = nodes.map((node) => node.name);
  const about = `Copybooks in ${folder} of ${system}: ${names.slice(0, 15).join(", ")}${names.length > 15 ? ` and ${names.length - 15} more` : ""}.`;
  const tags = ["copybook", slug(system)];
  const title = `Copybooks in ${folder}`;
  return document({ name: skill, description: about, tags, title, sections: [lines.join("\n")] });
}

interface CopybookGroup {
  readonly folder: string;
  readonly nodes: readonly GraphNode[];
  readonly skill: string;
}

interface Unit {
  readonly node: GraphNode;
  readonly folder: string;
  readonly skill: string;
}

function rootSkill(graph: Graph, system: string, units: readonly Unit[], groups: readonly CopybookGroup[]): string {
  const languages = [...Map.groupBy(graph.files, (file) => file.language)].map(
    ([name, files]) => `${name} ${files.length}`,
  );
  const entryKinds = ["transaction", "job"];
  const entries = graph.nodes
    .filter((node) => entryKinds.includes(node.kind))
    .map((node) => `- ${node.kind} ${node.name} (${place(node)})`);
  const of = (folder: string): string[] =>
    units.filter((unit) => unit.folder === folder).map(({ node, skill }) => `- ${skill}: ${node.name} (${node.file})`);
  const troubled = graph.files.filter((file) => file.parse !== "full").map((file) => `- ${file.path}: ${file.parse}`);
  return document({
    name: slug(system),
    description: `The system ${system}: ${of("programs").length} programs, ${of("jobs").length} jobs, ${groups.length} groups of copybooks. Where to begin.`,
    tags: ["root", slug(system)],
    title: system,
    sections: [
      `Files by language: ${languages.sort().join(", ")}.\nload_skill reads any skill named here; search_skills finds them by words.`,
      section("Entry points", entries),
      section("Programs", of("programs")),
      section("Jobs and procedures", of("jobs")),
      section(
        "Copybooks",
        groups.map(({ folder, nodes, skill }) => `- ${skill}: ${nodes.length} in ${folder}`),
      ),
      section("Not read in full", troubled),
    ],
    more: GENERATED_MARK,
  });
}

interface SkillText {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly title: string;
  readonly sections: readonly string[];
  /** One more line of the front matter. */
  readonly more?: string;
}

function document({ name, description, tags, title, sections, more }: SkillText): string {
  const head = [
    `name: ${name}`,
    `description: ${JSON.stringify(description.slice(0, 1000))}`,
    `tags: ${tags.join(", ")}`,
    ...(more === undefined ? [] : [more]),
  ];
  return `---\n${head.join("\n")}\n---\n# ${title}\n\n${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function section(title: string, lines: readonly string[]): string {
  if (lines.length === 0) return "";
  const shown = lines.slice(0, LISTED_MAX);
  if (lines.length > shown.length) shown.push(`- … ${lines.length - shown.length} more`);
  return `## ${title}\n${shown.join("\n")}`;
}

function edgeLines(edges: readonly GraphEdge[]): readonly string[] {
  const byTarget = Map.groupBy(edges, (edge) => edge.name);
  return [...byTarget]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, own]) => {
      const kinds = [...new Set(own.map((edge) => edge.kind))].sort().join(", ");
      const unresolved = own.every((edge) => edge.resolved === "unresolved")
        ? `, not resolved: ${own[0]?.reason ?? "unknown"}`
        : "";
      return `- ${name} ${kinds}${unresolved} (${citations(own)})`;
    });
}

function citations(edges: readonly GraphEdge[]): string {
  const places = [...new Set(edges.map((edge) => `${edge.file}:${edge.line}`))];
  const more = places.length > LINES_MAX ? ` and ${places.length - LINES_MAX} more` : "";
  return places.slice(0, LINES_MAX).join(", ") + more;
}

function ofKinds(graph: Graph, kinds: readonly string[]): readonly GraphNode[] {
  return graph.nodes
    .filter((node) => kinds.includes(node.kind))
    .sort(
      (left, right) => compare(left.name, right.name) || compare(left.file, right.file) || left.start - right.start,
    );
}

function groupByFolder(nodes: readonly GraphNode[]): [string, readonly GraphNode[]][] {
  const groups = Map.groupBy(nodes, (node) => node.file.split("/").slice(0, -1).join("/") || ".");
  return [...groups].sort(([left], [right]) => compare(left, right));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function place({ file, start, end }: GraphNode): string {
  return end > start ? `${file}:${start}-${end}` : `${file}:${start}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
