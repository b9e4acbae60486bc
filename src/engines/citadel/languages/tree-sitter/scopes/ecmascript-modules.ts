import type { TreeNode } from "../tree.ts";
import { NONE, type ScopeBuilder, UNKNOWN } from "./scope-builder.ts";
import type { ScopeVisitor } from "./visitor.ts";

/** What a file takes in and gives out: import, export, require, module.exports. */
export class EcmaScriptModules {
  private readonly visitor: ScopeVisitor;
  private readonly builder: ScopeBuilder;
  /** The object that `exports` is at first. */
  private exported = NONE;

  constructor(visitor: ScopeVisitor) {
    this.visitor = visitor;
    this.builder = visitor.builder;
  }

  import(node: TreeNode): number {
    const specifier = this.specifierOf(node);
    const clause = node.childOf("import_clause");
    for (const part of clause?.children ?? []) {
      if (part.type === "identifier") this.bind(this.visitor.text(part), specifier, "default");
      if (part.type === "namespace_import") this.bind(this.visitor.text(part.children[0]), specifier, "*");
      for (const one of part.childrenOf("import_specifier")) {
        const name = this.visitor.text(one.childForFieldName("name"));
        this.bind(
          this.visitor.text(one.childForFieldName("alias")) || name,
          specifier,
          name.replace(/^["']|["']$/g, ""),
        );
      }
    }
    const required = node.childOf("import_require_clause");
    if (required) this.bind(this.visitor.text(required.children[0]), this.specifierOf(required), "*");
    return UNKNOWN;
  }

  private bind(local: string, specifier: string, imported: string): void {
    const index = this.builder.imports.push({ local, specifier, imported }) - 1;
    this.builder.scope.names.set(local, this.builder.add(["import", index]));
  }

  private specifierOf(node: TreeNode): string {
    return this.visitor.text(node.childForFieldName("source") ?? node.childOf("string")).slice(1, -1);
  }

  /** `require("x")`, `import("x")`: the module as a value. */
  required(specifier: string): number {
    const index = this.builder.imports.push({ local: "", specifier, imported: "*" }) - 1;
    return this.builder.add(["import", index]);
  }

  export(node: TreeNode): number {
    const { builder } = this;
    const isDefault = /^export\s+default\b/.test(this.visitor.text(node).slice(0, 40));
    const declaration = node.childForFieldName("declaration");
    const value = node.childForFieldName("value");
    if (declaration) {
      this.visitor.visit(declaration);
      this.exportDeclared(declaration, isDefault);
      return UNKNOWN;
    }
    if (value) {
      builder.exports.push({ name: "default", value: this.visitor.visit(value) });
      return UNKNOWN;
    }
    const clause = node.childOf("export_clause");
    const source = node.childForFieldName("source");
    const specifier = source && this.visitor.text(source).slice(1, -1);
    for (const one of clause?.childrenOf("export_specifier") ?? []) this.exportOne(one, specifier);
    const namespace = node.childOf("namespace_export");
    if (namespace && specifier !== undefined)
      builder.exports.push({ name: this.visitor.text(namespace.children[0]), specifier, imported: "*" });
    else if (!clause && specifier !== undefined) builder.exports.push({ name: "*", specifier, imported: "*" });
    // `export = x`
    else if (!clause && node.children[0])
      builder.exports.push({ name: "module.exports", value: this.visitor.visit(node.children[0]) });
    return UNKNOWN;
  }

  private exportOne(node: TreeNode, specifier: string | undefined): void {
    const { builder } = this;
    const imported = this.visitor.text(node.childForFieldName("name"));
    const name = this.visitor.text(node.childForFieldName("alias")) || imported;
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
    if (isDefault) this.exportName("default", this.visitor.text(named));
    else if (named) this.exportName(this.visitor.text(named), this.visitor.text(named));
    for (const declarator of declaration.childrenOf("variable_declarator"))
      for (const name of this.boundNames(declarator.childForFieldName("name"))) this.exportName(name, name);
    if (declaration.type === "expression_statement" && declaration.children[0])
      this.exportDeclared(declaration.children[0], false);
  }

  private boundNames(pattern: TreeNode | undefined): string[] {
    if (!pattern) return [];
    if (pattern.type === "identifier" || pattern.type === "shorthand_property_identifier_pattern")
      return [this.visitor.text(pattern)];
    return pattern.children.flatMap((child) => this.boundNames(child));
  }

  /** The object behind `exports`, as a value. */
  exportsObject(): number {
    const { builder } = this;
    if (this.exported === NONE) {
      this.exported = builder.add(["instance", builder.class("exports", undefined, NONE)]);
      builder.exports.push({ name: "exports", value: this.exported });
    }
    return this.exported;
  }
}
