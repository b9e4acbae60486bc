import { pick } from "./calls.ts";
import type { EstateScopes } from "./estate-scopes.ts";
import type { Evaluator } from "./evaluator.ts";
import { supersOf } from "./members.ts";
import type { ClassInfo, FileScope, FunctionInfo, Method, Type } from "./types.ts";

/** A thing that a call may run: a function, or a class that is constructed. */
export interface Target {
  readonly path: string;
  readonly symbol: string;
}

export type Called =
  /** `candidates` are what may run in its place: implementations of an abstract method. */
  | { readonly kind: "exact"; readonly target: Target; readonly candidates: readonly Target[] }
  | { readonly kind: "candidates"; readonly candidates: readonly Target[] }
  | { readonly kind: "outside"; readonly name: string }
  /** `isValue`: it is a value, so that its name says nothing. */
  | { readonly kind: "unknown"; readonly reason: string; readonly isValue?: boolean };

const CANDIDATES_MAX = 400;

/** Tells what the calls of an estate run. */
export class CallTargets {
  private readonly types: Evaluator;
  private readonly scopes: EstateScopes;
  private heirs: Map<ClassInfo, ClassInfo[]> | undefined;

  constructor(types: Evaluator, scopes: EstateScopes) {
    this.types = types;
    this.scopes = scopes;
  }

  resolve(path: string, expression: number): Called {
    const file = this.scopes.at(path);
    const call = file?.expressions[expression];
    if (!file || !call) return { kind: "unknown", reason: "its file is not read" };
    if (call[0] === "new") return this.constructed(this.types.typeOf(file, call[1]), file);
    if (call[0] !== "call") return { kind: "unknown", reason: "what is called is not known" };
    const callee = this.types.callee(file, call[1]);
    return this.ofCallee(callee, () => this.types.list(file, call[2]));
  }

  private constructed(type: Type, file: FileScope): Called {
    // Where what is constructed is a value and no written type, an object is one that makes others.
    if (type.kind === "instance" && file.family === "ecmascript") return VALUE;
    if (type.kind === "instance" || type.kind === "static") {
      const target = ofClass(type.cls);
      return target ? { kind: "exact", target, candidates: [] } : { kind: "unknown", reason: "a class without a name" };
    }
    return this.ofCallee(type, () => []);
  }

  private ofCallee(callee: Type, args: () => readonly Type[]): Called {
    switch (callee.kind) {
      case "functions":
        return this.ofFunctions(callee.list, args);
      case "static": {
        const target = ofClass(callee.cls);
        return target
          ? { kind: "exact", target, candidates: [] }
          : { kind: "unknown", reason: "a class without a name" };
      }
      case "outside":
        return { kind: "outside", name: callee.name };
      case "union":
        return this.ofUnion(callee.items, args);
      case "unknown":
        return { kind: "unknown", reason: callee.reason ?? "the type of the receiver is not known" };
      case "instance":
      case "parameter":
      case "callable":
      case "tuple":
        return VALUE;
      case "module":
        return { kind: "unknown", reason: `${callee.name} is a module` };
    }
  }

  private ofUnion(items: readonly Type[], args: () => readonly Type[]): Called {
    const all = items.map((item) => this.ofCallee(item, args));
    const found = all.flatMap((called) =>
      called.kind === "exact" ? [called.target] : called.kind === "candidates" ? called.candidates : [],
    );
    const candidates = distinct(found);
    const [target] = candidates;
    if (!target) return all.find((called) => called.kind === "unknown") ?? all[0] ?? NOTHING;
    const isSure = candidates.length === 1 && all.every((called) => called.kind === "exact");
    return isSure ? { kind: "exact", target, candidates: [] } : { kind: "candidates", candidates };
  }

  private ofFunctions(list: readonly Method[], args: () => readonly Type[]): Called {
    const methods = list.length > 1 ? pick(this.types, list, args()).methods : list;
    const targets = distinct(methods.flatMap(({ fn }) => ofFunction(fn) ?? []));
    const [target] = targets;
    if (!target) return VALUE;
    if (targets.length > 1) return { kind: "candidates", candidates: targets };
    const fn = methods[0]?.fn;
    return { kind: "exact", target, candidates: fn ? this.implementations(fn) : [] };
  }

  /** What may run where an abstract method is called. */
  private implementations(fn: FunctionInfo): Target[] {
    if (!fn.fact.isAbstract || !fn.owner) return [];
    const found: Target[] = [];
    const seen = new Set<ClassInfo>();
    const open = [fn.owner];
    for (let cls = open.pop(); cls && found.length < CANDIDATES_MAX; cls = open.pop()) {
      if (seen.has(cls)) continue;
      seen.add(cls);
      const implicit = this.types.rules(cls.file).heirs?.(cls, fn.fact.name) ?? [];
      const heirs = [...(this.heirsOf().get(cls) ?? []), ...implicit];
      open.push(...heirs);
      for (const heir of heirs) found.push(...implementing(heir, fn));
    }
    return distinct(found);
  }

  private heirsOf(): ReadonlyMap<ClassInfo, readonly ClassInfo[]> {
    if (this.heirs) return this.heirs;
    const heirs = new Map<ClassInfo, ClassInfo[]>();
    this.heirs = heirs;
    for (const heir of this.scopes.files.flatMap(({ classes }) => classes))
      for (const parent of supersOf(this.types, heir)) {
        if (parent.kind !== "instance") continue;
        const list = heirs.get(parent.cls);
        if (list) list.push(heir);
        else heirs.set(parent.cls, [heir]);
      }
    return heirs;
  }
}

/** The own methods of a class that have a body and the parameters of an abstract one. */
function implementing(heir: ClassInfo, { fact }: FunctionInfo): Target[] {
  return (heir.methods.get(fact.name) ?? []).flatMap((own) => {
    const isOther = own.fact.isAbstract || own.fact.parameters?.length !== fact.parameters?.length;
    return isOther ? [] : (ofFunction(own) ?? []);
  });
}

const VALUE: Called = { kind: "unknown", reason: "it is a value that holds a function", isValue: true };
const NOTHING: Called = { kind: "unknown", reason: "nothing is known of it" };

function ofFunction({ file, fact }: FunctionInfo): Target | undefined {
  return fact.symbol === undefined ? undefined : { path: file.path, symbol: fact.symbol };
}

function ofClass({ file, fact }: { readonly file: FileScope; readonly fact: ClassInfo["fact"] }): Target | undefined {
  return fact.symbol === undefined ? undefined : { path: file.path, symbol: fact.symbol };
}

function distinct(targets: readonly Target[]): Target[] {
  const seen = new Set<string>();
  return targets.filter(({ path, symbol }) => {
    const key = `${path}#${symbol}`;
    return !seen.has(key) && seen.add(key);
  });
}
