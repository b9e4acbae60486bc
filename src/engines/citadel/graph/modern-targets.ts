import { type FileFacts, type NodeKind, nodeId, type ReferenceFact, type SymbolFact } from "../model.ts";
import { type EdgeTarget, ModernCalls } from "./modern-calls.ts";
import { familyOf, ModulePaths } from "./module-paths.ts";
import { distance } from "./name-index.ts";
import { ScriptPackages } from "./script-packages.ts";

/** Where a call of a modern language leads; `none` says why it is certain that no file here has the target. */
type ModernTarget =
  | { readonly kind: "node"; readonly path: string; readonly symbol: SymbolFact; readonly isGuess?: boolean }
  | { readonly kind: "none"; readonly reason: string };

interface Place {
  readonly path: string;
  readonly symbol: SymbolFact;
}

const KINDS: ReadonlySet<NodeKind> = new Set(["function", "class", "method", "module", "entry"]);
const CALLED: readonly NodeKind[] = ["function", "class", "method"];
/** Families whose types may be written in several files. */
const PARTED: ReadonlySet<string> = new Set(["csharp", "c", "go", "ruby", "rust"]);
const REEXPORTS_MAX = 4;
const PARENTS_MAX = 12;

/**
 * Targets of imports, calls and inheritance of modern languages over several files: by the module that is imported, by
 * the type of the receiver and what it inherits from, and never in a file of another language.
 */
export class ModernTargets {
  private readonly paths: ModulePaths;
  private readonly facts = new Map<string, FileFacts>();
  private readonly byFile = new Map<string, Map<string, SymbolFact[]>>();
  private readonly byName = new Map<string, Place[]>();
  private readonly classNames = new Map<string, ReadonlyMap<string, string>>();
  private readonly resolved = new Map<string, readonly string[]>();
  private readonly calls: ModernCalls;

  constructor(files: readonly FileFacts[]) {
    const modern = files.filter(({ language }) => familyOf(language) !== undefined);
    const packages = new ScriptPackages(modern);
    this.calls = new ModernCalls(modern, packages);
    this.paths = new ModulePaths(
      modern.map(({ path }) => path),
      packages,
    );
    for (const facts of modern) {
      this.facts.set(facts.path, facts);
      const names = new Map<string, SymbolFact[]>();
      for (const symbol of facts.symbols) {
        if (!KINDS.has(symbol.kind)) continue;
        push(names, symbol.name, symbol);
        push(this.byName, symbol.name, { path: facts.path, symbol });
      }
      this.byFile.set(facts.path, names);
    }
  }

  /** @returns undefined when the reference is none of a modern language, or speaks of something else, such as a program */
  edge(facts: FileFacts, reference: ReferenceFact): EdgeTarget | undefined {
    if (reference.value !== undefined) return this.calls.edge(facts, reference);
    const inherited = reference.kind === "inherits" && facts.scope ? this.calls.inherited(facts, reference) : undefined;
    if (inherited) return inherited;
    if (reference.to !== undefined || reference.resolved === "unresolved") return undefined;
    const target = this.find(facts, reference);
    if (target?.kind !== "node") return target && { resolved: "unresolved", reason: reference.reason ?? target.reason };
    return { to: nodeId(target.path, target.symbol.key), resolved: target.isGuess ? "by-name" : "exact" };
  }

  private find(facts: FileFacts, reference: ReferenceFact): ModernTarget | undefined {
    const family = familyOf(facts.language);
    if (family === undefined || reference.targets.some((kind) => !KINDS.has(kind))) return undefined;
    const { detail, kind, resolved } = reference;
    if (kind === "imports") return this.imported(facts, reference, family);
    if (kind !== "calls" && kind !== "inherits") return undefined;
    const module = detail?.["module"];
    const type = detail?.["type"];
    if (typeof module === "string") return this.ofModule(facts, reference, { family, module });
    if (resolved === "external") return undefined;
    if (typeof type === "string") return this.ofType(facts, reference.name, type);
    return this.named(facts, reference);
  }

  private filesOf(from: string, specifier: string, family: string): readonly string[] {
    const key = `${from}\0${specifier}`;
    let found = this.resolved.get(key);
    if (!found) {
      found = this.paths.resolve(from, specifier, family);
      this.resolved.set(key, found);
    }
    return found;
  }

  private imported(facts: FileFacts, reference: ReferenceFact, family: string): ModernTarget | undefined {
    const specifier = reference.detail?.["specifier"];
    if (typeof specifier !== "string") return undefined;
    const files = this.filesOf(facts.path, specifier, family);
    const [path] = files;
    if (path === undefined)
      return family === "ecmascript" && this.paths.isOwn(facts.path, specifier)
        ? { kind: "none", reason: `${specifier} is not in the estate` }
        : undefined;
    const wanted = reference.targets.filter((kind) => kind !== "module");
    for (const file of files) {
      const own = this.inFile(file, reference.name, wanted);
      if (own) return node(file, own);
    }
    const module = this.facts.get(path)?.symbols.find((symbol) => symbol.owner === undefined);
    return module && node(path, module);
  }

  /** What an imported module has under that name, itself or by passing on what it imports. */
  private ofModule(
    facts: FileFacts,
    { name, targets, resolved, detail }: ReferenceFact,
    { family, module }: { readonly family: string; readonly module: string },
  ): ModernTarget | undefined {
    const files = this.filesOf(facts.path, module, family);
    if (files.length === 0) return undefined;
    const kinds = targets.length > 0 ? targets : CALLED;
    const type = typeof detail?.["type"] === "string" ? detail["type"] : undefined;
    const seen = new Set<string>();
    let front: readonly string[] = files;
    for (let depth = 0; depth < REEXPORTS_MAX && front.length > 0; depth += 1) {
      for (const path of front) {
        const found = this.declaredIn(path, { name, type, kinds });
        if (found) return found;
        seen.add(path);
      }
      front = front.flatMap((path) => this.importsOf(path, family)).filter((path) => !seen.has(path));
    }
    if (resolved === "external") return undefined;
    return { kind: "none", reason: `${files[0]} has no ${name}` };
  }

  /** @param type  whose method it is */
  private declaredIn(
    path: string,
    {
      name,
      type,
      kinds,
    }: { readonly name: string; readonly type?: string | undefined; readonly kinds: readonly NodeKind[] },
  ): ModernTarget | undefined {
    if (type === undefined) {
      const symbol = this.inFile(path, name, kinds);
      return symbol && node(path, symbol);
    }
    const method = this.methodOf({ path, name: type }, name);
    return method && node(method.path, method.symbol);
  }

  private importsOf(path: string, family: string): string[] {
    const found = (this.facts.get(path)?.references ?? []).flatMap(({ kind, detail }) =>
      kind === "imports" && typeof detail?.["specifier"] === "string"
        ? this.filesOf(path, detail["specifier"], family)
        : [],
    );
    return [...new Set(found)];
  }

  private inFile(path: string, name: string, kinds: readonly NodeKind[]): SymbolFact | undefined {
    const symbols = this.byFile.get(path)?.get(name) ?? [];
    for (const kind of kinds) {
      const found = symbols.find((symbol) => symbol.kind === kind);
      if (found) return found;
    }
    return undefined;
  }

  /** A method of a type that is known by name; what the type inherits from outside of the estate may have it as well. */
  private ofType(facts: FileFacts, name: string, type: string): ModernTarget | undefined {
    const holder = this.classNear(facts, type);
    const own = holder && this.methodOf({ path: holder.path, name: type }, name);
    if (own) return node(own.path, own.symbol);
    const part = this.inPart(facts, name, type);
    if (part) return node(part.path, part.symbol);
    if (!holder) return { kind: "none", reason: `${type}, the type of the receiver, is not in the estate` };
    return { kind: "none", reason: `${type} in ${holder.path} has no ${name}, nor has what it inherits from here` };
  }

  /** A method that is written apart from its type: partial classes, C++ and Go methods, reopened classes. */
  private inPart(facts: FileFacts, name: string, type: string): Place | undefined {
    const family = familyOf(facts.language) ?? "";
    if (!PARTED.has(family)) return undefined;
    const places = this.ofFamily(name, family).filter(
      ({ path, symbol }) =>
        symbol.kind === "method" && (symbol.detail?.["receiver"] === type || this.ownerName(path, symbol) === type),
    );
    return nearest(places, facts.path);
  }

  private ownerName(path: string, { owner }: SymbolFact): string | undefined {
    return owner === undefined ? undefined : this.byKey(path).get(owner);
  }

  private byKey(path: string): ReadonlyMap<string, string> {
    let names = this.classNames.get(path);
    if (!names) {
      const symbols = this.facts.get(path)?.symbols ?? [];
      names = new Map(symbols.flatMap(({ kind, key, name }) => (kind === "class" ? [[key, name]] : [])));
      this.classNames.set(path, names);
    }
    return names;
  }

  private methodOf(
    { path, name: type }: { readonly path: string; readonly name: string },
    name: string,
    depth = 0,
  ): Place | undefined {
    const holder = this.inFile(path, type, ["class"]);
    const facts = this.facts.get(path);
    if (!holder || !facts || depth > PARENTS_MAX) return undefined;
    const own = this.byFile.get(path)?.get(name) ?? [];
    const method = own.find((symbol) => symbol.owner === holder.key);
    if (method) return { path, symbol: method };
    for (const reference of facts.references) {
      if (reference.kind !== "inherits" || reference.from !== holder.key || reference.name === type) continue;
      const parent = this.classNear(facts, reference.name);
      const found = parent && this.methodOf({ path: parent.path, name: reference.name }, name, depth + 1);
      if (found) return found;
    }
    return undefined;
  }

  /** The class of that name: in the file, in a file that it imports, else the nearest of the language. */
  private classNear(facts: FileFacts, name: string): Place | undefined {
    const family = familyOf(facts.language) ?? "";
    const places = this.ofFamily(name, family).filter(({ symbol }) => symbol.kind === "class");
    if (places.length < 2) return places[0];
    const own = places.find(({ path }) => path === facts.path);
    if (own) return own;
    const imported = new Set(this.importsOf(facts.path, family));
    return places.find(({ path }) => imported.has(path)) ?? nearest(places, facts.path);
  }

  /** Nothing but the name is known: the nearest of the same language, in an imported file first. */
  private named(facts: FileFacts, { name, targets }: ReferenceFact): ModernTarget | undefined {
    const family = familyOf(facts.language) ?? "";
    const all = this.ofFamily(name, family);
    for (const kind of targets) {
      const places = all.filter(({ symbol }) => symbol.kind === kind);
      if (places.length === 0) continue;
      const imported = places.length > 1 ? new Set(this.importsOf(facts.path, family)) : new Set<string>();
      const place = places.find(({ path }) => imported.has(path)) ?? nearest(places, facts.path);
      if (place) return { ...node(place.path, place.symbol), isGuess: true };
    }
    return { kind: "none", reason: `no ${targets.join(" or ") || "target"} of that name in the estate` };
  }

  private ofFamily(name: string, family: string): Place[] {
    return (this.byName.get(name) ?? []).filter(
      ({ path }) => familyOf(this.facts.get(path)?.language ?? "") === family,
    );
  }
}

function nearest(places: readonly Place[], from: string): Place | undefined {
  return [...places].sort(
    (left, right) => distance(left.path, from) - distance(right.path, from) || (left.path < right.path ? -1 : 1),
  )[0];
}

const node = (path: string, symbol: SymbolFact) => ({ kind: "node", path, symbol }) as const;

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
