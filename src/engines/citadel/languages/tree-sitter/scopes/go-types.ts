import type { TreeNode } from "../tree.ts";
import { NONE, type OpenClass, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import { ScopeVisitor } from "./visitor.ts";

const NO_ARGUMENTS: readonly number[] = [];

/** Declared and written types of Go. */
export abstract class GoTypes extends ScopeVisitor {
  protected receiver(list: TreeNode, fact: OpenFunction, index: number): void {
    const declaration = list.childOf("parameter_declaration");
    const written = declaration?.childForFieldName("type");
    const bare = written?.type === "pointer_type" ? written.children[0] : written;
    const generic = bare?.type === "generic_type" ? bare : undefined;
    fact.receiver = this.text(generic ? generic.childForFieldName("type") : bare);
    const args = generic?.childForFieldName("type_arguments")?.children ?? [];
    const names = args.map((arg) => this.text(arg));
    this.builder.typeParameters(names, { kind: "function", index }, () => NONE);
    this.builder.declare(this.text(declaration?.childForFieldName("name")), this.type(written), NONE);
  }

  protected typeParameters(
    list: TreeNode | undefined,
    of: { readonly kind: "class" | "function"; readonly index: number },
  ): void {
    const declarations = list?.childrenOf("type_parameter_declaration", "parameter_declaration") ?? [];
    const all = declarations.flatMap((each) =>
      each.childrenFor("name").map((name) => ({ name: this.text(name), each })),
    );
    this.builder.typeParameters(
      all.map(({ name }) => name),
      of,
      (at) => this.constraint(all[at]?.each.childForFieldName("type")),
    );
  }

  protected constraint(node: TreeNode | undefined): number {
    const only = node?.type === "type_constraint" && node.children.length === 1 ? node.children[0] : node;
    return this.type(only?.type === "type_elem" ? only.children[0] : only);
  }

  protected parameters(list: TreeNode | undefined, fact: OpenFunction): number[] {
    return (list?.childrenOf("parameter_declaration", "variadic_parameter_declaration") ?? []).flatMap(
      (declaration) => {
        const isVariadic = declaration.type === "variadic_parameter_declaration";
        if (isVariadic) fact.isVariadic = true;
        const type = this.type(declaration.childForFieldName("type"));
        const written = isVariadic ? this.builder.add(["built", "[]", [type]]) : type;
        const names = declaration.childrenFor("name");
        if (names.length === 0) return [this.builder.variable(written, NONE)];
        return names.map((name) => this.builder.declare(this.text(name), written, NONE));
      },
    );
  }

  /** Several results are a tuple; named ones are variables as well. */
  protected result(node: TreeNode): number {
    if (node.type !== "parameter_list") return this.type(node);
    const types = node.childrenOf("parameter_declaration").flatMap((declaration) => {
      const type = this.type(declaration.childForFieldName("type"));
      const names = declaration.childrenFor("name");
      for (const name of names) this.builder.declare(this.text(name), type, NONE);
      return names.length > 1 ? names.map(() => type) : [type];
    });
    return types.length === 1 ? (types[0] as number) : this.builder.add(["built", "tuple", types]);
  }

  protected typeSpec(node: TreeNode): number {
    const { builder } = this;
    const name = this.text(node.childForFieldName("name"));
    const index = builder.class(name, this.symbol(node), NONE);
    builder.scope.names.set(name, builder.add(["class", index]));
    if (this.fn !== NONE) builder.declareType(name, builder.add(["class-type", index]));
    builder.within(() => {
      this.typeParameters(node.childForFieldName("type_parameters"), { kind: "class", index });
      const type = node.childForFieldName("type");
      if (type?.type === "struct_type" || type?.type === "interface_type") this.body(type, index);
      else if (type) (builder.classes[index] as OpenClass).alias = this.type(type);
    });
    return UNKNOWN;
  }

  protected body(type: TreeNode, index: number): void {
    const fact = this.builder.classes[index] as OpenClass;
    const supers: number[] = [];
    if (type.type === "interface_type") supers.push(...this.interfaceBody(type, index));
    for (const field of type.children[0]?.childrenOf("field_declaration") ?? []) {
      const written = this.type(field.childForFieldName("type"));
      const names = field.childrenFor("name").map((name) => this.text(name));
      if (names.length === 0) supers.push(written);
      for (const name of names.length > 0 ? names : [this.embeddedName(field)])
        fact.fields[name] = this.builder.variable(written, NONE);
    }
    if (supers.length > 0) fact.supers = supers;
  }

  /** @returns the interfaces that are embedded in it */
  private interfaceBody(type: TreeNode, index: number): readonly number[] {
    (this.builder.classes[index] as OpenClass).isInterface = true;
    for (const method of type.childrenOf("method_elem", "method_spec")) this.signature(method, index);
    return type
      .childrenOf("type_elem", "constraint_elem")
      .filter(({ children }) => children.length === 1)
      .map(({ children }) => this.type(children[0]));
  }

  /** An embedded type is a field of its own name. */
  private embeddedName(field: TreeNode): string {
    const type = this.text(field.childForFieldName("type")).replace(/^\*|\[[\s\S]*$/g, "");
    return type.slice(type.lastIndexOf(".") + 1);
  }

  protected signature(node: TreeNode, owner: number): void {
    const index = this.builder.function(this.text(node.childForFieldName("name")), this.symbol(node), owner);
    const fact = this.builder.functions[index] as OpenFunction;
    fact.isAbstract = true;
    this.builder.within(() => {
      fact.parameters = this.parameters(node.childForFieldName("parameters"), fact);
      const result = node.childForFieldName("result");
      if (result) fact.result = this.result(result);
    });
  }

  protected type(node: TreeNode | undefined): number {
    const { builder } = this;
    if (!node) return NONE;
    switch (node.type) {
      case "pointer_type":
      case "parenthesized_type":
      case "negated_type":
      case "type_elem":
        return this.type(node.children[0]);
      case "slice_type":
      case "array_type":
      case "implicit_length_array_type":
        return builder.add(["built", "[]", [this.type(node.childForFieldName("element"))]]);
      case "channel_type":
        return builder.add(["built", "chan", [this.type(node.childForFieldName("value"))]]);
      case "map_type":
        return builder.add([
          "built",
          "map",
          [this.type(node.childForFieldName("key")), this.type(node.childForFieldName("value"))],
        ]);
      case "function_type":
        return this.functionType(node);
      case "struct_type":
      case "interface_type": {
        const index = builder.class("", undefined, NONE);
        this.body(node, index);
        return builder.add(["class-type", index]);
      }
      case "generic_type": {
        const args = node.childForFieldName("type_arguments")?.children.map((arg) => this.type(arg)) ?? [];
        return builder.add(["type", this.text(node.childForFieldName("type")), NONE, args]);
      }
      default: {
        const name = this.text(node);
        return builder.findType(name) ?? builder.once(["type", name, NONE, NO_ARGUMENTS]);
      }
    }
  }

  protected functionType(node: TreeNode): number {
    return this.builder.within(() => {
      const variables = this.parameters(node.childForFieldName("parameters"), { name: "" });
      const result = node.childForFieldName("result");
      const types = variables.map((variable) => this.builder.variables[variable * 2] ?? NONE);
      return this.builder.add(["callable", types, result ? this.result(result) : UNKNOWN]);
    });
  }
}
