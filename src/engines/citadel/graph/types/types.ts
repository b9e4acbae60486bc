import type { FileFacts } from "../../model.ts";
import type { ClassFact, Expression, FunctionFact, ScopeFacts } from "../../scope-facts.ts";

/** What is known of a value while the estate is looked through. */
export type Type =
  /** `isAbsent`: the type is known, and has no such member. */
  | { readonly kind: "unknown"; readonly reason?: string; readonly isAbsent?: boolean }
  | { readonly kind: "instance"; readonly cls: ClassInfo; readonly args: readonly Type[] }
  /** The class itself, as a value. */
  | { readonly kind: "static"; readonly cls: ClassInfo }
  | { readonly kind: "functions"; readonly list: readonly Method[] }
  /** A package, namespace or module: its names are looked up by the language. */
  | { readonly kind: "module"; readonly name: string; readonly files: readonly FileScope[] }
  /** Something of a library or of the language; `name` is empty when it is not known what. */
  | { readonly kind: "outside"; readonly name: string; readonly args: readonly Type[] }
  | { readonly kind: "parameter"; readonly id: string; readonly bound?: () => Type }
  | { readonly kind: "callable"; readonly parameters: readonly Type[]; readonly result: Type }
  | { readonly kind: "tuple"; readonly items: readonly Type[] }
  | { readonly kind: "union"; readonly items: readonly Type[] };

/** Type parameters, by id, and what they stand for. */
export type Env = ReadonlyMap<string, Type>;

export interface FunctionInfo {
  readonly file: FileScope;
  readonly index: number;
  readonly fact: FunctionFact;
  owner: ClassInfo | undefined;
}

/** A function as it is reached through a receiver. */
export interface Method {
  readonly fn: FunctionInfo;
  readonly env: Env;
  /** Through the class, not through an object of it. */
  readonly isUnbound?: boolean;
  /** What it is called on. */
  readonly self?: Type;
}

export interface FieldInfo {
  readonly file: FileScope;
  readonly variable: number;
}

export interface ClassInfo {
  readonly file: FileScope;
  readonly index: number;
  readonly fact: ClassFact;
  /** Own methods, those written in other files of the package included. */
  readonly methods: Map<string, FunctionInfo[]>;
  readonly fields: Map<string, FieldInfo>;
  /** Further declarations of the same class. */
  readonly parts: ClassInfo[];
  supers?: readonly Type[];
}

export interface FileScope {
  readonly facts: FileFacts;
  readonly path: string;
  readonly family: string;
  readonly scope: ScopeFacts;
  readonly expressions: readonly Expression[];
  readonly classes: readonly ClassInfo[];
  readonly functions: readonly FunctionInfo[];
  /** Types of the expressions that were asked for. */
  readonly known: (Type | undefined)[];
}

/** What the rules of a language add to what all have in common. */
export interface Rules {
  /** A name that no scope of its function declares; `cls` is the class it stands in. */
  value(file: FileScope, name: string, cls: ClassInfo | undefined): Type;
  /** The callee of a call without a receiver. */
  bare(file: FileScope, name: string, cls: ClassInfo | undefined): Type;
  /** A written type: dotted, with its arguments. */
  type(file: FileScope, name: string, cls: ClassInfo | undefined, args: readonly Type[]): Type;
  imported(file: FileScope, index: number): Type;
  inModule(module: Type & { readonly kind: "module" }, name: string): Type;
  /** A member of something outside. */
  member(receiver: Type & { readonly kind: "outside" }, name: string): Type;
  /** What a call of something outside gives. */
  result(callee: Type & { readonly kind: "outside" }, args: readonly Type[]): Type;
  /** One element of what is iterated or indexed. */
  element(type: Type, how: "each" | "index" | "key" | "enter"): Type;
  /** Members of all types of the language, such as those of `Object`. */
  isCommon(name: string): boolean;
  /** A type that stands for another that it wraps: a pointer, a promise that is awaited. */
  awaited(type: Type): Type;
  operator(sign: string, left: Type, right: Type): Type;
  /** Methods have names of their own, apart from those of fields, and several of one name. */
  readonly hasOverloads: boolean;
  /** Classes that implement an interface without saying so and have the method. */
  heirs?(cls: ClassInfo, method: string): readonly ClassInfo[];
}

/** What evaluation asks of itself over file borders. */
export interface Types {
  rules(file: FileScope): Rules;
  typeOf(file: FileScope, expression: number): Type;
  variable(field: FieldInfo): Type;
}

/** How surely arguments go into parameters: as they are, after boxing, spread into the last, perhaps, not at all. */
export type Fit = "exact" | "boxed" | "spread" | "unsure" | "no";

export const UNKNOWN_TYPE: Type = { kind: "unknown" };
export const NO_ENV: Env = new Map();

export const unknown = (reason: string): Type => ({ kind: "unknown", reason });
export const outside = (name = "", args: readonly Type[] = []): Type & { readonly kind: "outside" } => ({
  kind: "outside",
  name,
  args,
});
export const instance = (cls: ClassInfo, args: readonly Type[] = []): Type => ({ kind: "instance", cls, args });

/** One of several: alike ones once, what is empty or unknown left out as long as something is known. */
export function union(items: readonly Type[]): Type {
  const flat = items.flatMap((item) => (item.kind === "union" ? item.items : [item]));
  const known = flat.filter((item) => item.kind !== "unknown" && !isEmpty(item));
  const kept: Type[] = [];
  for (const item of known) if (!kept.some((other) => isSame(other, item))) kept.push(item);
  if (kept.length === 0) return flat[0] ?? UNKNOWN_TYPE;
  return kept.length === 1 ? (kept[0] as Type) : { kind: "union", items: kept };
}

const EMPTY: ReadonlySet<string> = new Set(["null", "undefined", "None", "nil", "never", "void"]);
export const isEmpty = (type: Type): boolean => type.kind === "outside" && EMPTY.has(type.name);

const DEPTH_MAX = 6;

export function isSame(left: Type, right: Type, depth = 0): boolean {
  if (left === right) return true;
  if (left.kind !== right.kind || depth > DEPTH_MAX) return false;
  if (left.kind === "instance" && right.kind === "instance") return left.cls === right.cls;
  if (left.kind === "static" && right.kind === "static") return left.cls === right.cls;
  if (left.kind === "outside" && right.kind === "outside") return left.name === right.name && left.name !== "";
  if (left.kind === "parameter" && right.kind === "parameter") return left.id === right.id;
  if (left.kind === "functions" && right.kind === "functions")
    return left.list.length === right.list.length && left.list.every((each, at) => each.fn === right.list[at]?.fn);
  return left.kind === "unknown";
}

/** Puts in what type parameters stand for. */
export function substitute(type: Type, env: Env, depth = 0): Type {
  if (env.size === 0 || depth > DEPTH_MAX) return type;
  const each = (items: readonly Type[]): readonly Type[] => items.map((item) => substitute(item, env, depth + 1));
  switch (type.kind) {
    case "parameter":
      return env.get(type.id) ?? type;
    case "instance":
      return type.args.length > 0 ? { ...type, args: each(type.args) } : type;
    case "outside":
      return type.args.length > 0 ? { ...type, args: each(type.args) } : type;
    case "tuple":
      return { kind: "tuple", items: each(type.items) };
    case "union":
      return union(each(type.items));
    case "callable":
      return { kind: "callable", parameters: each(type.parameters), result: substitute(type.result, env, depth + 1) };
    case "functions":
      return { kind: "functions", list: type.list.map((method) => ({ ...method, env: joined(method.env, env) })) };
    case "static":
    case "module":
    case "unknown":
      return type;
  }
}

/** The first one's values seen through the second. */
export function joined(inner: Env, outer: Env): Env {
  if (inner.size === 0) return outer;
  if (outer.size === 0) return inner;
  const env = new Map(outer);
  for (const [id, type] of inner) env.set(id, substitute(type, outer));
  return env;
}

export const parameterId = (file: FileScope, kind: "class" | "function", index: number, name: string): string =>
  `${file.path}#${kind}${index}.${name}`;

/** What the parameters of a class stand for in one of its instances. */
export function envOf(cls: ClassInfo, args: readonly Type[]): Env {
  const { parameters } = cls.fact;
  if (!parameters || args.length === 0) return NO_ENV;
  const env = new Map<string, Type>();
  for (const [at, name] of parameters.entries()) {
    const arg = args[at];
    if (arg) env.set(parameterId(cls.file, "class", cls.index, name), arg);
  }
  return env;
}

/** Whether anything of the estate is a part of the type, so that something outside may hand it on. */
export function hasInside(type: Type, depth = 0): boolean {
  if (depth > DEPTH_MAX) return true;
  switch (type.kind) {
    case "outside":
      return type.args.some((arg) => hasInside(arg, depth + 1));
    case "tuple":
    case "union":
      return type.items.some((item) => hasInside(item, depth + 1));
    case "module":
      return false;
    default:
      return true;
  }
}
