import type { Estate } from "../graph/estate.ts";
import { type FileFacts, FLOW_COLUMNS, FLOW_KINDS, type GraphNode, USE_COLUMNS, type UsedItem } from "../model.ts";

/** A place where a program names an item. */
export interface FlowUse {
  readonly facts: FileFacts;
  readonly unit: string;
  readonly file: string;
  readonly line: number;
  readonly isRead: boolean;
  readonly isWritten: boolean;
  /** What the statement does, one of `FLOW_KINDS`. */
  readonly kind: (typeof FLOW_KINDS)[number];
}

/** One step of a value, at the use that receives it; `from` is empty when it is a literal. */
export interface FlowStep {
  readonly use: FlowUse;
  readonly from: string;
  readonly to: string;
  readonly literal: string | undefined;
}

/** A data item over all programs: the place where it is declared, and the name it has there. */
export const itemId = (item: Pick<UsedItem, "file" | "line" | "name">): string =>
  `${item.file}:${item.line}:${item.name.toUpperCase()}`;

/** Where every data item of the estate is read, set and moved. Built once per estate, in one pass. */
export class FlowIndex {
  private readonly using = new Map<string, FlowUse[]>();
  private readonly leaving = new Map<string, FlowStep[]>();
  private readonly entering = new Map<string, FlowStep[]>();
  private readonly aliases = new Map<string, Set<string>>();

  constructor(estate: Estate) {
    for (const facts of estate.facts.values()) this.addFile(facts);
  }

  uses(id: string): readonly FlowUse[] {
    return this.using.get(id) ?? [];
  }

  /** Where the item's value goes to. */
  from(id: string): readonly FlowStep[] {
    return this.leaving.get(id) ?? [];
  }

  /** Where the item's value comes from. */
  into(id: string): readonly FlowStep[] {
    return this.entering.get(id) ?? [];
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
    const uses: FlowUse[] = [];
    for (let at = 0; at < flow.uses.length; at += USE_COLUMNS) {
      const how = flow.uses[at + 4] as number;
      const use: FlowUse = {
        facts,
        unit: flow.units[flow.uses[at] as number] ?? "",
        file: flow.files[flow.uses[at + 1] as number] ?? facts.path,
        line: flow.uses[at + 2] as number,
        isRead: (how & 1) !== 0,
        isWritten: (how & 2) !== 0,
        kind: FLOW_KINDS[how >> 2] ?? "test",
      };
      uses.push(use);
      add(this.using, ids[flow.uses[at + 3] as number] as string, use);
    }
    const { rows } = flow;
    for (let at = 0; at < rows.length; at += FLOW_COLUMNS) {
      const source = rows[at] as number;
      const from = source >= 0 ? (ids[source] as string) : "";
      const to = ids[rows[at + 1] as number] as string;
      const literal = source < 0 ? flow.literals[-2 - source] : undefined;
      const step: FlowStep = { use: uses[rows[at + 2] as number] as FlowUse, from, to, literal };
      if (from !== "") add(this.leaving, from, step);
      add(this.entering, to, step);
    }
  }
}

function add<Row>(map: Map<string, Row[]>, key: string, step: Row): void {
  const list = map.get(key);
  if (list) list.push(step);
  else map.set(key, [step]);
}
