import type { TreeNode } from "../tree.ts";
import { NONE, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import { type Handler, ScopeVisitor } from "./visitor.ts";

/** Scopes of a C file: its functions, and the variables that hide them. */
export class CScopes extends ScopeVisitor {
  private readonly scoped: Handler = (node) => this.builder.within(() => this.visitAll(node.children));

  protected readonly rootType = "translation_unit";
  protected readonly handlers: Readonly<Record<string, Handler>> = {
    preproc_include: (node) => {
      const path = this.text(node.childForFieldName("path"));
      if (path.startsWith('"')) this.builder.imports.push({ local: "*", specifier: path.slice(1, -1), imported: "*" });
      return UNKNOWN;
    },
    function_definition: (node) => this.function(node),
    compound_statement: this.scoped,
    for_statement: this.scoped,
    declaration: (node) => this.declaration(node),
    call_expression: (node) => this.call(node),
    identifier: (node) => this.builder.find(this.text(node)) ?? this.builder.once(["name", this.text(node), NONE]),
    parenthesized_expression: (node) => this.visit(node.children[0]),
    pointer_expression: (node) => this.visit(node.childForFieldName("argument")),
    field_expression: (node) => {
      this.visit(node.childForFieldName("argument"));
      return this.value();
    },
    subscript_expression: (node) => {
      this.visitAll(node.children);
      return this.value();
    },
  };

  /** Something that may hold a function, which nothing tells. */
  private value(): number {
    return this.builder.add(["callable", [], UNKNOWN]);
  }

  private function(node: TreeNode): number {
    const { builder } = this;
    const declarator = this.functionIn(node.childForFieldName("declarator"));
    const name = this.text(declarator?.childForFieldName("declarator"));
    const index = builder.function(name, this.symbol(node), NONE);
    const fact = builder.functions[index] as OpenFunction;
    if (node.childrenOf("storage_class_specifier").some((each) => this.text(each) === "static")) fact.isStatic = true;
    builder.top.names.set(name, builder.add(["function", index]));
    this.inFunction(index, () => {
      for (const parameter of declarator?.childForFieldName("parameters")?.childrenOf("parameter_declaration") ?? [])
        this.declareName(parameter.childForFieldName("declarator"), UNKNOWN);
      return this.visit(node.childForFieldName("body"));
    });
    return UNKNOWN;
  }

  private functionIn(node: TreeNode | undefined): TreeNode | undefined {
    let at = node;
    while (at && at.type !== "function_declarator") at = at.childForFieldName("declarator") ?? at.children[0];
    return at;
  }

  private declaration(node: TreeNode): number {
    for (const declarator of node.childrenFor("declarator")) {
      const given = this.visit(declarator.childForFieldName("value"));
      // A prototype declares what is defined elsewhere.
      if (
        declarator.type === "function_declarator" &&
        declarator.childForFieldName("declarator")?.type === "identifier"
      )
        continue;
      this.declareName(declarator, given);
    }
    return UNKNOWN;
  }

  private declareName(declarator: TreeNode | undefined, given: number): void {
    let at = declarator;
    while (at && at.type !== "identifier") at = at.childForFieldName("declarator") ?? at.children[0];
    if (!at) return;
    const isKnown =
      this.builder.expressions[given]?.[0] === "function" || this.builder.expressions[given]?.[0] === "name";
    const isPointer = declarator?.type === "function_declarator" || this.builder.scope !== this.builder.top;
    if (isPointer) this.builder.declare(this.text(at), NONE, isKnown ? given : this.value());
  }

  private call(node: TreeNode): number {
    let fn = node.childForFieldName("function");
    const callee = this.visit(fn);
    while (fn?.type === "parenthesized_expression" || fn?.type === "pointer_expression") fn = fn.children[0];
    const name = fn?.type === "field_expression" ? fn.childForFieldName("field") : fn;
    const args = node.childForFieldName("arguments")?.children ?? [];
    return this.called(
      name,
      callee,
      args.map((argument) => this.visit(argument)),
    );
  }
}
