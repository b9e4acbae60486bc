/** A flowchart or a sequence diagram, as far as pictures need it. */
export type Diagram =
  | {
      readonly kind: "flow";
      readonly isSideways: boolean;
      readonly nodes: readonly FlowNode[];
      readonly edges: readonly FlowEdge[];
    }
  | { readonly kind: "sequence"; readonly actors: readonly Actor[]; readonly messages: readonly SequenceMessage[] };

export interface FlowNode {
  readonly id: string;
  readonly label: string;
  readonly shape: "box" | "round" | "store" | "hexagon" | "diamond";
  /** `#rgb` or `#rrggbb`. */
  readonly fill?: string;
  readonly stroke?: string;
}

export interface FlowEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  readonly isDotted: boolean;
}

export interface Actor {
  readonly id: string;
  readonly label: string;
}

export interface SequenceMessage {
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly isDotted: boolean;
}

const LINES_MAX = 2_000;
const LINE_CHARS_MAX = 2_000;

/**
 * The Mermaid that Waymark and models write mostly: flowcharts and sequence diagrams. Lines of no known form are left
 * out. @returns undefined for another kind of diagram, or for one with nothing in it
 */
export function readMermaid(source: string): Diagram | undefined {
  const lines = source
    .split(/\r?\n/)
    .map((line) => line.slice(0, LINE_CHARS_MAX).replace(/%%.*$/, "").trim())
    .filter((line) => line !== "")
    .slice(0, LINES_MAX);
  const head = lines[0] ?? "";
  const flow = /^(?:flowchart|graph)(?:\s+(TD|TB|BT|LR|RL))?\s*;?$/.exec(head);
  if (flow) return readFlow(lines.slice(1), flow[1] === "LR" || flow[1] === "RL");
  return /^sequenceDiagram\b/.test(head) ? readSequence(lines.slice(1)) : undefined;
}

const NODE =
  /^([\w.-]+?)(?:\(\["?(.*?)"?\]\)|\[\("?(.*?)"?\)\]|\[\["?(.*?)"?\]\]|\{\{"?(.*?)"?\}\}|\(\("?(.*?)"?\)\)|\["?(.*?)"?\]|\("?(.*?)"?\)|\{"?(.*?)"?\})?(?::::([\w-]+))?(?=\s*(?:$|;|&|-|=|<|\s))/;
const SHAPES = ["round", "store", "box", "hexagon", "round", "box", "round", "diamond"] as const;
const ARROW =
  /^\s*(?:(?:<)?(--|==|-\.)\s+"?([^"|]+?)"?\s+(-->|---|==>|===|\.->|\.-)|(<?-->|---|-\.->|-\.-|==>|===|--[xo])(?:\s*\|"?(.*?)"?\|)?)\s*/;

function readFlow(lines: readonly string[], isSideways: boolean): Diagram | undefined {
  const nodes = new Map<string, FlowNode>();
  const edges: FlowEdge[] = [];
  const classes = new Map<string, Pick<FlowNode, "fill" | "stroke">>();
  const styled = new Map<string, string>();
  const note = (node: FlowNode, isShaped: boolean, style: string | undefined): void => {
    if (isShaped || !nodes.has(node.id)) nodes.set(node.id, node);
    if (style !== undefined) styled.set(node.id, style);
  };
  for (const line of lines) {
    const style = /^classDef\s+(\S+)\s+(.*)$/.exec(line);
    if (style) classes.set(style[1] ?? "", coloursOf(style[2] ?? ""));
    else if (!/^(?:classDef|class|style|linkStyle|subgraph|end|direction|click)\b/.test(line))
      readChain(line, note, edges);
  }
  if (nodes.size === 0) return undefined;
  const coloured = [...nodes.values()].map((node) => ({ ...node, ...classes.get(styled.get(node.id) ?? "") }));
  return { kind: "flow", isSideways, nodes: coloured, edges };
}

type NoteNode = (node: FlowNode, isShaped: boolean, style: string | undefined) => void;

/** `a["x"] --> b -.->|why| c & d`: each node, and an arrow from each before to each after. */
function readChain(line: string, note: NoteNode, edges: FlowEdge[]): void {
  let group = readGroup(line.replace(/;$/, ""), note);
  while (group.ids.length > 0) {
    const arrow = ARROW.exec(group.rest);
    if (!arrow) return;
    const [all, open, middle, , single = "", label] = arrow;
    const drawn = { label: plain(middle ?? label ?? ""), isDotted: (open ?? single).includes(".") };
    const next = readGroup(group.rest.slice(all.length), note);
    for (const from of group.ids) for (const to of next.ids) edges.push({ from, to, ...drawn });
    group = next;
  }
}

/** Nodes joined by `&`. */
function readGroup(text: string, note: NoteNode): { readonly ids: readonly string[]; readonly rest: string } {
  const ids: string[] = [];
  let rest = text;
  for (let match = NODE.exec(rest); match; match = NODE.exec(rest)) {
    const [all, id = "", ...more] = match;
    const labels = more.slice(0, SHAPES.length);
    const shaped = labels.findIndex((label) => label !== undefined);
    const node = { id, label: plain(labels[shaped] ?? id), shape: SHAPES[shaped] ?? "box" };
    note(node, shaped >= 0, more[SHAPES.length]);
    ids.push(id);
    rest = rest.slice(all.length).trimStart();
    if (!rest.startsWith("&")) break;
    rest = rest.slice(1).trimStart();
  }
  return { ids, rest };
}

function coloursOf(style: string): Pick<FlowNode, "fill" | "stroke"> {
  const colour = (name: string): string | undefined =>
    new RegExp(`(?:^|,)\\s*${name}\\s*:\\s*(#(?:[0-9a-f]{3}){1,2})\\b`, "i").exec(style)?.[1];
  const [fill, stroke] = [colour("fill"), colour("stroke")];
  return { ...(fill === undefined ? {} : { fill }), ...(stroke === undefined ? {} : { stroke }) };
}

function readSequence(lines: readonly string[]): Diagram | undefined {
  const actors = new Map<string, Actor>();
  const messages: SequenceMessage[] = [];
  const actor = (id: string, label = id): string => {
    if (!actors.has(id)) actors.set(id, { id, label: plain(label) });
    return id;
  };
  for (const line of lines) {
    const named = /^(?:participant|actor)\s+(\S+)(?:\s+as\s+(.+))?$/.exec(line);
    if (named?.[1]) actor(named[1], named[2]);
    const said = /^([\w.-]+?)\s*(--?)(?:>>|>|x|\))\s*[+-]?([\w.-]+)\s*:\s*(.*)$/.exec(line);
    if (!said) continue;
    const [, from = "", dash, to = "", text = ""] = said;
    messages.push({ from: actor(from), to: actor(to), text: plain(text), isDotted: dash === "--" });
  }
  return messages.length === 0 ? undefined : { kind: "sequence", actors: [...actors.values()], messages };
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", amp: "&" };

/** Mermaid writes characters of its own syntax as `#34;` and `#quot;`. */
function plain(text: string): string {
  return text
    .replace(/#(\d{1,6}|[a-z]{2,5});/g, (source, name: string) => {
      const code = Number(name);
      if (Number.isNaN(code)) return ENTITIES[name] ?? source;
      return code > 31 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : source;
    })
    .replace(/<br\s*\/?>/gi, " ")
    .trim();
}
