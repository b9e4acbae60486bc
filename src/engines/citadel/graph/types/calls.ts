import { supersOf } from "./members.ts";
import { type ClassInfo, type Fit, type Method, substitute, type Type, type Types, UNKNOWN_TYPE } from "./types.ts";
import { isWider } from "./widening.ts";

export interface Picked {
  /** Those that may be meant; one when it is certain. */
  readonly methods: readonly Method[];
}

const RANKS: readonly Fit[] = ["exact", "boxed", "spread"];

/** Chooses among functions of one name by the number and the types of the arguments. */
export function pick(types: Types, methods: readonly Method[], args: readonly Type[]): Picked {
  const [first] = methods;
  if (!first || methods.length === 1) return { methods };
  // Without overloads the last definition is the one that counts.
  if (!types.rules(first.fn.file).hasOverloads) return { methods: methods.slice(-1) };
  const fits = methods.map((method) => ({ method, fit: argumentsFit(types, method, args) }));
  const possible = fits.filter(({ fit }) => fit !== "no");
  if (possible.length <= 1) return { methods: possible.length === 1 ? [possible[0]?.method ?? first] : methods };
  if (possible.some(({ fit }) => fit === "unsure")) {
    const fixed = possible.filter(
      ({ method }) => method.fn.fact.parameters?.length === args.length && !isSpread(method),
    );
    const best = fixed.length === 1 ? fixed : possible;
    return { methods: best.length > 1 ? certain(types, best, args) : best.map(({ method }) => method) };
  }
  for (const rank of RANKS) {
    const same = possible.filter(({ fit }) => fit === rank).map(({ method }) => method);
    if (same.length > 0) return { methods: mostSpecific(types, same) };
  }
  return { methods };
}

/** Of several that may fit, the one that is more specific than all others, if what is unknown makes no difference. */
function certain(types: Types, possible: readonly { method: Method; fit: Fit }[], args: readonly Type[]): Method[] {
  const methods = possible.map(({ method }) => method);
  const isDecided = args.every((arg, at) => isTold(types, methods, at, arg) || sameAt(types, methods, at));
  return isDecided ? mostSpecific(types, methods) : methods;
}

/** It is certain of each whether the argument goes into it. */
function isTold(types: Types, methods: readonly Method[], at: number, arg: Type): boolean {
  return methods.every((method) => assignable(types, arg, parameterAt(types, method, at) ?? UNKNOWN_TYPE) !== "unsure");
}

function sameAt(types: Types, methods: readonly Method[], at: number): boolean {
  const [first, ...others] = methods.map((method) => parameterAt(types, method, at));
  return others.every(
    (other) =>
      first && other && assignable(types, other, first) === "exact" && assignable(types, first, other) === "exact",
  );
}

function mostSpecific(types: Types, methods: readonly Method[]): Method[] {
  if (methods.length < 2) return [...methods];
  const best = methods.filter((method) =>
    methods.every((other) => other === method || isMoreSpecific(types, method, other)),
  );
  if (best.length > 0) return best.slice(0, 1);
  return [...methods];
}

function isMoreSpecific(types: Types, left: Method, right: Method): boolean {
  const own = left.fn.fact.parameters ?? [];
  const other = right.fn.fact.parameters ?? [];
  if (own.length !== other.length) return own.length > other.length;
  return own.every((_, at) => {
    const fit = assignable(
      types,
      parameterAt(types, left, at) ?? UNKNOWN_TYPE,
      parameterAt(types, right, at) ?? UNKNOWN_TYPE,
    );
    return fit === "exact" || fit === "unsure";
  });
}

const isSpread = ({ fn }: Method): boolean => fn.fact.isVariadic === true;

/** The written type of a parameter; the last one of a variadic function stands for all that follow. */
export function parameterAt(types: Types, { fn, env }: Method, at: number): Type | undefined {
  const parameters = fn.fact.parameters ?? [];
  const variable = parameters[Math.min(at, parameters.length - 1)];
  if (variable === undefined) return undefined;
  const type = substitute(types.variable({ file: fn.file, variable }), env);
  const isRest = fn.fact.isVariadic && at >= parameters.length - 1;
  return isRest && type.kind === "outside" && type.name === "[]" ? (type.args[0] ?? UNKNOWN_TYPE) : type;
}

export function argumentsFit(types: Types, method: Method, args: readonly Type[]): Fit {
  const { parameters = [], needs, isVariadic } = method.fn.fact;
  const least = needs ?? (isVariadic ? parameters.length - 1 : parameters.length);
  if (args.length < least || (!isVariadic && args.length > parameters.length)) return "no";
  const plain =
    isVariadic && args.length === parameters.length ? fitOf(types, method, args, { isSpread: false }) : "no";
  if (plain !== "no" && plain !== "unsure") return plain;
  const fit = fitOf(types, method, args, { isSpread: true });
  if (fit === "no") return plain;
  if (fit === "unsure" || plain === "unsure") return "unsure";
  return isVariadic ? "spread" : fit;
}

function fitOf(types: Types, method: Method, args: readonly Type[], { isSpread }: { readonly isSpread: boolean }): Fit {
  let worst: Fit = "exact";
  for (const [at, arg] of args.entries()) {
    const parameters = method.fn.fact.parameters ?? [];
    const whole = parameters[at];
    const parameter =
      isSpread || whole === undefined
        ? parameterAt(types, method, at)
        : substitute(types.variable({ file: method.fn.file, variable: whole }), method.env);
    const fit = assignable(types, arg, parameter ?? UNKNOWN_TYPE);
    if (fit === "no") return "no";
    if (fit === "unsure") worst = "unsure";
    else if (fit === "boxed" && worst === "exact") worst = "boxed";
  }
  return worst;
}

/** Whether a value of one type goes into a variable of another. */
export function assignable(types: Types, from: Type, to: Type): Fit {
  if (to.kind === "parameter") return from.kind === "outside" && isPrimitive(from.name) ? "boxed" : "exact";
  if (from.kind === "unknown" || to.kind === "unknown") return "unsure";
  if (from.kind === "union" || from.kind === "parameter") return anyInto(types, from, to);
  if (to.kind === "outside") return intoOutside(types, from, to);
  return to.kind === "instance" ? intoClass(types, from, to.cls) : "unsure";
}

/** One of several types, or one that is only known by its bound. */
function anyInto(types: Types, from: Type & { readonly kind: "union" | "parameter" }, to: Type): Fit {
  if (from.kind === "parameter") {
    if (to.kind === "outside" && to.name === "Object") return "exact";
    return from.bound ? assignable(types, from.bound(), to) : "no";
  }
  const [first = "unsure", ...others] = from.items.map((item) => assignable(types, item, to));
  return others.every((fit) => fit === first) ? first : "unsure";
}

function intoClass(types: Types, from: Type, to: ClassInfo): Fit {
  switch (from.kind) {
    case "instance":
      return inherits(types, from.cls, (parent) => parent === to);
    case "functions":
    case "callable":
      return to.fact.isInterface ? "exact" : "no";
    case "outside":
      if (from.name === "") return "unsure";
      return from.name === "null" ? "exact" : "no";
    default:
      return "unsure";
  }
}

const isPrimitive = (name: string): boolean => /^(?:int|long|short|byte|char|boolean|float|double)$/.test(name);
/** Nothing of the estate can be one of them. */
const isClosed = (name: string): boolean => isPrimitive(name) || name === "String" || name === "[]";

function intoOutside(types: Types, from: Type, to: Type & { readonly kind: "outside" }): Fit {
  if (to.name === "Object") return from.kind === "outside" && isPrimitive(from.name) ? "boxed" : "exact";
  switch (from.kind) {
    case "instance": {
      if (isClosed(to.name)) return "no";
      const isOne = (fit: Fit): boolean => fit !== "no" && fit !== "unsure";
      return inherits(types, from.cls, (_cls, name) => isOne(isWider(name, to.name)));
    }
    case "functions":
    case "callable":
      return isClosed(to.name) ? "no" : "exact";
    case "outside":
      return from.name === "[]" && to.name === "[]"
        ? arrays(types, from.args[0], to.args[0])
        : isWider(from.name, to.name);
    default:
      return "unsure";
  }
}

/** Arrays of primitives go into no others. */
function arrays(types: Types, from: Type | undefined, to: Type | undefined): Fit {
  if (!from || !to) return "unsure";
  const names = [from, to].map((type) => (type.kind === "outside" ? type.name : ""));
  if (!names.some(isPrimitive)) return assignable(types, from, to);
  return names[0] === names[1] ? "exact" : "no";
}

/** @param is  told of each ancestor of the estate, and of the names of those outside */
function inherits(types: Types, start: ClassInfo, is: (cls: ClassInfo | undefined, name: string) => boolean): Fit {
  const open = new Set([start]);
  let isUnsure = false;
  // What is added while the set is gone through is gone through as well.
  for (const cls of open) {
    if (is(cls, "")) return "exact";
    const parents = supersOf(types, cls);
    if (parents.some((parent) => parent.kind === "outside" && is(undefined, parent.name))) return "exact";
    for (const parent of parents) {
      if (parent.kind === "instance") open.add(parent.cls);
      else if (parent.kind !== "outside") isUnsure = true;
    }
  }
  return isUnsure ? "unsure" : "no";
}
