import type { NodeKind, SymbolFact } from "../../model.ts";
import type { SymbolRule } from "./grammar.ts";
import type { SourceLines } from "./source-lines.ts";
import type { TreeNode } from "./tree.ts";

/** A definition while its file is read; `index` is its place in `Definitions.all`. */
export interface Definition {
  readonly index: number;
  readonly kind: NodeKind;
  readonly name: string;
  /** Unique in the file. A signature hands its key over to the implementation that follows. */
  key: string;
  readonly owner: Definition | undefined;
  readonly start: number;
  readonly end: number;
  readonly form?: string | undefined;
  readonly isSignature: boolean;
  /** The type it belongs to, where that is defined in another file. */
  readonly receiver?: string | undefined;
  /** What is defined directly inside, by name. */
  readonly members: Map<string, Definition[]>;
  /** Names of the types it inherits from. */
  readonly parents: string[];
}

/** The definitions of one file, nested as the source nests them. The first is the module: the file itself. */
export class Definitions {
  readonly all: Definition[] = [];
  readonly module: Definition;
  /** How often a key was asked for. */
  private readonly keys = new Map<string, number>();
  private readonly byName = new Map<string, Definition[]>();
  private readonly source: string;

  constructor(path: string, source: string) {
    this.source = source;
    const name = (path.split("/").at(-1) ?? path).replace(/(?!^)\.[A-Za-z]+$/, "");
    this.module = this.add({ kind: "module", name, key: "(module)", owner: undefined, start: 0, end: source.length });
  }

  named(name: string): readonly Definition[] {
    return this.byName.get(name) ?? [];
  }

  classNamed(name: string): Definition | undefined {
    return this.named(name).find((definition) => definition.kind === "class");
  }

  /** Reads a definition from its node; undefined when the node is none (a variable that holds no function). */
  define(node: TreeNode, rule: SymbolRule, owner: Definition): Definition | undefined {
    if (!this.holds(node, rule)) return undefined;
    const named = this.nameOf(node, rule);
    if (!named) return undefined;
    if (rule.isExtension) return this.classNamed(named.name) ?? this.extension(named.name, node, owner);
    const receiver = named.receiver ?? this.receiverOf(node, rule);
    const outer = receiver === undefined ? owner : (this.classNamed(receiver) ?? owner);
    const kind = rule.kind === "function" && (outer.kind === "class" || receiver !== undefined) ? "method" : rule.kind;
    const prefix = outer === this.module ? (receiver === undefined ? "" : `${receiver}.`) : `${outer.key}.`;
    const { startIndex: start, endIndex: end } = node;
    const key = `${prefix}${named.name}`;
    const place = { start, end, form: rule.form, isSignature: rule.isSignature === true };
    return this.add({ kind, name: named.name, key, owner: outer, receiver, ...place });
  }

  /** Whether a node has the parts that the rule wants. */
  private holds(node: TreeNode, { needs, value }: SymbolRule): boolean {
    if (needs && !node.childForFieldName(needs)) return false;
    if (!value) return true;
    if (value.hints && !this.isHinted(node, value.hints)) return false;
    const given = node.childForFieldName(value.field);
    if (!given || !value.types.includes(given.type)) return false;
    return !(value.unless && given.childForFieldName(value.unless));
  }

  /** Methods given to a type of another file: no definition of the type, but a scope of its name. */
  private extension(name: string, node: TreeNode, owner: Definition): Definition {
    const { startIndex: start, endIndex: end } = node;
    return this.add({ kind: "class", name, key: name, owner, start, end, form: "extension" });
  }

  private isHinted({ startIndex }: TreeNode, hints: readonly string[]): boolean {
    const text = this.source.slice(startIndex, startIndex + NAME_TEXT_MAX);
    return hints.some((hint) => text.includes(hint));
  }

  private nameOf(node: TreeNode, rule: SymbolRule): { name: string; receiver?: string } | undefined {
    if (rule.before) {
      const before = this.source.slice(Math.max(0, node.startIndex - BEFORE_MAX), node.startIndex);
      const name = rule.before.exec(before)?.[1];
      return name === undefined ? undefined : { name };
    }
    let field = node.childForFieldName(rule.name ?? "name");
    for (let inner = field; inner; inner = inner.childForFieldName("declarator")) field = inner;
    if (!field) return undefined;
    const text = this.source.slice(field.startIndex, Math.min(field.endIndex, field.startIndex + NAME_TEXT_MAX));
    const written = DECLARED_NAME.exec(text)?.[0] ?? "";
    const parts = written.split(/::|\./);
    const name = parts.at(-1) ?? "";
    if (name === "") return undefined;
    if (rule.isExtension) return { name: (TYPE_NAME.exec(text)?.[1] ?? name).split("::").at(-1) ?? name };
    const qualifier = rule.name === "declarator" ? parts.at(-2)?.replace(/<.*$/, "") : undefined;
    return qualifier ? { name, receiver: qualifier } : { name };
  }

  private receiverOf(node: TreeNode, rule: SymbolRule): string | undefined {
    const field = rule.receiver === undefined ? undefined : node.childForFieldName(rule.receiver);
    if (!field) return undefined;
    const text = this.source.slice(field.startIndex, Math.min(field.endIndex, field.startIndex + NAME_TEXT_MAX));
    return /([A-Za-z_]\w*)\s*(?:\[[^\]]*\])?\s*\)\s*$/.exec(text)?.[1];
  }

  private add(
    parts: Omit<Definition, "index" | "members" | "parents" | "isSignature"> & { readonly isSignature?: boolean },
  ): Definition {
    const declared = parts.isSignature ? undefined : parts.owner?.members.get(parts.name);
    const first = declared?.every(({ isSignature }) => isSignature) ? declared[0] : undefined;
    const key = first?.key ?? this.unique(parts.key);
    if (first) first.key = this.unique(parts.key);
    const definition: Definition = {
      isSignature: false,
      ...parts,
      key,
      index: this.all.length,
      members: new Map(),
      parents: [],
    };
    this.all.push(definition);
    if (parts.owner) {
      push(this.byName, definition);
      push(parts.owner.members, definition);
    }
    return definition;
  }

  private unique(wanted: string): string {
    const count = (this.keys.get(wanted) ?? 0) + 1;
    this.keys.set(wanted, count);
    // A written name may look like a numbered one, so the numbered key is asked for as well.
    return count === 1 ? wanted : this.unique(`${wanted}#${count}`);
  }

  /** Facts of all definitions but signatures that are defined as well, or declared before. */
  facts(lines: SourceLines): SymbolFact[] {
    return this.all.filter((definition) => shown(definition) === definition).map((each) => fact(each, lines));
  }
}

/** The definition that stands for this one: of a signature the implementation, or the first declaration. */
export function shown(definition: Definition): Definition {
  const same = definition.isSignature ? definition.owner?.members.get(definition.name) : undefined;
  return same?.find((other) => !other.isSignature) ?? same?.[0] ?? definition;
}

const NAME_TEXT_MAX = 400;
const BEFORE_MAX = 120;
const DECLARED_NAME =
  /(?:[\w~$\u0080-\uffff]+(?:<[^<>]*>)?(?:::|\.))*(?:operator\s*(?:\(\)|[^\s\w(]+|[\w\s]+)|[~#]?[\w$\u0080-\uffff]+[?!=]?)/;
const TYPE_NAME = /^[&*\s]*(?:mut\s+|dyn\s+)?((?:\w+::)*\w+)/;

function push(map: Map<string, Definition[]>, definition: Definition): void {
  const list = map.get(definition.name);
  if (list) list.push(definition);
  else map.set(definition.name, [definition]);
}

function fact(definition: Definition, lines: SourceLines): SymbolFact {
  const { key, kind, name, owner, start, end, form, receiver, isSignature } = definition;
  const detail = {
    ...(form && { form }),
    ...(receiver !== undefined && owner?.kind !== "class" && { receiver }),
    ...(isSignature && { declaration: true }),
  };
  return {
    key,
    kind,
    name,
    ...(owner && { owner: shown(owner).key }),
    start: owner ? lines.lineOf(start) : 1,
    end: owner ? lines.lineOf(Math.max(start, end - 1)) : lines.count,
    ...(Object.keys(detail).length > 0 && { detail }),
  };
}
