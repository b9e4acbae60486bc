import type { FlowEdge, FlowGraph, FlowNode } from "./diagram.ts";
import { type Colours, GraphBuilder } from "./graph-builder.ts";
import { plainLabel } from "./plain-label.ts";

const NO_STATEMENT = /^(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr|subgraph|end)\b/;
const NODE_ID = /^[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/u;
/** From the longest opening on: each form of a node's label, and what it is drawn as. */
const SHAPES: readonly (readonly [RegExp, FlowNode["shape"]])[] = [
  [/^\(\(\((.*?)\)\)\)/, "round"],
  [/^\(\((.*?)\)\)/, "round"],
  [/^\(\[(.*?)\]\)/, "round"],
  [/^\[\[(.*?)\]\]/, "box"],
  [/^\[\((.*?)\)\]/, "store"],
  [/^\{\{(.*?)\}\}/, "hexagon"],
  [/^\[("[^"]*")\]/, "box"],
  [/^\(("[^"]*")\)/, "round"],
  [/^\{("[^"]*")\}/, "diamond"],
  [/^\[[/\\](.*?)[/\\]\]/, "box"],
  [/^\[(.*?)\]/, "box"],
  [/^\((.*?)\)/, "round"],
  [/^\{(.*?)\}/, "diamond"],
  [/^>(.*?)\]/, "box"],
];
/** With a text in the middle (`-- text -->`) or after it (`-->|text|`), or none. */
const TEXT_LINK = /^<?(--|==|-\.)\s+([^|]+?)\s+(?:-{2,}|={2,}|\.+-)([>ox]?)(?=\s|$|[\p{L}\p{N}_])/u;
const PLAIN_LINK = /^<?(-{2,}|={2,}|-\.+-|~{3,})([>ox]?)(?:\s*\|([^|]*)\|)?/;

type Link = Omit<FlowEdge, "from" | "to">;

/** The statements of a flowchart as a graph; undefined when there is no node in them. */
export function readFlow(
  lines: readonly string[],
  { isSideways }: Pick<FlowGraph, "isSideways">,
): FlowGraph | undefined {
  const graph = new GraphBuilder();
  for (const statement of lines.flatMap(statementsOf)) {
    const [, name, colours] = /^classDef\s+(\S+)\s+(.*)$/.exec(statement) ?? [];
    if (name !== undefined) graph.style(name, coloursOf(colours ?? ""));
    if (!NO_STATEMENT.test(statement)) readChain(statement, graph);
  }
  return graph.build({ isSideways });
}

/** Parted by semicolons, but not those within quotes or of entities. */
function statementsOf(line: string): readonly string[] {
  const parts = line.match(/(?:"[^"]*"|#\w{1,8};|[^;"]|"[^"]*$)+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** `A --> B & C -->|yes| D`: each group is joined with the next. */
function readChain(statement: string, graph: GraphBuilder): void {
  let before: readonly string[] = [];
  let link: Link | undefined;
  for (let rest = statement; ; ) {
    const group = readGroup(rest, graph);
    if (link) joinGroups(before, group.ids, link, graph);
    const next = group.ids.length > 0 ? readLink(group.rest) : undefined;
    if (!next) return;
    before = group.ids;
    link = next.link;
    rest = next.rest.trimStart();
  }
}

function joinGroups(before: readonly string[], after: readonly string[], link: Link, graph: GraphBuilder): void {
  for (const from of before) for (const to of after) graph.edge({ from, to, ...link });
}

/** Nodes joined by `&`. */
function readGroup(text: string, graph: GraphBuilder): { readonly ids: readonly string[]; readonly rest: string } {
  const ids: string[] = [];
  let rest = text;
  for (let node = readNode(rest, graph); node; node = readNode(rest, graph)) {
    ids.push(node.id);
    rest = node.rest.trimStart();
    if (!rest.startsWith("&")) break;
    rest = rest.slice(1).trimStart();
  }
  return { ids, rest };
}

function readNode(text: string, graph: GraphBuilder): { readonly id: string; readonly rest: string } | undefined {
  const id = NODE_ID.exec(text)?.[0];
  if (id === undefined) return undefined;
  const { said, rest } = readShape(text.slice(id.length));
  const [mark = "", style] = /^:::([\w-]+)/.exec(rest) ?? [];
  graph.node({ id, ...said, ...(style === undefined ? {} : { style }) });
  return { id, rest: rest.slice(mark.length).replace(/^@\{[^}]*\}/, "") };
}

function readShape(text: string): { readonly said: Partial<Pick<FlowNode, "label" | "shape">>; readonly rest: string } {
  for (const [pattern, shape] of SHAPES) {
    const match = pattern.exec(text);
    if (match) return { said: { label: plainLabel(match[1] ?? ""), shape }, rest: text.slice(match[0].length) };
  }
  return { said: {}, rest: text };
}

function readLink(text: string): { readonly link: Link; readonly rest: string } | undefined {
  const middle = TEXT_LINK.exec(text);
  const [whole, line = "", ...more] = middle ?? PLAIN_LINK.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const [label = "", head = ""] = middle ? more : more.toReversed();
  const isDotted = line.includes(".") || line.startsWith("~");
  return { link: { label: plainLabel(label), isDotted, isOpen: head === "" }, rest: text.slice(whole.length) };
}

function coloursOf(style: string): Colours {
  const colour = (name: string): string | undefined =>
    new RegExp(`(?:^|,)\\s*${name}\\s*:\\s*(#(?:[0-9a-f]{3}){1,2})\\b`, "i").exec(style)?.[1];
  const [fill, stroke] = [colour("fill"), colour("stroke")];
  return { ...(fill === undefined ? {} : { fill }), ...(stroke === undefined ? {} : { stroke }) };
}
