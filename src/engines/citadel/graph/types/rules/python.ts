import type { EstateScopes } from "../estate-scopes.ts";
import { findMember } from "../members.ts";
import {
  type ClassInfo,
  type FileScope,
  hasInside,
  instance,
  outside,
  type Rules,
  type Type,
  type Types,
  UNKNOWN_TYPE,
  union,
  unknown,
} from "../types.ts";
import { builtInResult, isBuiltIn, itemOf, methodResult } from "./python-library.ts";
import { PythonModules } from "./python-modules.ts";

const STARS_MAX = 8;
const OBJECT: ReadonlySet<string> = new Set(
  `__init__ __new__ __repr__ __str__ __eq__ __hash__ __setattr__ __getattribute__ __delattr__ __class__ __dict__ __doc__ __module__
  __init_subclass__ __reduce__ __reduce_ex__ __format__ __dir__ __sizeof__ __subclasshook__ mro __subclasses__ __name__ __qualname__`.split(
    /\s+/,
  ),
);
/** Types that only say something of the type inside. */
const THROUGH: ReadonlySet<string> = new Set(
  "Optional Annotated ClassVar Final Required NotRequired ReadOnly InitVar TypeGuard".split(" "),
);

/** A name for another type has that as its value. */
const TYPE_VALUES: ReadonlySet<Type["kind"]> = new Set(["parameter", "instance", "union", "callable"] as const);

/** The rules of Python: packages and modules, star imports, annotations and the types of the standard library. */
export class PythonRules implements Rules {
  readonly hasOverloads = false;
  private readonly types: () => Types;
  private readonly modules: PythonModules;

  constructor(scopes: EstateScopes, types: () => Types) {
    this.types = types;
    this.modules = new PythonModules(scopes.ofFamily("python"));
  }

  value(file: FileScope, name: string): Type {
    const found = this.inFile(file, name);
    if (found) return found;
    const hasStar = file.scope.imports.some(
      ({ local, specifier }) => local === "*" && !this.modules.find(file, specifier),
    );
    return hasStar || isBuiltIn(name) ? outside(name) : unknown(`no ${name} is seen from here`);
  }

  bare(file: FileScope, name: string): Type {
    return this.value(file, name);
  }

  /** A name of a module: its own, or one that a star import brings. */
  private inFile(file: FileScope, name: string, depth = 0): Type | undefined {
    const own = Object.hasOwn(file.scope.names, name) ? file.scope.names[name] : undefined;
    if (own !== undefined) return this.types().typeOf(file, own);
    if (depth > STARS_MAX || name.startsWith("_")) return undefined;
    for (const { local, specifier } of file.scope.imports) {
      const from = local === "*" ? this.modules.find(file, specifier) : undefined;
      const found = from && from !== file ? this.inFile(from, name, depth + 1) : undefined;
      if (found) return found;
    }
    return undefined;
  }

  type(file: FileScope, name: string, cls: ClassInfo | undefined, args: readonly Type[]): Type {
    const at = /^import (\d+)$/.exec(name)?.[1];
    const [head = "", ...rest] = name.split(".");
    if (name === "Self") return cls ? instance(cls) : UNKNOWN_TYPE;
    let value =
      at === undefined
        ? (this.nestedIn(cls, head) ?? this.inFile(file, head) ?? outside(head))
        : this.imported(file, Number(at));
    for (const part of rest) value = this.partOf(file, value, part);
    const last = at === undefined ? (rest.at(-1) ?? head) : (file.scope.imports[Number(at)]?.imported ?? head);
    return this.asType(value, last, args);
  }

  private nestedIn(cls: ClassInfo | undefined, name: string): Type | undefined {
    const found = cls && findMember(this.types(), cls, name, "fields");
    return found?.kind === "class" ? { kind: "static", cls: found.cls } : undefined;
  }

  private partOf(file: FileScope, value: Type, part: string): Type {
    if (value.kind === "module") return this.inModule(value, part);
    if (value.kind === "static") {
      const found = findMember(this.types(), value.cls, part, "fields");
      return found.kind === "class" ? { kind: "static", cls: found.cls } : UNKNOWN_TYPE;
    }
    return value.kind === "outside" ? outside(part) : this.value(file, part);
  }

  /** What an annotation means, once its name is looked up. */
  private asType(value: Type, name: string, args: readonly Type[]): Type {
    const [first = UNKNOWN_TYPE] = args;
    if (value.kind === "static") return instance(value.cls, args);
    if (value.kind !== "outside") return TYPE_VALUES.has(value.kind) ? value : UNKNOWN_TYPE;
    if (value.name === "#TypeVar") return { kind: "parameter", id: `typevar ${name}` };
    if (THROUGH.has(name)) return first;
    if (name === "Union") return union(args);
    if (name === "Type" || name === "type")
      return first.kind === "instance" ? { kind: "static", cls: first.cls } : UNKNOWN_TYPE;
    if ((name === "Tuple" || name === "tuple") && args.length > 1) return { kind: "tuple", items: args };
    if (/^(?:Awaitable|Coroutine)$/.test(name)) return outside("Promise", args.slice(-1));
    return outside(name, args);
  }

  imported(file: FileScope, index: number): Type {
    const { specifier = "", imported = "*" } = file.scope.imports[index] ?? {};
    const module = this.modules.find(file, specifier);
    if (imported === "*") return module ? asModule(module) : outside(specifier);
    if (!module) {
      // `from . import x` names a module where the folder is no package of its own.
      const below = this.modules.find(file, `${specifier}${specifier.endsWith(".") ? "" : "."}${imported}`);
      if (below) return asModule(below);
      return specifier.startsWith(".") ? unknown(`${specifier} is not in the estate`) : outside(imported);
    }
    if (module === file) {
      const below = this.modules.below(module, imported);
      return below ? asModule(below) : unknown(`${module.path} has no ${imported}`);
    }
    return this.nameOf(module, imported) ?? unknown(`${module.path} has no ${imported}`);
  }

  private nameOf(module: FileScope, name: string): Type | undefined {
    const found = this.inFile(module, name);
    if (found) return found;
    const below = this.modules.below(module, name);
    return below && asModule(below);
  }

  inModule({ files, name: path }: Type & { readonly kind: "module" }, name: string): Type {
    const [file] = files;
    return (file && this.nameOf(file, name)) ?? (OBJECT.has(name) ? outside() : unknown(`${path} has no ${name}`));
  }

  member(receiver: Type & { readonly kind: "outside" }, name: string): Type {
    return outside(`#${name}`, [receiver]);
  }

  result(callee: Type & { readonly kind: "outside" }, args: readonly Type[]): Type {
    const [receiver] = callee.args;
    const known = callee.name.startsWith("#")
      ? methodResult(receiver?.kind === "outside" ? receiver : outside(), callee.name.slice(1), args)
      : builtInResult(callee, args);
    if (known.kind !== "unknown") return known;
    return callee.args.some((arg) => hasInside(arg)) || args.some((arg) => hasInside(arg))
      ? UNKNOWN_TYPE
      : outside(callee.name.startsWith("#") ? "" : callee.name);
  }

  element(type: Type, how: "each" | "index" | "key" | "enter"): Type {
    if (type.kind === "union") return union(type.items.map((item) => this.element(item, how)));
    if (type.kind === "tuple") return how === "enter" ? type : union(type.items);
    if (type.kind === "outside")
      return how === "enter" ? entered(type) : itemOf(type, how === "index" ? "index" : "each");
    return type.kind === "instance" ? this.given(type, how) : UNKNOWN_TYPE;
  }

  /** What the methods give by which a class says how it is iterated, indexed or entered. */
  private given(type: Type & { readonly kind: "instance" }, how: "each" | "index" | "key" | "enter"): Type {
    for (const name of METHODS[how]) {
      const found = findMember(this.types(), type.cls, name, "methods");
      if (found.kind !== "methods" || !found.list[0]) continue;
      const list = found.list.map((method) => ({ ...method, self: type }));
      const result = this.resultOf({ kind: "functions", list }, type.cls.file);
      if (name.endsWith("iter__") && result.kind !== "instance") return this.element(result, "each");
      const isAwaited = name.startsWith("__a") && result.kind === "outside" && result.name === "Promise";
      return isAwaited ? this.awaited(result) : result;
    }
    return how === "enter" ? type : UNKNOWN_TYPE;
  }

  private resultOf(type: Type, file: FileScope): Type {
    const types = this.types() as Types & { resultOf(file: FileScope, callee: Type, args: readonly Type[]): Type };
    return types.resultOf(file, type, []);
  }

  isCommon(name: string): boolean {
    return OBJECT.has(name);
  }

  awaited(type: Type): Type {
    if (type.kind === "union") return union(type.items.map((item) => this.awaited(item)));
    return type.kind === "outside" && type.name === "Promise"
      ? (type.args[0] ?? outside())
      : type.kind === "outside"
        ? outside()
        : UNKNOWN_TYPE;
  }

  operator(_sign: string, left: Type, right: Type): Type {
    if (left.kind === "outside" && right.kind === "outside")
      return left.args.length > 0 ? left : hasInside(right) ? UNKNOWN_TYPE : left;
    return UNKNOWN_TYPE;
  }
}

const METHODS: Readonly<Record<"each" | "index" | "key" | "enter", readonly string[]>> = {
  each: ["__iter__", "__aiter__", "__getitem__"],
  index: ["__getitem__"],
  key: [],
  enter: ["__enter__", "__aenter__"],
};

const asModule = (file: FileScope): Type => ({ kind: "module", name: file.path, files: [file] });

/** What a context manager of a library gives: what it yields, or itself. */
const entered = (type: Type & { readonly kind: "outside" }): Type =>
  type.name === "Iterator" || type.args.length > 0 ? itemOf(type, "each") : type;
