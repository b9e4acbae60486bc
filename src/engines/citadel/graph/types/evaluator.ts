import type { Expression } from "../../scope-facts.ts";
import { pick } from "./calls.ts";
import { contextOf, inferred } from "./inference.ts";
import { MemberTypes } from "./member-types.ts";
import { findInherited, findMember, supersOf } from "./members.ts";
import {
  type ClassInfo,
  envOf,
  type FileScope,
  instance,
  joined,
  type Method,
  NO_ENV,
  outside,
  parameterId,
  substitute,
  type Type,
  UNKNOWN_TYPE,
  union,
  unknown,
} from "./types.ts";
import { IN_WORK } from "./value-types.ts";

const UNION_MAX = 8;

type Of<Op extends Expression[0]> = Extract<Expression, readonly [Op, ...unknown[]]>;

/** Tells types of values and written types, each once. */
export class Evaluator extends MemberTypes {
  protected readonly results = new Map<Method["fn"], Type>();

  protected evaluate(file: FileScope, at: number): Type {
    const expression = file.expressions[at];
    if (!expression) return UNKNOWN_TYPE;
    const evaluate = EVALUATE[expression[0]] as (this: void, types: Evaluator, file: FileScope, of: Expression) => Type;
    return evaluate(this, file, expression);
  }

  /** The type of what is called, before it is called. */
  callee(file: FileScope, expression: number): Type {
    const callee = file.expressions[expression];
    if (callee?.[0] === "member" && this.rules(file).hasOverloads) {
      const object = file.expressions[callee[1]];
      const cls = object?.[0] === "super" ? this.classAt(file, object[1]) : undefined;
      if (cls) return this.fromFound(findInherited(this, cls, callee[2], "methods"), cls, callee[2]);
      return this.memberOf(file, this.typeOf(file, callee[1]), callee[2], "methods");
    }
    if (callee?.[0] === "this" || callee?.[0] === "super") return this.constructorOf(file, callee);
    return this.typeOf(file, expression);
  }

  /** `this(…)` and `super(…)`. */
  protected constructorOf(file: FileScope, [op, index]: Of<"this"> | Of<"super">): Type {
    const cls = this.classAt(file, index);
    if (!cls) return unknown(`${op} stands in no class`);
    if (op === "this") return { kind: "static", cls };
    const parent = supersOf(this, cls)[0];
    if (parent === undefined || parent.kind === "outside") return outside();
    return parent.kind === "instance" ? { kind: "static", cls: parent.cls } : UNKNOWN_TYPE;
  }

  called(file: FileScope, [, callee, args]: Of<"call">): Type {
    return this.resultOf(file, this.callee(file, callee), this.list(file, args));
  }

  resultOf(file: FileScope, callee: Type, args: readonly Type[]): Type {
    switch (callee.kind) {
      case "functions": {
        const { methods } = pick(this, callee.list, args);
        return union(methods.slice(0, UNION_MAX).map((method) => this.result(method, args)));
      }
      case "static":
        return this.constructed(callee.cls, args);
      case "outside":
        return this.rules(file).result(callee, args);
      case "callable":
        return callee.result;
      case "union":
        return union(callee.items.slice(0, UNION_MAX).map((item) => this.resultOf(file, item, args)));
      case "instance": {
        const { alias } = callee.cls.fact;
        if (alias !== undefined) return this.resultOf(file, this.typeOf(callee.cls.file, alias), args);
        const found = findMember(this, { cls: callee.cls, env: envOf(callee.cls, callee.args) }, "__call__", "methods");
        return found.kind === "methods"
          ? this.resultOf(file, { kind: "functions", list: found.list }, args)
          : UNKNOWN_TYPE;
      }
      default:
        return UNKNOWN_TYPE;
    }
  }

  constructed(cls: ClassInfo, args: readonly Type[]): Type {
    if (cls.fact.alias !== undefined)
      return cls.methods.size > 0 ? instance(cls) : this.typeOf(cls.file, cls.fact.alias);
    const own = (cls.fact.parameters ?? []).map((name) => parameterId(cls.file, "class", cls.index, name));
    if (own.length === 0) return instance(cls);
    const makers = cls.methods.get("<init>") ?? cls.methods.get("constructor") ?? cls.methods.get("__init__") ?? [];
    const [maker] = pick(
      this,
      makers.map((fn) => ({ fn, env: NO_ENV })),
      args,
    ).methods;
    const env = maker ? inferred(this, maker, args) : NO_ENV;
    return instance(
      cls,
      own.map((id) => env.get(id) ?? UNKNOWN_TYPE),
    );
  }

  /** What a function gives back, seen through its receiver and the arguments. */
  result(method: Method, args: readonly Type[]): Type {
    const { fn } = method;
    const bare = this.bareResult(fn);
    if (fn.file.family === "python") return this.dynamicResult(method, bare, args);
    if (fn.fact.types === undefined && method.env.size === 0) return bare;
    return substitute(bare, joined(inferred(this, method, args), method.env));
  }

  /** Type variables of Python are no part of a function: they are matched where they occur. */
  protected dynamicResult({ fn, env, self }: Method, bare: Type, args: readonly Type[]): Type {
    const found = new Map([...env, ...inferred(this, { fn, env }, args)]);
    const written = fn.fact.self === undefined ? undefined : this.typeOf(fn.file, fn.fact.self);
    if (self && written?.kind === "parameter") found.set(written.id, self);
    return substitute(bare, found);
  }

  protected bareResult(fn: Method["fn"]): Type {
    const known = this.results.get(fn);
    if (known) return known;
    const { file, fact } = fn;
    const type = this.guarded(`${file.path}#r${fn.index}`, () => {
      const { result, returns = [] } = fact;
      const plain = result !== undefined ? this.typeOf(file, result) : union(this.list(file, returns));
      if (fact.wraps === undefined || (result !== undefined && file.family !== "python")) return plain;
      if (fact.wraps === "iterator") return result === undefined ? outside("Iterator", [plain]) : plain;
      return outside("Promise", [plain]);
    });
    if (type === IN_WORK) return UNKNOWN_TYPE;
    this.results.set(fn, type);
    return type;
  }

  context(file: FileScope, [, call, argument, parameter]: Of<"context">): Type {
    return contextOf(this, file, { call, argument, parameter });
  }

  /** What an object makes that says itself what `new` gives; a written type is what is made of it. */
  constructedBy(type: Type): Type {
    const found =
      type.kind === "instance"
        ? findMember(this, { cls: type.cls, env: envOf(type.cls, type.args) }, "<new>", "methods")
        : undefined;
    return found?.kind === "methods" && found.list[0] ? this.result(found.list[0], []) : type;
  }

  /** What `new` makes of a function. */
  madeBy({ list }: Type & { readonly kind: "functions" }): Type {
    const fn = list[0]?.fn;
    const cls = fn?.fact.makes === undefined ? undefined : fn.file.classes[fn.fact.makes];
    return cls ? instance(cls) : UNKNOWN_TYPE;
  }
}

type Evaluate = { readonly [Op in Expression[0]]: (types: Evaluator, file: FileScope, of: Of<Op>) => Type };

const EVALUATE: Evaluate = {
  "?": () => UNKNOWN_TYPE,
  name: (types, file, of) => types.named(file, of),
  bare: (types, file, of) => types.named(file, of),
  var: (types, file, [, variable]) => types.variable({ file, variable }),
  function: (types, file, [, index]) => types.functionValue(file, index),
  class: (_types, file, [, index]) => {
    const cls = file.classes[index];
    return cls ? { kind: "static", cls } : UNKNOWN_TYPE;
  },
  import: (types, file, [, index]) => types.rules(file).imported(file, index),
  this: (types, file, [, index]) => types.self(file, index),
  super: (types, file, [, index]) => {
    const cls = file.classes[index];
    return (cls && supersOf(types, cls)[0]) ?? UNKNOWN_TYPE;
  },
  member: (types, file, of) => types.member(file, of),
  call: (types, file, of) => types.called(file, of),
  new: (types, file, [, of, args]) => {
    const type = types.typeOf(file, of);
    if (type.kind === "functions") return types.madeBy(type);
    return type.kind === "static" ? types.constructed(type.cls, types.list(file, args)) : types.constructedBy(type);
  },
  literal: (_types, _file, [, name]) => outside(name),
  as: (types, file, [, type]) => types.typeOf(file, type),
  index: (types, file, [, of]) => types.rules(file).element(types.typeOf(file, of), "index"),
  each: (types, file, [, of]) => types.rules(file).element(types.typeOf(file, of), "each"),
  key: (types, file, [, of]) => types.rules(file).element(types.typeOf(file, of), "key"),
  enter: (types, file, [, of]) => types.rules(file).element(types.typeOf(file, of), "enter"),
  nth: (types, file, [, of, at]) => types.nth(file, types.typeOf(file, of), at),
  "any-of": (types, file, [, list]) => union(types.list(file, list)),
  await: (types, file, [, of]) => types.rules(file).awaited(types.typeOf(file, of)),
  context: (types, file, of) => types.context(file, of),
  operator: (types, file, [, sign, left, right]) =>
    types.rules(file).operator(sign, types.typeOf(file, left), types.typeOf(file, right)),
  instance: (types, file, [, index]) => types.self(file, index),
  list: (types, file, [, items]) => outside("[]", [union(types.list(file, items.slice(0, UNION_MAX)))]),
  type: (types, file, [, name, cls, args]) =>
    types.rules(file).type(file, name, file.classes[cls], types.list(file, args)),
  parameter: (types, file, [, name, kind, index, bound]) => ({
    kind: "parameter",
    id: parameterId(file, kind, index, name),
    ...(bound > 0 && { bound: () => types.typeOf(file, bound) }),
  }),
  built: (types, file, [, name, args]) => {
    const items = types.list(file, args);
    if (name === "apply") return types.applied(file, args, items);
    return name === "tuple" ? { kind: "tuple", items } : outside(name, items);
  },
  callable: (types, file, [, parameters, result]) => ({
    kind: "callable",
    parameters: types.list(file, parameters),
    result: types.typeOf(file, result),
  }),
  union: (types, file, [, items]) => union(types.list(file, items)),
  "type-of": (types, file, [, of]) => types.typeOf(file, of),
  "class-type": (types, file, [, index]) => types.expanded(types.self(file, index)),
};
