import { cutCycles } from "./cut-cycles.ts";
import { depthsOf } from "./depths.ts";
import type { FlowEdge, FlowNode } from "./diagram.ts";

export interface Box {
  readonly node: FlowNode;
  /** Upper left corner and size, in pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly width: number;
  readonly height: number;
}

const CHAR_WIDTH = 7.4;
const BOX_HEIGHT = 34;
const BOX_WIDTH_MAX = 320;
const GAP = 26;
const LAYER_GAP = 56;
const MARGIN = 12;
const SWEEPS = 4;

export const textWidth = (text: string): number => text.length * CHAR_WIDTH;

/**
 * Boxes in layers, each below those that lead to it, in an order with few crossings: longest paths, then the barycentre
 * of neighbours (Sugiyama, Tagawa and Toda 1981). Edges that would close a circle do not count for the layers.
 * @param isSideways  layers from left to right
 */
export function layOut(nodes: readonly FlowNode[], edges: readonly FlowEdge[], isSideways: boolean): Layout {
  const { forward } = cutCycles(nodes, edges);
  const layers = orderLayers(layersOf(nodes, forward), forward);
  const sized = new Map(
    nodes.map((node) => [node.id, Math.min(BOX_WIDTH_MAX, Math.max(60, textWidth(node.label) + 28))]),
  );
  const breadth = (id: string): number => (isSideways ? BOX_HEIGHT : (sized.get(id) ?? 0));
  const spans = layers.map((ids) => ids.reduce((sum, id) => sum + breadth(id), 0) + GAP * (ids.length - 1));
  const widest = Math.max(...spans);
  const boxes = new Map<string, Box>();
  const known = new Map(nodes.map((node) => [node.id, node]));
  let depth = MARGIN;
  for (const [index, ids] of layers.entries()) {
    let along = MARGIN + (widest - (spans[index] ?? 0)) / 2;
    for (const id of ids) {
      const node = known.get(id);
      if (!node) continue;
      const place = isSideways ? { x: depth, y: along } : { x: along, y: depth };
      boxes.set(id, { node, ...place, width: sized.get(id) ?? 0, height: BOX_HEIGHT });
      along += breadth(id) + GAP;
    }
    depth += (isSideways ? Math.max(...ids.map((id) => sized.get(id) ?? 0)) : BOX_HEIGHT) + LAYER_GAP;
  }
  const [length, across] = [depth - LAYER_GAP + MARGIN, widest + 2 * MARGIN];
  return { boxes, width: isSideways ? length : across, height: isSideways ? across : length };
}

function layersOf(nodes: readonly FlowNode[], edges: readonly FlowEdge[]): string[][] {
  const depths = depthsOf(nodes, edges);
  const byLayer = Map.groupBy(nodes, ({ id }) => depths.get(id) ?? 0);
  return [...byLayer].sort(([one], [other]) => one - other).map(([, own]) => own.map(({ id }) => id));
}

function orderLayers(layers: readonly string[][], edges: readonly FlowEdge[]): readonly string[][] {
  const before = Map.groupBy(edges, ({ to }) => to);
  const after = Map.groupBy(edges, ({ from }) => from);
  let ordered = layers.map((ids) => [...ids]);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const place = new Map(ordered.flatMap((ids) => ids.map((id, index): [string, number] => [id, index / ids.length])));
    const centre = (id: string, index: number): number => {
      const near =
        sweep % 2 === 0
          ? (before.get(id) ?? []).map((edge) => edge.from)
          : (after.get(id) ?? []).map((edge) => edge.to);
      if (near.length === 0) return index;
      return near.reduce((sum, other) => sum + (place.get(other) ?? 0), 0) / near.length;
    };
    ordered = ordered.map((ids) => {
      const centres = new Map(ids.map((id, index) => [id, centre(id, index / ids.length)]));
      return ids.toSorted((one, other) => (centres.get(one) ?? 0) - (centres.get(other) ?? 0));
    });
  }
  return ordered;
}
