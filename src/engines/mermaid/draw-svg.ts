import type { FlowEdge, FlowGraph, SequenceChart } from "./diagram.ts";
import { type Box, layOut, textWidth } from "./lay-out.ts";
import { readMermaid } from "./read-mermaid.ts";

const NODES_MAX = 250;
const EDGES_MAX = 600;
const LABEL_CHARS_MAX = 42;
const INK = "#57606a";
const TEXT = "#1b1f24";
const ACTOR_GAP = 40;
const ACTOR_HEIGHT = 30;
const ROW_HEIGHT = 36;
const MARGIN = 12;

/**
 * A Mermaid source as a picture that needs nothing else: no script, no font, no address.
 * @returns undefined for what cannot be drawn: another kind of diagram, or one too large to be looked at
 */
export function drawMermaid(source: string): string | undefined {
  const diagram = readMermaid(source);
  if (!diagram) return undefined;
  if (diagram.kind === "sequence") return drawSequence(diagram);
  return diagram.nodes.length > NODES_MAX || diagram.edges.length > EDGES_MAX ? undefined : drawFlow(diagram);
}

function drawFlow({ nodes, edges, isSideways }: FlowGraph): string {
  const { boxes, width, height } = layOut(
    nodes.map((node) => ({ ...node, label: cut(node.label) })),
    edges,
    isSideways,
  );
  const lines = edges.flatMap((edge) => drawEdge(edge, boxes, isSideways));
  return svg(width, height, [...lines, ...[...boxes.values()].map(drawBox)]);
}

function drawBox({ node, x, y, width, height }: Box): string {
  const paint = `fill="${node.fill ?? "#eef2f6"}" stroke="${node.stroke ?? INK}"`;
  const [right, bottom, middle] = [x + width, y + height, y + height / 2];
  const shapes: Readonly<Record<typeof node.shape, string>> = {
    box: `<rect ${at(x, y)} ${size(width, height)} rx="3" ${paint}/>`,
    round: `<rect ${at(x, y)} ${size(width, height)} rx="${round(height / 2)}" ${paint}/>`,
    store: `<rect ${at(x, y)} ${size(width, height)} rx="3" stroke-width="2" stroke-dasharray="1 0" ${paint}/><path d="M${point(x, y + 6)}H${round(right)}" stroke="${node.stroke ?? INK}"/>`,
    hexagon: polygon(
      [
        [x, middle],
        [x + 10, y],
        [right - 10, y],
        [right, middle],
        [right - 10, bottom],
        [x + 10, bottom],
      ],
      paint,
    ),
    diamond: polygon(
      [
        [x - 6, middle],
        [x + width / 2, y - 8],
        [right + 6, middle],
        [x + width / 2, bottom + 8],
      ],
      paint,
    ),
  };
  return `${shapes[node.shape]}${text(node.label, x + width / 2, middle + 4)}`;
}

/** From the border of one box to that of the other; a way back goes round the side, so that it hides nothing. */
function drawEdge(edge: FlowEdge, boxes: ReadonlyMap<string, Box>, isSideways: boolean): string[] {
  const [from, to] = [boxes.get(edge.from), boxes.get(edge.to)];
  if (!from || !to) return [];
  const dash = edge.isDotted ? ' stroke-dasharray="5 4"' : "";
  const path = isSideways ? sidewaysPath(from, to) : downPath(from, to);
  const line = `<path d="${path.d}" fill="none" stroke="${INK}"${dash} marker-end="url(#tip)"/>`;
  return edge.label === "" ? [line] : [line, text(cut(edge.label), path.x, path.y, 'font-size="11" class="edge"')];
}

interface EdgePath {
  readonly d: string;
  /** Where its label stands. */
  readonly x: number;
  readonly y: number;
}

function downPath(from: Box, to: Box): EdgePath {
  const [startX, endX] = [from.x + from.width / 2, to.x + to.width / 2];
  const start = from.y + from.height;
  if (to.y > from.y) {
    const bend = (to.y - start) / 2;
    const d = `M${point(startX, start)}C${point(startX, start + bend)} ${point(endX, to.y - bend)} ${point(endX, to.y - 2)}`;
    return { d, x: (startX + endX) / 2, y: (start + to.y) / 2 };
  }
  const side = Math.max(from.x + from.width, to.x + to.width) + 18;
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2 + (from === to ? 8 : 0)];
  const d = `M${point(from.x + from.width, fromY - (from === to ? 8 : 0))}C${point(side, fromY)} ${point(side, toY)} ${point(to.x + to.width + 2, toY)}`;
  return { d, x: side, y: (fromY + toY) / 2 };
}

function sidewaysPath(from: Box, to: Box): EdgePath {
  const [startY, endY] = [from.y + from.height / 2, to.y + to.height / 2];
  const start = from.x + from.width;
  if (to.x > from.x) {
    const bend = (to.x - start) / 2;
    const d = `M${point(start, startY)}C${point(start + bend, startY)} ${point(to.x - bend, endY)} ${point(to.x - 2, endY)}`;
    return { d, x: (start + to.x) / 2, y: (startY + endY) / 2 };
  }
  const below = Math.max(from.y + from.height, to.y + to.height) + 18;
  const [fromX, toX] = [from.x + from.width / 2, to.x + to.width / 2];
  const d = `M${point(fromX, from.y + from.height)}C${point(fromX, below)} ${point(toX, below)} ${point(toX, to.y + to.height + 2)}`;
  return { d, x: (fromX + toX) / 2, y: below };
}

function drawSequence({ actors, steps }: SequenceChart): string | undefined {
  const messages = steps.filter((step) => step.kind === "message");
  if (messages.length === 0 || messages.length > EDGES_MAX) return undefined;
  const names = new Map(actors.map(({ id, label }) => [id, cut(label)]));
  const centres = new Map<string, number>();
  let x = MARGIN;
  for (const [id, name] of names) {
    const width = textWidth(name) + 24;
    centres.set(id, x + width / 2);
    x += width + ACTOR_GAP;
  }
  const height = MARGIN * 2 + ACTOR_HEIGHT + ROW_HEIGHT * (messages.length + 1);
  const parts = [...names].flatMap(([id, name]) => actorParts(name, centres.get(id) ?? 0, height));
  let widest = x - ACTOR_GAP + MARGIN;
  for (const [index, message] of messages.entries()) {
    const y = MARGIN + ACTOR_HEIGHT + ROW_HEIGHT * (index + 1);
    const row = messageParts(message, [centres.get(message.from) ?? 0, centres.get(message.to) ?? 0], y);
    parts.push(...row.parts);
    widest = Math.max(widest, row.right);
  }
  return svg(widest, height, parts);
}

function actorParts(name: string, centre: number, height: number): readonly string[] {
  const width = textWidth(name) + 24;
  return [
    `<path d="M${point(centre, MARGIN + ACTOR_HEIGHT)}V${round(height - MARGIN)}" stroke="#c8d1da"/>`,
    `<rect ${at(centre - width / 2, MARGIN)} ${size(width, ACTOR_HEIGHT)} rx="3" fill="#eef2f6" stroke="${INK}"/>`,
    text(name, centre, MARGIN + ACTOR_HEIGHT / 2 + 4),
  ];
}

type Message = Extract<SequenceChart["steps"][number], { kind: "message" }>;

/** The arrow between two centres and what it says. @returns `right`, where the drawing must not end yet */
function messageParts(
  { text: said, isDotted }: Message,
  [start, end]: readonly [number, number],
  y: number,
): { readonly parts: readonly string[]; readonly right: number } {
  const dash = isDotted ? ' stroke-dasharray="5 4"' : "";
  const tip = start < end ? end - 2 : end + 2;
  const d = start === end ? `M${point(start, y - 8)}h30v12h-28` : `M${point(start, y)}H${round(tip)}`;
  const label = said.length > LABEL_CHARS_MAX * 2 ? `${said.slice(0, LABEL_CHARS_MAX * 2)}…` : said;
  const left = Math.max(MARGIN, (start + end) / 2 - textWidth(label) / 2);
  return {
    parts: [
      `<path d="${d}" fill="none" stroke="${INK}"${dash} marker-end="url(#tip)"/>`,
      text(label, left, y - 6, 'text-anchor="start" font-size="12"'),
    ],
    right: left + textWidth(label) + MARGIN,
  };
}

function svg(width: number, height: number, parts: readonly string[]): string {
  const [w, h] = [Math.ceil(width + 30), Math.ceil(height + 24)];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" font-family="system-ui,sans-serif" font-size="13"><defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="${INK}"/></marker></defs><rect width="100%" height="100%" fill="#fff"/>${parts.join("")}</svg>`;
}

function text(label: string, x: number, y: number, more = 'text-anchor="middle"'): string {
  const anchor = more.includes("text-anchor") ? more : `text-anchor="middle" ${more}`;
  const halo = more.includes("edge") ? ' stroke="#fff" stroke-width="4" paint-order="stroke"' : "";
  return `<text ${at(x, y)} fill="${TEXT}" ${anchor.replace(' class="edge"', "")}${halo}>${escapeXml(label)}</text>`;
}

function polygon(points: readonly (readonly [number, number])[], paint: string): string {
  return `<polygon points="${points.map(([x, y]) => point(x, y)).join(" ")}" ${paint}/>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;
const point = (x: number, y: number): string => `${round(x)},${round(y)}`;
const at = (x: number, y: number): string => `x="${round(x)}" y="${round(y)}"`;
const size = (width: number, height: number): string => `width="${round(width)}" height="${round(height)}"`;
const cut = (label: string): string =>
  label.length > LABEL_CHARS_MAX ? `${label.slice(0, LABEL_CHARS_MAX - 1)}…` : label;

function escapeXml(label: string): string {
  return label
    .replace(/[\p{Cc}\p{Cs}]/gu, " ")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
