import { addPart, type EstateScopes } from "../estate-scopes.ts";
import { type ClassInfo, type FileScope, outside, type Type, type Types } from "../types.ts";
import { JavaRules } from "./java.ts";

/** C# names that mean what another name means in the tables of widening. */
const NAMES: Readonly<Record<string, string>> = {
  string: "String",
  bool: "boolean",
  object: "Object",
  "System.String": "String",
};

/** The rules of C#: those of Java with namespaces in place of packages, partial classes and usings. */
export class CSharpRules extends JavaRules {
  constructor(scopes: EstateScopes, types: () => Types) {
    super(scopes, types, "csharp");
    for (const classes of this.packages.values())
      for (const parts of classes.values()) {
        const [first, ...others] = parts;
        if (!first) continue;
        for (const part of others) addPart(first, part);
        parts.length = 1;
      }
  }

  override type(file: FileScope, name: string, cls: ClassInfo | undefined, args: readonly Type[]): Type {
    const known = NAMES[name];
    if (known !== undefined && Object.hasOwn(NAMES, name)) return outside(known);
    if (/^(?:System\.Threading\.Tasks\.)?(?:Value)?Task$/.test(name) && args[0]) return outside("Promise", args);
    return super.type(file, name, cls, args);
  }

  override awaited(type: Type): Type {
    return type.kind === "outside" && type.name === "Promise" ? (type.args[0] ?? outside()) : type;
  }

  protected override packageOf(_file: FileScope, cls: ClassInfo): string {
    return cls.fact.package ?? "";
  }

  protected override isTopLevel(_file: FileScope, cls: ClassInfo): boolean {
    return cls.fact.outer === undefined && cls.fact.name !== "";
  }

  /** The namespaces around a class from the inside out, then those that are used. */
  protected override visible(file: FileScope, name: string, cls: ClassInfo | undefined): ClassInfo | undefined {
    let top = cls;
    for (let at = cls; at; at = at.fact.outer === undefined ? undefined : at.file.classes[at.fact.outer]) top = at;
    const parts = (top?.fact.package ?? file.scope.package ?? "").split(".");
    for (let length = parts.length; length >= 0; length -= 1) {
      const found = this.inPackage(parts.slice(0, length).join("."), name, file);
      if (found) return found;
    }
    const alias = file.scope.imports.find(({ local }) => local === name);
    return alias ? this.qualified(alias.specifier, file) : this.onDemand(file, name);
  }
}
