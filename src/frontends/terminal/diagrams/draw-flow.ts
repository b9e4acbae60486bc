import type { FlowEdge, FlowGraph } from "../../../engines/mermaid/diagram.ts";
import { type Hop, type LayeredGraph, layerGraph, type Slot } from "../../../engines/mermaid/layer-graph.ts";
import { textWidth } from "../text/width.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";
import { Canvas } from "./canvas.ts";

const LABEL_COLUMNS_MAX = 22;
const LABEL_ROWS_MAX = 3;
const GAP = 3;
/** More of them cross each other beyond reading: a list tells more. */
const NODES_DRAWN_MAX = 40;
const LAYER_SLOTS_MAX = 16;
const ROWS_MAX = 200;

interface Placed {
  readonly slot: Slot;
  readonly lines: readonly string[];
  readonly width: number;
  column: number;
}

/** Boxes and lines from top to bottom; undefined when they do not fit into `width` columns. */
export function drawFlow(graph: FlowGraph, width: number): readonly string[] | undefined {
  if (graph.nodes.length > NODES_DRAWN_MAX) return undefined;
  const layered = layerGraph(graph);
  if (layered.layers.some((layer) => layer.length > LAYER_SLOTS_MAX)) return undefined;
  const labels = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const placed = place(layered, labels, width);
  if (!placed) return undefined;
  const rows = draw(layered, placed);
  if (rows.length > ROWS_MAX || rows.some((row) => textWidth(row) > width)) return undefined;
  return [...rows, ...layered.back.map((edge) => truncateLine(backText(edge, labels), width))];
}

function backText({ from, to, label }: FlowEdge, labels: ReadonlyMap<string, string>): string {
  const why = label === "" ? "" : ` (${label})`;
  return from === to
    ? `↺ ${labels.get(from) ?? from}${why}`
    : `↩ ${labels.get(from) ?? from} → ${labels.get(to) ?? to}${why}`;
}

/** Columns for every slot: near the mean of what leads to it, in order, without touching. */
function place(
  { layers, hops }: LayeredGraph,
  labels: ReadonlyMap<string, string>,
  width: number,
): Map<string, Placed> | undefined {
  const placed = new Map<string, Placed>();
  for (const layer of layers) {
    const row = layer.map((slot) => boxOf(slot, labels));
    const total = row.reduce((sum, box) => sum + box.width + GAP, -GAP);
    if (total > width) return undefined;
    const wished = row.map((box) => box.column + wish(box, hops, placed) - Math.floor(box.width / 2));
    settle(row, wished, width);
    for (const box of row) placed.set(box.slot.id, box);
  }
  const left = Math.min(...[...placed.values()].map(({ column }) => column));
  for (const box of placed.values()) box.column -= left;
  return placed;
}

function boxOf(slot: Slot, labels: ReadonlyMap<string, string>): Placed {
  if (slot.isPassage) return { slot, lines: [], width: 1, column: 0 };
  const label = labels.get(slot.id) ?? slot.id;
  const wrapped = wrapStyled(label === "" ? " " : label, LABEL_COLUMNS_MAX).map((line) => line.trimEnd());
  const lines = wrapped.slice(0, LABEL_ROWS_MAX);
  if (wrapped.length > lines.length)
    lines[LABEL_ROWS_MAX - 1] = `${(lines.at(-1) ?? "").slice(0, LABEL_COLUMNS_MAX - 1)}…`;
  const inner = Math.max(3, ...lines.map(textWidth));
  return { slot, lines: lines.map((line) => centred(line, inner)), width: inner + 4, column: 0 };
}

function centred(line: string, width: number): string {
  const room = width - textWidth(line);
  const before = Math.floor(room / 2);
  return ` ${" ".repeat(before)}${line}${" ".repeat(room - before)} `;
}

function centre({ column, width }: Placed): number {
  return column + Math.floor(width / 2);
}

function wish(box: Placed, hops: readonly Hop[], placed: ReadonlyMap<string, Placed>): number {
  const above = hops.flatMap((hop) => {
    const from = hop.to === box.slot.id ? placed.get(hop.from) : undefined;
    return from ? [centre(from)] : [];
  });
  return above.length === 0 ? 0 : Math.round(above.reduce((sum, column) => sum + column, 0) / above.length);
}

/** From left to right as wished, then pushed back from the right edge. */
function settle(row: readonly Placed[], wished: readonly number[], width: number): void {
  let free = 0;
  // A wish for a place left of the first one moves the whole later: the first layer stands at the left edge.
  const shift = Math.max(0, -Math.min(0, ...wished));
  for (const [index, box] of row.entries()) {
    box.column = Math.max(free, (wished[index] ?? 0) + shift);
    free = box.column + box.width + GAP;
  }
  let limit = width;
  for (const box of [...row].reverse()) {
    box.column = Math.min(box.column, limit - box.width);
    limit = box.column - GAP;
  }
}

function draw({ layers, hops }: LayeredGraph, placed: ReadonlyMap<string, Placed>): readonly string[] {
  const canvas = new Canvas();
  let row = 0;
  for (const [index, layer] of layers.entries()) {
    const boxes = layer.flatMap(({ id }) => placed.get(id) ?? []);
    const height = Math.max(1, ...boxes.map(({ lines }) => (lines.length === 0 ? 1 : lines.length + 2)));
    for (const box of boxes) drawBox(canvas, box, row, height);
    row += height;
    if (index === layers.length - 1) break;
    const ids = new Set(layer.map(({ id }) => id));
    row = drawChannel(
      canvas,
      hops.filter((hop) => ids.has(hop.from)),
      placed,
      row,
    );
  }
  return canvas.rows();
}

function drawBox(canvas: Canvas, box: Placed, row: number, height: number): void {
  if (box.slot.isPassage) {
    for (let at = row; at < row + height; at++) canvas.through(at, box.column);
    return;
  }
  canvas.box(row, box.column, box.width, box.lines);
  // A lower box of the layer is reached by a line through the rows that are left.
  for (let at = row + box.lines.length + 2; at < row + height; at++) canvas.through(at, centre(box));
}

interface Wire {
  readonly hop: Hop;
  readonly from: number;
  readonly to: number;
}

/** The lines between two layers: each source has a row of its own on which its lines go sideways. @returns the next row */
function drawChannel(canvas: Canvas, hops: readonly Hop[], placed: ReadonlyMap<string, Placed>, start: number): number {
  const wires = wiresOf(hops, placed);
  const sources = [...new Set(wires.map(({ hop }) => hop.from))];
  const tracks = tracksOf(sources, wires);
  const trackCount = Math.max(0, ...tracks.values()) + 1;
  const isLabelled = wires.some(({ hop }) => hop.isLast && hop.edge.label !== "");
  const end = start + trackCount + (isLabelled ? 1 : 0);
  for (const { hop, from, to } of wires) {
    const track = start + (tracks.get(hop.from) ?? 0);
    for (let row = start; row < track; row++) canvas.through(row, from);
    if (from === to) canvas.through(track, from);
    else turn(canvas, { track, from, to });
    for (let row = track + 1; row <= end; row++) canvas.through(row, to);
    if (hop.isLast && !hop.edge.isOpen) canvas.text(end, to, "▼");
  }
  labelWires(canvas, wires, end - 1);
  return end + 1;
}

function turn(canvas: Canvas, { track, from, to }: { track: number; from: number; to: number }): void {
  canvas.horizontal(track, from, to);
  canvas.vertical(from, track - 1, track);
  canvas.vertical(to, track, track + 1);
}

/** Every line enters its target at a place of its own. */
function wiresOf(hops: readonly Hop[], placed: ReadonlyMap<string, Placed>): readonly Wire[] {
  const entering = new Map<string, Hop[]>();
  for (const hop of hops) entering.set(hop.to, [...(entering.get(hop.to) ?? []), hop]);
  const columnOf = (id: string): number => {
    const box = placed.get(id);
    return box ? centre(box) : 0;
  };
  return hops.map((hop) => {
    const target = placed.get(hop.to);
    const from = columnOf(hop.from);
    if (!target || target.slot.isPassage) return { hop, from, to: columnOf(hop.to) };
    const all = [...(entering.get(hop.to) ?? [])].sort((left, right) => columnOf(left.from) - columnOf(right.from));
    // A line that can go straight down does.
    if (all.length === 1 && from > target.column && from < target.column + target.width - 1)
      return { hop, from, to: from };
    const step = Math.max(1, Math.floor((target.width - 2) / (all.length + 1)));
    const middle = centre(target);
    const port = Math.round(middle + (all.indexOf(hop) - (all.length - 1) / 2) * step);
    return { hop, from, to: Math.max(target.column + 1, Math.min(target.column + target.width - 2, port)) };
  });
}

/** Rows for the sideways parts: two share one only where they are apart. */
function tracksOf(sources: readonly string[], wires: readonly Wire[]): ReadonlyMap<string, number> {
  const tracks = new Map<string, number>();
  const taken: { first: number; last: number }[][] = [];
  for (const source of sources) {
    const columns = wires.filter(({ hop }) => hop.from === source).flatMap(({ from, to }) => [from, to]);
    const span = { first: Math.min(...columns), last: Math.max(...columns) };
    let track = 0;
    while (taken[track]?.some((other) => span.first <= other.last + 1 && other.first <= span.last + 1)) track++;
    taken[track] = [...(taken[track] ?? []), span];
    tracks.set(source, track);
  }
  return tracks;
}

/** Beside the line, above its head, as far as the next line leaves room. */
function labelWires(canvas: Canvas, wires: readonly Wire[], row: number): void {
  const columns = wires.map(({ to }) => to).sort((left, right) => left - right);
  for (const { hop, to } of wires) {
    if (!hop.isLast || hop.edge.label === "") continue;
    const next = columns.find((column) => column > to) ?? Number.POSITIVE_INFINITY;
    const room = Math.min(LABEL_COLUMNS_MAX, next - to - 2);
    if (room >= 3) canvas.text(row, to + 1, truncateLine(hop.edge.label, room));
  }
}
