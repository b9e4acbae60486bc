import type { TreeNode } from "../tree.ts";
import { CSharpDeclarations } from "./c-sharp-declarations.ts";
import { NONE, UNKNOWN } from "./scope-builder.ts";
import type { Handler } from "./visitor.ts";

/** Scopes and types of a C# file. */
export class CSharpScopes extends CSharpDeclarations {
  protected readonly scoped: Handler = (node) => this.builder.within(() => this.visitAll(node.children));
  protected readonly literal =
    (name: string): Handler =>
    (node) => {
      this.visitAll(node.children);
      return this.builder.literal(name);
    };

  protected readonly rootType = "compilation_unit";
  protected readonly handlers: Readonly<Record<string, Handler>> = {
    using_directive: (node) => this.using(node),
    namespace_declaration: (node) => this.namespace(node),
    file_scoped_namespace_declaration: (node) => {
      this.builder.package = this.text(node.childForFieldName("name"));
      return this.visitAll(node.childrenFor("body"));
    },
    class_declaration: (node) => this.class(node),
    struct_declaration: (node) => this.class(node),
    interface_declaration: (node) => this.class(node),
    record_declaration: (node) => this.class(node),
    enum_declaration: (node) => this.class(node),
    enum_member_declaration: (node) => this.enumMember(node),
    field_declaration: (node) => this.fields(node),
    event_field_declaration: (node) => this.fields(node),
    property_declaration: (node) => this.property(node),
    method_declaration: (node) => this.function(node),
    constructor_declaration: (node) => this.function(node),
    local_function_statement: (node) => this.function(node),
    lambda_expression: (node) =>
      this.closure(node, (list, fact) =>
        list.type === "parameter_list"
          ? this.parameters(list, fact)
          : [this.builder.declare(this.text(list), NONE, NONE)],
      ),
    block: this.scoped,
    for_statement: this.scoped,
    switch_section: this.scoped,
    using_statement: this.scoped,
    foreach_statement: (node) => this.forEach(node),
    catch_clause: this.scoped,
    catch_declaration: (node) => this.declared(node),
    declaration_pattern: (node) => this.declared(node),
    declaration_expression: (node) => this.declared(node),
    variable_declaration: (node) => this.locals(node),
    return_statement: (node) => this.returned(this.visit(node.children[0])),
    invocation_expression: (node) => this.call(node),
    object_creation_expression: (node) => this.creation(node),
    member_access_expression: (node) => this.builder.add(["member", this.holder(node), this.text(this.nameIn(node))]),
    conditional_access_expression: (node) => this.conditionalAccess(node),
    element_access_expression: (node) => {
      const value = this.visit(node.childForFieldName("expression"));
      this.visit(node.childForFieldName("subscript"));
      return this.builder.add(["index", value]);
    },
    cast_expression: (node) => {
      this.visit(node.childForFieldName("value"));
      return this.builder.add(["as", this.type(node.childForFieldName("type"))]);
    },
    as_expression: (node) => {
      this.visit(node.childForFieldName("left"));
      return this.builder.add(["as", this.type(node.childForFieldName("right"))]);
    },
    await_expression: (node) => this.builder.add(["await", this.visit(node.children[0])]),
    parenthesized_expression: (node) => this.visit(node.children[0]),
    conditional_expression: (node) => this.chosen(node),
    assignment_expression: (node) => this.assigned(node),
    binary_expression: (node) => this.operation(node),
    argument: (node) => this.visit(node.children.at(-1)),
    initializer_expression: (node) => this.initializer(node),
    identifier: (node) => this.name(this.text(node)),
    generic_name: (node) => this.name(this.text(node.children[0])),
    this: () => this.builder.once(["this", this.cls]),
    base: () => this.builder.once(["super", this.cls]),
    this_expression: () => this.builder.once(["this", this.cls]),
    base_expression: () => this.builder.once(["super", this.cls]),
    string_literal: this.literal("String"),
    verbatim_string_literal: this.literal("String"),
    raw_string_literal: this.literal("String"),
    interpolated_string_expression: this.literal("String"),
    character_literal: this.literal("char"),
    boolean_literal: this.literal("boolean"),
    null_literal: this.literal("null"),
    integer_literal: (node) => this.builder.literal(/[lL]$/.test(this.text(node)) ? "long" : "int"),
    real_literal: (node) => this.builder.literal(/[fF]$/.test(this.text(node)) ? "float" : "double"),
    typeof_expression: this.literal("Type"),
    attribute_list: () => UNKNOWN,
    modifier: () => UNKNOWN,
    type_argument_list: () => UNKNOWN,
    type_parameter_constraints_clause: () => UNKNOWN,
  };

  protected forEach(node: TreeNode): number {
    const { builder } = this;
    const right = this.visit(node.childForFieldName("right"));
    return builder.within(() => {
      builder.declare(this.text(node.childForFieldName("left")), this.localType(node), builder.add(["each", right]));
      return this.visit(node.childForFieldName("body"));
    });
  }

  protected declared(node: TreeNode): number {
    const name = node.childForFieldName("name");
    if (name) this.builder.declare(this.text(name), this.localType(node), NONE);
    return UNKNOWN;
  }

  protected locals(node: TreeNode): number {
    const type = this.localType(node);
    for (const declarator of node.childrenOf("variable_declarator")) {
      const value = declarator.children.find(({ field }) => field !== "name");
      const given = this.visit(value?.type === "equals_value_clause" ? value.children[0] : value);
      this.builder.declare(this.text(declarator.childForFieldName("name")), type, given || NONE);
    }
    return UNKNOWN;
  }

  protected nameIn(node: TreeNode): TreeNode | undefined {
    const name = node.childForFieldName("name");
    return name?.type === "generic_name" ? name.children[0] : name;
  }

  /** `this` and `base` are words, no nodes. */
  protected holder(node: TreeNode): number {
    const object = node.childForFieldName("expression");
    if (object) return this.visit(object);
    return this.builder.once([this.file.source.startsWith("base", node.startIndex) ? "super" : "this", this.cls]);
  }

  protected conditionalAccess(node: TreeNode): number {
    const value = this.visit(node.childForFieldName("condition"));
    const binding = node.childOf("member_binding_expression");
    return binding ? this.builder.add(["member", value, this.text(this.nameIn(binding))]) : UNKNOWN;
  }

  protected call(node: TreeNode): number {
    const { builder } = this;
    const fn = node.childForFieldName("function");
    const list = node.childForFieldName("arguments");
    const bare = fn?.type === "identifier" ? fn : fn?.type === "generic_name" ? fn.children[0] : undefined;
    const name =
      bare ??
      (fn &&
        (fn.type === "conditional_access_expression"
          ? this.nameIn(fn.childOf("member_binding_expression") ?? fn)
          : this.nameIn(fn)));
    const local = bare && builder.find(this.text(bare));
    const callee = bare ? (local ?? builder.once(["bare", this.text(bare), this.cls])) : this.visit(fn);
    return this.called(
      name,
      callee,
      (list?.children ?? []).map((argument) => this.visit(argument)),
    );
  }

  protected creation(node: TreeNode): number {
    const { builder } = this;
    const written = node.childForFieldName("type");
    const type = this.type(written);
    const args = (node.childForFieldName("arguments")?.children ?? []).map((argument) => this.visit(argument));
    this.visit(node.childForFieldName("initializer"));
    const value = builder.add(["new", type, args]);
    this.giveContext(value, args);
    const bare = written?.type === "generic_name" ? written.children[0] : written;
    const name = bare?.type === "qualified_name" ? this.nameIn(bare) : bare;
    if (name) builder.calls.set(name.startIndex, value);
    return value;
  }

  /** `{ Name = value }`: the names are those of the object that is made. */
  protected initializer(node: TreeNode): number {
    for (const child of node.children)
      this.visit(child.type === "assignment_expression" ? child.childForFieldName("right") : child);
    return UNKNOWN;
  }

  protected name(name: string): number {
    return this.builder.find(name) ?? this.builder.once(["name", name, this.cls]);
  }
}
