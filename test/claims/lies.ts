import type { EdgeKind, GraphNode } from "../../src/engines/citadel/model.ts";
import { pick, type Told, type Truths, WORDS } from "./truths.ts";

/** A claim that is false, and how it was made out of a true one. */
export interface Lie {
  readonly how: string;
  readonly told: Told;
}

/** What may be true of the same two names under another verb. */
const ALIKE: Partial<Record<EdgeKind, readonly EdgeKind[]>> = {
  reads: ["selects"],
  selects: ["reads"],
  writes: ["inserts"],
  inserts: ["writes"],
  links: ["calls"],
  calls: ["links"],
};

/** Makes lies out of truths by changing one thing; what happens to stay true is thrown away by looking at the graph. */
export class Lies {
  private readonly truths: Truths;
  private readonly random: () => number;
  private readonly pairs = new Set<string>();
  private readonly names: readonly GraphNode[];

  constructor(truths: Truths, random: () => number) {
    this.truths = truths;
    this.random = random;
    this.names = truths.graph.nodes.filter(({ kind }) => kind !== "data-item" && kind !== "map-field");
    for (const edge of truths.graph.edges) {
      const target = truths.byId.get(edge.to ?? "");
      const names = [edge.name, target?.name ?? edge.name, String(edge.detail?.["ddname"] ?? edge.name)];
      const through = target
        ? truths.graph.edges.filter(({ from, to }) => from === target.id && to?.startsWith("dataset:"))
        : [];
      for (const { to } of target?.kind === "file" ? through : []) names.push(truths.byId.get(to ?? "")?.name ?? "");
      for (let at = truths.byId.get(edge.from); at; at = truths.byId.get(at.owner ?? ""))
        for (const name of names) this.pairs.add(pairKey(edge.kind, at.name, name));
      for (const module of truths.graph.nodes.filter(
        ({ kind, file }) => kind === "module" && edge.from.startsWith(`${file}#`),
      ))
        for (const name of names) this.pairs.add(pairKey(edge.kind, module.name, name));
    }
  }

  private isTrue(kind: EdgeKind, from: string, to: string): boolean {
    return [kind, ...(ALIKE[kind] ?? [])].some((each) => this.pairs.has(pairKey(each, from, to)));
  }

  /** A lie out of a true claim; undefined where that way does not apply to it. */
  of(told: Told): Lie | undefined {
    const ways: readonly (readonly [string, () => Told | undefined])[] = [
      ["another target", () => this.otherTarget(told)],
      ["another doer", () => this.otherDoer(told)],
      ["direction", () => this.reversed(told)],
      ["another verb", () => this.otherVerb(told)],
      ["number", () => this.otherNumber(told)],
      ["shifted line", () => this.shifted(told)],
      ["other file", () => this.otherFile(told)],
      ["invented name", () => this.invented(told)],
      ["negation", () => this.negated(told)],
      ["quantifier", () => this.quantified(told)],
      ["prose only", () => this.prose(told)],
      ["wrong kind", () => this.wrongKind(told)],
      ["second sentence", () => this.appended(told)],
    ];
    const [how, make] = pick(ways, this.random);
    const lie = make();
    return lie && lie.text !== told.text
      ? { how, told: lie }
      : lie && how.match(/line|file/)
        ? { how, told: lie }
        : undefined;
  }

  private otherName(not: (name: string) => boolean): string | undefined {
    for (let times = 0; times < 20; times += 1) {
      const { name } = pick(this.names, this.random);
      if (!not(name)) return name;
    }
    return undefined;
  }

  private replaced(told: Told, from: string, to: string): Told | undefined {
    const marked = told.text.includes(`\`${from}\``) ? `\`${from}\`` : from;
    const at = told.text.lastIndexOf(marked);
    if (at === -1) return undefined;
    const text = `${told.text.slice(0, at)}\`${to}\`${told.text.slice(at + marked.length)}`;
    // The structure stays as it was in half of them, so that only the prose lies.
    const swap = (name: string): string => (name === from ? to : name);
    const relations = told.relations?.map((each) => ({ ...each, from: swap(each.from), to: swap(each.to) }));
    return { ...told, text, ...(relations && this.random() < 0.5 && { relations }) };
  }

  private otherTarget(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact) return undefined;
    const { kind } = fact.edge;
    const name = this.otherName((each) => each === fact.to || this.isTrue(kind, fact.from.name, each));
    return name === undefined ? undefined : this.replaced(told, fact.to, name);
  }

  private otherDoer(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact || !told.text.includes(fact.from.name)) return undefined;
    const name = this.otherName((each) => each === fact.from.name || this.isTrue(fact.edge.kind, each, fact.to));
    return name === undefined ? undefined : this.replaced(told, fact.from.name, name);
  }

  private reversed(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact || this.isTrue(fact.edge.kind, fact.to, fact.from.name)) return undefined;
    const [verb] = pick(WORDS[fact.edge.kind] ?? [], this.random);
    return { ...told, text: `${fact.to} ${verb} ${fact.from.name}.` };
  }

  private otherVerb(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact) return undefined;
    const kinds = (Object.keys(WORDS) as EdgeKind[]).filter((kind) => !this.isTrue(kind, fact.from.name, fact.to));
    const isPassive = / is \w+ by | is \w+ in /.test(told.text);
    const words = pick(WORDS[pick(kinds, this.random)] ?? [], this.random);
    const own = (WORDS[fact.edge.kind] ?? []).flatMap((each) => each[isPassive ? 1 : 0]);
    const found = own.find((each) => each !== "" && told.text.includes(` ${each} `));
    const other = words[isPassive ? 1 : 0];
    if (found === undefined || other === "") return undefined;
    return { ...told, text: told.text.replace(` ${found} `, ` ${other} `) };
  }

  private otherNumber(told: Told): Told | undefined {
    const numbers = [...told.text.matchAll(/(?<![\w:-])\d+(?![\w-])/g)];
    if (numbers.length === 0) return undefined;
    const found = pick(numbers, this.random);
    const value = Number(found[0]);
    const other = pick([value + 1, value * 2 + 3, value + 10, Math.max(0, value - 1)], this.random);
    if (other === value) return undefined;
    const text = told.text.slice(0, found.index) + other + told.text.slice(found.index + found[0].length);
    return { ...told, text };
  }

  /** Lines that do not hold any name of the sentence, and begin or go on with no statement of it. */
  private shifted(told: Told): Told | undefined {
    const { fact } = told;
    const [cite] = told.cites;
    if (!fact || !cite || told.cites.length > 1) return undefined;
    const line = cite.line + pick([1, 2, 3, 7, 20, -1, -4, 1000], this.random);
    const isNear = this.truths.graph.edges.some(
      (edge) =>
        edge.file === cite.file &&
        line >= edge.line &&
        line <= Math.max(edge.line, Number(edge.detail?.["endLine"] ?? 0)) &&
        edge.kind === fact.edge.kind,
    );
    return isNear || line < 1 ? undefined : { ...told, cites: [{ file: cite.file, line }] };
  }

  private otherFile(told: Told): Told | undefined {
    const [cite, ...rest] = told.cites;
    const { path } = pick(this.truths.graph.files, this.random);
    if (!cite || path === cite.file) return undefined;
    const isNear = this.truths.graph.edges.some(({ file, line }) => file === path && line === cite.line);
    return isNear ? undefined : { ...told, cites: [{ file: path, line: cite.line }, ...rest] };
  }

  private invented(told: Told): Told | undefined {
    const { fact } = told;
    return (
      fact && this.replaced(told, fact.to, pick(["ZZPOST99", "XQ-LEDGER-77", "QARCHIVE", "zzTotalizer"], this.random))
    );
  }

  private negated(told: Told): Told {
    const text = pick(
      [
        told.text
          .replace(/ is (\w+) by /, " is never $1 by ")
          .replace(/^(\S+(?: \S+)?) (calls|reads|writes|copies|performs|runs|updates|opens|has) /, "$1 does not $2 "),
        told.text.replace(/\.$/, ", but not in practice."),
        `It is not true that ${told.text}`,
        told.text.replace(/\.$/, " no longer."),
        told.text.replace(/ (calls|reads|writes|copies|performs|runs|updates|opens|has|is) /, " never $1 "),
        `No ${told.text}`,
      ],
      this.random,
    );
    return { ...told, text };
  }

  private quantified(told: Told): Told {
    const text = pick(
      [
        told.text.replace(/ (calls|reads|writes|copies|performs|runs|updates|opens|is) /, " only $1 "),
        `Only ${told.text}`,
        told.text.replace(/\.$/, " and nothing else."),
        told.text.replace(/ (calls|reads|writes|copies|performs|runs|updates|opens) /, " $1 all files and "),
        told.text.replace(/ (calls|reads|writes|copies|performs|runs|updates|opens) /, " always $1 "),
        `Every program and ${told.text}`,
        told.text.replace(/\.$/, " exclusively."),
        told.text.replace(/ by (\S+)/, " by every program, even $1"),
      ],
      this.random,
    );
    return { ...told, text };
  }

  /** The sentence stays true and gets a lie in its tail; cites and structure are as they were. */
  private prose(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact) return undefined;
    const verbs = (["deletes", "writes", "calls", "updates", "reads"] as const).filter(
      (each) => each !== fact.edge.kind,
    );
    const kind = pick(verbs, this.random);
    const name = this.otherName((each) => this.isTrue(kind, fact.from.name, each) || this.isTrue(kind, fact.to, each));
    if (name === undefined) return undefined;
    const [active, passive] = pick(WORDS[kind] ?? [], this.random);
    const tail = pick(
      [
        `, which ${active} ${name}`,
        ` and ${active} ${name}`,
        ` before it ${active} ${name}`,
        `, after which ${name} ${passive} it`,
        ` without checking its status`,
        `, the largest of the estate`,
        ` to calculate interest`,
        ` in paragraph ${name}-ZZ`,
        ` 12345 times`,
        `; ${name} ${active} ${fact.from.name}`,
        `, ${/ing$/.test(active) ? active : "deleting"} ${name}`,
      ],
      this.random,
    );
    if (tail.endsWith(`${active} ${fact.from.name}`) && this.isTrue(kind, name, fact.from.name)) return undefined;
    if (tail.includes("deleting") && this.isTrue("deletes", fact.from.name, name)) return undefined;
    if (tail.includes(` it`) && this.isTrue(kind, name, fact.to)) return undefined;
    return { ...told, text: told.text.replace(/(?: \([^)]*\))?\.$/, `${tail}.`) };
  }

  private wrongKind(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact) return undefined;
    const kinds = ["program", "copybook", "job", "table", "paragraph", "screen", "transaction"];
    const isSame = (noun: string): boolean => {
      const kind = noun === "screen" ? "map" : noun;
      return this.truths.graph.nodes.some(({ name, kind: own }) => name === fact.from.name && own === kind);
    };
    const noun = pick(
      kinds.filter((each) => !isSame(each)),
      this.random,
    );
    if (!told.text.includes(fact.from.name)) return undefined;
    const plain = told.text.replace(
      /\b(?:the )?(?:program|job|step|paragraph|copybook|map|table|dataset|file|function|module|transaction) (?=`?[\w$#@-])/gi,
      "",
    );
    const marked = plain.includes(`\`${fact.from.name}\``) ? `\`${fact.from.name}\`` : fact.from.name;
    return { ...told, text: plain.replace(marked, () => `the ${noun} ${marked}`) };
  }

  private appended(told: Told): Told | undefined {
    const { fact } = told;
    if (!fact) return undefined;
    const kind = pick(["deletes", "calls", "writes", "copies"] as const, this.random);
    const name = this.otherName((each) => this.isTrue(kind, fact.from.name, each) || this.isTrue(kind, fact.to, each));
    const [active] = pick(WORDS[kind] ?? [], this.random);
    return name === undefined ? undefined : { ...told, text: `${told.text} It ${active} ${name}.` };
  }
}

const pairKey = (kind: string, from: string, to: string): string => `${kind} ${from.toUpperCase()} ${to.toUpperCase()}`;
