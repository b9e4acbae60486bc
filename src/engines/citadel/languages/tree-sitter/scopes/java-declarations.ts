import type { TreeNode } from "../tree.ts";
import { NONE, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import { ScopeVisitor } from "./visitor.ts";

const NO_ARGUMENTS: readonly number[] = [];
export const TYPE = /(?:_type|type_identifier|^wildcard)$/;

/** Classes, functions and written types of Java. */
export abstract class JavaDeclarations extends ScopeVisitor {
  protected import(node: TreeNode): number {
    const path = this.text(node.childOf("scoped_identifier", "identifier")).replace(/\s/g, "");
    const isAll = node.childOf("asterisk") !== undefined;
    const isStatic = /^import\s+static\b/.test(this.text(node));
    const name = path.slice(path.lastIndexOf(".") + 1);
    if (isAll) this.builder.imports.push({ local: "*", specifier: path, imported: "*", isStatic });
    else this.builder.imports.push({ local: name, specifier: path, imported: name, isStatic });
    return UNKNOWN;
  }

  protected class(node: TreeNode): number {
    const { builder, cls } = this;
    const name = this.text(node.childForFieldName("name"));
    const isLocal = this.fn !== NONE;
    const index = builder.class(name, this.symbol(node), cls);
    const value = builder.add(["class", index]);
    if (cls === NONE || isLocal) builder.scope.names.set(name, value);
    else builder.nest(cls, name, index);
    if (isLocal) builder.declareType(name, builder.add(["class-type", index]));
    return this.inClass(index, () => {
      const fact = builder.classes[index];
      if (!fact) return UNKNOWN;
      this.typeParameters(node, "class", index);
      if (node.type === "interface_declaration" || node.type === "annotation_type_declaration") fact.isInterface = true;
      const clauses = node.childrenOf("superclass", "super_interfaces", "extends_interfaces");
      const supers = clauses.flatMap(
        (clause) => clause.childOf("type_list", "interface_type_list")?.children ?? clause.children,
      );
      fact.supers = supers.map((type) => this.type(type));
      const parameters = node.childForFieldName("parameters");
      if (parameters) this.recordFields(parameters, index);
      this.visit(node.childForFieldName("body"));
      return UNKNOWN;
    });
  }

  /** The components of a record are fields and methods of the same name. */
  protected recordFields(parameters: TreeNode, index: number): void {
    for (const parameter of parameters.childrenOf("formal_parameter")) {
      const type = this.type(parameter.childForFieldName("type"));
      const fact = this.builder.classes[index];
      if (fact) fact.fields[this.text(parameter.childForFieldName("name"))] = this.builder.variable(type, NONE);
    }
  }

  protected typeParameters(node: TreeNode, kind: "class" | "function", index: number): void {
    const list = node.childForFieldName("type_parameters") ?? node.childOf("type_parameters");
    const all = list?.childrenOf("type_parameter") ?? [];
    const names = all.map((each) => this.text(each.childOf("type_identifier", "identifier")));
    this.builder.typeParameters(names, { kind, index }, (at) => this.type(all[at]?.childOf("type_bound")?.children[0]));
  }

  protected enumConstant(node: TreeNode): number {
    const { builder, cls } = this;
    const fact = builder.classes[cls];
    if (fact)
      fact.fields[this.text(node.childForFieldName("name"))] = builder.variable(builder.add(["class-type", cls]), NONE);
    this.visit(node.childForFieldName("arguments"));
    const body = node.childForFieldName("body");
    if (body) this.anonymous(body, builder.add(["class-type", cls]));
    return UNKNOWN;
  }

  /** A class without a name, such as the body behind `new X()`. */
  protected anonymous(body: TreeNode, parent: number): number {
    const index = this.builder.class("", undefined, this.cls);
    const fact = this.builder.classes[index];
    if (fact) fact.supers = [parent];
    this.inClass(index, () => this.visitAll(body.children));
    return index;
  }

  protected fields(node: TreeNode): number {
    const type = node.childForFieldName("type");
    for (const declarator of node.childrenOf("variable_declarator")) {
      const fact = this.builder.classes[this.cls];
      const written = this.arrayType(this.type(type), declarator);
      const value = this.visit(declarator.childForFieldName("value"));
      if (fact) fact.fields[this.text(declarator.childForFieldName("name"))] = this.builder.variable(written, value);
    }
    return UNKNOWN;
  }

  protected arrayType(type: number, declarator: TreeNode): number {
    const depth = this.text(declarator.childForFieldName("dimensions")).split("[").length - 1;
    let built = type;
    for (let at = 0; at < depth; at += 1) built = this.builder.add(["built", "[]", [built]]);
    return built;
  }

  protected function(node: TreeNode): number {
    const { builder, cls } = this;
    const modifiers = node.childOf("modifiers");
    const index = builder.function(this.text(node.childForFieldName("name")), this.symbol(node), cls);
    const fact = builder.functions[index] as OpenFunction;
    if (!/constructor/.test(node.type)) {
      if (this.has(modifiers, "static")) fact.isStatic = true;
      if (!node.childForFieldName("body") && !this.has(modifiers, "native")) fact.isAbstract = true;
    } else {
      // Constructors are told apart from methods of the class's name.
      const methods = builder.classes[cls]?.methods;
      methods?.[fact.name]?.pop();
      if (methods?.[fact.name]?.length === 0) delete methods[fact.name];
      if (methods) methods["<init>"] = [...(methods["<init>"] ?? []), index];
    }
    return this.inFunction(index, () => {
      this.typeParameters(node, "function", index);
      const type = node.childForFieldName("type");
      if (type) fact.result = this.type(type);
      fact.parameters = this.parameters(node.childForFieldName("parameters"), fact);
      return this.visit(node.childForFieldName("body"));
    });
  }

  protected parameters(list: TreeNode | undefined, fact: OpenFunction): number[] {
    return (list?.childrenOf("formal_parameter", "spread_parameter") ?? []).map((parameter) => {
      const isSpread = parameter.type === "spread_parameter";
      const declarator = parameter.childOf("variable_declarator");
      const type = parameter.childForFieldName("type") ?? parameter.children.find(({ type }) => TYPE.test(type));
      const name = parameter.childForFieldName("name") ?? declarator?.childForFieldName("name");
      let written = this.arrayType(this.type(type), parameter);
      if (isSpread) {
        fact.isVariadic = true;
        written = this.builder.add(["built", "[]", [written]]);
      }
      return this.builder.declare(this.text(name), written, NONE);
    });
  }

  protected localType(node: TreeNode | undefined): number {
    return this.text(node) === "var" ? NONE : this.type(node);
  }

  protected type(node: TreeNode | undefined): number {
    const { builder } = this;
    if (!node) return NONE;
    switch (node.type) {
      case "array_type": {
        let type = this.type(node.childForFieldName("element"));
        const depth = this.text(node.childForFieldName("dimensions")).split("[").length - 1;
        for (let at = 0; at < depth; at += 1) type = builder.add(["built", "[]", [type]]);
        return type;
      }
      case "generic_type": {
        const args = (node.childOf("type_arguments")?.children ?? []).map((argument) => this.type(argument));
        return builder.add(["type", this.text(node.children[0]).replace(/[\s@]/g, ""), this.cls, args]);
      }
      case "wildcard": {
        const bound = node.children.find(({ type }) => TYPE.test(type));
        return bound && !/\bsuper\b/.test(this.text(node)) ? this.type(bound) : bound ? this.type(bound) : UNKNOWN;
      }
      case "annotated_type":
        return this.type(node.children.findLast(({ type }) => TYPE.test(type)));
      default: {
        const name = this.text(node).replace(/<[\s\S]*>|\s/g, "");
        return builder.findType(name) ?? builder.once(["type", name, this.cls, NO_ARGUMENTS]);
      }
    }
  }
}
