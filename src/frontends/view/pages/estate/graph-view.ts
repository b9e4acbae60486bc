import cytoscape, { type Core, type ElementDefinition } from "cytoscape";
import { say } from "../say.ts";
import { h } from "./dom.ts";
import { FOLDED_ABOVE, type Group, groupEdges, groupsOf } from "./graph-groups.ts";
import { type DrawnEdge, type DrawnNode, layOut, styles } from "./graph-layout.ts";
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
const OTHER_COLOR = "#64748b";

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
    const search = h("input", {
      type: "search",
      placeholder: say`Search the graph …`,
      ariaLabel: say`Search the graph`,
    });
    search.oninput = () => this.search(search.value);
    this.element = h(
      "section",
      { id: "graph" },
      h("h2", { textContent: say`Graph` }),
      h("p", {
        className: "note",
        textContent: say`Click a thing to see what it touches and to follow it; scroll to zoom, drag to move.`,
      }),
      h(
        "div",
        { className: "bar" },
        search,
        this.button(say`Whole map`, () => this.drawAll()),
        this.button(say`Fit`, () => this.core?.fit(undefined, 30)),
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
      dot.style.background = COLORS[kind] ?? OTHER_COLOR;
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

  /** Everything of the kinds that are wanted, in groups where that is too much. */
  private drawAll(): void {
    const isWanted = (index: number): boolean => !this.hidden.has(this.data.nodes[index]?.[1] ?? "");
    const sizes = new Map<number, number>();
    for (const index of this.data.nodes.keys()) {
      if (!isWanted(index)) continue;
      let size = 0;
      for (const other of this.neighbours.get(index) ?? []) if (isWanted(other)) size++;
      if (size > 0) sizes.set(index, size);
    }
    if (sizes.size > FOLDED_ABOVE) return this.drawGroups([...sizes.keys()]);
    this.drawBest([...sizes.keys()], "");
  }

  /** The best connected of them. @param where  completes the line that says how many there are */
  private drawBest(wanted: number[], where: string): void {
    const size = (index: number): number => this.neighbours.get(index)?.size ?? 0;
    wanted.sort((left, right) => size(right) - size(left) || left - right);
    this.draw(new Set(wanted.slice(0, NODES_DRAWN_MAX)), undefined);
    this.status.textContent =
      wanted.length > NODES_DRAWN_MAX
        ? say`the ${NODES_DRAWN_MAX} best connected of ${wanted.length}${where}`
        : say`${wanted.length} things${where}`;
  }

  private drawGroups(wanted: readonly number[]): void {
    const groups = groupsOf(this.data, wanted);
    const nodes = groups.map(({ name, kind, members }, at) => ({
      ...{ id: `g${at}`, label: `${name} · ${members.length} ${kind}`, color: COLORS[kind] ?? OTHER_COLOR },
      isFollowed: false,
    }));
    const edges = groupEdges(this.data, groups).map(({ from, to, count }) => ({
      ...{ from: `g${from}`, to: `g${to}`, label: String(count), isSure: true },
    }));
    this.drawn = new Set();
    this.picture(nodes, edges, (id) => this.openGroup(groups[Number(id.slice(1))]));
    this.status.textContent = say`${wanted.length} things in ${groups.length} groups`;
    const buttons = groups.map((group) =>
      h(
        "li",
        {},
        this.button(`${group.name} · ${group.members.length} ${group.kind}`, () => this.openGroup(group)),
      ),
    );
    this.details.replaceChildren(h("h3", { textContent: say`Groups` }), h("ul", {}, ...buttons));
  }

  private openGroup(group: Group | undefined): void {
    if (group === undefined) return;
    this.drawBest([...group.members], ` (${say`${group.kind} in ${group.name}`})`);
    const names = group.members.slice(0, NODES_DRAWN_MAX).map((index) => {
      const follow = this.button(this.data.nodes[index]?.[0] ?? "?", () => this.follow(index));
      follow.className = "follow";
      return h("li", {}, follow);
    });
    const back = this.button(say`All groups`, () => this.drawAll());
    this.details.replaceChildren(
      h("h3", { textContent: say`${group.kind} in ${group.name}` }),
      back,
      h("ul", {}, ...names),
    );
  }

  /** Only a thing and what it touches. */
  private follow(index: number): void {
    const around = [index, ...(this.neighbours.get(index) ?? [])].slice(0, NODES_DRAWN_MAX);
    this.draw(new Set(around), index);
    this.status.textContent = say`${around.length - 1} things around ${this.data.nodes[index]?.[0]}`;
    this.tell(index);
  }

  private draw(nodes: Set<number>, marked: number | undefined): void {
    this.drawn = nodes;
    const drawn = [...nodes].map((index) => {
      const [label = "", kind = ""] = this.data.nodes[index] ?? [];
      return { id: `n${index}`, label, color: COLORS[kind] ?? OTHER_COLOR, isFollowed: index === marked };
    });
    const edges = this.data.edges
      .filter(([from, to]) => nodes.has(from) && nodes.has(to))
      .map(([from, to, label, , , found]) => ({ from: `n${from}`, to: `n${to}`, label, isSure: found === "exact" }));
    this.picture(drawn, edges, (id) => this.tell(Number(id.slice(1))));
  }

  private picture(nodes: readonly DrawnNode[], edges: readonly DrawnEdge[], onTap: (id: string) => void): void {
    const places = layOut(nodes, edges, this.canvas.clientWidth / Math.max(1, this.canvas.clientHeight));
    const elements: ElementDefinition[] = nodes.map(({ id, label, color, isFollowed }) => ({
      data: { id, label, color },
      position: places.get(id) ?? { x: 0, y: 0 },
      classes: isFollowed ? "followed" : "",
    }));
    for (const [at, { from, to, label, isSure }] of edges.entries())
      elements.push({ data: { id: `e${at}`, source: from, target: to, label }, classes: isSure ? "" : "unsure" });
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
    this.core.on("tap", "node", (event) => onTap(event.target.id()));
    this.canvas.dataset["nodes"] = String(nodes.length);
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
      this.button(say`Follow`, () => this.follow(index)),
      h("ul", {}, ...rows),
    );
  }
}
