import {
  type ClassInfo,
  type Env,
  envOf,
  type FieldInfo,
  joined,
  type Method,
  NO_ENV,
  substitute,
  type Type,
  type Types,
} from "./types.ts";

const ANCESTORS_MAX = 200;

/** What a class has under a name: itself, or from what it inherits. */
export type Found =
  | { readonly kind: "methods"; readonly list: readonly Method[] }
  | { readonly kind: "field"; readonly field: FieldInfo; readonly env: Env }
  | { readonly kind: "class"; readonly cls: ClassInfo }
  /** An ancestor that is not of the estate may have it. */
  | { readonly kind: "outside"; readonly parent: string; readonly args: readonly Type[] }
  /** An ancestor is not known. */
  | { readonly kind: "unknown" }
  | { readonly kind: "none" };

export type Wanted = "methods" | "fields" | "any";

/** Looks through a class and its ancestors, nearest first. */
export function findMember(types: Types, start: ClassInfo | Seen, name: string, wanted: Wanted): Found {
  const { cls, env } = "cls" in start ? start : { cls: start, env: NO_ENV };
  return new Search(types, name, wanted).from(cls, env, { own: true });
}

/** A class with what its type parameters stand for. */
interface Seen {
  readonly cls: ClassInfo;
  readonly env: Env;
}

/** The same, but only in what the class inherits. */
export function findInherited(types: Types, start: ClassInfo, name: string, wanted: Wanted): Found {
  return new Search(types, name, wanted).from(start, NO_ENV, { own: false });
}

export const allParts = (cls: ClassInfo): readonly ClassInfo[] => (cls.parts.length > 0 ? [cls, ...cls.parts] : [cls]);

/** Types that a class inherits from, as it writes them. */
export function supersOf(types: Types, cls: ClassInfo): readonly Type[] {
  if (cls.supers) return cls.supers;
  // While they are looked for, the class has none: a cycle ends here.
  cls.supers = [];
  cls.supers = allParts(cls).flatMap((part) =>
    (part.fact.supers ?? []).map((expression) => {
      const type = types.typeOf(part.file, expression);
      return type.kind === "static" ? ({ kind: "instance", cls: type.cls, args: [] } as const) : type;
    }),
  );
  return cls.supers;
}

class Search {
  private readonly types: Types;
  private readonly name: string;
  private readonly wanted: Wanted;
  private readonly seen = new Set<ClassInfo>();
  private readonly methods: Method[] = [];
  private missing: Found = { kind: "none" };

  constructor(types: Types, name: string, wanted: Wanted) {
    this.types = types;
    this.name = name;
    this.wanted = wanted;
  }

  from(start: ClassInfo, env: Env, { own }: { readonly own: boolean }): Found {
    const open = [{ cls: start, env }];
    const isWide = start.file.family === "go";
    for (let next = open.shift(); next && this.seen.size < ANCESTORS_MAX; next = open.shift()) {
      if (this.seen.has(next.cls)) continue;
      this.seen.add(next.cls);
      const found = own || next.cls !== start ? this.own(next.cls, next.env) : undefined;
      if (found) return found;
      const parents = this.parents(next.cls, next.env);
      // Embedded types of Go are looked through level by level, ancestors of others one after the other to their end.
      if (isWide) open.push(...parents);
      else open.unshift(...parents);
    }
    if (this.methods.length > 0) return { kind: "methods", list: this.methods };
    return this.missing;
  }

  private own(cls: ClassInfo, env: Env): Found | undefined {
    const { name, wanted } = this;
    if (wanted !== "fields") {
      const own = (cls.methods.get(name) ?? []).map((fn) => ({ fn, env }));
      if (own.length > 0 && !this.types.rules(cls.file).hasOverloads) return { kind: "methods", list: own };
      for (const method of own) if (!this.isOverridden(method)) this.methods.push(method);
    }
    if (wanted === "methods") return undefined;
    const field = cls.fields.get(name);
    return field ? { kind: "field", field, env } : nestedIn(cls, name);
  }

  /** A method with the same parameters was found nearer. */
  private isOverridden(method: Method): boolean {
    return this.methods.some(
      (other) =>
        (other.fn.owner !== method.fn.owner || other.fn === method.fn) && hasSameParameters(this.types, other, method),
    );
  }

  private parents(cls: ClassInfo, env: Env): { cls: ClassInfo; env: Env }[] {
    const next: { cls: ClassInfo; env: Env }[] = [];
    for (const parent of supersOf(this.types, cls)) {
      if (parent.kind === "instance") {
        if (this.seen.has(parent.cls)) continue;
        const args = parent.args.map((arg) => substitute(arg, env));
        next.push({ cls: parent.cls, env: joined(envOf(parent.cls, args), NO_ENV) });
      } else if (parent.kind === "outside") {
        if (this.missing.kind !== "unknown")
          this.missing = { kind: "outside", parent: parent.name, args: parent.args.map((arg) => substitute(arg, env)) };
      } else this.missing = { kind: "unknown" };
    }
    return next;
  }
}

function hasSameParameters(types: Types, left: Method, right: Method): boolean {
  const own = left.fn.fact.parameters ?? [];
  const other = right.fn.fact.parameters ?? [];
  if (own.length !== other.length) return false;
  return own.every((variable, at) => {
    const mine = erased(substitute(types.variable({ file: left.fn.file, variable }), left.env));
    const theirs = erased(
      substitute(types.variable({ file: right.fn.file, variable: other[at] as number }), right.env),
    );
    return mine === "" || theirs === "" || mine === theirs;
  });
}

/** A type without its arguments; empty where it can be any. */
function erased(type: Type): string {
  if (type.kind === "instance") return `${type.cls.file.path}#${type.cls.index}`;
  if (type.kind === "outside") return type.name === "[]" && type.args[0] ? `${erased(type.args[0])}[]` : type.name;
  return "";
}

function nestedIn(cls: ClassInfo, name: string): Found | undefined {
  for (const { fact, file } of allParts(cls)) {
    const at = fact.classes && Object.hasOwn(fact.classes, name) ? fact.classes[name] : undefined;
    const nested = at === undefined ? undefined : file.classes[at];
    if (nested) return { kind: "class", cls: nested };
  }
  return undefined;
}
