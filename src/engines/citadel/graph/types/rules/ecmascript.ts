import type { ExportBinding } from "../../../scope-facts.ts";
import { ModulePaths } from "../../module-paths.ts";
import type { EstateScopes } from "../estate-scopes.ts";
import {
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
import { elementOf, methodResult, unwrapped } from "./ecmascript-library.ts";

const REEXPORTS_MAX = 16;
/** An object with more is a table: its values are not told apart. */
const FIELDS_MAX = 16;
/** Utility types that have the members of what they are given. */
const THROUGH: ReadonlySet<string> = new Set(
  "Partial Required Readonly NonNullable Pick Omit Exclude Extract NoInfer Writable Mutable".split(" "),
);
const OBJECT: ReadonlySet<string> = new Set(
  "hasOwnProperty toString valueOf isPrototypeOf toLocaleString propertyIsEnumerable constructor".split(" "),
);

/** The rules of TypeScript and JavaScript: modules, what they pass on, and the values of CommonJS. */
export class EcmaScriptRules implements Rules {
  readonly hasOverloads = false;
  private readonly types: () => Types;
  private readonly scopes: EstateScopes;
  private readonly paths: ModulePaths;
  /** Top names of files that are no modules: they share one scope. */
  private readonly globals = new Map<string, { readonly file: FileScope; readonly value: number }>();

  constructor(scopes: EstateScopes, types: () => Types) {
    this.types = types;
    this.scopes = scopes;
    const files = scopes.ofFamily("ecmascript");
    this.paths = new ModulePaths(
      files.map(({ path }) => path),
      scopes.packages,
    );
    for (const file of files)
      if (file.scope.imports.length === 0 && file.scope.exports.length === 0)
        for (const [name, value] of Object.entries(file.scope.names)) this.globals.set(name, { file, value });
  }

  value(_file: FileScope, name: string): Type {
    const shared = this.globals.get(name);
    return shared ? this.types().typeOf(shared.file, shared.value) : outside(name);
  }

  bare(file: FileScope, name: string): Type {
    return this.value(file, name);
  }

  type(file: FileScope, name: string, _cls: unknown, args: readonly Type[]): Type {
    const [head = "", ...rest] = name.split(".");
    const at = /^import (\d+)$/.exec(name)?.[1];
    const index = at === undefined ? file.scope.imports.findIndex(({ local }) => local === head) : Number(at);
    const binding = file.scope.imports[index];
    if (binding) {
      const found = this.importedAs(file, index, { isType: true });
      const whole = rest.reduce(
        (type, part) => (type.kind === "module" ? this.inModuleAs(type, part, { isType: true }) : UNKNOWN_TYPE),
        found,
      );
      return instanceOf(whole, args);
    }
    const [first] = args;
    if (THROUGH.has(name) && first) return first;
    if (name === "ReturnType" && first?.kind === "functions" && first.list[0]) return this.returned(first);
    if (name === "InstanceType" && first?.kind === "static") return instance(first.cls);
    if (name === "Awaited" && first) return unwrapped(first);
    const shared = this.globals.get(head);
    if (shared && rest.length === 0) return instanceOf(this.types().typeOf(shared.file, shared.value), args);
    return outside(name, args);
  }

  private returned(type: Type & { readonly kind: "functions" }): Type {
    const [method] = type.list;
    const { result, returns } = method?.fn.fact ?? {};
    const value = result ?? returns?.[0];
    return method && value !== undefined ? this.types().typeOf(method.fn.file, value) : UNKNOWN_TYPE;
  }

  imported(file: FileScope, index: number): Type {
    return this.importedAs(file, index, { isType: false });
  }

  private importedAs(file: FileScope, index: number, as: { readonly isType: boolean }): Type {
    const { specifier = "", imported = "*" } = file.scope.imports[index] ?? {};
    const found = this.module(file, specifier);
    if (!found)
      return this.paths.isOwn(file.path, specifier) ? unknown(`${specifier} is not in the estate`) : outside(specifier);
    if (imported === "*") return this.wholeModule(found);
    return this.exported(found, imported, as) ?? unknown(`${found.path} gives out no ${imported}`);
  }

  /** A module as a value: what CommonJS assigns to it, or its names. */
  private wholeModule(file: FileScope): Type {
    const given = file.scope.exports.filter(({ name, value }) => name === "module.exports" && value !== undefined);
    const own = file.scope.exports.find(({ name }) => name === "exports");
    const all = [...given, ...(own ? [own] : [])].map(({ value = 0 }) => this.types().typeOf(file, value));
    const isCommon =
      all.length > 0 && !file.scope.exports.some(({ name }) => name !== "module.exports" && name !== "exports");
    if (!isCommon) return { kind: "module", name: file.path, files: [file] };
    return given.length > 0 && all.length > given.length ? { kind: "union", items: all } : union(all);
  }

  private module(file: FileScope, specifier: string): FileScope | undefined {
    const [path] = this.paths.resolve(file.path, specifier, "ecmascript");
    return path === undefined ? undefined : this.scopes.at(path);
  }

  private exported(
    file: FileScope,
    name: string,
    as: { readonly isType: boolean },
    seen = new Set<FileScope>(),
  ): Type | undefined {
    if (seen.has(file) || seen.size > REEXPORTS_MAX * REEXPORTS_MAX) return undefined;
    seen.add(file);
    const own = file.scope.exports.findLast((each) => each.name === name);
    if (own) return this.given(file, own, as, seen);
    for (const { name: all, specifier } of file.scope.exports) {
      if (all !== "*" || specifier === undefined) continue;
      const next = this.module(file, specifier);
      const found = next && this.exported(next, name, as, seen);
      if (found) return found;
    }
    const whole = this.wholeModule(file);
    if (whole.kind === "module") return undefined;
    // The default of a CommonJS module is the module.
    return name === "default" ? whole : this.memberOf(file, whole, name);
  }

  private memberOf(file: FileScope, type: Type, name: string): Type {
    const types = this.types() as Types & { memberOf(file: FileScope, type: Type, name: string): Type };
    return types.memberOf(file, type, name);
  }

  private given(
    file: FileScope,
    { value, type, specifier, imported = "*" }: ExportBinding,
    as: { readonly isType: boolean },
    seen: Set<FileScope>,
  ): Type | undefined {
    if (specifier !== undefined) {
      const next = this.module(file, specifier);
      if (!next) return this.paths.isOwn(file.path, specifier) ? undefined : outside(specifier);
      return imported === "*" ? this.wholeModule(next) : this.exported(next, imported, as, seen);
    }
    if (as.isType && type !== undefined) return this.types().typeOf(file, type);
    if (value === undefined) return type === undefined ? undefined : this.types().typeOf(file, type);
    const expression = file.expressions[value];
    if (as.isType && expression?.[0] === "import") return this.importedAs(file, expression[1], as);
    return this.types().typeOf(file, value);
  }

  inModule(module: Type & { readonly kind: "module" }, name: string): Type {
    return this.inModuleAs(module, name, { isType: false });
  }

  private inModuleAs(
    { files, name: path }: Type & { readonly kind: "module" },
    name: string,
    as: { readonly isType: boolean },
  ): Type {
    const [file] = files;
    return (file && this.exported(file, name, as)) ?? unknown(`${path} gives out no ${name}`);
  }

  member(receiver: Type & { readonly kind: "outside" }, name: string): Type {
    if (receiver.name === "Record" && receiver.args[1]) return receiver.args[1];
    return outside(`#${name}`, [receiver]);
  }

  result(callee: Type & { readonly kind: "outside" }, args: readonly Type[]): Type {
    const [receiver] = callee.args;
    if (!callee.name.startsWith("#"))
      return args.some((arg) => hasInside(arg)) ? UNKNOWN_TYPE : outside(callee.name === "Symbol" ? "symbol" : "");
    if (receiver?.kind !== "outside") return UNKNOWN_TYPE;
    const known = methodResult(receiver, callee.name.slice(1), { args, called: (type) => this.resultOf(type) });
    if (known.kind !== "unknown") return known;
    return hasInside(receiver) || args.some((arg) => hasInside(arg)) ? UNKNOWN_TYPE : outside();
  }

  private resultOf(type: Type | undefined): Type {
    if (type?.kind === "callable") return type.result;
    const types = this.types() as Types & { resultOf(file: FileScope, callee: Type, args: readonly Type[]): Type };
    const file = type?.kind === "functions" ? type.list[0]?.fn.file : undefined;
    return file && type ? types.resultOf(file, type, []) : UNKNOWN_TYPE;
  }

  element(type: Type, how: "each" | "index" | "key" | "enter"): Type {
    if (type.kind === "tuple") return union(type.items);
    if (type.kind === "union") return union(type.items.map((item) => this.element(item, how)));
    if (type.kind === "instance" && how === "index") {
      const fields = [...type.cls.fields.values()].slice(0, FIELDS_MAX);
      return union(fields.map((field) => this.types().variable(field)));
    }
    if (type.kind !== "outside") return UNKNOWN_TYPE;
    if (how === "index" && type.name === "Record") return type.args[1] ?? UNKNOWN_TYPE;
    return elementOf(type);
  }

  isCommon(name: string): boolean {
    return OBJECT.has(name);
  }

  awaited(type: Type): Type {
    return unwrapped(type);
  }

  operator(sign: string, left: Type, right: Type): Type {
    if (sign === "||" || sign === "??") return union([left, right]);
    if (sign === "&&") return right;
    if (/^(?:[=!]==?|[<>]=?|in|instanceof)$/.test(sign)) return outside("boolean");
    const isText = [left, right].some((type) => type.kind === "outside" && type.name === "string");
    return outside(sign === "+" && isText ? "string" : "number");
  }
}

function instanceOf(type: Type, args: readonly Type[]): Type {
  if (type.kind === "static") return instance(type.cls, args);
  if (type.kind === "functions" && type.list[0]?.fn.fact.makes !== undefined) {
    const { fn } = type.list[0];
    const cls = fn.file.classes[fn.fact.makes ?? -1];
    return cls ? instance(cls) : UNKNOWN_TYPE;
  }
  if (type.kind === "instance" && args.length > 0) return { ...type, args };
  return type;
}
