import type { Actor, SequenceChart, SequenceStep } from "../../../engines/mermaid/diagram.ts";
import { textWidth } from "../text/width.ts";
import { truncateLine, wrapStyled } from "../text/wrap.ts";
import { Canvas } from "./canvas.ts";

const NAME_COLUMNS_MAX = 20;
const NAME_COLUMNS_MIN = 7;
const NAME_ROWS_MAX = 3;
const GAP = 2;

/** Participants side by side with their messages below; a numbered list where they do not fit into `width` columns. */
export function drawSequence(chart: SequenceChart, width: number): readonly string[] {
  const short = { ...chart, actors: chart.actors.map(withoutPlace) };
  const heads = headsOf(chart, width) ?? headsOf(short, width);
  if (!heads) return listOf(short, width);
  const canvas = new Canvas();
  const height = Math.max(...heads.map(({ lines }) => lines.length)) + 2;
  const lanes = new Map(heads.map((head) => [head.id, head.column + Math.floor(head.width / 2)]));
  for (const head of heads) canvas.box(0, head.column, head.width, padded(head.lines, height - 2, head.width - 2));
  let row = height;
  const columns = [...lanes.values()];
  const lane = (): void => {
    for (const column of columns) canvas.through(row, column);
  };
  for (const step of chart.steps) {
    if (step.kind === "message") row = drawMessage(canvas, { step, lanes, row, width }, columns);
    else {
      lane();
      canvas.text(row++, 0, truncateLine(step.kind === "block" ? `── ${step.text} ──` : `[${step.text}]`, width));
    }
  }
  lane();
  return canvas.rows();
}

/** `server (service/server.ts)` is `server` where room is short. */
function withoutPlace({ id, label }: Actor): Actor {
  return { id, label: label.replace(/ \([^()]*\)$/, "") };
}

interface Head {
  readonly id: string;
  readonly lines: readonly string[];
  readonly width: number;
  readonly column: number;
}

/** Boxes of the actors, with names as narrow as needed; undefined when even that is too wide. */
function headsOf({ actors }: SequenceChart, width: number): readonly Head[] | undefined {
  for (let name = NAME_COLUMNS_MAX; name >= NAME_COLUMNS_MIN; name--) {
    let column = 0;
    const heads = actors.map(({ id, label }) => {
      const lines = wrapStyled(label, name).map((line) => line.trim());
      const shown = lines.slice(0, NAME_ROWS_MAX);
      const own = Math.max(3, ...shown.map(textWidth)) + 4;
      const head = { id, lines: shown, isCut: lines.length > NAME_ROWS_MAX, width: own, column };
      column += own + GAP;
      return head;
    });
    if (column - GAP <= width && !heads.some(({ isCut }) => isCut)) return heads;
  }
  return undefined;
}

function padded(lines: readonly string[], rows: number, width: number): readonly string[] {
  return Array.from({ length: rows }, (_, index) => {
    const line = lines[index] ?? "";
    const room = width - textWidth(line);
    const before = Math.floor(room / 2);
    return `${" ".repeat(before)}${line}${" ".repeat(room - before)}`;
  });
}

interface MessagePlace {
  readonly step: Extract<SequenceStep, { kind: "message" }>;
  readonly lanes: ReadonlyMap<string, number>;
  readonly row: number;
  readonly width: number;
}

/** Its words above its arrow. @returns the next row */
function drawMessage(canvas: Canvas, { step, lanes, row, width }: MessagePlace, columns: readonly number[]): number {
  const from = lanes.get(step.from) ?? 0;
  const to = lanes.get(step.to) ?? 0;
  const start = Math.min(from, to) + 2;
  const room = Math.max(12, width - start);
  const words = wrapStyled(step.text, room).map((line) => line.trimEnd());
  // Words that start far to the right begin further left instead of being broken to pieces.
  const at = Math.max(0, Math.min(start, width - Math.max(...words.map(textWidth))));
  let next = row;
  const lane = (): void => {
    for (const column of columns) canvas.through(next, column);
  };
  for (const line of words) {
    lane();
    canvas.text(next++, at, line);
  }
  lane();
  canvas.text(next, Math.min(from, to) + 1, arrow(from, to, step.isDotted));
  return next + 1;
}

function arrow(from: number, to: number, isDotted: boolean): string {
  const line = isDotted ? "╌" : "─";
  if (from === to) return `${line}↺`;
  const length = Math.abs(to - from) - 2;
  return from < to ? `${line.repeat(Math.max(0, length))}▶` : `◀${line.repeat(Math.max(0, length))}`;
}

function listOf({ actors, steps }: SequenceChart, width: number): readonly string[] {
  const labels = new Map(actors.map(({ id, label }) => [id, label]));
  let number = 0;
  let depth = 0;
  const blockRow = (text: string): string => {
    if (text === "end") depth = Math.max(0, depth - 1);
    const row = `${"  ".repeat(depth)}${text}`;
    if (!/^(?:end|else|and|option)\b/.test(text)) depth++;
    return truncateLine(row, width);
  };
  return steps.flatMap((step) => {
    if (step.kind === "block") return [blockRow(step.text)];
    if (step.kind !== "message") return [truncateLine(`${"  ".repeat(depth)}[${step.text}]`, width)];
    const { from, to, text, isDotted } = step;
    const sign = isDotted ? "┄▶" : "─▶";
    const words = text === "" ? "" : `: ${text}`;
    const row = `${++number}. ${labels.get(from) ?? from} ${sign} ${labels.get(to) ?? to}${words}`;
    return wrapStyled(`${"  ".repeat(depth)}${row}`, width);
  });
}
