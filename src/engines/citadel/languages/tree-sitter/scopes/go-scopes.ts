import type { TreeNode } from "../tree.ts";
import { GoTypes } from "./go-types.ts";
import { NONE, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import type { Handler } from "./visitor.ts";

/** Scopes and types of a Go file. */
export class GoScopes extends GoTypes {
  protected readonly scoped: Handler = (node) => this.builder.within(() => this.visitAll(node.children));
  protected readonly typed: Handler = (node) => this.builder.add(["as", this.type(node)]);

  protected readonly rootType = "source_file";
  protected readonly handlers: Readonly<Record<string, Handler>> = {
    package_clause: (node) => {
      this.builder.package = this.text(node.children[0]);
      return UNKNOWN;
    },
    import_spec: (node) => this.import(node),
    function_declaration: (node) => this.function(node),
    method_declaration: (node) => this.function(node),
    func_literal: (node) => this.function(node),
    type_spec: (node) => this.typeSpec(node),
    type_alias: (node) => this.typeSpec(node),
    var_spec: (node) => this.variables(node, { isTyped: true }),
    const_spec: (node) => this.variables(node, { isTyped: true }),
    short_var_declaration: (node) => this.variables(node, { isTyped: false }),
    receive_statement: (node) => this.variables(node, { isTyped: false }),
    range_clause: (node) => this.range(node),
    block: this.scoped,
    for_statement: this.scoped,
    if_statement: this.scoped,
    expression_switch_statement: this.scoped,
    expression_case: this.scoped,
    default_case: this.scoped,
    communication_case: this.scoped,
    type_switch_statement: (node) => this.typeSwitch(node),
    call_expression: (node) => this.call(node),
    selector_expression: (node) => {
      const operand = this.visit(node.childForFieldName("operand"));
      return this.builder.add(["member", operand, this.text(node.childForFieldName("field"))]);
    },
    index_expression: (node) => this.indexed(node),
    slice_expression: (node) => {
      const operand = this.visit(node.childForFieldName("operand"));
      this.visitAll(node.children.filter(({ field }) => field !== "operand"));
      return operand;
    },
    type_assertion_expression: (node) => this.cast(node, "operand"),
    type_conversion_expression: (node) => this.cast(node, "operand"),
    type_instantiation_expression: (node) => this.visit(node.childForFieldName("type")),
    composite_literal: (node) => this.composite(node),
    keyed_element: (node) => {
      // The key may be a field's name, which is none of this scope.
      const [key, value] = node.children;
      if (key?.children[0]?.type !== "identifier") this.visit(key);
      return this.visit(value);
    },
    unary_expression: (node) => this.unary(node),
    binary_expression: (node) => {
      const left = this.visit(node.childForFieldName("left"));
      const right = node.childForFieldName("right");
      const sign = this.file.source.slice(node.childForFieldName("left")?.endIndex, right?.startIndex).trim();
      return this.builder.add(["operator", sign, left, this.visit(right)]);
    },
    parenthesized_expression: (node) => this.visit(node.children[0]),
    identifier: (node) => this.name(this.text(node)),
    type_identifier: (node) => this.name(this.text(node)),
    pointer_type: (node) => this.visit(node.children[0]),
    qualified_type: (node) => this.typed(node),
    slice_type: this.typed,
    array_type: this.typed,
    map_type: this.typed,
    channel_type: this.typed,
    function_type: this.typed,
    struct_type: this.typed,
    interface_type: this.typed,
    generic_type: this.typed,
    interpreted_string_literal: () => this.builder.literal("string"),
    raw_string_literal: () => this.builder.literal("string"),
    int_literal: () => this.builder.literal("int"),
    float_literal: () => this.builder.literal("float64"),
    rune_literal: () => this.builder.literal("rune"),
    true: () => this.builder.literal("bool"),
    false: () => this.builder.literal("bool"),
    nil: () => this.builder.literal("nil"),
    label_name: () => UNKNOWN,
  };

  protected import(node: TreeNode): number {
    const path = this.text(node.childForFieldName("path")).slice(1, -1);
    const name = this.text(node.childForFieldName("name"));
    if (name === "_") return UNKNOWN;
    const imports = this.builder.imports;
    const local = name === "." ? "*" : name;
    imports.push({ local, specifier: path, imported: "*" });
    // Without a name of its own it has that of the package, which only the package itself tells for sure.
    if (local !== "*" && local !== "")
      this.builder.scope.names.set(local, this.builder.add(["import", imports.length - 1]));
    return UNKNOWN;
  }

  protected name(name: string): number {
    return this.builder.find(name) ?? this.builder.findType(name) ?? this.builder.once(["name", name, NONE]);
  }

  protected function(node: TreeNode): number {
    const { builder } = this;
    const named = node.childForFieldName("name");
    const index = builder.function(this.text(named), this.symbol(node), NONE);
    const fact = builder.functions[index] as OpenFunction;
    const value = builder.add(["function", index]);
    if (node.type === "function_declaration" && fact.name !== "init" && fact.name !== "_")
      builder.scope.names.set(fact.name, value);
    this.inFunction(index, () => {
      const receiver = node.childForFieldName("receiver");
      if (receiver) this.receiver(receiver, fact, index);
      this.typeParameters(node.childForFieldName("type_parameters"), { kind: "function", index });
      fact.parameters = this.parameters(node.childForFieldName("parameters"), fact);
      const result = node.childForFieldName("result");
      if (result) fact.result = this.result(result);
      return this.visit(node.childForFieldName("body"));
    });
    return value;
  }

  protected variables(node: TreeNode, { isTyped }: { readonly isTyped: boolean }): number {
    const { builder } = this;
    const left = node.childForFieldName("left");
    const names = isTyped ? node.childrenFor("name") : (left?.children ?? []);
    const type = isTyped ? this.type(node.childForFieldName("type")) : NONE;
    const list = node.childForFieldName(isTyped ? "value" : "right");
    const values =
      list?.type === "expression_list"
        ? list.children.map((value) => this.visit(value))
        : list
          ? [this.visit(list)]
          : [];
    for (const [at, name] of names.entries())
      builder.declare(this.text(name), type, this.nth(values, at, names.length));
    return UNKNOWN;
  }

  protected nth(values: readonly number[], at: number, count: number): number {
    const [only] = values;
    if (values.length !== 1 || only === undefined || count === 1) return values[at] ?? NONE;
    if (this.builder.expressions[only]?.[0] === "call") return this.builder.add(["nth", only, at]);
    // `value, ok := …`
    return at === 0 ? only : this.builder.literal("bool");
  }

  protected range(node: TreeNode): number {
    const right = this.visit(node.childForFieldName("right"));
    const [key, value] = node.childForFieldName("left")?.children ?? [];
    if (key) this.builder.declare(this.text(key), NONE, this.builder.add(["key", right]));
    if (value) this.builder.declare(this.text(value), NONE, this.builder.add(["each", right]));
    return UNKNOWN;
  }

  protected typeSwitch(node: TreeNode): number {
    const { builder } = this;
    const alias = this.text(node.childForFieldName("alias"));
    return builder.within(() => {
      this.visit(node.childForFieldName("initializer"));
      const value = this.visit(node.childForFieldName("value"));
      for (const part of node.childrenOf("type_case", "default_case"))
        builder.within(() => {
          const types = part.childrenFor("type");
          const type = types.length === 1 ? this.type(types[0]) : NONE;
          if (alias !== "") builder.declare(alias, type, value);
          return this.visitAll(part.children.filter(({ field }) => field !== "type"));
        });
      return UNKNOWN;
    });
  }

  protected call(node: TreeNode): number {
    let fn = node.childForFieldName("function");
    const callee = this.visit(fn);
    while (fn?.type === "parenthesized_expression") fn = fn.children[0];
    if (fn?.type === "index_expression") fn = fn.childForFieldName("operand");
    const name = fn?.type === "selector_expression" ? fn.childForFieldName("field") : fn;
    const args = node.childForFieldName("arguments")?.children.filter(({ type }) => type !== "comment") ?? [];
    return this.called(
      name,
      callee,
      args.map((argument) => this.visit(argument)),
    );
  }

  protected indexed(node: TreeNode): number {
    const operand = this.visit(node.childForFieldName("operand"));
    this.visit(node.childForFieldName("index"));
    return this.builder.add(["index", operand]);
  }

  protected cast(node: TreeNode, field: string): number {
    this.visit(node.childForFieldName(field));
    return this.builder.add(["as", this.type(node.childForFieldName("type"))]);
  }

  protected composite(node: TreeNode): number {
    this.visit(node.childForFieldName("body"));
    return this.builder.add(["as", this.type(node.childForFieldName("type"))]);
  }

  protected unary(node: TreeNode): number {
    const operand = this.visit(node.childForFieldName("operand"));
    const sign = this.file.source[node.startIndex];
    if (sign === "!") return this.builder.literal("bool");
    return sign === "<" ? this.builder.add(["each", operand]) : operand;
  }
}
