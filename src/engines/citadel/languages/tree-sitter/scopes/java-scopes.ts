import type { TreeNode } from "../tree.ts";
import { JavaDeclarations, TYPE } from "./java-declarations.ts";
import { NONE, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import type { Handler } from "./visitor.ts";

/** Scopes and types of a Java file. */
export class JavaScopes extends JavaDeclarations {
  protected readonly rootType = "program";
  protected readonly handlers: Readonly<Record<string, Handler>> = {
    package_declaration: (node) => {
      this.builder.package = this.text(node.childOf("scoped_identifier", "identifier")).replace(/\s/g, "");
      return UNKNOWN;
    },
    import_declaration: (node) => this.import(node),
    class_declaration: (node) => this.class(node),
    interface_declaration: (node) => this.class(node),
    enum_declaration: (node) => this.class(node),
    record_declaration: (node) => this.class(node),
    annotation_type_declaration: (node) => this.class(node),
    enum_constant: (node) => this.enumConstant(node),
    field_declaration: (node) => this.fields(node),
    constant_declaration: (node) => this.fields(node),
    method_declaration: (node) => this.function(node),
    constructor_declaration: (node) => this.function(node),
    annotation_type_element_declaration: (node) => this.function(node),
    compact_constructor_declaration: (node) => this.function(node),
    lambda_expression: (node) => this.closure(node, (list, fact) => this.lambdaParameters(list, fact)),
    method_reference: (node) => this.visitAll(node.children),
    block: (node) => this.builder.within(() => this.visitAll(node.children)),
    constructor_body: (node) => this.builder.within(() => this.visitAll(node.children)),
    for_statement: (node) => this.builder.within(() => this.visitAll(node.children)),
    switch_block: (node) => this.builder.within(() => this.visitAll(node.children)),
    try_with_resources_statement: (node) => this.builder.within(() => this.visitAll(node.children)),
    enhanced_for_statement: (node) => this.forEach(node),
    catch_clause: (node) => this.builder.within(() => this.visitAll(node.children)),
    catch_formal_parameter: (node) => this.caught(node),
    local_variable_declaration: (node) => this.locals(node),
    resource: (node) => this.resource(node),
    type_pattern: (node) => this.pattern(node),
    record_pattern_component: (node) => this.pattern(node),
    instanceof_expression: (node) => this.instanceOf(node),
    method_invocation: (node) => this.call(node),
    object_creation_expression: (node) => this.creation(node),
    explicit_constructor_invocation: (node) => this.constructorCall(node),
    identifier: (node) => this.name(this.text(node)),
    this: () => this.builder.once(["this", this.cls]),
    super: () => this.builder.once(["super", this.cls]),
    field_access: (node) => this.member(node),
    array_access: (node) => {
      const array = this.visit(node.childForFieldName("array"));
      this.visit(node.childForFieldName("index"));
      return this.builder.add(["index", array]);
    },
    cast_expression: (node) => {
      this.visit(node.childForFieldName("value"));
      return this.builder.add(["as", this.type(node.childForFieldName("type"))]);
    },
    parenthesized_expression: (node) => this.visit(node.children[0]),
    ternary_expression: (node) => this.chosen(node),
    assignment_expression: (node) => this.assigned(node),
    unary_expression: (node) =>
      this.file.source[node.startIndex] === "!" ? this.literalOver(node, "boolean") : this.visit(node.children[0]),
    update_expression: (node) => this.visit(node.children[0]),
    binary_expression: (node) => this.operation(node),
    array_creation_expression: (node) => {
      this.visitAll(node.children.filter(({ field }) => field !== "type"));
      const dimensions = node.children.filter(({ type }) => /^dimensions/.test(type));
      const depth =
        this.text(dimensions[0]) &&
        dimensions
          .map((each) => this.text(each))
          .join("")
          .split("[").length - 1;
      let type = this.type(node.childForFieldName("type"));
      for (let at = 0; at < Number(depth); at += 1) type = this.builder.add(["built", "[]", [type]]);
      return this.builder.add(["as", type]);
    },
    class_literal: (node) => {
      const type = this.type(node.children[0]);
      return this.builder.add(["as", this.builder.add(["type", "Class", NONE, [type]])]);
    },
    string_literal: () => this.builder.literal("String"),
    character_literal: () => this.builder.literal("char"),
    true: () => this.builder.literal("boolean"),
    false: () => this.builder.literal("boolean"),
    null_literal: () => this.builder.literal("null"),
    decimal_integer_literal: (node) => this.builder.literal(/[lL]$/.test(this.text(node)) ? "long" : "int"),
    hex_integer_literal: (node) => this.builder.literal(/[lL]$/.test(this.text(node)) ? "long" : "int"),
    decimal_floating_point_literal: (node) => this.builder.literal(/[fF]$/.test(this.text(node)) ? "float" : "double"),
    type_arguments: () => UNKNOWN,
    modifiers: (node) => this.visitAll(node.children),
    annotation: (node) => this.visitAll(node.childrenOf("annotation_argument_list")),
    labeled_statement: (node) => this.visitAll(node.children.slice(1)),
    break_statement: () => UNKNOWN,
    continue_statement: () => UNKNOWN,
    return_statement: (node) => this.returned(this.visit(node.children[0])),
  };

  protected lambdaParameters(list: TreeNode, fact: OpenFunction): readonly number[] {
    if (list.type === "formal_parameters") return this.parameters(list, fact);
    const names = list.type === "identifier" ? [list] : list.childrenOf("identifier");
    return names.map((name) => this.builder.declare(this.text(name), NONE, NONE));
  }

  protected forEach(node: TreeNode): number {
    const { builder } = this;
    const value = this.visit(node.childForFieldName("value"));
    return builder.within(() => {
      const written = this.localType(node.childForFieldName("type"));
      builder.declare(this.text(node.childForFieldName("name")), written, builder.add(["each", value]));
      return this.visit(node.childForFieldName("body"));
    });
  }

  protected caught(node: TreeNode): number {
    const types = (node.childOf("catch_type")?.children ?? []).map((type) => this.type(type));
    const type = types.length === 1 ? (types[0] as number) : this.builder.add(["union", types]);
    this.builder.declare(this.text(node.childForFieldName("name")), type, NONE);
    return UNKNOWN;
  }

  protected locals(node: TreeNode): number {
    const type = node.childForFieldName("type");
    for (const declarator of node.childrenOf("variable_declarator")) {
      const written = this.arrayType(this.localType(type), declarator);
      const value = this.visit(declarator.childForFieldName("value"));
      this.builder.declare(this.text(declarator.childForFieldName("name")), written, value);
    }
    return UNKNOWN;
  }

  protected resource(node: TreeNode): number {
    const name = node.childForFieldName("name");
    if (!name) return this.visitAll(node.children);
    const written = this.localType(node.childForFieldName("type"));
    const value = this.visit(node.childForFieldName("value"));
    this.builder.declare(this.text(name), written, value);
    return UNKNOWN;
  }

  protected pattern(node: TreeNode): number {
    const name = node.children.findLast(({ type }) => type === "identifier");
    const type = node.children.find(({ type: kind }) => TYPE.test(kind));
    if (name && type) this.builder.declare(this.text(name), this.type(type), NONE);
    return UNKNOWN;
  }

  protected instanceOf(node: TreeNode): number {
    this.visit(node.childForFieldName("left"));
    const name = node.childForFieldName("name");
    const right = node.childForFieldName("right");
    if (name && right) this.builder.declare(this.text(name), this.type(right), NONE);
    this.visit(node.childForFieldName("pattern"));
    return this.builder.literal("boolean");
  }

  protected call(node: TreeNode): number {
    const { builder } = this;
    const name = node.childForFieldName("name");
    const object = node.childForFieldName("object");
    const written = this.text(name);
    const callee = object
      ? builder.add(["member", this.visit(object), written])
      : builder.once(["bare", written, this.cls]);
    return this.called(name, callee, this.arguments(node));
  }

  protected arguments(node: TreeNode): number[] {
    const list = node.childForFieldName("arguments")?.children.filter(({ type }) => !type.endsWith("comment")) ?? [];
    return list.map((argument) => this.visit(argument));
  }

  protected creation(node: TreeNode): number {
    const { builder } = this;
    const written = node.childForFieldName("type");
    const type = this.type(written);
    for (const child of node.children)
      if (child.field === "" && child.type !== "class_body" && child.type !== "type_arguments") this.visit(child);
    const args = this.arguments(node);
    const value = builder.add(["new", type, args]);
    this.giveContext(value, args);
    const name = written?.type === "generic_type" ? written.children[0] : written;
    const simple = name?.type === "scoped_type_identifier" ? name.children.at(-1) : name;
    if (simple) builder.calls.set(simple.startIndex, value);
    const body = node.childOf("class_body");
    if (!body) return value;
    return builder.add(["instance", this.anonymous(body, type)]);
  }

  protected constructorCall(node: TreeNode): number {
    const { builder } = this;
    const word = node.childForFieldName("constructor");
    this.visit(node.childForFieldName("object"));
    const callee = builder.once([word?.type === "super" ? "super" : "this", this.cls]);
    this.called(word, callee, this.arguments(node));
    return UNKNOWN;
  }

  protected name(name: string): number {
    return this.builder.find(name) ?? this.builder.once(["name", name, this.cls]);
  }

  protected member(node: TreeNode): number {
    const field = node.childForFieldName("field");
    const object = node.childForFieldName("object");
    // `Outer.this` and `Outer.super`.
    if (field?.type === "this") return this.builder.add(["as", this.type(object)]);
    const value = this.visit(object);
    return this.builder.add(["member", value, this.text(field)]);
  }

  protected literalOver(node: TreeNode, name: string): number {
    this.visitAll(node.children);
    return this.builder.literal(name);
  }
}
