import type { TreeNode } from "../tree.ts";
import { NONE, type OpenClass, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import { ScopeVisitor } from "./visitor.ts";

const NO_ARGUMENTS: readonly number[] = [];
const TYPE =
  /^(?:identifier|generic_name|qualified_name|predefined_type|nullable_type|array_type|pointer_type|tuple_type|ref_type)$/;

/** Classes, functions and written types of C#. */
export abstract class CSharpDeclarations extends ScopeVisitor {
  protected using(node: TreeNode): number {
    const text = this.text(node);
    const path = this.text(
      node.childOf("qualified_name", "generic_name") ?? node.children.findLast(({ field }) => field !== "name"),
    );
    const alias = this.text(node.childForFieldName("name"));
    const isStatic = /\busing\s+static\b/.test(text);
    const local = alias === "" || alias === path ? "*" : alias;
    this.builder.imports.push({ local, specifier: path || alias, imported: local === "*" ? "*" : path, isStatic });
    return UNKNOWN;
  }

  protected namespace(node: TreeNode): number {
    const outer = this.builder.package;
    const name = this.text(node.childForFieldName("name"));
    this.builder.package = outer === undefined ? name : `${outer}.${name}`;
    this.visit(node.childForFieldName("body"));
    // The file itself is told by the namespace that it begins with.
    if (outer !== undefined) this.builder.package = outer;
    return UNKNOWN;
  }

  protected class(node: TreeNode): number {
    const { builder, cls } = this;
    const name = this.text(node.childForFieldName("name"));
    const index = builder.class(name, this.symbol(node), cls);
    const fact = builder.classes[index] as OpenClass;
    if (cls !== NONE) builder.nest(cls, name, index);
    else if (builder.package !== undefined) fact.package = builder.package;
    if (node.type === "interface_declaration") fact.isInterface = true;
    return this.inClass(index, () => {
      this.typeParameters(node, { kind: "class", index });
      fact.supers = (node.childOf("base_list")?.children ?? [])
        .filter(({ type }) => TYPE.test(type))
        .map((type) => this.type(type));
      for (const parameter of node.childOf("parameter_list")?.childrenOf("parameter") ?? [])
        fact.fields[this.text(parameter.childForFieldName("name"))] = builder.variable(
          this.type(parameter.childForFieldName("type")),
          NONE,
        );
      return this.visit(node.childForFieldName("body"));
    });
  }

  protected typeParameters(node: TreeNode, of: { readonly kind: "class" | "function"; readonly index: number }): void {
    const list = node.childOf("type_parameter_list");
    const names = (list?.childrenOf("type_parameter") ?? []).map((each) => this.text(each.childForFieldName("name")));
    const bounds = node.childrenOf("type_parameter_constraints_clause");
    this.builder.typeParameters(names, of, (at) => {
      const clause = bounds.find(({ children }) => this.text(children[0]) === names[at]);
      return this.type(clause?.children[1]?.childForFieldName("type"));
    });
  }

  protected enumMember(node: TreeNode): number {
    const fact = this.builder.classes[this.cls];
    const type = this.builder.add(["class-type", this.cls]);
    if (fact) fact.fields[this.text(node.childForFieldName("name"))] = this.builder.variable(type, NONE);
    return UNKNOWN;
  }

  protected fields(node: TreeNode): number {
    const declaration = node.childOf("variable_declaration");
    const type = this.type(declaration?.childForFieldName("type"));
    for (const declarator of declaration?.childrenOf("variable_declarator") ?? []) this.field(declarator, type);
    return UNKNOWN;
  }

  protected field(node: TreeNode, type: number): void {
    const value = this.visitAll(node.children.filter(({ field }) => field !== "name"));
    const fact = this.builder.classes[this.cls];
    if (fact) fact.fields[this.text(node.childForFieldName("name"))] = this.builder.variable(type, value || NONE);
  }

  protected property(node: TreeNode): number {
    const type = this.type(node.childForFieldName("type"));
    const fact = this.builder.classes[this.cls];
    if (fact) fact.fields[this.text(node.childForFieldName("name"))] = this.builder.variable(type, NONE);
    this.builder.within(() => {
      this.builder.declare("value", type, NONE);
      this.visit(node.childForFieldName("accessors"));
    });
    return this.visit(node.childForFieldName("value"));
  }

  protected function(node: TreeNode): number {
    const { builder, cls } = this;
    const name = this.text(node.childForFieldName("name"));
    const isLocal = node.type === "local_function_statement";
    const isMaker = node.type === "constructor_declaration";
    const index = builder.function(isMaker ? "<init>" : name, this.symbol(node), isLocal ? NONE : cls);
    const fact = builder.functions[index] as OpenFunction;
    const modifiers = node.childrenOf("modifier").map((each) => this.text(each));
    if (modifiers.includes("static")) fact.isStatic = true;
    if (!isMaker && !node.childForFieldName("body")) fact.isAbstract = true;
    if (isLocal) builder.scope.names.set(name, builder.add(["function", index]));
    this.inFunction(index, () => {
      this.typeParameters(node, { kind: "function", index });
      const result = node.childForFieldName("returns") ?? node.childForFieldName("type");
      if (result) fact.result = this.type(result);
      fact.parameters = this.parameters(node.childForFieldName("parameters"), fact);
      return this.visitAll(
        node.children.filter(({ field, type }) => field === "body" || type === "constructor_initializer"),
      );
    });
    return UNKNOWN;
  }

  protected parameters(list: TreeNode | undefined, fact: OpenFunction): readonly number[] {
    const all = list?.childrenOf("parameter") ?? [];
    const parameters = all.map((parameter) => {
      const type = parameter.childForFieldName("type");
      return this.builder.declare(this.text(parameter.childForFieldName("name")), type ? this.type(type) : NONE, NONE);
    });
    const given = all.filter(({ children }) =>
      children.some(({ field, type }) => field === "" && type !== "modifier" && type !== "attribute_list"),
    );
    // `params T[] names` stands in the list itself.
    const rest = list?.childForFieldName("type");
    if (rest && list) {
      fact.isVariadic = true;
      parameters.push(this.builder.declare(this.text(list.childForFieldName("name")), this.type(rest), NONE));
    }
    if (given.length > 0) fact.needs = all.length - given.length;
    return parameters;
  }

  protected localType(node: TreeNode | undefined): number {
    const type = node?.childForFieldName("type");
    return type?.type === "implicit_type" ? NONE : this.type(type);
  }

  protected type(node: TreeNode | undefined): number {
    const { builder } = this;
    switch (node?.type) {
      case undefined:
        return NONE;
      case "nullable_type":
      case "ref_type":
      case "pointer_type":
        return this.type(node.childForFieldName("type") ?? node.children[0]);
      case "array_type":
        return builder.add(["built", "[]", [this.type(node.childForFieldName("type"))]]);
      case "generic_name": {
        const args = (node.childOf("type_argument_list")?.children ?? []).map((each) => this.type(each));
        return builder.add(["type", this.text(node.children[0]), this.cls, args]);
      }
      case "tuple_type":
      case "implicit_type":
        return UNKNOWN;
      default: {
        const name = this.text(node).replace(/<[\s\S]*>|\s|^global::/g, "");
        return builder.findType(name) ?? builder.once(["type", name, this.cls, NO_ARGUMENTS]);
      }
    }
  }
}
