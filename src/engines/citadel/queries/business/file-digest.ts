import type { Estate } from "../../graph/estate.ts";
import type { Decision, NamedWord } from "../../languages/cobol/procedure/decision.ts";
import { readDecisions } from "../../languages/cobol/procedure/decisions.ts";
import { type DataFlow, type FileFacts, FLOW_COLUMNS, nodeId, type SymbolFact, USE_COLUMNS } from "../../model.ts";
import {
  type Cells,
  type DecisionDigest,
  type DeclaredItem,
  type FileDigest,
  NAME_CELLS,
  SYSTEM_NAME,
} from "./digest-shape.ts";
import type { DigestSource } from "./digest-source.ts";
import { Meanings } from "./field-meaning.ts";
import { ruleParts } from "./rule-parts.ts";

const RECORD_AREAS: ReadonlySet<unknown> = new Set(["FILE", "LINKAGE"]);
const WITH_RULES: ReadonlySet<string> = new Set(["cobol", "copybook"]);
const UNIT_KINDS: ReadonlySet<string> = new Set(["paragraph", "section", "program"]);
const PROGRAM_KINDS: ReadonlySet<string> = new Set(["program", "function", "class", "job", "copybook", "procedure"]);

/** Digests of an estate in memory. */
export function estateDigests({ facts }: Estate, textOf: (path: string) => string | undefined): DigestSource {
  return {
    paths: [...facts.keys()],
    languageOf: (path) => facts.get(path)?.language,
    digest: (path) => {
      const file = facts.get(path);
      return file && digestOf(file, textOf);
    },
  };
}

/** @param textOf  the text of the file, and of those that it copies */
export function digestOf(facts: FileFacts, textOf: (path: string) => string | undefined): FileDigest {
  return new Digester(facts, textOf).digest();
}

interface Told {
  readonly units: (string | number)[];
  readonly places: (string | number)[];
  readonly items: DeclaredItem[];
  readonly uses: (string | number)[];
}

/** The name at a place in the file itself. */
interface OwnPlace {
  readonly name: number;
  isWritten: boolean;
}

class Digester {
  private readonly facts: FileFacts;
  private readonly textOf: (path: string) => string | undefined;
  private readonly told = new Map<string, Told>();
  private readonly names: (string | number)[] = [];
  private readonly places = new Map<string, OwnPlace>();

  constructor(facts: FileFacts, textOf: (path: string) => string | undefined) {
    this.facts = facts;
    this.textOf = textOf;
  }

  digest(): FileDigest {
    const { facts } = this;
    const items = this.items();
    const units = this.units();
    const moves = facts.dataFlow ? this.flow(facts.dataFlow) : [];
    const decisions = WITH_RULES.has(facts.language) ? this.decisions() : [];
    const rules = ruleParts({ items, names: this.names, moves, told: this.told, language: facts.language }, decisions);
    return {
      told: Object.fromEntries(this.told),
      own: { items, names: this.names },
      rules: { ...rules, units },
    };
  }

  private of(file: string): Told {
    const known = this.told.get(file);
    if (known) return known;
    const told: Told = { units: [], places: [], items: [], uses: [] };
    this.told.set(file, told);
    return told;
  }

  /** The items of this file; those that are written in another one are told of that. */
  private items(): DeclaredItem[] {
    const { path, symbols } = this.facts;
    const items: DeclaredItem[] = [];
    const meanings = new Meanings(path, symbols, this.textOf);
    const at = new Map<string, number>();
    for (const symbol of symbols) {
      if (symbol.kind !== "data-item") continue;
      const meant = meanings.itemOf(symbol);
      const place = symbol.file === undefined && meant !== symbol ? at.get(meant.key) : undefined;
      const meaning = place ?? { ...meanings.of(meant), id: nodeId(path, meant.key) };
      const record = meanings.recordOf(symbol);
      const item = { ...declared(symbol), ...(record !== symbol && { record: record.name }), meaning };
      if (symbol.file === undefined) at.set(symbol.key, items.push(item) - 1);
      else this.of(symbol.file).items.push(item);
    }
    return items;
  }

  private units(): (string | number)[] {
    const units: (string | number)[] = [];
    const byKey = new Map(this.facts.symbols.map((symbol) => [symbol.key, symbol]));
    for (const symbol of this.facts.symbols) {
      if (!UNIT_KINDS.has(symbol.kind)) continue;
      let program: SymbolFact | undefined = symbol;
      while (program && !PROGRAM_KINDS.has(program.kind)) program = byKey.get(program.owner ?? "");
      const list = symbol.file === undefined ? units : this.of(symbol.file).units;
      const isWhole = !program || program === symbol;
      list.push(symbol.start, symbol.end, (program ?? symbol).name, isWhole ? "" : symbol.name);
    }
    return units;
  }

  /** Takes the names and places of the data flow. @returns moves, each pair once */
  private flow(flow: DataFlow): number[] {
    const { path } = this.facts;
    const places = this.takeNames(flow);
    const told = new Map<string, number>();
    for (let at = 0; at < flow.uses.length; at += USE_COLUMNS) {
      const name = places[flow.uses[at + 3] as number] as number;
      const file = flow.files[flow.uses[at + 1] as number] ?? path;
      const line = flow.uses[at + 2] as number;
      const how = flow.uses[at + 4] as number;
      const cell = name * NAME_CELLS;
      if ((how & 1) !== 0) this.names[cell + 3] = (this.names[cell + 3] as number) + 1;
      if ((how & 2) !== 0) this.names[cell + 4] = (this.names[cell + 4] as number) + 1;
      if (file === path) this.ownPlace(line, name, (how & 2) !== 0);
      else this.toldPlace({ file, line, name, isWritten: (how & 2) !== 0 }, told);
    }
    for (let cell = 0; cell < this.names.length; cell += NAME_CELLS) {
      const [file, line, name, reads, writes] = this.names.slice(cell, cell + NAME_CELLS) as [string, ...Cells];
      if (file !== "") this.of(file).uses.push(line as number, name as string, reads as number, writes as number);
    }
    return movesOf(flow, places);
  }

  /** @returns for each item of the flow the place of its name */
  private takeNames({ items }: DataFlow): number[] {
    const { path } = this.facts;
    const known = new Map<string, number>();
    return items.map(({ file, line, name }): number => {
      const upper = name.toUpperCase();
      const key = `${file}:${line}:${upper}`;
      const place = known.get(key);
      if (place !== undefined) return place;
      known.set(key, known.size);
      this.names.push(file === path ? "" : file, line, upper, 0, 0);
      return known.size - 1;
    });
  }

  private ownPlace(line: number, name: number, isWritten: boolean): void {
    const key = `${line}:${this.names[name * NAME_CELLS + 2]}`;
    const known = this.places.get(key);
    if (known) known.isWritten ||= isWritten;
    else this.places.set(key, { name, isWritten });
  }

  private toldPlace(
    { file, line, name, isWritten }: { file: string; line: number; name: number; isWritten: boolean },
    told: Map<string, number>,
  ): void {
    const { places } = this.of(file);
    const cell = name * NAME_CELLS;
    const upper = this.names[cell + 2] as string;
    const key = `${file}:${line}:${upper}`;
    const known = told.get(key);
    if (known === undefined) {
      told.set(key, places.length);
      const declaredIn = (this.names[cell] as string) || this.facts.path;
      places.push(line, upper, declaredIn, this.names[cell + 1] as number, isWritten ? 1 : 0);
    } else if (isWritten) places[known + 4] = 1;
  }

  private decisions(): DecisionDigest[] {
    const text = this.textOf(this.facts.path);
    if (text === undefined) return [];
    return readDecisions(this.facts.path, text).flatMap((decision): DecisionDigest[] => {
      const words: (string | number)[] = [];
      const seen = new Set<string>();
      if (decision.kind !== "calculation") this.addWords(decision.names, { isCondition: true, words, seen });
      for (const { names } of decision.effects) this.addWords(names, { isCondition: false, words, seen });
      if (words.length === 0 && decision.kind !== "unread") return [];
      const { kind, line, endLine } = decision;
      return [{ kind, line, endLine, condition: conditionText(decision), effect: effectText(decision), words }];
    });
  }

  private addWords(
    named: readonly NamedWord[],
    sink: { readonly isCondition: boolean; readonly words: (string | number)[]; readonly seen: Set<string> },
  ): void {
    for (const { name, line } of named) {
      if (SYSTEM_NAME.test(name)) continue;
      const place = this.places.get(`${line}:${name}`);
      // A program declares or copies what it names; only what a copybook names is told by those who copy it.
      if (!place && this.facts.language === "cobol") continue;
      const how = (sink.isCondition ? 1 : 0) | (place?.isWritten ? 2 : 0);
      const key = `${name}:${line}:${how}`;
      if (sink.seen.has(key)) continue;
      sink.seen.add(key);
      sink.words.push(place ? place.name : name, line, how);
    }
  }
}

function declared({ name, start, detail = {}, file }: SymbolFact): Omit<DeclaredItem, "meaning"> {
  const { level, offset, length, occurs, area } = detail;
  return {
    line: start,
    name,
    level: Number(level ?? 0),
    ...(RECORD_AREAS.has(area) && { isShared: true }),
    ...(detail["renamed"] === true && file !== undefined && { isRenamed: true }),
    ...(typeof offset === "number" && { offset }),
    ...(typeof length === "number" && { length }),
    ...(occurs !== undefined && { occurs: Number(occurs) }),
  };
}

function movesOf({ rows }: DataFlow, places: readonly number[]): number[] {
  const moves: number[] = [];
  const seen = new Set<number>();
  for (let at = 0; at < rows.length; at += FLOW_COLUMNS) {
    const from = places[rows[at] as number];
    const to = places[rows[at + 1] as number];
    if (from === undefined || to === undefined || from === to) continue;
    const pair = Math.min(from, to) * places.length + Math.max(from, to);
    if (seen.has(pair)) continue;
    seen.add(pair);
    moves.push(from, to);
  }
  return moves;
}

/** The condition with those around it. */
const conditionText = ({ within, condition }: Decision): string =>
  [...new Set([...within, condition])].filter((part) => part !== "").join(" AND ") || "always";

const effectText = ({ effects }: Decision): string => effects.map(({ text }) => text).join("; ");
