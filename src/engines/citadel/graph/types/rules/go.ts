import type { EstateScopes } from "../estate-scopes.ts";
import { findMember, supersOf } from "../members.ts";
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
  unknown,
} from "../types.ts";

interface GoPackage {
  readonly name: string;
  readonly folder: string;
  readonly files: FileScope[];
}

const TYPE_NAMES: ReadonlySet<string> = new Set(
  `string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr float32 float64 complex64 complex128 byte rune bool
  error any comparable`.split(/\s+/),
);

const BUILT_IN: ReadonlySet<string> = new Set(
  "append cap clear close complex copy delete imag iota len make max min new panic print println real recover".split(
    " ",
  ),
);

/** The rules of Go: packages of folders, modules by their go.mod, embedded types, interfaces without a word of it. */
export class GoRules implements Rules {
  readonly hasOverloads = false;
  private readonly types: () => Types;
  /** By folder; one for the tests of the package from outside. */
  private readonly packages = new Map<string, GoPackage[]>();
  private readonly byFile = new Map<FileScope, GoPackage>();
  /** Folders of modules by the path that imports them. */
  private readonly modules = new Map<string, string>();
  private readonly owners = new Map<string, ClassInfo[]>();
  private readonly found = new Map<string, GoPackage | undefined>();

  constructor(scopes: EstateScopes, types: () => Types) {
    this.types = types;
    for (const { path, scope } of scopes.ofFamily("go-module"))
      if (scope.package !== undefined) this.modules.set(scope.package, folderOf(path));
    const files = scopes.ofFamily("go");
    for (const file of files) this.addFile(file);
    for (const file of files) this.addMethods(file);
  }

  private addFile(file: FileScope): void {
    const folder = folderOf(file.path);
    const name = file.scope.package ?? "";
    const same = this.packages.get(folder) ?? [];
    this.packages.set(folder, same);
    let own = same.find((each) => each.name === name);
    if (!own) {
      own = { name, folder, files: [] };
      same.push(own);
    }
    own.files.push(file);
    this.byFile.set(file, own);
  }

  private addMethods(file: FileScope): void {
    for (const fn of file.functions) {
      const { receiver, name } = fn.fact;
      const holder = receiver === undefined ? undefined : this.declared(file, receiver);
      if (holder?.kind !== "static") continue;
      fn.owner = holder.cls;
      push(holder.cls.methods, name, fn);
      push(this.owners, name, holder.cls);
    }
  }

  value(file: FileScope, name: string): Type {
    const own = this.declared(file, name);
    if (own) return own;
    for (const [at, { local, specifier }] of file.scope.imports.entries()) {
      if (local === "*") {
        const given = this.inPackage(this.package(file, specifier), name);
        if (given) return given;
      } else if (local === "" && this.packageName(file, specifier) === name) return this.imported(file, at);
    }
    const isOutside = BUILT_IN.has(name) || TYPE_NAMES.has(name) || this.mayBeImported(file, name);
    return isOutside ? outside(name) : unknown(`no ${name} is seen from here`);
  }

  /** The name of a package outside need not be that of its path. */
  private mayBeImported(file: FileScope, name: string): boolean {
    return file.scope.imports.some(
      ({ local, specifier }) =>
        local === "*" || specifier === "C" || (local === "" && specifier.toLowerCase().includes(name.toLowerCase())),
    );
  }

  bare(file: FileScope, name: string): Type {
    return this.value(file, name);
  }

  type(file: FileScope, name: string, _cls: ClassInfo | undefined, args: readonly Type[]): Type {
    const dot = name.indexOf(".");
    if (dot < 0) {
      const own = TYPE_NAMES.has(name) && !this.declared(file, name) ? undefined : this.value(file, name);
      return own?.kind === "static" ? instance(own.cls, args) : outside(name, args);
    }
    const at = file.scope.names[name.slice(0, dot)];
    const holder =
      at !== undefined && Object.hasOwn(file.scope.names, name.slice(0, dot))
        ? this.types().typeOf(file, at)
        : this.value(file, name.slice(0, dot));
    if (holder.kind !== "module") return outside(name, args);
    const found = this.inModule(holder, name.slice(dot + 1));
    return found.kind === "static" ? instance(found.cls, args) : outside(name, args);
  }

  imported(file: FileScope, index: number): Type {
    const specifier = file.scope.imports[index]?.specifier ?? "";
    const found = this.package(file, specifier);
    return found ? { kind: "module", name: specifier, files: found.files } : outside(specifier);
  }

  inModule({ files }: Type & { readonly kind: "module" }, name: string): Type {
    const [first] = files;
    return this.inPackage(first && this.byFile.get(first), name) ?? UNKNOWN_TYPE;
  }

  member(receiver: Type & { readonly kind: "outside" }): Type {
    return outside("", receiver.args);
  }

  result(callee: Type & { readonly kind: "outside" }, args: readonly Type[]): Type {
    const [first] = args;
    if ((callee.name === "append" || callee.name === "min" || callee.name === "max") && first) return first;
    if ((callee.name === "new" || callee.name === "make") && first)
      return first.kind === "static" ? instance(first.cls) : first;
    if (callee.name === "len" || callee.name === "cap") return outside("int");
    if (TYPE_NAMES.has(callee.name)) return outside(callee.name);
    return callee.args.some((arg) => hasInside(arg)) ? UNKNOWN_TYPE : outside();
  }

  element(type: Type, how: "each" | "index" | "key" | "enter"): Type {
    if (type.kind === "instance") {
      const { alias } = type.cls.fact;
      return alias === undefined ? UNKNOWN_TYPE : this.element(this.types().typeOf(type.cls.file, alias), how);
    }
    if (type.kind === "functions") return type;
    if (type.kind !== "outside") return UNKNOWN_TYPE;
    if (type.name === "map") return (how === "key" ? type.args[0] : type.args[1]) ?? UNKNOWN_TYPE;
    if (how === "key" && type.name !== "chan") return outside("int");
    return type.args[0] ?? outside(type.name === "string" ? "rune" : "");
  }

  isCommon(): boolean {
    return false;
  }

  awaited(type: Type): Type {
    return type;
  }

  operator(sign: string, left: Type): Type {
    return /^(?:[=!<>]=|[<>]|&&|\|\|)$/.test(sign) ? outside("bool") : left;
  }

  /** Types whose methods are those of an interface, own or embedded. */
  heirs(cls: ClassInfo, method: string): readonly ClassInfo[] {
    if (!cls.fact.isInterface) return [];
    const names = this.methodNames(cls);
    return [...new Set(this.owners.get(method) ?? [])].filter((each) =>
      names.every((name) => findMember(this.types(), each, name, "methods").kind !== "none"),
    );
  }

  private methodNames(cls: ClassInfo, seen = new Set<ClassInfo>()): string[] {
    if (seen.has(cls)) return [];
    seen.add(cls);
    const embedded = supersOf(this.types(), cls).flatMap((type) =>
      type.kind === "instance" ? this.methodNames(type.cls, seen) : [],
    );
    return [...cls.methods.keys(), ...embedded];
  }

  private declared(file: FileScope, name: string): Type | undefined {
    return this.inPackage(this.byFile.get(file), name);
  }

  private inPackage(found: GoPackage | undefined, name: string): Type | undefined {
    for (const file of found?.files ?? []) {
      const at = Object.hasOwn(file.scope.names, name) ? file.scope.names[name] : undefined;
      if (at === undefined || file.expressions[at]?.[0] === "import") continue;
      return this.types().typeOf(file, at);
    }
    return undefined;
  }

  /** The name by which a package is called where no other is given. */
  private packageName(file: FileScope, specifier: string): string {
    const found = this.package(file, specifier);
    if (found) return found.name;
    const parts = specifier.split("/");
    const last = parts.at(-1) ?? "";
    return (/^v\d+$/.test(last) ? (parts.at(-2) ?? last) : last).replace(/\.v\d+$|^go-|-go$/g, "").replace(/-/g, "_");
  }

  private package(file: FileScope, specifier: string): GoPackage | undefined {
    const key = this.modules.size > 0 ? specifier : `${file.path}\0${specifier}`;
    if (!this.found.has(key)) this.found.set(key, this.lookedUp(file, specifier));
    return this.found.get(key);
  }

  private lookedUp(file: FileScope, specifier: string): GoPackage | undefined {
    let best: string | undefined;
    for (const module of this.modules.keys())
      if ((specifier === module || specifier.startsWith(`${module}/`)) && module.length > (best?.length ?? -1))
        best = module;
    if (best !== undefined) {
      const folder = [this.modules.get(best) ?? "", specifier.slice(best.length + 1)].filter(Boolean).join("/");
      return this.inFolder(folder);
    }
    return this.modules.size > 0 ? undefined : this.bySuffix(file, specifier);
  }

  /** Without a go.mod: the folder of the longest end of the path, seen from the folders above the file. */
  private bySuffix(file: FileScope, specifier: string): GoPackage | undefined {
    const parts = specifier.split("/");
    const last = (parts[0] ?? "").includes(".") ? parts.length - 1 : Math.min(1, parts.length - 2);
    for (let start = 0; start <= last; start += 1) {
      let base = folderOf(file.path);
      for (;;) {
        const found = this.inFolder([base, ...parts.slice(start)].filter(Boolean).join("/"));
        if (found && found.folder !== folderOf(file.path)) return found;
        if (base === "") break;
        base = folderOf(base);
      }
    }
    return undefined;
  }

  private inFolder(folder: string): GoPackage | undefined {
    const all = this.packages.get(folder);
    return (
      all?.find(({ name, files }) => !name.endsWith("_test") && files.some(({ path }) => !path.endsWith("_test.go"))) ??
      all?.[0]
    );
  }
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf("/")));

function push<V>(map: Map<string, V[]>, key: string, value: V): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}
