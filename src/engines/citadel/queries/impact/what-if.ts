import type { Estate } from "../../graph/estate.ts";
import { type PictureSize, readPicture } from "../../languages/cobol/data/picture.ts";
import type { GraphNode } from "../../model.ts";
import type { Line } from "../answer.ts";
import { type FlowIndex, type FlowStep, itemName, itemNode } from "../flow-index.ts";
import { overText } from "../lineage.ts";

const DEPTH_MAX = 4;
const LINES_MAX = 500;

export interface WhatIf {
  /** Statements that would lose something, and layouts that share the bytes. */
  readonly broken: readonly Line[];
  /** Moves to the items from what cannot hold as much. */
  readonly smaller: readonly Line[];
  /** Ids of the items that would have to grow as well. */
  readonly grown: ReadonlySet<string>;
  /** The items have that PICTURE: what is told is lost today. */
  readonly isToday: boolean;
}

/**
 * What some items with another PICTURE would break: statements that lose digits, characters or a sign because they move them
 * to what is too small, or move to them what then no longer fits; and other layouts of the same record. What is too small is
 * followed as if it had grown as well. Of items that have that PICTURE already, as after the change, it is what they lose today.
 * @param to  `PIC X(12)`, `S9(9)V99` …
 * @returns   undefined when that is no PICTURE
 */
export function whatIf(estate: Estate, flows: FlowIndex, ids: readonly string[], to: string): WhatIf | undefined {
  const picture = to.trim().replace(/^PIC(?:TURE)?\s+(?:IS\s+)?/i, "");
  const shape = readPicture(picture.split(/\s/)[0] ?? "");
  if (shape.category === "none" || !/^[SVPXANG9ZBCRDE0*+\-$,./()\d]+$/i.test(picture.split(/\s/)[0] ?? ""))
    return undefined;
  const trial = new Trial(estate, flows, new Map(ids.map((id) => [id, shape])));
  const isToday = ids.length > 0 && ids.every((id) => isSameShape(shapeOf(itemNode(estate, id)), shape));
  for (const id of ids) trial.run(id, shape, { isToday });
  return { broken: [...trial.broken.values()], smaller: [...trial.smaller.values()], grown: trial.followed, isToday };
}

/** Statements that lose something since some items changed; by their ids, how they were declared before. */
export function brokenBy(estate: Estate, flows: FlowIndex, before: ReadonlyMap<string, PictureSize>): Iterable<Line> {
  const trial = new Trial(estate, flows, new Map(), before);
  for (const id of before.keys()) {
    const shape = shapeOf(itemNode(estate, id));
    if (shape) trial.run(id, shape);
  }
  return trial.broken.values();
}

/** Other layouts of the same bytes that some items would outgrow. @param shapes  their new forms by id */
export function layoutsOver(
  estate: Estate,
  flows: FlowIndex,
  shapes: ReadonlyMap<string, PictureSize>,
): Iterable<Line> {
  const trial = new Trial(estate, flows, shapes);
  for (const [id, shape] of shapes) trial.run(id, shape);
  return trial.layouts.values();
}

/** Follows values through items of which some have another shape than they are declared with. */
class Trial {
  readonly broken = new Map<string, Line>();
  readonly smaller = new Map<string, Line>();
  readonly layouts = new Map<string, Line>();
  readonly followed = new Set<string>();
  private readonly estate: Estate;
  private readonly flows: FlowIndex;
  private readonly grown: ReadonlyMap<string, PictureSize>;

  /** Declarations as they were; those of the estate count for the others. */
  private readonly before: ReadonlyMap<string, PictureSize>;

  constructor(
    estate: Estate,
    flows: FlowIndex,
    grown: ReadonlyMap<string, PictureSize>,
    before: ReadonlyMap<string, PictureSize> = new Map(),
  ) {
    this.before = before;
    this.estate = estate;
    this.flows = flows;
    this.grown = grown;
  }

  /** @param isToday  tells all that is lost, not what would be lost in addition */
  run(id: string, shape: PictureSize, { isToday = false } = {}): void {
    const declared = isToday ? undefined : (this.before.get(id) ?? shapeOf(itemNode(this.estate, id)));
    for (const step of this.flows.into(id)) this.receive(step, shape, declared);
    this.follow(id, { shape, declared, depth: 0 });
  }

  private receive(step: FlowStep, shape: PictureSize, declared: PictureSize | undefined): void {
    const from = step.from === "" ? undefined : this.shape(step.from);
    // What fills a group fills its parts as they are: only a part at the very same place has the item's size.
    if (step.over !== undefined) {
      const isPart = from && from.characters === declared?.characters && lossOf(shape, from) !== undefined;
      if (!isPart) return;
      const text = "the same bytes of another layout";
      this.tell(this.layouts, step, text, 0);
      this.grow(step, step.from, { text, shape, depth: 0 });
      return;
    }
    const loss = from ? lossOf(from, shape) : literalLoss(step, shape);
    const before = from ? lossOf(from, declared) : declared && literalLoss(step, declared);
    if (loss && loss !== before) this.tell(this.broken, step, loss, 0);
    const missing = from && lossOf(shape, from);
    if (missing && missing !== lossOf(declared, from))
      this.tell(this.smaller, step, `brings at most ${from.characters} characters`, 0);
  }

  private follow(id: string, value: { shape: PictureSize; declared: PictureSize | undefined; depth: number }): void {
    const { shape, declared, depth } = value;
    for (const step of this.flows.from(id)) {
      const loss = lossOf(shape, this.shape(step.to));
      if (!loss || loss === lossOf(declared, this.shape(step.to))) continue;
      this.grow(step, step.to, { text: depth > 0 ? `${loss}; then also too small` : loss, shape, depth });
    }
  }

  /** Tells a step and goes on from what is too small; an item that is known under several names is followed once. */
  private grow(
    step: FlowStep,
    id: string,
    { text, shape, depth }: { text: string; shape: PictureSize; depth: number },
  ): void {
    this.tell(this.broken, step, text, depth);
    const names = this.flows.sameBytes(id);
    if (depth + 1 >= DEPTH_MAX || names.some((name) => this.grown.has(name) || this.followed.has(name))) return;
    this.followed.add(id);
    this.follow(id, { shape, declared: shapeOf(itemNode(this.estate, id)), depth: depth + 1 });
  }

  private shape(id: string): PictureSize | undefined {
    return this.grown.get(id) ?? shapeOf(itemNode(this.estate, id));
  }

  /** A statement is told once for the bytes that it moves, whatever they are called. */
  private tell(lines: Map<string, Line>, step: FlowStep, loss: string, depth: number): void {
    const { facts, unit: key, file, line } = step.use;
    const [source, target] = [step.from, step.to].map((id) => [...this.flows.sameBytes(id)].sort()[0] ?? id);
    const place = `${facts.path} ${file}:${line} ${step.from === "" ? step.literal : source} ${target}`;
    if (lines.size >= LINES_MAX || lines.has(place)) return;
    const unit = this.estate.node(`${facts.path}#${key}`);
    const from = step.from === "" ? step.literal : itemName(step.from);
    const text = `${unit ? this.estate.title(unit) : key}: ${from}${overText(step)} to ${itemName(step.to)}: ${loss}`;
    lines.set(place, { text, file, line, depth });
  }
}

/** The form of a declared item; a group is characters of its length. */
export function shapeOf(node: GraphNode | undefined): PictureSize | undefined {
  const picture = node?.detail?.["picture"];
  if (typeof picture === "string") return readPicture(picture);
  const length = node?.detail?.["length"];
  return typeof length === "number" && length > 0 ? readPicture(`X(${length})`) : undefined;
}

const isSameShape = (one: PictureSize | undefined, other: PictureSize): boolean =>
  one !== undefined &&
  lossOf(one, other) === undefined &&
  lossOf(other, one) === undefined &&
  one.category === other.category;

/** What is lost when a value of one shape is moved to another; undefined when nothing is, or nothing is known. */
function lossOf(from: PictureSize | undefined, to: PictureSize | undefined): string | undefined {
  if (!from || !to || from.category === "none" || to.category === "none") return undefined;
  const isNumber = from.category === "numeric" && (to.category === "numeric" || to.category === "edited");
  if (!isNumber) {
    const lost = from.characters - to.characters;
    return lost > 0 ? `${lost} of ${from.characters} characters are lost` : undefined;
  }
  const whole = from.digits - from.scale - digitsBeforePoint(to);
  if (whole > 0) return `${whole} leading digits are lost`;
  if (from.scale > to.scale && to.category === "numeric") return `${from.scale - to.scale} decimal places are lost`;
  return from.isSigned && !to.isSigned && to.category === "numeric" ? "the sign is lost" : undefined;
}

/** Digits that stand before the point; in an edited picture each Z, * and 9 is one. */
const digitsBeforePoint = (to: PictureSize): number =>
  to.category === "numeric" ? to.digits - to.scale : to.characters;

function literalLoss({ literal = "" }: FlowStep, to: PictureSize): string | undefined {
  const text = /^["']/.test(literal) ? literal.slice(1, -1) : literal;
  const isNumber = /^[+-]?\d+(?:\.\d+)?$/.test(text);
  const size = isNumber ? (text.split(".")[0] ?? "").replace(/\D/g, "").length : text.length;
  const room = isNumber && to.category === "numeric" ? to.digits - to.scale : to.characters;
  return size > room ? `${size - room} of ${size} characters are lost` : undefined;
}
