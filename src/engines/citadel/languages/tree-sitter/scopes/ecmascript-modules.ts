import type { TreeNode } from "../tree.ts";
import { EcmaScriptDeclarations } from "./ecmascript-declarations.ts";
import { NONE, type OpenClass, UNKNOWN } from "./scope-builder.ts";

/** What a file takes in and gives out: import, export, require, module.exports. */
export abstract class EcmaScriptModules extends EcmaScriptDeclarations {
  /** The object that `exports` is at first. */
  private exported = NONE;

  protected import(node: TreeNode): number {
    const specifier = this.specifierOf(node);
    const clause = node.childOf("import_clause");
    for (const part of clause?.children ?? []) {
      if (part.type === "identifier") this.bind(this.text(part), specifier, "default");
      if (part.type === "namespace_import") this.bind(this.text(part.children[0]), specifier, "*");
      for (const one of part.childrenOf("import_specifier")) {
        const name = this.text(one.childForFieldName("name"));
        this.bind(this.text(one.childForFieldName("alias")) || name, specifier, name.replace(/^["']|["']$/g, ""));
      }
    }
    const required = node.childOf("import_require_clause");
    if (required) this.bind(this.text(required.children[0]), this.specifierOf(required), "*");
    return UNKNOWN;
  }

  private bind(local: string, specifier: string, imported: string): void {
    const index = this.builder.imports.push({ local, specifier, imported }) - 1;
    this.builder.scope.names.set(local, this.builder.add(["import", index]));
  }

  private specifierOf(node: TreeNode): string {
    return this.text(node.childForFieldName("source") ?? node.childOf("string")).slice(1, -1);
  }

  /** `require("x")`, `import("x")`: the module as a value. */
  protected required(specifier: string): number {
    const index = this.builder.imports.push({ local: "", specifier, imported: "*" }) - 1;
    return this.builder.add(["import", index]);
  }

  protected export(node: TreeNode): number {
    const { builder } = this;
    const isDefault = /^export\s+default\b/.test(this.text(node).slice(0, 40));
    const declaration = node.childForFieldName("declaration");
    const value = node.childForFieldName("value");
    if (declaration) {
      this.visit(declaration);
      this.exportDeclared(declaration, isDefault);
      return UNKNOWN;
    }
    if (value) {
      builder.exports.push({ name: "default", value: this.visit(value) });
      return UNKNOWN;
    }
    const clause = node.childOf("export_clause");
    const source = node.childForFieldName("source");
    const specifier = source && this.text(source).slice(1, -1);
    for (const one of clause?.childrenOf("export_specifier") ?? []) this.exportOne(one, specifier);
    const namespace = node.childOf("namespace_export");
    if (namespace && specifier !== undefined)
      builder.exports.push({ name: this.text(namespace.children[0]), specifier, imported: "*" });
    else if (!clause && specifier !== undefined) builder.exports.push({ name: "*", specifier, imported: "*" });
    // `export = x`
    else if (!clause && node.children[0])
      builder.exports.push({ name: "module.exports", value: this.visit(node.children[0]) });
    return UNKNOWN;
  }

  private exportOne(node: TreeNode, specifier: string | undefined): void {
    const { builder } = this;
    const imported = this.text(node.childForFieldName("name"));
    const name = this.text(node.childForFieldName("alias")) || imported;
    if (specifier !== undefined) builder.exports.push({ name, specifier, imported });
    else this.exportName(name, imported);
  }

  private exportName(name: string, local: string): void {
    const { builder } = this;
    const value = builder.find(local);
    const type = builder.findType(local);
    builder.exports.push({ name, ...(value !== undefined && { value }), ...(type !== undefined && { type }) });
  }

  private exportDeclared(declaration: TreeNode, isDefault: boolean): void {
    const named = declaration.childForFieldName("name");
    if (isDefault) this.exportName("default", this.text(named));
    else if (named) this.exportName(this.text(named), this.text(named));
    for (const declarator of declaration.childrenOf("variable_declarator"))
      for (const name of this.boundNames(declarator.childForFieldName("name"))) this.exportName(name, name);
    if (declaration.type === "expression_statement" && declaration.children[0])
      this.exportDeclared(declaration.children[0], false);
  }

  private boundNames(pattern: TreeNode | undefined): string[] {
    if (!pattern) return [];
    if (pattern.type === "identifier" || pattern.type === "shorthand_property_identifier_pattern")
      return [this.text(pattern)];
    return pattern.children.flatMap((child) => this.boundNames(child));
  }

  /** The object behind `exports`, as a value. */
  protected exportsObject(): number {
    const { builder } = this;
    if (this.exported === NONE) {
      this.exported = builder.add(["instance", builder.class("exports", undefined, NONE)]);
      builder.exports.push({ name: "exports", value: this.exported });
    }
    return this.exported;
  }

  /** Keeps what is assigned to a member: `this.x =`, `exports.x =`, `F.prototype.m =`, `object.m =`. */
  protected assignMember(left: TreeNode, value: number): void {
    const object = left.childForFieldName("object");
    const name = this.text(left.childForFieldName("property"));
    if (!object || name === "") return;
    if (this.text(object) === "module" && name === "exports") {
      this.builder.exports.push({ name: "module.exports", value });
      return;
    }
    const holder = this.holderOf(object);
    if (holder === NONE) return;
    const fact = this.builder.classes[holder] as OpenClass;
    if (Object.hasOwn(fact.methods, name)) return;
    const known = fact.fields[name];
    if (known === undefined) fact.fields[name] = this.builder.variable(this.written(left), value);
    else this.assignVariable(known, value);
  }

  /** The type that a comment gives the member. */
  private written(left: TreeNode): number {
    const comment = this.commentOf(left);
    return comment === "" ? NONE : this.documented(comment, /@type\s*\{([^}]*)\}/) || NONE;
  }

  protected assignVariable(variable: number, value: number): void {
    const { variables, expressions } = this.builder;
    if (variables[variable * 2] !== NONE) return;
    const at = variable * 2 + 1;
    const before = variables[at] ?? NONE;
    if (before <= UNKNOWN) {
      variables[at] = value;
      return;
    }
    const expression = expressions[before];
    const items = expression?.[0] === "any-of" ? expression[1] : [before];
    if (items.length < VALUES_MAX) variables[at] = this.builder.add(["any-of", [...items, value]]);
  }

  /** The class facts that hold the members of an object which an assignment speaks of. */
  private holderOf(object: TreeNode): number {
    const text = this.text(object);
    if (object.type === "this") return this.self;
    if (text === "exports" || text === "module.exports") return this.classOfValue(this.latestExports());
    if (object.type === "member_expression" && this.text(object.childForFieldName("property")) === "prototype")
      return this.classOfValue(this.builder.find(this.text(object.childForFieldName("object"))));
    if (object.type !== "identifier") return NONE;
    return this.classOfValue(this.builder.find(text));
  }

  private latestExports(): number {
    const own = this.builder.exports.findLast(
      ({ name, value }) => name === "module.exports" && value !== undefined && this.classOfValue(value) !== NONE,
    );
    return own?.value ?? this.exportsObject();
  }

  /** The class facts of a value: those of an object literal, or of a function that makes objects. */
  protected classOfValue(value: number | undefined, depth = 0): number {
    const { builder } = this;
    const expression = value === undefined ? undefined : builder.expressions[value];
    if (!expression || depth > VALUES_MAX) return NONE;
    switch (expression[0]) {
      case "instance":
      case "class":
        return expression[1];
      case "function":
        return this.makerClass(expression[1]);
      case "var":
        return builder.variables[expression[1] * 2] === NONE
          ? this.classOfValue(builder.variables[expression[1] * 2 + 1], depth + 1)
          : NONE;
      case "any-of":
        return this.classOfValue(expression[1][0], depth + 1);
      default:
        return NONE;
    }
  }

  /** A function may be called with `new`, and has members as any object. */
  protected makerClass(index: number): number {
    const fact = this.builder.functions[index];
    if (!fact) return NONE;
    if (fact.makes === undefined) fact.makes = this.builder.class(fact.name, fact.symbol, NONE);
    return fact.makes;
  }
}

const VALUES_MAX = 12;
