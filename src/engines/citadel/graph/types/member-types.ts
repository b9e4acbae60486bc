import type { Expression } from "../../scope-facts.ts";
import { type Found, findInherited, findMember } from "./members.ts";
import {
  type ClassInfo,
  envOf,
  type FileScope,
  hasInside,
  instance,
  type Method,
  outside,
  substitute,
  type Type,
  UNKNOWN_TYPE,
  union,
  unknown,
} from "./types.ts";
import { ValueTypes } from "./value-types.ts";

const UNION_MAX = 8;

type Of<Op extends Expression[0]> = Extract<Expression, readonly [Op, ...unknown[]]>;

/** What members of values are, and what names are. */
export abstract class MemberTypes extends ValueTypes {
  /** What a method gives back. */
  abstract result(method: Method, args: readonly Type[]): Type;

  named(file: FileScope, [op, name, index]: Of<"name"> | Of<"bare">): Type {
    const rules = this.rules(file);
    const cls = this.classAt(file, index);
    return op === "bare" ? rules.bare(file, name, cls) : rules.value(file, name, cls);
  }

  member(file: FileScope, [, object, name]: Of<"member">): Type {
    const expression = file.expressions[object];
    if (expression?.[0] === "super") {
      const cls = this.classAt(file, expression[1]);
      return cls ? this.fromFound(findInherited(this, cls, name, "any"), cls) : unknown("super stands in no class");
    }
    return this.memberOf(file, this.typeOf(file, object), name);
  }

  /** @param wanted  "methods" for a call in a language that keeps methods and fields apart */
  memberOf(file: FileScope, type: Type, name: string, wanted: "methods" | "any" = "any"): Type {
    switch (type.kind) {
      case "instance":
        return this.ofInstance(file, type, name, wanted);
      case "static":
        return this.ofStatic(file, type.cls, name, wanted);
      case "module":
        return this.rules(type.files[0] ?? file).inModule(type, name);
      case "outside":
        return this.rules(file).member(type, name);
      case "union": {
        const all = type.items.slice(0, UNION_MAX).map((item) => this.memberOf(file, item, name, wanted));
        // Where the member is used the value is none of those that lack it.
        const items = all.filter((item) => item.kind !== "unknown" || !item.isAbsent);
        if (items.length === 0) return all[0] ?? UNKNOWN_TYPE;
        return items.some((item) => item.kind === "unknown")
          ? unknown("one of the types of the receiver is not known")
          : union(items);
      }
      case "functions":
        return this.ofFunction(file, type, name);
      case "callable":
        return this.rules(file).member(outside("Function"), name);
      case "tuple":
        return outside();
      case "parameter":
        if (type.bound) return this.memberOf(file, type.bound(), name, wanted);
        return this.rules(file).isCommon(name) ? outside() : unknown("the receiver's type is a type parameter");
      case "unknown":
        return type;
    }
  }

  /** Functions have members of their own where they are put on them, and those of all functions. */
  protected ofFunction(file: FileScope, type: Type & { readonly kind: "functions" }, name: string): Type {
    const fn = type.list[0]?.fn;
    const cls = fn?.fact.makes === undefined ? undefined : fn.file.classes[fn.fact.makes];
    const found = cls && findMember(this, cls, name, "any");
    if (cls && found && found.kind !== "none") return this.fromFound(found, cls, name);
    if (cls && name === "prototype") return instance(cls);
    if (name === "bind") return { kind: "callable", parameters: [], result: type };
    return this.rules(file).member(outside("Function"), name);
  }

  protected ofInstance(
    file: FileScope,
    type: Type & { readonly kind: "instance" },
    name: string,
    wanted: "methods" | "any",
  ): Type {
    const { cls, args } = type;
    const found = findMember(this, { cls: cls, env: envOf(cls, args) }, name, wanted);
    if (found.kind === "none" && cls.fact.alias !== undefined)
      return this.memberOf(file, substitute(this.typeOf(cls.file, cls.fact.alias), envOf(cls, args)), name, wanted);
    if (found.kind === "methods" && file.family === "python")
      return this.fromFound({ ...found, list: found.list.map((method) => ({ ...method, self: type })) }, cls, name);
    return this.fromFound(found, cls, name);
  }

  protected ofStatic(file: FileScope, cls: ClassInfo, name: string, wanted: "methods" | "any"): Type {
    const found = findMember(this, cls, name, wanted);
    const type = this.fromFound(found, cls, name);
    if (type.kind !== "functions") return type;
    const list = type.list.map((method) => ({ ...method, isUnbound: method.fn.fact.isStatic !== true }));
    return file.family === "python" || file.family === "go" ? { kind: "functions", list } : type;
  }

  fromFound(found: Found, cls: ClassInfo, name = ""): Type {
    switch (found.kind) {
      case "methods": {
        const property = found.list.find(({ fn }) => fn.fact.isProperty);
        return property ? this.result(property, []) : { kind: "functions", list: found.list };
      }
      case "field":
        return substitute(this.variable(found.field), found.env);
      case "class":
        return { kind: "static", cls: found.cls };
      case "outside":
        return this.rules(cls.file).member(outside(found.parent, found.args), name);
      case "unknown":
        return unknown(`a type that ${cls.fact.name || "its class"} inherits from is not known`);
      case "none":
        if (this.rules(cls.file).isCommon(name)) return this.rules(cls.file).member(outside("Object"), name);
        return {
          kind: "unknown",
          reason: `${cls.fact.name || "the object"} in ${cls.file.path} has no ${name}, nor has what it inherits from here`,
          isAbsent: !cls.fact.isOpen,
        };
    }
  }

  /** A name for another type is that type. */
  expanded(type: Type): Type {
    if (type.kind !== "instance" || type.cls.fact.alias === undefined) return type;
    const { cls, args } = type;
    if (cls.methods.size > 0 || cls.fields.size > 0 || cls.file.family === "go") return type;
    return substitute(this.typeOf(cls.file, cls.fact.alias ?? 0), envOf(cls, args));
  }

  /** A generic type with its arguments. */
  applied(file: FileScope, [of = 0]: readonly number[], [base = UNKNOWN_TYPE, ...args]: readonly Type[]): Type {
    const expression = file.expressions[of];
    const own = expression?.[0] === "class-type" ? file.classes[expression[1]] : undefined;
    if (own) return this.expanded(instance(own, args));
    if (base.kind === "static") return instance(base.cls, args);
    if (base.kind === "outside") return outside(base.name, args);
    return base.kind === "instance" ? { ...base, args } : base;
  }

  nth(file: FileScope, type: Type, at: number): Type {
    if (type.kind === "outside" && type.args.length > 0 && file.family !== "go")
      return this.rules(file).element(type, "index");
    if (type.kind === "tuple") return type.items[at] ?? UNKNOWN_TYPE;
    if (type.kind === "outside" && !hasInside(type)) return outside();
    if (type.kind === "union") return union(type.items.map((item) => this.nth(file, item, at)));
    return UNKNOWN_TYPE;
  }
}
