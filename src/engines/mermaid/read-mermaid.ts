import type { Diagram, FlowGraph, SequenceChart, SequenceStep } from "./diagram.ts";
import { GraphBuilder } from "./graph-builder.ts";
import { plainLabel } from "./plain-label.ts";
import { readFlow } from "./read-flow.ts";

const LINES_MAX = 2_000;
const LINE_CHARS_MAX = 2_000;
/** What means one space is one: the forms allow it in many places, and would try each share of a longer one. */
const SPACE = /\s+/g;

/**
 * Reads flowcharts, state and sequence diagrams. Lines of no known form are left out.
 * @returns undefined for another kind of diagram, or for one with nothing in it
 */
export function readMermaid(source: string): Diagram | undefined {
  const lines = source
    .replace(/^---\r?\n[\s\S]*?\n---\r?\n/, "")
    .split(/\r?\n/)
    .slice(0, LINES_MAX)
    .map((line) => line.slice(0, LINE_CHARS_MAX).replace(/%%.*$/, "").replace(SPACE, " ").trim())
    .filter((line) => line !== "");
  const head = lines[0] ?? "";
  const flow = /^(?:flowchart|graph)\b\s*(TD|TB|BT|LR|RL)?\s*;?(.*)$/.exec(head);
  if (flow) {
    const [, direction, rest = ""] = flow;
    return readFlow([rest, ...lines.slice(1)], { isSideways: direction === "LR" || direction === "RL" });
  }
  if (/^stateDiagram/.test(head)) return readStates(lines.slice(1));
  return /^sequenceDiagram\b/.test(head) ? readSequence(lines.slice(1)) : undefined;
}

function readStates(lines: readonly string[]): FlowGraph | undefined {
  const graph = new GraphBuilder();
  for (const line of lines) {
    const arrow = /^(\[\*\]|[\w.-]+)\s*-->\s*(\[\*\]|[\w.-]+)\s*(?::\s*(.*))?$/.exec(line);
    if (!arrow) {
      nameState(line, graph);
      continue;
    }
    const [, first = "", second = "", label = ""] = arrow;
    const from = first === "[*]" ? "(start)" : first;
    const to = second === "[*]" ? "(end)" : second;
    graph.node({ id: from });
    graph.node({ id: to });
    graph.edge({ from, to, label: plainLabel(label), isDotted: false, isOpen: false });
  }
  return graph.build({ isSideways: false });
}

function nameState(line: string, graph: GraphBuilder): void {
  const [, title, alias] = /^state\s+"([^"]*)"\s+as\s+([\w.-]+)/.exec(line) ?? [];
  const [, state, about] = /^([\w.-]+)\s*:\s*(.+)$/.exec(line) ?? [];
  const id = alias ?? state;
  if (id !== undefined) graph.node({ id, label: plainLabel(title ?? about ?? "") });
}

const ACTOR = /^(?:create\s+)?(?:participant|actor)\s+(.+?)(?:\s+as\s+(.+))?$/;
const MESSAGE = /^([^-+<>:]+?)\s*(?:<<)?(--?)(?:>>|>|x|\))\s*[+-]?\s*([^:]+?)\s*:\s*(.*)$/;
const NOTE = /^note\s+(?:over|left of|right of)\s+[^:]+:\s*(.*)$/i;
const BLOCK = /^(loop|alt|else|opt|par|and|critical|option|break|rect|end)\b\s*(.*)$/;

function readSequence(lines: readonly string[]): SequenceChart | undefined {
  const labels = new Map<string, string>();
  const steps: SequenceStep[] = [];
  for (const line of lines) {
    const [, id, label] = ACTOR.exec(line) ?? [];
    if (id !== undefined) labels.set(id, plainLabel(label ?? id));
    else steps.push(...stepOf(line));
    const step = id === undefined ? steps.at(-1) : undefined;
    if (step?.kind !== "message") continue;
    for (const end of [step.from, step.to]) if (!labels.has(end)) labels.set(end, end);
  }
  if (labels.size === 0) return undefined;
  return { kind: "sequence", actors: [...labels].map(([id, label]) => ({ id, label })), steps };
}

function stepOf(line: string): readonly SequenceStep[] {
  const note = NOTE.exec(line);
  if (note) return [{ kind: "note", text: plainLabel(note[1] ?? "") }];
  const block = BLOCK.exec(line);
  if (block) return [{ kind: "block", text: `${block[1]} ${plainLabel(block[2] ?? "")}`.trim() }];
  const message = MESSAGE.exec(line);
  if (!message) return [];
  const [, from = "", dash, to = "", text = ""] = message;
  return [{ kind: "message", from: from.trim(), to: to.trim(), text: plainLabel(text), isDotted: dash === "--" }];
}
