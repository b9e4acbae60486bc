import type { Estate } from "../graph/estate.ts";
import { type PictureSize, readPicture } from "../languages/cobol/data/picture.ts";
import type { GraphNode } from "../model.ts";
import type { Line } from "./answer.ts";
import { type FlowIndex, type FlowStep, itemNode } from "./flow-index.ts";
import { overText } from "./lineage.ts";

const DEPTH_MAX = 4;
const LINES_MAX = 500;

/**
 * The statements that would lose digits, characters or a sign if some items had another PICTURE: those that move them
 * to what is too small, and those that move to them what then no longer fits. What is too small is followed as if it
 * had grown as well.
 * @param to  `PIC X(12)`, `S9(9)V99` …
 * @returns   undefined when that is no PICTURE
 */
export function whatIf(estate: Estate, flows: FlowIndex, ids: readonly string[], to: string): Line[] | undefined {
  const picture = to.trim().replace(/^PIC(?:TURE)?\s+(?:IS\s+)?/i, "");
  const shape = readPicture(picture.split(/\s/)[0] ?? "");
  if (shape.category === "none" || !/^[SVPXANG9ZBCRDE0*+\-$,./()\d]+$/i.test(picture.split(/\s/)[0] ?? ""))
    return undefined;
  const trial = new Trial(estate, flows, new Map(ids.map((id) => [id, shape])));
  for (const id of ids) trial.run(id, shape);
  return trial.lines;
}

/** Follows values through items of which some have another shape than they are declared with. */
class Trial {
  readonly lines: Line[] = [];
  private readonly estate: Estate;
  private readonly flows: FlowIndex;
  private readonly grown: ReadonlyMap<string, PictureSize>;
  private readonly followed = new Set<string>();

  constructor(estate: Estate, flows: FlowIndex, grown: ReadonlyMap<string, PictureSize>) {
    this.estate = estate;
    this.flows = flows;
    this.grown = grown;
  }

  run(id: string, shape: PictureSize): void {
    const declared = shapeOf(this.estate, id);
    for (const step of this.flows.into(id)) {
      // What fills a group fills its parts as they are: the group's own size is told as storage.
      if (step.over !== undefined) continue;
      const from = step.from === "" ? undefined : this.shape(step.from);
      const loss = from ? lossOf(from, shape) : literalLoss(step, shape);
      const before = from ? lossOf(from, declared) : declared && literalLoss(step, declared);
      if (loss && loss !== before) this.tell(step, loss, 0);
    }
    this.follow(id, { shape, declared, depth: 0 });
  }

  private follow(id: string, value: { shape: PictureSize; declared: PictureSize | undefined; depth: number }): void {
    const { shape, declared, depth } = value;
    for (const step of this.flows.from(id)) {
      const loss = lossOf(shape, this.shape(step.to));
      if (!loss || loss === lossOf(declared, this.shape(step.to))) continue;
      this.tell(step, depth > 0 ? `${loss}; then also too small` : loss, depth);
      if (this.grown.has(step.to) || this.followed.has(step.to) || depth + 1 >= DEPTH_MAX) continue;
      const next = shapeOf(this.estate, step.to);
      this.followed.add(step.to);
      this.follow(step.to, { shape, declared: next, depth: depth + 1 });
    }
  }

  private shape(id: string): PictureSize | undefined {
    return this.grown.get(id) ?? shapeOf(this.estate, id);
  }

  private tell(step: FlowStep, loss: string, depth: number): void {
    if (this.lines.length >= LINES_MAX) return;
    const { facts, unit: key, file, line } = step.use;
    const unit = this.estate.node(`${facts.path}#${key}`);
    const from = step.from === "" ? step.literal : nameOf(step.from);
    const text = `${unit ? this.estate.title(unit) : key}: ${from}${overText(step)} to ${nameOf(step.to)}: ${loss}`;
    this.lines.push({ text, file, line, depth });
  }
}

const nameOf = (id: string): string => id.slice(id.lastIndexOf(":") + 1);

function shapeOf(estate: Estate, id: string): PictureSize | undefined {
  const node: GraphNode | undefined = itemNode(estate, id);
  const picture = node?.detail?.["picture"];
  if (typeof picture === "string") return readPicture(picture);
  const length = node?.detail?.["length"];
  return typeof length === "number" && length > 0 ? readPicture(`X(${length})`) : undefined;
}

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
