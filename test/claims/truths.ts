import type { EdgeKind, Graph, GraphEdge, GraphNode, NodeKind } from "../../src/engines/citadel/model.ts";

/** Facts of a graph as a person would write them down, with what changing them needs. Knows nothing of what judges them. */
export interface Told {
  readonly text: string;
  readonly cites: readonly { readonly file: string; readonly line: number }[];
  readonly relations?: readonly { readonly from: string; readonly verb: string; readonly to: string }[];
  readonly numbers?: readonly { readonly value: number; readonly unit: string; readonly of: string }[];
  /** Id of what the page is about. */
  readonly about: string;
  /** What it was made of, where it is one edge. */
  readonly fact?: TrueFact;
}

export interface TrueFact {
  readonly from: GraphNode;
  readonly to: string;
  readonly edge: GraphEdge;
}

/** A stream of numbers in [0, 1) that is the same for the same seed. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

export const pick = <T>(list: readonly T[], random: () => number): T => {
  const found = list[Math.floor(random() * list.length)];
  if (found === undefined) throw new Error("nothing to pick from");
  return found;
};

/** Active and passive words of each kind of edge. */
export const WORDS: Partial<Record<EdgeKind, readonly (readonly [active: string, passive: string])[]>> = {
  calls: [
    ["calls", "is called by"],
    ["invokes", "is invoked by"],
  ],
  links: [["links to", "is called by"]],
  xctls: [["transfers control to", ""]],
  executes: [
    ["runs", "is run by"],
    ["executes", "is executed by"],
  ],
  performs: [["performs", "is performed by"]],
  goto: [["goes to", ""]],
  copies: [
    ["copies", "is copied by"],
    ["includes", "is included in"],
  ],
  reads: [["reads", "is read by"]],
  writes: [["writes", "is written by"]],
  updates: [
    ["updates", "is updated by"],
    ["rewrites", "is rewritten by"],
  ],
  deletes: [["deletes", "is deleted by"]],
  opens: [["opens", "is opened by"]],
  closes: [["closes", "is closed by"]],
  selects: [["reads", "is read by"]],
  inserts: [["inserts into", "is inserted into by"]],
  sends: [["sends", "is sent by"]],
  receives: [["receives", "is received by"]],
  imports: [["imports", "is imported by"]],
};

const NOUN: Partial<Record<NodeKind, string>> = {
  program: "program",
  job: "job",
  step: "step",
  paragraph: "paragraph",
  copybook: "copybook",
  map: "map",
  table: "table",
  dataset: "dataset",
  file: "file",
  function: "function",
  module: "module",
  transaction: "transaction",
};

export class Truths {
  readonly byId: ReadonlyMap<string, GraphNode>;
  readonly graph: Graph;
  readonly facts: readonly TrueFact[];
  private readonly random: () => number;

  constructor(graph: Graph, random: () => number) {
    this.graph = graph;
    this.random = random;
    this.byId = new Map(graph.nodes.map((node) => [node.id, node]));
    this.facts = graph.edges.flatMap((edge): TrueFact[] => {
      const from = this.byId.get(edge.from);
      const isSure = edge.resolved !== "candidate" && edge.resolved !== "by-name";
      return from && isSure && WORDS[edge.kind]
        ? [{ from, to: this.byId.get(edge.to ?? "")?.name ?? edge.name, edge }]
        : [];
    });
  }

  /** The program, job, module … that something is in. */
  rootOf(node: GraphNode): GraphNode {
    let at = node;
    for (let owner = this.byId.get(at.owner ?? ""); owner; owner = this.byId.get(at.owner ?? "")) at = owner;
    return at;
  }

  one(): Told {
    const ways = [
      () => this.plain(),
      () => this.plain(),
      () => this.passive(),
      () => this.inside(),
      () => this.list(),
      () => this.twoVerbs(),
      () => this.lines(),
      () => this.parts(),
      () => this.callers(),
      () => this.belongs(),
      () => this.itself(),
    ];
    for (;;) {
      const told = pick(ways, this.random)();
      if (told) return told;
    }
  }

  private fact(): TrueFact {
    return pick(this.facts, this.random);
  }

  /** The doer: the unit itself, or the program or job around it. */
  private doer({ from, edge }: TrueFact): GraphNode {
    const isOwn = edge.kind === "performs" || edge.kind === "goto" || this.random() < 0.3;
    return isOwn ? from : this.rootOf(from);
  }

  private name(node: GraphNode): string {
    const noun = NOUN[node.kind];
    const way = this.random();
    const coded = this.random() < 0.5 || /^[a-z]+$/.test(node.name) ? `\`${node.name}\`` : node.name;
    if (noun === undefined || way < 0.5) return coded;
    return way < 0.75 ? `the ${noun} ${coded}` : `${noun} ${coded}`;
  }

  private thing(name: string): string {
    return this.random() < 0.5 || /^[a-z]+$/.test(name) ? `\`${name}\`` : name;
  }

  private told(text: string, fact: TrueFact, doer: GraphNode, verb: string): Told {
    const { file, line } = fact.edge;
    return {
      text: capital(text),
      cites: [{ file, line }],
      ...(this.random() < 0.5 && { relations: [{ from: doer.name, verb, to: fact.to }] }),
      about: this.rootOf(fact.from).id,
      fact: { ...fact, from: doer },
    };
  }

  private plain(): Told {
    const fact = this.fact();
    const doer = this.doer(fact);
    const [verb] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    const where = pick(
      ["", "", ` at line ${fact.edge.line}`, ` in ${fact.edge.file}`, ` (${fact.edge.file}:${fact.edge.line})`],
      this.random,
    );
    return this.told(`${this.name(doer)} ${verb} ${this.thing(fact.to)}${where}.`, fact, doer, verb);
  }

  private passive(): Told | undefined {
    const fact = this.fact();
    const [verb, passive] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    if (passive === "" || passive.includes("into by")) return undefined;
    const doer = this.doer(fact);
    return this.told(`${this.thing(fact.to)} ${passive} ${this.name(doer)}.`, fact, doer, verb);
  }

  private inside(): Told | undefined {
    const fact = this.fact();
    const root = this.rootOf(fact.from);
    if (fact.from === root || fact.from.kind !== "paragraph") return undefined;
    const [verb] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    const place = `paragraph ${this.thing(fact.from.name)}`;
    const said = `${this.name(root)} ${verb} ${this.thing(fact.to)}`;
    const text = this.random() < 0.5 ? `${said} in ${place}.` : `In ${place}, ${said}.`;
    return this.told(text, fact, root, verb);
  }

  /** Two or three things that one does the same with. */
  private list(): Told | undefined {
    const fact = this.fact();
    const root = this.rootOf(fact.from);
    const others = this.facts.filter(
      ({ from, to, edge }) => edge.kind === fact.edge.kind && to !== fact.to && this.rootOf(from) === root,
    );
    const more = [...new Map(others.map((each) => [each.to, each])).values()].slice(0, 2);
    if (more.length === 0) return undefined;
    const [verb] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    const all = [fact, ...more];
    const names = all.map(({ to }) => this.thing(to));
    const text = `${this.name(root)} ${verb} ${names.slice(0, -1).join(", ")} and ${names.at(-1)}.`;
    return { text: capital(text), cites: all.map(({ edge: { file, line } }) => ({ file, line })), about: root.id };
  }

  private twoVerbs(): Told | undefined {
    const fact = this.fact();
    const root = this.rootOf(fact.from);
    const other = this.facts.find(
      ({ from, edge }) => edge.kind !== fact.edge.kind && this.rootOf(from) === root && edge.kind !== "performs",
    );
    if (!other) return undefined;
    const [verb] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    const [second] = pick(WORDS[other.edge.kind] ?? [], this.random);
    const text = `${this.name(root)} ${verb} ${this.thing(fact.to)} and ${second} ${this.thing(other.to)}.`;
    const cites = [fact, other].map(({ edge: { file, line } }) => ({ file, line }));
    return { text: capital(text), cites, about: root.id };
  }

  private root(kinds: readonly NodeKind[]): GraphNode | undefined {
    const found = this.graph.nodes.filter(({ kind, owner }) => owner === undefined && kinds.includes(kind));
    return found.length === 0 ? undefined : pick(found, this.random);
  }

  private lines(): Told | undefined {
    const node = this.root(["program", "copybook", "job"]);
    const file = this.graph.files.find(({ path }) => path === node?.file);
    if (
      !node ||
      !file ||
      this.graph.nodes.some((each) => each !== node && each.kind === node.kind && each.file === node.file)
    )
      return undefined;
    const text = pick(["has N lines", "is N lines long", "spans N lines"], this.random).replace(
      "N",
      String(file.lines),
    );
    return {
      text: capital(`${this.name(node)} ${text}.`),
      cites: [{ file: node.file, line: node.start }],
      numbers: [{ value: file.lines, unit: "lines", of: node.name }],
      about: node.id,
    };
  }

  private parts(): Told | undefined {
    const node = this.root(["program", "job"]);
    if (!node) return undefined;
    const kind = node.kind === "program" ? "paragraph" : "step";
    const count = this.graph.nodes.filter((part) => part.kind === kind && this.rootOf(part) === node).length;
    const verb = pick(["has", "contains", "consists of"], this.random);
    return {
      text: capital(`${this.name(node)} ${verb} ${count} ${kind}${count === 1 ? "" : "s"}.`),
      cites: [{ file: node.file, line: node.start }],
      about: node.id,
    };
  }

  private callers(): Told | undefined {
    const node = this.root(["copybook"]);
    const edges = this.graph.edges.filter(
      ({ kind, to, resolved }) =>
        (kind === "copies" || kind === "includes") && to === node?.id && resolved !== "candidate",
    );
    const users = new Set(edges.flatMap(({ from }) => this.byId.get(from) ?? []).map((each) => this.rootOf(each)));
    const programs = [...users].filter(({ kind }) => kind === "program");
    const [first] = edges;
    if (!node || !first || programs.length === 0) return undefined;
    const text = `${this.name(node)} is copied by ${programs.length} program${programs.length === 1 ? "" : "s"}.`;
    const cited = edges.find(({ from }) => programs.includes(this.rootOf(this.byId.get(from) ?? node))) ?? first;
    return { text: capital(text), cites: [{ file: cited.file, line: cited.line }], about: node.id };
  }

  private belongs(): Told | undefined {
    const node = pick(this.graph.nodes, this.random);
    if (node.kind !== "paragraph" && node.kind !== "step") return undefined;
    const root = this.rootOf(node);
    if (root === node || node.file !== root.file) return undefined;
    const text = pick(
      [
        `${this.thing(node.name)} is a ${node.kind} of ${this.thing(root.name)}.`,
        `${this.name(node)} is part of ${this.name(root)}.`,
        `${this.name(node)} starts at line ${node.start}.`,
      ],
      this.random,
    );
    return { text: capital(text), cites: [{ file: node.file, line: node.start }], about: root.id };
  }

  private itself(): Told | undefined {
    const fact = this.fact();
    const root = this.rootOf(fact.from);
    const [verb] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    return this.told(`It ${verb} ${this.thing(fact.to)}.`, fact, root, verb);
  }
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
