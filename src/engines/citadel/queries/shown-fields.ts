import type { Estate } from "../graph/estate.ts";
import type { GraphNode } from "../model.ts";
import type { Line } from "./answer.ts";
import { type FlowIndex, type FlowStep, itemName, itemNode } from "./flow-index.ts";

/** How far a value is followed from the field to the screen, or back. */
const MOVES_MAX = 3;
const LINES_MAX = 1000;

/** The fields of maps that show a data item's value, or that it comes from, each with the moves between. */
export function mapFieldsOf(
  estate: Estate,
  flows: FlowIndex,
  item: GraphNode,
): { readonly shown: readonly Line[]; readonly entered: readonly Line[] } {
  const declared = estate.inFile(item.file).filter(({ kind }) => kind === "data-item");
  const ids = flows.idsOf(item, declared);
  const search = new Search(estate, flows);
  return { shown: search.follow(ids, "to"), entered: search.follow(ids, "from") };
}

/** An item with the moves that lead to it, from the field that was asked for outwards. */
interface Reached {
  readonly id: string;
  readonly steps: readonly FlowStep[];
}

class Search {
  private readonly estate: Estate;
  private readonly flows: FlowIndex;

  constructor(estate: Estate, flows: FlowIndex) {
    this.estate = estate;
    this.flows = flows;
  }

  /** One line for each map field, certain ones first. */
  follow(starts: readonly string[], end: "to" | "from"): Line[] {
    const found = new Map<string, { readonly line: Line; readonly isCertain: boolean }>();
    const seen = new Set(starts);
    let front: readonly Reached[] = starts.map((id) => ({ id, steps: [] }));
    for (let depth = 0; depth <= MOVES_MAX && front.length > 0; depth += 1) {
      for (const reached of front)
        for (const field of mapFields(this.estate, reached.id))
          if (!found.has(field.id) && found.size < LINES_MAX) found.set(field.id, this.line(field, reached, end));
      front = front.flatMap((reached) => this.next(reached, end, seen));
    }
    const lines = [...found.values()];
    return [...lines.filter(({ isCertain }) => isCertain), ...lines.filter(({ isCertain }) => !isCertain)].map(
      ({ line }) => line,
    );
  }

  private next({ id, steps }: Reached, end: "to" | "from", seen: Set<string>): Reached[] {
    const on = end === "to" ? this.flows.from(id) : this.flows.into(id);
    return on.flatMap((step): Reached[] => {
      const next = step[end];
      if (next === "" || seen.has(next)) return [];
      seen.add(next);
      return [{ id: next, steps: [...steps, step] }];
    });
  }

  private line(field: GraphNode, { id, steps }: Reached, end: "to" | "from"): { line: Line; isCertain: boolean } {
    const way = end === "to" ? steps : steps.toReversed();
    const names = way.length > 0 ? [way[0]?.from ?? id, ...way.map((step) => step.to)] : [id];
    const last = steps.at(-1)?.use;
    const unit = last && this.estate.node(`${last.facts.path}#${last.unit}`);
    const by = unit ? ` by ${this.estate.title(unit)}` : "";
    const earlier = steps.slice(0, -1).map(({ use }) => `${use.file}:${use.line}`);
    const after = earlier.length > 0 ? ` [after ${earlier.join(", ")}]` : "";
    const again = way.flatMap((step, index) => this.setBetween(step, way[index + 1]) ?? [])[0];
    const doubt = again ? ` [possibly: ${itemName(again.id)} is set again on line ${again.line}]` : "";
    const text = `${this.estate.node(field.owner)?.name ?? "?"}/${field.name}: ${names.map(itemName).join(" -> ")}${by}`;
    return {
      line: { text: `${text}${after}${doubt}`, file: last?.file ?? field.file, line: last?.line ?? field.start },
      isCertain: again === undefined,
    };
  }

  /** Where a work field gets another value between two moves of one paragraph; that may be on another branch. */
  private setBetween(first: FlowStep, second: FlowStep | undefined): { id: string; line: number } | undefined {
    if (!second || first.use.facts !== second.use.facts || first.use.unit !== second.use.unit) return undefined;
    const between = this.flows
      .uses(first.to)
      .find(
        ({ facts, unit, line, isWritten }) =>
          isWritten &&
          facts === first.use.facts &&
          unit === first.use.unit &&
          line > first.use.line &&
          line < second.use.line,
      );
    return between && { id: first.to, line: between.line };
  }
}

function mapFields(estate: Estate, id: string): GraphNode[] {
  const item = itemNode(estate, id);
  if (!item) return [];
  return estate.to(item.id).flatMap(({ from, detail }) => {
    const node = detail?.["join"] === "symbolic" ? estate.node(from) : undefined;
    return node?.kind === "map-field" ? [node] : [];
  });
}
