/** A Mermaid diagram as far as it can be shown as text. */
export type MermaidDiagram = FlowGraph | SequenceChart;

export interface FlowGraph {
  readonly kind: "flow";
  /** In the order of their first mention. */
  readonly nodes: readonly FlowNode[];
  readonly edges: readonly FlowEdge[];
}

export interface FlowNode {
  readonly id: string;
  readonly label: string;
}

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isDashed: boolean;
  /** Without a head: `---`. */
  readonly isOpen: boolean;
}

export interface SequenceChart {
  readonly kind: "sequence";
  readonly participants: readonly FlowNode[];
  readonly steps: readonly SequenceStep[];
}

export type SequenceStep =
  | {
      readonly kind: "message";
      readonly from: string;
      readonly to: string;
      readonly text: string;
      readonly isDashed: boolean;
    }
  /** A note, or the beginning, a part or the end of a block such as `loop`. */
  | { readonly kind: "note" | "block"; readonly text: string };

const NODES_MAX = 400;
const STEPS_MAX = 400;

/** Reads flowcharts, state and sequence diagrams; undefined for any other kind, and for what has nothing in it. */
export function parseMermaid(source: string): MermaidDiagram | undefined {
  const lines = source
    .replace(/^---\n[\s\S]*?\n---\n/, "")
    .split("\n")
    .map((line) => line.replace(/%%.*$/, "").trim())
    .filter((line) => line !== "");
  const head = lines[0] ?? "";
  if (/^(?:flowchart|graph)\b/.test(head)) return parseFlow([afterHead(head), ...lines.slice(1)]);
  if (/^stateDiagram/.test(head)) return parseStates(lines.slice(1));
  if (/^sequenceDiagram/.test(head)) return parseSequence(lines.slice(1));
  return undefined;
}

function afterHead(head: string): string {
  return head.replace(/^(?:flowchart|graph)\s*(?:TD|TB|BT|LR|RL)?\s*;?/, "");
}

/** Collects nodes and edges; a later label of a node counts only where the first mention had none. */
class GraphBuilder {
  readonly #labels = new Map<string, string | undefined>();
  readonly #edges: FlowEdge[] = [];

  node(id: string, label?: string): void {
    if (this.#labels.size >= NODES_MAX && !this.#labels.has(id)) return;
    this.#labels.set(id, label ?? this.#labels.get(id));
  }

  edge(edge: FlowEdge): void {
    if (this.#labels.has(edge.from) && this.#labels.has(edge.to)) this.#edges.push(edge);
  }

  build(): FlowGraph | undefined {
    const nodes = [...this.#labels].map(([id, label]) => ({ id, label: label ?? id }));
    return nodes.length === 0 ? undefined : { kind: "flow", nodes, edges: this.#edges };
  }
}

const NO_STATEMENT = /^(?:classDef|class|style|linkStyle|click|direction|accTitle|accDescr|subgraph|end)\b/;
const NODE_ID = /^[\p{L}\p{N}_]+(?:[.-][\p{L}\p{N}_]+)*/u;
const SHAPES: readonly RegExp[] = [
  /^\(\(\((.*?)\)\)\)/,
  /^\(\((.*?)\)\)/,
  /^\(\[(.*?)\]\)/,
  /^\[\[(.*?)\]\]/,
  /^\[\((.*?)\)\]/,
  /^\{\{(.*?)\}\}/,
  /^[[]("[^"]*")[\]]/,
  /^[(]("[^"]*")[)]/,
  /^[{]("[^"]*")[}]/,
  /^\[[/\\](.*?)[/\\]\]/,
  /^\[(.*?)\]/,
  /^\((.*?)\)/,
  /^\{(.*?)\}/,
  /^>(.*?)\]/,
];
/** With a text in the middle (`-- text -->`) or after it (`-->|text|`), or none. */
const LINKS: readonly RegExp[] = [
  /^<?(--|==|-\.)\s+([^|]+?)\s+(?:-{2,}|={2,}|\.+-)([>ox]?)(?=\s|$|[\p{L}\p{N}_])/u,
  /^<?(-{2,}|={2,}|-\.+-|~{3,})([>ox]?)(?:\|([^|]*)\|)?/,
];

function parseFlow(lines: readonly string[]): FlowGraph | undefined {
  const graph = new GraphBuilder();
  for (const line of lines)
    for (const statement of statementsOf(line)) if (!NO_STATEMENT.test(statement)) readChain(statement, graph);
  return graph.build();
}

/** Parted by semicolons, but not those within quotes or of entities. */
function statementsOf(line: string): readonly string[] {
  const parts = line.match(/(?:"[^"]*"|#\w+;|[^;"])+/g) ?? [];
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** `A --> B & C -->|yes| D`: each group is joined with the next. */
function readChain(statement: string, graph: GraphBuilder): void {
  let rest = statement;
  let before: readonly string[] = [];
  let link: Omit<FlowEdge, "from" | "to"> | undefined;
  for (;;) {
    const group: string[] = [];
    for (;;) {
      const node = readNode(rest, graph);
      if (!node) break;
      group.push(node.id);
      rest = node.rest.trimStart();
      if (!rest.startsWith("&")) break;
      rest = rest.slice(1).trimStart();
    }
    if (group.length === 0) return;
    if (link) for (const from of before) for (const to of group) graph.edge({ from, to, ...link });
    const next = readLink(rest);
    if (!next) return;
    before = group;
    link = next.link;
    rest = next.rest.trimStart();
  }
}

function readNode(text: string, graph: GraphBuilder): { readonly id: string; readonly rest: string } | undefined {
  const id = NODE_ID.exec(text)?.[0];
  if (id === undefined) return undefined;
  let rest = text.slice(id.length);
  let label: string | undefined;
  for (const shape of SHAPES) {
    const match = shape.exec(rest);
    if (!match) continue;
    label = plainLabel(match[1] ?? "");
    rest = rest.slice(match[0].length);
    break;
  }
  graph.node(id, label);
  return { id, rest: rest.replace(/^:::[\w-]+/, "").replace(/^@\{[^}]*\}/, "") };
}

function readLink(text: string): { readonly link: Omit<FlowEdge, "from" | "to">; readonly rest: string } | undefined {
  const [withText, plain] = LINKS;
  const middle = withText?.exec(text);
  if (middle) {
    const [whole, line = "", label = "", head = ""] = middle;
    return { link: linkOf(line, head, label), rest: text.slice(whole.length) };
  }
  const match = plain?.exec(text);
  if (!match) return undefined;
  const [whole, line = "", head = "", label = ""] = match;
  return { link: linkOf(line, head, label), rest: text.slice(whole.length) };
}

function linkOf(line: string, head: string, label: string): Omit<FlowEdge, "from" | "to"> {
  return { label: plainLabel(label), isDashed: line.includes(".") || line.startsWith("~"), isOpen: head === "" };
}

function parseStates(lines: readonly string[]): FlowGraph | undefined {
  const graph = new GraphBuilder();
  for (const line of lines) {
    const arrow = /^(\[\*\]|[\w.-]+)\s*-->\s*(\[\*\]|[\w.-]+)\s*(?::\s*(.*))?$/.exec(line);
    if (arrow) {
      const from = arrow[1] === "[*]" ? "(start)" : (arrow[1] ?? "");
      const to = arrow[2] === "[*]" ? "(end)" : (arrow[2] ?? "");
      graph.node(from);
      graph.node(to);
      graph.edge({ from, to, label: plainLabel(arrow[3] ?? ""), isDashed: false, isOpen: false });
      continue;
    }
    const named = /^state\s+"([^"]*)"\s+as\s+([\w.-]+)/.exec(line);
    const described = /^([\w.-]+)\s*:\s*(.+)$/.exec(line);
    if (named?.[2]) graph.node(named[2], plainLabel(named[1] ?? ""));
    else if (described?.[1]) graph.node(described[1], plainLabel(described[2] ?? ""));
  }
  return graph.build();
}

const MESSAGE = /^([^-+<>:]+?)\s*(<<)?(--?)(?:>>|>|x|\))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/;

function parseSequence(lines: readonly string[]): SequenceChart | undefined {
  const labels = new Map<string, string>();
  const steps: SequenceStep[] = [];
  const meet = (id: string): string => {
    if (!labels.has(id)) labels.set(id, id);
    return id;
  };
  for (const line of lines.slice(0, STEPS_MAX)) {
    const participant = /^(?:create\s+)?(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/.exec(line);
    const message = MESSAGE.exec(line);
    const note = /^note\s+(?:over|left of|right of)\s+[^:]+:\s*(.*)$/i.exec(line);
    const block = /^(loop|alt|else|opt|par|and|critical|option|break|rect|end)\b\s*(.*)$/.exec(line);
    if (participant?.[1]) labels.set(participant[1], plainLabel(participant[2] ?? participant[1]));
    else if (note) steps.push({ kind: "note", text: plainLabel(note[1] ?? "") });
    else if (block) steps.push({ kind: "block", text: `${block[1]} ${plainLabel(block[2] ?? "")}`.trim() });
    else if (message) {
      const [, from = "", , dash = "", to = "", text = ""] = message;
      const ends = { from: meet(from.trim()), to: meet(to.trim()) };
      steps.push({ kind: "message", ...ends, text: plainLabel(text), isDashed: dash === "--" });
    }
  }
  if (labels.size === 0) return undefined;
  return { kind: "sequence", participants: [...labels].map(([id, label]) => ({ id, label })), steps };
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&", nbsp: " " };

/** Without quotes, line breaks of HTML and Mermaid's own entities. */
function plainLabel(text: string): string {
  return text
    .trim()
    .replace(/^"([\s\S]*)"$/, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/[#&](\w+);/g, (whole, name: string) =>
      /^\d+$/.test(name) ? String.fromCodePoint(Math.min(Number(name), 0x10ffff)) : (ENTITIES[name] ?? whole),
    )
    .replace(/\s+/g, " ")
    .trim();
}
