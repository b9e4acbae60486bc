import type { Estate } from "../graph/estate.ts";
import { type Storage, StorageIndex, type StoredItem } from "../graph/storage-index.ts";
import {
  type FileFacts,
  FLOW_COLUMNS,
  FLOW_KINDS,
  type GraphEdge,
  type GraphNode,
  PART_SHIFT,
  USE_COLUMNS,
  type UsedItem,
} from "../model.ts";
import { SharedBytes } from "./shared-bytes.ts";

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
  /** 1 where only some bytes of the source are meant, 2 of the receiver, 3 of both. */
  readonly part: number;
}

/** One step of a value, at the use that receives it; `from` is empty when it is a literal. */
export interface FlowStep {
  readonly use: FlowUse;
  readonly from: string;
  readonly to: string;
  readonly literal: string | undefined;
  /** What is really moved, when the item is a part of it or shares bytes with it otherwise. */
  readonly over?: { readonly id: string; readonly isWhole: boolean };
}

export interface Shared {
  readonly own: Storage;
  readonly other: StoredItem;
  readonly isHolder: boolean;
  readonly isPart: boolean;
}

const PASSED: ReadonlySet<unknown> = new Set(["argument", "commarea", "container"]);

const isInWhole = ({ over }: FlowStep): boolean => over?.isWhole === true;

const KIND_BITS = (1 << PART_SHIFT) - 1;

/** Statements that take bytes as they are, so that the parts of a group keep their places. */
const BYTEWISE: ReadonlySet<FlowUse["kind"]> = new Set<FlowUse["kind"]>(["move", "read-into", "write-from", "pass"]);

/** A data item over all programs: the place where it is declared, and the name it has there. */
export const itemId = (item: Pick<UsedItem, "file" | "line" | "name">): string =>
  `${item.file}:${item.line}:${item.name.toUpperCase()}`;

/** The name in the id of an item. */
export const itemName = (id: string): string => id.slice(id.lastIndexOf(":") + 1);

/** The node of an item that is known by its id. */
export function itemNode(estate: Estate, id: string): GraphNode | undefined {
  const [, file = "", line = "", name = ""] = /^(.*):(\d+):([^:]*)$/s.exec(id) ?? [];
  const here = estate.inFile(file).filter((node) => node.kind === "data-item" && node.start === Number(line));
  return here.find((node) => node.name.toUpperCase() === name) ?? here[0];
}

/** Where every data item of the estate is read, set and moved. Built once per estate, in one pass. */
export class FlowIndex {
  private readonly using = new Map<string, FlowUse[]>();
  private readonly leaving = new Map<string, FlowStep[]>();
  private readonly entering = new Map<string, FlowStep[]>();
  private readonly storage = new StorageIndex();
  private readonly aliases = new Map<string, Set<string>>();
  private readonly bytes: SharedBytes;

  constructor(estate: Estate) {
    this.bytes = new SharedBytes(estate);
    for (const facts of estate.facts.values()) this.addFile(facts);
    for (const edge of estate.graph.edges) if (PASSED.has(edge.detail?.["join"])) this.addPassed(estate, edge);
  }

  uses(id: string): readonly FlowUse[] {
    return this.using.get(id) ?? [];
  }

  /** Where the item's value goes to, by itself or as a part of what is moved. */
  from(id: string): readonly FlowStep[] {
    return [...(this.leaving.get(id) ?? []), ...this.shared(id, "from").filter(isInWhole)];
  }

  /** Where the item's value comes from, by itself or as a part of what is set. */
  into(id: string): readonly FlowStep[] {
    return [...(this.entering.get(id) ?? []), ...this.shared(id, "to").filter(isInWhole)];
  }

  /** The items that the item is a part of, or lies under, as a whole. */
  holders(id: string): readonly string[] {
    const found = this.overlapping(id).filter(({ own, other }) => this.bytes.isHeld(id, own, other));
    return [...new Set(found.map(({ other }) => other.id))];
  }

  /** Steps of the item by its own name, from it or into it. */
  direct(id: string, way: "from" | "into"): readonly FlowStep[] {
    return (way === "from" ? this.leaving : this.entering).get(id) ?? [];
  }

  /** Where the item lies in each program that names it. */
  places(id: string): readonly Storage[] {
    return this.storage.of(id);
  }

  /** The items that share bytes with one, each with where both lie in a program; `isHolder` of what holds it, `isPart` of what it holds. */
  around(id: string): readonly Shared[] {
    return this.overlapping(id).map(({ own, other }) => ({
      own,
      other,
      isHolder: this.bytes.isHeld(id, own, other),
      isPart: this.bytes.isHeld(other.id, other, { ...own, id }),
    }));
  }

  /** The item and those that are exactly its bytes under another name. */
  sameBytes(id: string): readonly string[] {
    const found = this.overlapping(id).filter(
      ({ own, other }) => own.offset === other.offset && own.length === other.length,
    );
    return [...new Set([id, ...found.map(({ other }) => other.id)])];
  }

  /** Steps of what redefines the item or is a part of it: of such a value only some bytes are the item's. */
  beside(id: string, own: "from" | "to"): readonly FlowStep[] {
    return this.shared(id, own).filter((step) => !isInWhole(step));
  }

  /** Steps of the items that share bytes with one; the other end is the part that lies at the same place, where there is one. */
  private shared(id: string, own: "from" | "to"): FlowStep[] {
    // A copybook's items overlap in each program that copies it.
    const steps = new Map<string, FlowStep>();
    for (const { own: place, other } of this.overlapping(id)) {
      const over = { id: other.id, isWhole: this.bytes.isHeld(id, place, other) };
      const around = (own === "from" ? this.leaving : this.entering).get(other.id) ?? [];
      for (const [at, step] of around.entries()) {
        const part = this.otherPart(step, own, { place, other });
        const ends = own === "from" ? { from: id, to: part } : { from: part, to: id };
        if (part !== undefined && part !== id)
          steps.set(`${at} ${other.id} ${part}`, { ...step, ...ends, over } as FlowStep);
      }
    }
    return [...steps.values()];
  }

  /** In programs that name an item only by a group that it is a part of, it lies where that does. */
  private overlapping(id: string): ReturnType<StorageIndex["overlapping"]> {
    const named = this.storage.of(id);
    const paths = new Set(named.map(({ path }) => path));
    const places = [...named];
    for (const { group, skip, length } of this.bytes.groups(id))
      for (const place of this.storage.of(group)) {
        if (paths.has(place.path)) continue;
        paths.add(place.path);
        places.push({ ...place, offset: place.offset + skip, length });
      }
    return this.storage.overlapping(id, places);
  }

  /** The part of a step's other end where the item lies; undefined for a step of another program. */
  private otherPart(
    step: FlowStep,
    own: "from" | "to",
    { place, other }: { readonly place: Storage; readonly other: Storage },
  ): string | undefined {
    if (step.use.facts.path !== other.path && step.use.kind !== "pass") return undefined;
    const end = own === "from" ? step.to : step.from;
    return end === "" ? "" : this.partAt(end, step, place.offset - other.offset, place.length);
  }

  /** The item at some place in the item at a step's other end; that item itself where none is used that is there. */
  private partAt(end: string, step: FlowStep, skip: number, length: number): string {
    if (skip < 0 || !BYTEWISE.has(step.use.kind)) return end;
    const whole = this.storage.in(end, step.use.facts.path) ?? this.storage.of(end)[0];
    if (!whole || skip + length > whole.length) return end;
    return this.storage.exactly({ ...whole, offset: whole.offset + skip, length }) ?? end;
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

  /** The item and the other names that REPLACING gives its declaration. */
  namesOf(estate: Estate, id: string): readonly string[] {
    const node = itemNode(estate, id);
    if (!node) return [id];
    const own = itemId({ ...node, line: node.start });
    const isOther = (other: string): boolean => itemNode(estate, other)?.detail?.["renamed"] === true || other === own;
    return [...new Set([id, ...[...(this.aliases.get(`${node.file}:${node.start}`) ?? [])].filter(isOther)])];
  }

  /** An argument and the parameter that receives it are one storage: what the called program sets there comes back. */
  private addPassed(estate: Estate, edge: GraphEdge): void {
    const [from, to] = [estate.node(edge.from), estate.node(edge.to)];
    const by = String(edge.detail?.["by"]);
    const facts = estate.facts.get(by.slice(0, by.indexOf("#")));
    if (from?.kind !== "data-item" || to?.kind !== "data-item" || !facts) return;
    const { file, line } = edge;
    const unit = by.slice(by.indexOf("#") + 1);
    const use: FlowUse = { facts, unit, file, line, isRead: true, isWritten: false, kind: "pass", part: 0 };
    const [sent, received] = [from, to].map((node) => itemId({ ...node, line: node.start })) as [string, string];
    const pass = (source: string, target: string): void => {
      const step: FlowStep = { use, from: source, to: target, literal: undefined };
      add(this.leaving, source, step);
      add(this.entering, target, step);
    };
    pass(sent, received);
    if (edge.detail?.["returns"] === true && this.isSet(received, to.id.slice(0, to.id.indexOf("#"))))
      pass(received, sent);
  }

  /** Does a program set the item, or something that shares bytes with it? */
  private isSet(id: string, path: string): boolean {
    const ids = [id, ...this.overlapping(id).map(({ other }) => other.id)];
    return ids.some((each) => this.uses(each).some(({ facts, isWritten }) => isWritten && facts.path === path));
  }

  private addFile(facts: FileFacts): void {
    const flow = facts.dataFlow;
    if (!flow) return;
    const ids = flow.items.map(itemId);
    this.storage.add(facts, flow, ids);
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
        kind: FLOW_KINDS[(how >> 2) & KIND_BITS] ?? "test",
        part: how >> (PART_SHIFT + 2),
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
