import { parameterAt, pick } from "./calls.ts";
import { findMember, supersOf } from "./members.ts";
import {
  type ClassInfo,
  type Env,
  envOf,
  type FileScope,
  joined,
  type Method,
  NO_ENV,
  outside,
  substitute,
  type Type,
  type Types,
  UNKNOWN_TYPE,
} from "./types.ts";

/** What type parameters of a function stand for, as its arguments show. */
export function inferred(types: Types, method: Method, args: readonly Type[]): Env {
  const { fn } = method;
  const found = new Map<string, Type>();
  for (const [at, arg] of args.entries()) {
    const parameter = parameterAt(types, method, at);
    if (parameter) match(types, [parameter, arg], found);
  }
  if (found.size === 0 && !fn.fact.types) return NO_ENV;
  return found;
}

const MATCH_DEPTH_MAX = 5;

/** @param found  what is found is put into it */
function match(types: Types, [parameter, arg]: readonly [Type, Type], found: Map<string, Type>, depth = 0): void {
  if (depth > MATCH_DEPTH_MAX || arg.kind === "unknown") return;
  if (parameter.kind === "parameter") {
    if (!found.has(parameter.id)) found.set(parameter.id, arg);
    return;
  }
  if (parameter.kind === "union") for (const item of parameter.items) match(types, [item, arg], found, depth + 1);
  if (parameter.kind === "callable") {
    const result = resultOfFunction(types, arg);
    if (result) match(types, [parameter.result, result], found, depth + 1);
  }
  if (parameter.kind !== "outside" && parameter.kind !== "instance") return;
  for (const pair of pairsOf(types, parameter, arg)) match(types, pair, found, depth + 1);
}

type Generic = Type & { readonly kind: "outside" | "instance" };

/** The arguments of a written type, each with what the argument of the call has in its place. */
function pairsOf(types: Types, parameter: Generic, arg: Type): (readonly [Type, Type])[] {
  const fromFunction =
    parameter.kind === "outside" && arg.kind === "functions" ? resultOfFunction(types, arg) : undefined;
  const last = parameter.args.at(-1);
  // The last argument of a type of functions is what they give.
  if (fromFunction) return last?.kind === "parameter" ? [[last, fromFunction]] : [];
  const isClass = arg.kind === "instance" && parameter.kind === "instance";
  const args = isClass ? seenAs(types, arg, parameter.cls) : arg.kind === "outside" ? arg.args : [];
  return parameter.args.flatMap((inner, at) => {
    const own = args[at];
    return own ? [[inner, own] as const] : [];
  });
}

/** The arguments of an ancestor as an instance gives them. */
function seenAs(
  types: Types,
  from: Type & { readonly kind: "instance" },
  wanted: ClassInfo,
  depth = 0,
): readonly Type[] {
  if (from.cls === wanted || depth > MATCH_DEPTH_MAX) return from.cls === wanted ? from.args : [];
  const env = envOf(from.cls, from.args);
  for (const parent of supersOf(types, from.cls)) {
    if (parent.kind !== "instance") continue;
    const seen = substitute(parent, env);
    if (seen.kind !== "instance") continue;
    const args = seenAs(types, seen, wanted, depth + 1);
    if (args.length > 0) return args;
  }
  return [];
}

function resultOfFunction(types: Types, type: Type): Type | undefined {
  if (type.kind === "callable") return type.result;
  const method = type.kind === "functions" ? type.list[0] : undefined;
  if (!method) return undefined;
  const { result, returns = [] } = method.fn.fact;
  const value = result ?? returns[0];
  return value === undefined ? undefined : substitute(types.typeOf(method.fn.file, value), method.env);
}

/** The type that a function literal's parameter has from where it is passed. */
export function contextOf(
  types: Types & {
    callee(file: FileScope, expression: number): Type;
    typeOf(file: FileScope, expression: number): Type;
  },
  file: FileScope,
  { call, argument, parameter }: { readonly call: number; readonly argument: number; readonly parameter: number },
): Type {
  if (call < 0) return parameterOf(types, types.typeOf(file, argument), parameter);
  const expression = file.expressions[call];
  if (expression?.[0] !== "call" && expression?.[0] !== "new") return UNKNOWN_TYPE;
  const callee = expression[0] === "call" ? types.callee(file, expression[1]) : types.typeOf(file, expression[1]);
  const args = expression[2].map((arg, at) => (at === argument ? UNKNOWN_TYPE : types.typeOf(file, arg)));
  if (callee.kind === "callable") return parameterOf(types, callee.parameters[argument] ?? UNKNOWN_TYPE, parameter);
  if (callee.kind === "functions" || callee.kind === "static") {
    const wanted = wantedBy(types, callee.kind === "static" ? makersOf(callee.cls) : callee.list, { args, argument });
    return wanted ? parameterOf(types, wanted, parameter) : UNKNOWN_TYPE;
  }
  const member = file.expressions[expression[1]];
  if (callee.kind !== "outside" || member?.[0] !== "member") return UNKNOWN_TYPE;
  return fromReceiver(types.typeOf(file, member[1]), member[2], parameter);
}

/** The written type of an argument, when it is certain which function is called. */
function wantedBy(
  types: Types,
  list: readonly Method[],
  { args, argument }: { readonly args: readonly Type[]; readonly argument: number },
): Type | undefined {
  const [method, other] = pick(types, list, args).methods;
  const wanted = method && !other ? parameterAt(types, method, argument) : undefined;
  return method && wanted && substitute(wanted, joined(inferred(types, method, args), method.env));
}

const makersOf = (cls: ClassInfo): Method[] =>
  (cls.methods.get("<init>") ?? cls.methods.get("constructor") ?? []).map((fn) => ({ fn, env: NO_ENV }));

/** A library calls back with what its object holds: an element, or a key and a value. */
function fromReceiver(receiver: Type, name: string, parameter: number): Type {
  if (receiver.kind !== "outside") return UNKNOWN_TYPE;
  const { args } = receiver;
  if (args.length === 0) return UNKNOWN_TYPE;
  if (args.length === 1)
    return name === "reduce"
      ? (args[0] ?? UNKNOWN_TYPE)
      : parameter === 0 || name === "sort" || name === "sorted"
        ? (args[0] ?? UNKNOWN_TYPE)
        : outside("int");
  if (name === "forEach" && receiver.name === "Map") return args[parameter] ?? UNKNOWN_TYPE;
  return args[parameter] ?? UNKNOWN_TYPE;
}

/** The nth parameter of a type of functions: written, or an interface with a single method. */
function parameterOf(types: Types, type: Type, at: number): Type {
  switch (type.kind) {
    case "callable":
      return type.parameters[at] ?? UNKNOWN_TYPE;
    case "functions":
      return (type.list[0] && parameterAt(types, type.list[0], at)) ?? UNKNOWN_TYPE;
    case "union": {
      const item = type.items.find(({ kind }) => kind === "callable" || kind === "instance");
      return item ? parameterOf(types, item, at) : UNKNOWN_TYPE;
    }
    case "outside":
      return type.args[at] ?? UNKNOWN_TYPE;
    case "instance":
      return ofSingleMethod(types, type, at);
    default:
      return UNKNOWN_TYPE;
  }
}

function ofSingleMethod(types: Types, { cls, args }: Type & { readonly kind: "instance" }, at: number): Type {
  const env = envOf(cls, args);
  const { alias } = cls.fact;
  if (alias !== undefined) return parameterOf(types, substitute(types.typeOf(cls.file, alias), env), at);
  const name = [...cls.methods].find(([, own]) => own.some(({ fact }) => fact.isAbstract))?.[0];
  const found = name === undefined ? undefined : findMember(types, { cls, env }, name, "methods");
  const method = found?.kind === "methods" ? found.list.find(({ fn }) => fn.fact.isAbstract) : undefined;
  return (method && parameterAt(types, method, at)) ?? UNKNOWN_TYPE;
}
