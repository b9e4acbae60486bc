import type { EdgeKind, GraphEdge, GraphNode } from "../model.ts";
import type { Estate } from "./estate.ts";

/** What is done to a resource; maps are sent and received. */
export type AccessLetter = "C" | "R" | "U" | "D" | "send" | "receive";

export const ACCESS_LETTERS: readonly AccessLetter[] = ["C", "R", "U", "D", "send", "receive"];

export type ResourceKind = "dataset" | "file" | "table" | "queue" | "map";

/** One statement of a program, or DD of a step, that does something to a resource. */
export interface Access {
  readonly letter: AccessLetter;
  /** The resource's name: the dataset where a DD or a CICS definition says it, else the file's own name. */
  readonly target: string;
  /** Id of its node; undefined where the name is known only when the program runs. */
  readonly id: string | undefined;
  readonly kind: ResourceKind;
  readonly edge: GraphEdge;
  /** The DD, CICS or SELECT definition that leads from the program's file to the dataset. */
  readonly through: GraphEdge | undefined;
}

/** What a statement does to a resource, by the relationship that it makes. */
export const LETTER_OF_EDGE: Partial<Record<EdgeKind, AccessLetter>> = {
  reads: "R",
  selects: "R",
  writes: "C",
  inserts: "C",
  updates: "U",
  deletes: "D",
  sends: "send",
  receives: "receive",
};
/** Edges over which a program's work goes on in another program that comes back. */
const CALLS: ReadonlySet<EdgeKind> = new Set<EdgeKind>(["executes", "calls", "links"]);
const SORT_WORK: ReadonlySet<unknown> = new Set(["RELEASE", "RETURN"]);
const PROGRAMS_MAX = 20_000;

/** What programs do to datasets, tables, queues and maps, alone and as a job's step or a transaction runs them. */
export class Accesses {
  private readonly estate: Estate;
  private readonly byRoot = new Map<string, Access[]>();
  private readonly calls = new Map<string, Set<string>>();

  constructor(estate: Estate) {
    this.estate = estate;
    for (const edge of estate.graph.edges) this.add(edge);
  }

  /** Programs and steps that do something, with what they do. */
  entries(): Iterable<readonly [root: string, accesses: readonly Access[]]> {
    return this.byRoot;
  }

  of(root: string): readonly Access[] {
    return this.byRoot.get(root) ?? [];
  }

  /** The programs that run when something is started: those it names, and those they call. */
  programsRun(start: string): ReadonlySet<string> {
    const found = new Set<string>();
    const work = [...(this.calls.get(start) ?? [])];
    for (let id = work.pop(); id !== undefined && found.size < PROGRAMS_MAX; id = work.pop()) {
      const node = this.estate.node(id);
      if (!node || found.has(id) || node.kind === "job" || node.kind === "procedure") continue;
      found.add(id);
      for (const next of this.calls.get(id) ?? []) if (!found.has(next)) work.push(next);
    }
    return found;
  }

  /** What a step does: the programs that it runs, with the datasets of its DDs, and itself. */
  *inStepOf(step: GraphNode): Iterable<readonly [who: GraphNode, accesses: readonly Access[]]> {
    const shown = new Set<string | undefined>();
    for (const id of this.programsRun(step.id)) {
      const program = this.estate.node(id);
      if (!program) continue;
      const accesses = this.of(id).map((access) => this.inStep(access, step.id));
      for (const access of accesses) shown.add(access.id);
      yield [program, accesses];
    }
    // A DD only allows what its program does: it is told where no program of the estate says more. Deleting is its own.
    yield [step, this.of(step.id).filter(({ id, letter }) => letter === "D" || !shown.has(id))];
  }

  private add(edge: GraphEdge): void {
    const from = this.estate.node(edge.from);
    if (!from || edge.detail?.["library"] === true) return;
    const root = rootOf(this.estate, from);
    if (CALLS.has(edge.kind)) {
      const target = this.estate.node(edge.to);
      if (target) put(this.calls, root.id, rootOf(this.estate, target).id);
      return;
    }
    const letter = LETTER_OF_EDGE[edge.kind];
    if (!letter || SORT_WORK.has(edge.detail?.["verb"])) return;
    const access = this.access(edge, letter);
    if (!access) return;
    const list = this.byRoot.get(root.id);
    if (list) list.push(access);
    else this.byRoot.set(root.id, [access]);
  }

  private access(edge: GraphEdge, letter: AccessLetter): Access | undefined {
    const node = this.estate.node(edge.to);
    const common = { letter, edge, through: undefined };
    if (!node) {
      const kind = unknownKind(edge);
      return kind && { ...common, target: edge.name, id: undefined, kind };
    }
    const kind = kindOf(node, edge);
    if (!kind) return undefined;
    // A file that CICS defines is its dataset; that of a SELECT depends on the step that runs the program.
    const through = kind === "file" ? this.definition(node) : undefined;
    const dataset = through && this.estate.node(through.to);
    if (dataset) return { ...common, through, target: dataset.name, id: dataset.id, kind: "dataset" };
    return { ...common, target: node.name, id: node.id, kind };
  }

  private definition(file: GraphNode): GraphEdge | undefined {
    const isDataset = ({ to }: GraphEdge): boolean => this.estate.node(to)?.kind === "dataset";
    return this.estate.from(file.id).find((edge) => edge.detail?.["step"] === undefined && isDataset(edge));
  }

  /** The dataset that a program's file is when a step runs it, by the step's DD; the file itself where none says. */
  inStep(access: Access, step: string): Access {
    return this.datasets(access).find(({ through }) => through?.detail?.["step"] === step) ?? access;
  }

  /** The datasets that a program's file is in all steps that run it; the file itself where none says. */
  inSteps(access: Access): readonly Access[] {
    const found = new Map(this.datasets(access).map((each) => [each.id, each]));
    return found.size > 0 ? [...found.values()] : [access];
  }

  private datasets(access: Access): Access[] {
    if (access.kind !== "file" || access.id === undefined) return [];
    return this.estate.from(access.id).flatMap((through) => {
      const dataset = through.detail?.["step"] === undefined ? undefined : this.estate.node(through.to);
      return dataset ? [{ ...access, through, target: dataset.name, id: dataset.id, kind: "dataset" as const }] : [];
    });
  }
}

/** The step, program, transaction … that a node is a part of. */
function rootOf(estate: Estate, node: GraphNode): GraphNode {
  for (let at: GraphNode | undefined = node; at; at = estate.node(at.owner)) if (ROOTS.has(at.kind)) return at;
  return estate.programOf(node) ?? node;
}

const ROOTS: ReadonlySet<string> = new Set(["step", "transaction", "job", "program"]);

function kindOf(node: GraphNode, edge: GraphEdge): ResourceKind | undefined {
  if (node.kind === "dataset") return isQueue(edge) ? "queue" : "dataset";
  return node.kind === "file" || node.kind === "table" || node.kind === "map" ? node.kind : undefined;
}

/** What an edge without a target would be: a file or map whose name no constant gives. */
function unknownKind(edge: GraphEdge): ResourceKind | undefined {
  const exec = edge.detail?.["exec"];
  if (edge.resolved !== "unresolved" || (exec !== "CICS" && exec !== "MQ")) return undefined;
  if (edge.kind === "sends" || edge.kind === "receives") return "map";
  return isQueue(edge) ? "queue" : "file";
}

const isQueue = (edge: GraphEdge): boolean =>
  /^(?:(?:READ|WRITE|DELETE)Q|MQ\w+)$/.test(String(edge.detail?.["command"] ?? ""));

function put(map: Map<string, Set<string>>, key: string, value: string): void {
  const set = map.get(key);
  if (set) set.add(value);
  else map.set(key, new Set([value]));
}
