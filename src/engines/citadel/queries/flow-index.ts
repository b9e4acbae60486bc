import type { Estate } from "../graph/estate.ts";
import { type FileFacts, FLOW_COLUMNS, type GraphNode, type UsedItem } from "../model.ts";

/** One step of a value, or one use of an item: `from` or `to` is empty when the statement only reads or only sets. */
export interface FlowStep {
  readonly facts: FileFacts;
  readonly unit: string;
  readonly file: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly literal: string | undefined;
  readonly kind: number;
}

/** A data item over all programs: the place where it is declared, and the name it has there. */
export const itemId = (item: Pick<UsedItem, "file" | "line" | "name">): string =>
  `${item.file}:${item.line}:${item.name.toUpperCase()}`;

/** Where every data item of the estate is read, set and moved. Built once per estate, in one pass. */
export class FlowIndex {
  private readonly reading = new Map<string, FlowStep[]>();
  private readonly writing = new Map<string, FlowStep[]>();
  private readonly aliases = new Map<string, Set<string>>();

  constructor(estate: Estate) {
    for (const facts of estate.facts.values()) this.addFile(facts);
  }

  reads(id: string): readonly FlowStep[] {
    return this.reading.get(id) ?? [];
  }

  writes(id: string): readonly FlowStep[] {
    return this.writing.get(id) ?? [];
  }

  /** Ids under which programs know a declared item: its own, and the names that REPLACING gave it. */
  idsOf(node: GraphNode, declaredHere: readonly GraphNode[]): readonly string[] {
    const own = itemId({ file: node.file, line: node.start, name: node.name });
    if (node.detail?.["renamed"] === true) return [own];
    const names = new Set(
      declaredHere
        // Two items on one line are two; a copybook's item and the names that programs give it are one.
        .filter((other) => other.start === node.start && other !== node && other.detail?.["renamed"] !== true)
        .map((other) => itemId({ file: other.file, line: other.start, name: other.name })),
    );
    return [
      ...new Set([own, ...[...(this.aliases.get(`${node.file}:${node.start}`) ?? [])].filter((id) => !names.has(id))]),
    ];
  }

  private addFile(facts: FileFacts): void {
    const flow = facts.dataFlow;
    if (!flow) return;
    const ids = flow.items.map(itemId);
    flow.items.forEach((item, index) => {
      const place = `${item.file}:${item.line}`;
      const set = this.aliases.get(place);
      if (set) set.add(ids[index] as string);
      else this.aliases.set(place, new Set([ids[index] as string]));
    });
    const { rows } = flow;
    for (let at = 0; at < rows.length; at += FLOW_COLUMNS) {
      const source = rows[at + 3] as number;
      const target = rows[at + 4] as number;
      const step: FlowStep = {
        facts,
        unit: flow.units[rows[at] as number] ?? "",
        file: flow.files[rows[at + 1] as number] ?? facts.path,
        line: rows[at + 2] as number,
        from: source >= 0 ? (ids[source] as string) : "",
        to: target >= 0 ? (ids[target] as string) : "",
        literal: source <= -2 ? flow.literals[-2 - source] : undefined,
        kind: rows[at + 5] as number,
      };
      if (step.from !== "") add(this.reading, step.from, step);
      if (step.to !== "") add(this.writing, step.to, step);
    }
  }
}

function add(map: Map<string, FlowStep[]>, key: string, step: FlowStep): void {
  const list = map.get(key);
  if (list) list.push(step);
  else map.set(key, [step]);
}
