import type { EstateScopes } from "../estate-scopes.ts";
import { findMember } from "../members.ts";
import {
  type ClassInfo,
  type FileScope,
  hasInside,
  instance,
  outside,
  type Rules,
  substitute,
  type Type,
  type Types,
  UNKNOWN_TYPE,
  unknown,
} from "../types.ts";
import { libraryResult } from "./java-library.ts";
import { nearest } from "./nearest.ts";

const OBJECT: ReadonlySet<string> = new Set(
  "equals hashCode toString getClass notify notifyAll wait clone finalize name ordinal compareTo getDeclaringClass values valueOf".split(
    " ",
  ),
);
const NUMERIC = ["double", "float", "long"];

/** The rules of Java: packages, nested and inherited types, static imports, methods apart from fields. */
export class JavaRules implements Rules {
  readonly hasOverloads = true;
  private readonly types: () => Types;
  /** Top-level classes by package and name. */
  protected readonly packages = new Map<string, Map<string, ClassInfo[]>>();

  constructor(scopes: EstateScopes, types: () => Types, family = "java") {
    this.types = types;
    for (const file of scopes.ofFamily(family))
      for (const cls of file.classes) {
        if (!this.isTopLevel(file, cls)) continue;
        const name = this.packageOf(file, cls);
        const known = this.packages.get(name) ?? new Map<string, ClassInfo[]>();
        this.packages.set(name, known);
        const same = known.get(cls.fact.name);
        if (same) same.push(cls);
        else known.set(cls.fact.name, [cls]);
      }
  }

  protected packageOf(file: FileScope, _cls: ClassInfo): string {
    return file.scope.package ?? "";
  }

  protected isTopLevel(file: FileScope, cls: ClassInfo): boolean {
    const { name, outer } = cls.fact;
    const own = outer === undefined && Object.hasOwn(file.scope.names, name) ? file.scope.names[name] : undefined;
    const expression = own === undefined ? undefined : file.expressions[own];
    return expression?.[0] === "class" && expression[1] === cls.index;
  }

  value(file: FileScope, name: string, cls: ClassInfo | undefined): Type {
    for (let at = cls; at; at = outerOf(at)) {
      const found = findMember(this.types(), at, name, "fields");
      if (found.kind === "field") return this.types().variable(found.field);
      if (found.kind === "class") return { kind: "static", cls: found.cls };
    }
    const fromImport = this.staticField(file, name);
    if (fromImport) return fromImport;
    const type = this.find(file, name, cls);
    if (type) return { kind: "static", cls: type };
    if (/^[a-z]/.test(name) && this.isPackage(name)) return { kind: "module", name, files: [file] };
    if (this.hasOutsideAncestor(cls)) return outside();
    return /^[A-Z]/.test(name) || this.isImported(file, name) ? outside(name) : outside();
  }

  bare(file: FileScope, name: string, cls: ClassInfo | undefined): Type {
    let isOutside = false;
    for (let at = cls; at; at = outerOf(at)) {
      const found = findMember(this.types(), at, name, "methods");
      if (found.kind === "methods") return { kind: "functions", list: found.list };
      if (found.kind === "outside") isOutside = true;
      if (found.kind === "unknown") return unknown(`a type that ${at.fact.name} inherits from is not known`);
    }
    const imported = this.staticMethods(file, name);
    if (imported) return imported;
    if (isOutside || OBJECT.has(name)) return outside(name === "getClass" ? "#getClass" : `#${name}`);
    return unknown(`no method ${name} is seen from here`);
  }

  type(file: FileScope, name: string, cls: ClassInfo | undefined, args: readonly Type[]): Type {
    const found = this.find(file, name, cls);
    if (found) return instance(found, args);
    return outside(name.slice(name.lastIndexOf(".") + 1), args);
  }

  imported(): Type {
    return UNKNOWN_TYPE;
  }

  inModule(module: Type & { readonly kind: "module" }, name: string): Type {
    const [file] = module.files;
    const cls = file && this.inPackage(module.name, name, file);
    if (cls) return { kind: "static", cls };
    const longer = `${module.name}.${name}`;
    return this.isPackage(longer) ? { ...module, name: longer } : outside(name);
  }

  member(receiver: Type & { readonly kind: "outside" }, name: string): Type {
    if (receiver.name === "[]") return name === "length" ? outside("int") : outside(`#${name}`, [receiver]);
    return outside(`#${name}`, [receiver]);
  }

  /** A member of something outside is kept as `#name` with its receiver until it is called. */
  result(callee: Type & { readonly kind: "outside" }, args: readonly Type[]): Type {
    const [receiver] = callee.args;
    if (!callee.name.startsWith("#")) return outside(callee.name);
    const known = libraryResult(receiver?.kind === "outside" ? receiver : outside(), callee.name.slice(1), args);
    if (known.kind !== "unknown") return known;
    return (receiver && hasInside(receiver)) || args.some((arg) => hasInside(arg)) ? UNKNOWN_TYPE : outside();
  }

  element(type: Type, how: "each" | "index" | "key" | "enter"): Type {
    if (type.kind === "outside") return type.args[0] ?? (type.name === "String" ? outside("char") : outside());
    return type.kind === "instance" && how === "each" ? this.iterated(type) : UNKNOWN_TYPE;
  }

  private iterated({ cls }: Type & { readonly kind: "instance" }): Type {
    const found = findMember(this.types(), cls, "iterator", "methods");
    if (found.kind === "outside") return found.args[0] ?? UNKNOWN_TYPE;
    const [method] = found.kind === "methods" ? found.list : [];
    const result = method?.fn.fact.result;
    if (!method || result === undefined) return UNKNOWN_TYPE;
    const type = substitute(this.types().typeOf(method.fn.file, result), method.env);
    return type.kind === "outside" ? (type.args[0] ?? UNKNOWN_TYPE) : UNKNOWN_TYPE;
  }

  isCommon(name: string): boolean {
    return OBJECT.has(name);
  }

  awaited(type: Type): Type {
    return type;
  }

  operator(sign: string, left: Type, right: Type): Type {
    if (/^(?:[=!<>]=|[<>]|&&|\|\||instanceof)$/.test(sign)) return outside("boolean");
    const names = [left, right].map((type) => (type.kind === "outside" ? type.name : ""));
    if (sign === "+" && names.includes("String")) return outside("String");
    if (/^[&|^]$/.test(sign) && names.includes("boolean")) return outside("boolean");
    if (names.includes("")) return UNKNOWN_TYPE;
    for (const wide of NUMERIC) if (names.some((name) => name.toLowerCase() === wide)) return outside(wide);
    return outside("int");
  }

  private isPackage(name: string): boolean {
    if (this.packages.has(name)) return true;
    for (const known of this.packages.keys()) if (known.startsWith(`${name}.`)) return true;
    return false;
  }

  private isImported(file: FileScope, name: string): boolean {
    return file.scope.imports.some(({ local }) => local === name);
  }

  private hasOutsideAncestor(cls: ClassInfo | undefined): boolean {
    for (let at = cls; at; at = outerOf(at))
      if (findMember(this.types(), at, "", "fields").kind === "outside") return true;
    return false;
  }

  /** A class by its name, perhaps dotted, as it is seen from a class of a file. */
  private find(file: FileScope, name: string, cls: ClassInfo | undefined): ClassInfo | undefined {
    const [head = "", ...rest] = name.split(".");
    let found = this.simple(file, head, cls);
    if (!found && rest.length > 0) return this.qualified(name, file);
    for (const part of rest) found = found && this.nested(found, part);
    return found;
  }

  private simple(file: FileScope, name: string, cls: ClassInfo | undefined): ClassInfo | undefined {
    for (let at = cls; at; at = outerOf(at)) {
      if (at.fact.name === name) return at;
      const nested = this.nested(at, name);
      if (nested) return nested;
    }
    return this.visible(file, name, cls);
  }

  /** A class that is seen from a file by its name: its own, imported, of the package. */
  protected visible(file: FileScope, name: string, _cls: ClassInfo | undefined): ClassInfo | undefined {
    const own = file.scope.names[name];
    const expression = own === undefined || !Object.hasOwn(file.scope.names, name) ? undefined : file.expressions[own];
    if (expression?.[0] === "class") return file.classes[expression[1]];
    const single = file.scope.imports.find(({ local, isStatic }) => local === name && !isStatic);
    if (single) return this.qualified(single.specifier, file);
    const nested = file.scope.imports.find(({ local, isStatic }) => local === name && isStatic);
    if (nested) return this.qualified(nested.specifier, file);
    return this.inPackage(file.scope.package ?? "", name, file) ?? this.onDemand(file, name);
  }

  protected onDemand(file: FileScope, name: string): ClassInfo | undefined {
    for (const { local, specifier } of file.scope.imports) {
      if (local !== "*") continue;
      const holder = this.inPackage(specifier, name, file) ?? this.nestedIn(specifier, name, file);
      if (holder) return holder;
    }
    return undefined;
  }

  private nestedIn(specifier: string, name: string, file: FileScope): ClassInfo | undefined {
    const holder = this.qualified(specifier, file);
    return holder && this.nested(holder, name);
  }

  private nested(cls: ClassInfo, name: string): ClassInfo | undefined {
    const found = findMember(this.types(), cls, name, "fields");
    return found.kind === "class" ? found.cls : undefined;
  }

  protected inPackage(name: string, cls: string, from: FileScope): ClassInfo | undefined {
    const found = this.packages.get(name)?.get(cls);
    return found && nearest(found, from.path);
  }

  /** `a.b.C.D`: the longest beginning that is a package, then nested classes. */
  protected qualified(name: string, from: FileScope): ClassInfo | undefined {
    const parts = name.split(".");
    for (let length = parts.length - 1; length >= 0; length -= 1) {
      let found = this.inPackage(parts.slice(0, length).join("."), parts[length] ?? "", from);
      if (!found) continue;
      for (const part of parts.slice(length + 1)) found = found && this.nested(found, part);
      if (found) return found;
    }
    return undefined;
  }

  private staticField(file: FileScope, name: string): Type | undefined {
    for (const { local, specifier, isStatic } of file.scope.imports) {
      if (!isStatic || (local !== name && local !== "*")) continue;
      const owner = this.qualified(local === "*" ? specifier : specifier.slice(0, specifier.lastIndexOf(".")), file);
      const found = owner && findMember(this.types(), owner, name, "fields");
      if (found?.kind === "field") return this.types().variable(found.field);
    }
    return undefined;
  }

  private staticMethods(file: FileScope, name: string): Type | undefined {
    for (const { local, specifier, isStatic } of file.scope.imports) {
      if (!isStatic || (local !== name && local !== "*")) continue;
      const owner = this.qualified(local === "*" ? specifier : specifier.slice(0, specifier.lastIndexOf(".")), file);
      const found = owner && findMember(this.types(), owner, name, "methods");
      if (found?.kind === "methods") return { kind: "functions", list: found.list };
      if (local === name && !owner) return outside(`#${name}`, [outside(specifier.split(".").at(-2) ?? "")]);
    }
    const isOutside = file.scope.imports.some(
      ({ local, specifier, isStatic }) => isStatic && local === "*" && !this.qualified(specifier, file),
    );
    return isOutside ? outside(`#${name}`) : undefined;
  }
}

/** The class around a class. */
function outerOf(cls: ClassInfo): ClassInfo | undefined {
  return cls.fact.outer === undefined ? undefined : cls.file.classes[cls.fact.outer];
}
