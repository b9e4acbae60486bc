import type { Estate } from "../../graph/estate.ts";
import type { Line } from "../answer.ts";
import { type FlowIndex, type FlowStep, itemName } from "../flow-index.ts";

const LINES_MAX = 500;

/** What a step loses, and between which items. */
export interface Told {
  /** The item whose value it is; empty for a constant. */
  readonly of: string;
  /** What the statement names instead of it. */
  readonly over?: string;
  readonly to: string;
  readonly loss: string;
  readonly depth: number;
}

/** Lines of findings, each with its place; a statement is told once for the bytes that it moves, whatever they are called. */
export class Findings {
  readonly broken = new Map<string, Line>();
  readonly smaller = new Map<string, Line>();
  private readonly estate: Estate;
  private readonly flows: FlowIndex;

  constructor(estate: Estate, flows: FlowIndex) {
    this.estate = estate;
    this.flows = flows;
  }

  tell(lines: Map<string, Line>, step: FlowStep, told: Told): void {
    const { facts, file, line } = step.use;
    const [source, target] = [told.of, told.to].map((id) => [...this.flows.sameBytes(id)].sort()[0] ?? id);
    // A record or column is one thing, from wherever its value comes.
    const from = step.use.kind === "exec" ? "" : source;
    const key = `${facts.path} ${file}:${line} ${step.from === "" ? step.literal : from} ${target}`;
    this.put(lines, key, { text: this.text(step, told), file, line, depth: told.depth });
  }

  put(lines: Map<string, Line>, key: string, line: Line): void {
    if (lines.size < LINES_MAX && !lines.has(key)) lines.set(key, line);
  }

  /** `PROGRAM/PARAGRAPH: A as part of G to B: what is lost`. */
  private text({ use, literal }: FlowStep, { of, over = of, to, loss }: Told): string {
    const unit = this.estate.node(`${use.facts.path}#${use.unit}`);
    const from = of === "" ? literal : itemName(of);
    const part = over === of ? "" : ` as part of ${itemName(over)}`;
    return `${unit ? this.estate.title(unit) : use.unit}: ${from}${part} to ${itemName(to)}: ${loss}`;
  }
}
