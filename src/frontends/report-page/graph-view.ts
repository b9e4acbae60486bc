import dagre from "@dagrejs/dagre";
import cytoscape, { type Core, type ElementDefinition } from "cytoscape";
import { h } from "./dom.ts";
import type { PageData } from "./page-data.ts";
import type { SourceView } from "./source-view.ts";

/** More than that is no picture: the rest is reached by search and by following. */
const NODES_DRAWN_MAX = 100;
const FOUND_MAX = 30;
const COLORS: Readonly<Record<string, string>> = {
  program: "#3b82f6",
  copybook: "#a78bfa",
  job: "#f59e0b",
  step: "#fbbf24",
  procedure: "#d97706",
  dataset: "#10b981",
  file: "#34d399",
  table: "#059669",
  transaction: "#ef4444",
  map: "#ec4899",
  missing: "#94a3b8",
};

/** The estate's map: search, filter by kind, zoom, and follow a thing to what it touches. */
export class GraphView {
  readonly element: HTMLElement;
  private readonly data: PageData;
  private readonly source: SourceView;
  private readonly canvas = h("div", { id: "canvas" });
  private readonly details = h("div", { id: "details" });
  private readonly found = h("div", { id: "found" });
  private readonly status = h("span", { className: "count" });
  private readonly hidden = new Set<string>(["step", "copybook"]);
  private readonly neighbours = new Map<number, Set<number>>();
  private drawn = new Set<number>();
  private core: Core | undefined;

  constructor(data: PageData, source: SourceView) {
    this.data = data;
    this.source = source;
    for (const [from, to] of data.edges) {
      this.join(from, to);
      this.join(to, from);
    }
    const search = h("input", { type: "search", placeholder: "Search the graph …", ariaLabel: "Search the graph" });
    search.oninput = () => this.search(search.value);
    this.element = h(
      "section",
      { id: "graph" },
      h("h2", { textContent: "Graph" }),
      h("p", {
        className: "note",
        textContent: "Click a thing to see what it touches and to follow it; scroll to zoom, drag to move.",
      }),
      h(
        "div",
        { className: "bar" },
        search,
        this.button("Whole map", () => this.drawAll()),
        this.button("Fit", () => this.core?.fit(undefined, 30)),
        this.button("+", () => this.zoom(1.3)),
        this.button("−", () => this.zoom(1 / 1.3)),
        this.status,
      ),
      h("div", { className: "bar kinds" }, ...this.kindBoxes()),
      this.found,
      h("div", { className: "map" }, this.canvas, this.details),
    );
  }

  /** The picture keeps fitting when the source opens beside it. */
  private readonly sized = new ResizeObserver(() => {
    this.core?.resize();
    this.core?.fit(undefined, 30);
  });

  /** Draws when first seen: the canvas needs a size. */
  shown(): void {
    if (this.core) return;
    this.drawAll();
    this.sized.observe(this.canvas);
  }

  private join(from: number, to: number): void {
    const known = this.neighbours.get(from);
    if (known) known.add(to);
    else this.neighbours.set(from, new Set([to]));
  }

  private button(textContent: string, onclick: () => void): HTMLElement {
    return h("button", { textContent, onclick });
  }

  private zoom(factor: number): void {
    const { core } = this;
    core?.zoom({ level: core.zoom() * factor, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } });
  }

  private kindBoxes(): HTMLElement[] {
    const kinds = [...new Set(this.data.nodes.map(([, kind]) => kind))].sort();
    return kinds.map((kind) => {
      const box = h("input", { type: "checkbox", checked: !this.hidden.has(kind) });
      box.onchange = () => {
        if (box.checked) this.hidden.delete(kind);
        else this.hidden.add(kind);
        this.drawAll();
      };
      const dot = h("i", {});
      dot.style.background = COLORS[kind] ?? "#64748b";
      return h("label", {}, box, dot, kind);
    });
  }

  private search(text: string): void {
    const wanted = text.trim().toLowerCase();
    const hits =
      wanted === "" ? [] : [...this.data.nodes.entries()].filter(([, [name]]) => name.toLowerCase().includes(wanted));
    const links = hits.slice(0, FOUND_MAX).map(([index, [name, kind]]) => {
      const link = this.button(`${name} · ${kind}`, () => this.follow(index));
      link.className = "hit";
      return link;
    });
    this.found.replaceChildren(...links);
  }

  /** Everything of the kinds that are wanted, the best connected first. */
  private drawAll(): void {
    const isWanted = (index: number): boolean => !this.hidden.has(this.data.nodes[index]?.[1] ?? "");
    const size = (index: number): number => [...(this.neighbours.get(index) ?? [])].filter(isWanted).length;
    const wanted = [...this.data.nodes.keys()].filter((index) => isWanted(index) && size(index) > 0);
    wanted.sort((left, right) => size(right) - size(left) || left - right);
    this.draw(new Set(wanted.slice(0, NODES_DRAWN_MAX)), undefined);
    this.status.textContent =
      wanted.length > NODES_DRAWN_MAX
        ? `the ${NODES_DRAWN_MAX} best connected of ${wanted.length}`
        : `${wanted.length} things`;
  }

  /** Only a thing and what it touches. */
  private follow(index: number): void {
    const around = [index, ...(this.neighbours.get(index) ?? [])].slice(0, NODES_DRAWN_MAX);
    this.draw(new Set(around), index);
    this.status.textContent = `${around.length - 1} things around ${this.data.nodes[index]?.[0]}`;
    this.tell(index);
  }

  private draw(nodes: Set<number>, marked: number | undefined): void {
    this.drawn = nodes;
    const edges = this.data.edges.filter(([from, to]) => nodes.has(from) && nodes.has(to));
    const places = layout(this.data, nodes, edges);
    widen(places, this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight));
    const elements: ElementDefinition[] = [...nodes].map((index) => ({
      data: {
        id: `n${index}`,
        label: this.data.nodes[index]?.[0] ?? "",
        color: COLORS[this.data.nodes[index]?.[1] ?? ""] ?? "#64748b",
      },
      position: places.get(index) ?? { x: 0, y: 0 },
      classes: index === marked ? "followed" : "",
    }));
    for (const [at, [from, to, kind, , , resolved]] of edges.entries())
      elements.push({
        data: { id: `e${at}`, source: `n${from}`, target: `n${to}`, label: kind },
        classes: resolved === "exact" ? "" : "unsure",
      });
    this.core?.destroy();
    this.core = cytoscape({
      container: this.canvas,
      elements,
      style: styles(),
      layout: { name: "preset" },
      minZoom: 0.05,
      maxZoom: 4,
    });
    this.core.on("zoom", () => this.scale());
    this.core.fit(undefined, 30);
    this.scale();
    this.core.on("tap", "node", (event) => this.tell(Number(event.target.id().slice(1))));
    this.canvas.dataset["nodes"] = String(nodes.size);
  }

  /** Names stay readable from afar. */
  private scale(): void {
    const zoom = this.core?.zoom() ?? 1;
    const size = Math.max(14, 9 / zoom);
    this.core?.nodes().style({ "font-size": Math.max(12, 9 / zoom), width: size, height: size });
    this.core?.edges().style({ width: Math.max(1.5, 0.8 / zoom) });
  }

  /** What a thing is, where it stands and what it touches, each with its line. */
  private tell(index: number): void {
    const [name = "", kind = "", file = 0, line = 0] = this.data.nodes[index] ?? [];
    if (this.drawn.has(index)) this.core?.$id(`n${index}`).select();
    const rows = this.data.edges.flatMap(([from, to, how, at, atLine, resolved]) => {
      if (from !== index && to !== index) return [];
      const other = from === index ? to : from;
      const arrow = from === index ? "→" : "←";
      const follow = this.button(this.data.nodes[other]?.[0] ?? "?", () => this.follow(other));
      follow.className = "follow";
      const doubt = resolved === "exact" ? "" : ` (${resolved})`;
      return [h("li", {}, `${arrow} `, this.source.link(how, at, atLine), doubt, " ", follow)];
    });
    this.details.replaceChildren(
      h("h3", {}, this.source.link(name, file, line)),
      h("p", { className: "note", textContent: `${kind} · ${this.data.files[file] ?? ""}:${line}` }),
      this.button("Follow", () => this.follow(index)),
      h("ul", {}, ...rows),
    );
  }
}

function layout(
  data: PageData,
  nodes: ReadonlySet<number>,
  edges: readonly PageData["edges"][number][],
): Map<number, { x: number; y: number }> {
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 6, ranksep: 70 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const index of nodes)
    if (edges.some(([from, to]) => from === index || to === index))
      graph.setNode(String(index), { width: 30 + 7 * (data.nodes[index]?.[0].length ?? 0), height: 26 });
  for (const [from, to] of edges) graph.setEdge(String(from), String(to));
  dagre.layout(graph);
  const places = new Map<number, { x: number; y: number }>();
  for (const id of graph.nodes()) {
    const { x, y } = graph.node(id) as { x: number; y: number };
    places.set(Number(id), { x, y });
  }
  placeLoose(nodes, places);
  return places;
}

/** Pulls a tall picture apart to the proportions of its frame. */
function widen(places: Map<number, { x: number; y: number }>, proportion: number): void {
  const span = (values: readonly number[]): number => Math.max(1, Math.max(...values) - Math.min(...values));
  const all = [...places.values()];
  const factor = (proportion * span(all.map(({ y }) => y))) / span(all.map(({ x }) => x));
  if (factor > 1) for (const place of all) place.x *= Math.min(factor, 6);
}

/** What touches nothing stands in a grid below. */
function placeLoose(nodes: ReadonlySet<number>, places: Map<number, { x: number; y: number }>): void {
  const bottom = Math.max(0, ...[...places.values()].map(({ y }) => y)) + 80;
  const loose = [...nodes].filter((index) => !places.has(index));
  const columns = Math.max(4, Math.ceil(Math.sqrt(loose.length)));
  for (const [at, index] of loose.entries())
    places.set(index, { x: (at % columns) * 150, y: bottom + Math.floor(at / columns) * 40 });
}

function styles(): cytoscape.StylesheetJson {
  const look = getComputedStyle(document.documentElement);
  const color = (name: string): string => look.getPropertyValue(name).trim();
  return [
    {
      selector: "node",
      style: {
        label: "data(label)",
        "background-color": "data(color)",
        color: color("--text"),
        "font-size": 13,
        width: 18,
        height: 18,
        "text-valign": "center",
        "text-halign": "right",
        "text-margin-x": 4,
        "min-zoomed-font-size": 4,
      },
    },
    {
      selector: "edge",
      style: {
        width: 1.5,
        "line-color": color("--line"),
        "target-arrow-color": color("--line"),
        "target-arrow-shape": "triangle",
        "arrow-scale": 0.7,
        "curve-style": "bezier",
      },
    },
    { selector: "edge.unsure", style: { "line-style": "dashed" } },
    { selector: "node:selected, node.followed", style: { "border-width": 4, "border-color": color("--accent") } },
  ];
}
