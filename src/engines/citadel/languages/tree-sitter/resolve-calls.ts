import type { NodeKind, ReferenceFact } from "../../model.ts";
import type { Callee } from "./callee.ts";
import { type Definition, type Definitions, shown } from "./definitions.ts";
import type { Grammar, Import } from "./grammar.ts";

/** What is known of a call's target. */
export type Target = Pick<ReferenceFact, "name" | "targets" | "to" | "resolved" | "reason" | "detail">;

interface Binding {
  readonly from: Import;
  readonly imported: string;
}

const FUNCTION: readonly NodeKind[] = ["function", "class"];
const METHOD: readonly NodeKind[] = ["method", "function"];
const EXTERNAL = { targets: [], resolved: "external" } as const;
const INHERITANCE_DEPTH_MAX = 20;
const TYPES_MAX = 20_000;

/** Finds what the calls of one file name: in the file where that is evident, else the name and what it may be. */
export class CallResolver {
  private readonly bindings = new Map<string, Binding>();
  private readonly definitions: Definitions;
  private readonly grammar: Grammar;
  private readonly source: string;
  private types: Map<string, string | undefined> | undefined;

  constructor(source: string, grammar: Grammar, definitions: Definitions, imports: readonly Import[]) {
    this.source = source;
    this.grammar = grammar;
    this.definitions = definitions;
    for (const from of imports)
      for (const { local, imported } of from.bindings) this.bindings.set(local, { from, imported });
  }

  resolve(callee: Callee, owner: Definition, constructs: boolean): Target {
    if (constructs) return this.constructed(callee);
    return callee.receiver === undefined ? this.bare(callee.name, owner) : this.member(callee, owner);
  }

  private constructed({ name }: Pick<Callee, "name">): Target {
    const to = this.definitions.classNamed(name);
    if (to) return found(name, to);
    return this.imported(name) ?? this.named(name, ["class"]);
  }

  private bare(name: string, owner: Definition): Target {
    const { grammar } = this;
    const type = classOf(owner);
    if (type && grammar.parent.has(name) && !grammar.builtIn.has(name)) return this.parentOf(type, name);
    for (let scope: Definition | undefined = owner; scope; scope = scope.owner) {
      if (scope.kind === "class" && !grammar.hasImplicitThis) continue;
      const to = scope.kind === "class" ? this.inherited(scope, name) : local(scope, name);
      if (to) return found(name, to);
    }
    return (
      this.imported(name) ??
      this.named(name, grammar.hasImplicitThis && type ? ["method", "function", "class"] : FUNCTION)
    );
  }

  /** `super(…)`: the constructor of the parent type. */
  private parentOf(type: Definition, name: string): Target {
    const parent = type.parents[0];
    if (parent === undefined) return { name, ...EXTERNAL };
    const to = this.definitions.classNamed(parent);
    return to ? found(parent, to) : (this.imported(parent) ?? this.named(parent, ["class"]));
  }

  private member({ name, receiver = "" }: Callee, owner: Definition): Target {
    const { grammar } = this;
    const detail = receiver === "" ? {} : { detail: { receiver } };
    const type = classOf(owner);
    if (type && grammar.self.has(receiver)) {
      const to = this.inherited(type, name);
      return to ? found(name, to, receiver) : { name, targets: METHOD, detail: { receiver, type: type.name } };
    }
    if (type && (grammar.parent.has(receiver) || /^super\(/.test(receiver))) return this.ofParent(type, name, receiver);
    const last = receiver.split(/[.:>\\-]+/).at(-1) ?? "";
    const first = /^[&*$]*([^.:>\\?-]*)/.exec(receiver)?.[1] ?? "";
    const isPlain = first === last;
    const holder = isPlain ? (this.definitions.classNamed(last) ?? this.moduleNamed(last)) : undefined;
    if (name === grammar.constructorName && isPlain && /^[A-Z]/.test(last)) return this.constructed({ name: last });
    const own = holder && this.inherited(holder, name);
    if (own) return found(name, own, receiver);
    const bound = this.bindings.get(first);
    if (bound) return this.ofImport(bound, name, receiver, isPlain);
    if (grammar.builtIn.has(first)) return { name, ...EXTERNAL, ...detail };
    return this.ofDeclaredType(last.replace(/^[$@&*]+/, ""), name, receiver) ?? this.guessed(name, receiver);
  }

  private ofParent(type: Definition, name: string, receiver: string): Target {
    for (const parent of type.parents) {
      const holder = this.definitions.classNamed(parent);
      // A parent type of another file may have the method: the ones behind it are no answer.
      if (!holder) break;
      const to = holder !== type && holder.form !== "interface" ? this.inherited(holder, name) : undefined;
      if (to) return found(name, to, receiver);
    }
    const parent = type.parents[0];
    return { name, targets: METHOD, detail: { receiver, ...(parent !== undefined && { type: parent }) } };
  }

  /** A member of what an import brought in: a function of a module, or a method of a class. */
  private ofImport({ from, imported }: Binding, name: string, receiver: string, isPlain: boolean): Target {
    if (from.isExternal) return { name, ...EXTERNAL, detail: { receiver, module: from.specifier } };
    const detail = { receiver, module: from.specifier };
    if (imported === "*" || from.targets[0] === "module")
      return { name, targets: ["function", "class", "method"], detail };
    return { name, targets: METHOD, detail: isPlain ? { ...detail, type: imported } : detail };
  }

  /** The receiver has one declared type in the whole file. */
  private ofDeclaredType(variable: string, name: string, receiver: string): Target | undefined {
    const type = this.typeOf(variable);
    if (type === undefined) return undefined;
    const holder = this.definitions.classNamed(type);
    const to = holder && this.inherited(holder, name);
    if (to) return found(name, to, receiver, type);
    const bound = this.bindings.get(type);
    if (bound?.from.isExternal) return { name, ...EXTERNAL, detail: { receiver, type, module: bound.from.specifier } };
    if (!holder && this.grammar.builtIn.has(type)) return { name, ...EXTERNAL, detail: { receiver, type } };
    return { name, targets: METHOD, detail: { receiver, type } };
  }

  /** Nothing is known of the receiver: a name that everything has says nothing, another may be looked up. */
  private guessed(name: string, receiver: string): Target {
    const detail = receiver === "" ? {} : { detail: { receiver } };
    if (!this.grammar.commonMethods.has(name) || this.definitions.named(name).some(({ kind }) => kind === "method"))
      return { name, targets: METHOD, ...detail };
    const reason = `the type of ${receiver === "" ? "the receiver" : receiver} is not known`;
    return { name, targets: METHOD, resolved: "unresolved", reason, ...detail };
  }

  private imported(name: string): Target | undefined {
    const bound = this.bindings.get(name);
    if (!bound) return undefined;
    const detail = { module: bound.from.specifier };
    if (bound.from.isExternal) return { name, ...EXTERNAL, detail };
    return { name: bound.imported === "default" ? name : bound.imported, targets: FUNCTION, detail };
  }

  private named(name: string, targets: readonly NodeKind[]): Target {
    if (this.grammar.builtIn.has(name) && this.definitions.named(name).length === 0) return { name, ...EXTERNAL };
    return { name, targets };
  }

  private moduleNamed(name: string): Definition | undefined {
    return this.definitions.named(name).find(({ kind }) => kind === "module");
  }

  /** A member of a type or of what it inherits from, as far as this file shows it. */
  private inherited(type: Definition, name: string, depth = 0): Definition | undefined {
    const own = local(type, name);
    if (own || depth > INHERITANCE_DEPTH_MAX) return own;
    for (const parent of type.parents) {
      const holder = this.definitions.classNamed(parent);
      const to = holder && holder !== type ? this.inherited(holder, name, depth + 1) : undefined;
      if (to) return to;
    }
    return undefined;
  }

  /** The type that every declaration of the name in this file gives it. */
  typeOf(variable: string): string | undefined {
    this.types ??= declaredTypes(this.source, this.grammar);
    return this.types.get(variable);
  }
}

function declaredTypes(source: string, { declared }: Grammar): Map<string, string | undefined> {
  const types = new Map<string, string | undefined>();
  if (!declared) return types;
  for (const match of source.matchAll(declared.pattern)) {
    const [name, type] = declared.typeFirst ? [match[2], match[1]] : [match[1], match[2]];
    if (name === undefined || type === undefined || types.size > TYPES_MAX) continue;
    types.set(name, types.has(name) && types.get(name) !== type ? undefined : type);
  }
  return types;
}

function local(scope: Definition, name: string): Definition | undefined {
  const first = scope.members.get(name)?.[0];
  return first && shown(first);
}

function found(name: string, to: Definition, receiver?: string, type?: string): Target {
  const detail = {
    ...(receiver !== undefined && receiver !== "" && { receiver }),
    ...(type !== undefined && { type }),
  };
  return { name, targets: [to.kind], to: to.key, ...(receiver !== undefined && { detail }) };
}

export function classOf(definition: Definition): Definition | undefined {
  for (let at: Definition | undefined = definition; at; at = at.owner) if (at.kind === "class") return at;
  return undefined;
}
