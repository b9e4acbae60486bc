import type { TreeNode } from "../tree.ts";
import { EcmaScriptPatterns } from "./ecmascript-patterns.ts";
import { NONE, type OpenClass, UNKNOWN } from "./scope-builder.ts";
import type { Handler } from "./visitor.ts";

/** Scopes and types of a TypeScript or JavaScript file. */
export class EcmaScriptScopes extends EcmaScriptPatterns {
  protected readonly rootType = "program";
  protected readonly literal =
    (name: string): Handler =>
    () =>
      this.builder.literal(name);
  protected readonly nothing: Handler = () => UNKNOWN;
  protected readonly block: Handler = (node) =>
    this.builder.within(() => {
      this.hoist(node.children);
      return this.visitAll(node.children);
    });
  protected readonly functionValue: Handler = (node) =>
    this.function(node, node.type === "arrow_function" ? {} : { self: NONE });

  protected readonly handlers: Readonly<Record<string, Handler>> = {
    ERROR: (node) => {
      this.hoist(node.children);
      return this.visitAll(node.children);
    },
    program: (node) => {
      this.hoistVariables(node);
      this.hoist(node.children);
      this.typedefs();
      return this.visitAll(node.children);
    },
    statement_block: this.block,
    switch_body: this.block,
    class_static_block: this.block,
    for_statement: (node) =>
      this.builder.within(() => {
        this.hoist(node.children);
        return this.visitAll(node.children);
      }),
    for_in_statement: (node) => this.forIn(node),
    if_statement: (node) => this.if(node),
    catch_clause: (node) =>
      this.builder.within(() => {
        this.bindPattern(node.childForFieldName("parameter"), { type: NONE, value: NONE });
        return this.visit(node.childForFieldName("body"));
      }),
    import_statement: (node) => this.modules.import(node),
    export_statement: (node) => this.modules.export(node),
    function_declaration: (node) => this.declaredFunction(node),
    generator_function_declaration: (node) => this.declaredFunction(node),
    function_signature: (node) => this.function(node),
    function_expression: this.functionValue,
    generator_function: this.functionValue,
    arrow_function: this.functionValue,
    class_declaration: (node) => this.class(node),
    abstract_class_declaration: (node) => this.class(node),
    class: (node) => this.class(node),
    interface_declaration: (node) => this.interface(node),
    type_alias_declaration: (node) => this.typeAlias(node),
    enum_declaration: (node) => this.enum(node),
    internal_module: (node) => this.namespace(node),
    module: (node) => this.namespace(node),
    method_definition: (node) => this.method(node),
    abstract_method_signature: (node) => this.declaredMethod(node),
    method_signature: (node) => this.declaredMethod(node),
    index_signature: this.nothing,
    public_field_definition: (node) => this.field(node, "name"),
    field_definition: (node) => this.field(node, "property"),
    variable_declarator: (node) => this.declarator(node),
    assignment_expression: (node) => this.assignment(node),
    return_statement: (node) => this.returned(this.visit(node.children.find(({ type }) => type !== "comment"))),
    yield_expression: (node) => this.returned(this.visit(node.children[0])),
    call_expression: (node) => this.call(node),
    new_expression: (node) => this.construction(node),
    member_expression: (node) => {
      const object = this.visit(node.childForFieldName("object"));
      return this.builder.add(["member", object, this.text(node.childForFieldName("property"))]);
    },
    subscript_expression: (node) => {
      const object = this.visit(node.childForFieldName("object"));
      const index = node.childForFieldName("index");
      this.visit(index);
      const key = /^["']([\w$]+)["']$/.exec(this.text(index))?.[1];
      return this.builder.add(key === undefined ? ["index", object] : ["member", object, key]);
    },
    await_expression: (node) => this.builder.add(["await", this.visit(node.children[0])]),
    as_expression: (node) => this.cast(node),
    type_assertion: (node) => this.cast(node),
    satisfies_expression: (node) => this.visit(node.children[0]),
    non_null_expression: (node) => this.visit(node.children[0]),
    parenthesized_expression: (node) => this.visit(node.children.find(({ type }) => type !== "comment")),
    sequence_expression: (node) => node.children.reduce((_, child) => this.visit(child), UNKNOWN),
    ternary_expression: (node) => this.chosen(node),
    binary_expression: (node) => this.operation(node),
    object: (node) => this.object(node),
    array: (node) => this.builder.add(["list", node.children.map((child) => this.visit(child))]),
    spread_element: (node) => this.builder.add(["each", this.visit(node.children[0])]),
    identifier: (node) => this.name(this.text(node)),
    undefined: this.literal("undefined"),
    null: this.literal("null"),
    string: this.literal("string"),
    template_string: (node) => {
      this.visitAll(node.children);
      return this.builder.literal("string");
    },
    number: this.literal("number"),
    true: this.literal("boolean"),
    false: this.literal("boolean"),
    regex: this.literal("RegExp"),
    this: () => this.builder.find("this") ?? this.builder.once(["this", this.self]),
    super: () => this.builder.once(["super", this.self]),
    type_arguments: this.nothing,
    type_annotation: this.nothing,
    type_parameters: this.nothing,
    statement_identifier: this.nothing,
    property_identifier: this.nothing,
  };

  protected name(name: string): number {
    const { builder } = this;
    const found = builder.find(name);
    if (found !== undefined) return found;
    return name === "exports" ? this.modules.exportsObject() : builder.once(["name", name, NONE]);
  }

  protected forIn(node: TreeNode): number {
    const { builder } = this;
    const right = this.visit(node.childForFieldName("right"));
    const isOf = / of\b/.test(
      this.file.source.slice(node.childForFieldName("left")?.endIndex, node.childForFieldName("right")?.startIndex),
    );
    return builder.within(() => {
      const value = isOf ? builder.add(["each", right]) : builder.literal("string");
      const left = node.childForFieldName("left");
      if (this.isDeclaring(node)) this.bindPattern(left, { type: NONE, value });
      else this.visit(left);
      return this.visit(node.childForFieldName("body"));
    });
  }

  /** `if (x instanceof C)`: inside, x is a C. */
  protected if(node: TreeNode): number {
    const condition = node.childForFieldName("condition");
    this.visit(condition);
    const tested = /^\(\s*([\w$]+)\s+instanceof\s+([\w$.]+)\s*\)$/.exec(this.text(condition));
    this.builder.within(() => {
      if (tested?.[1] !== undefined && tested[2] !== undefined) {
        const type = this.builder.add(["new", this.name(tested[2].split(".")[0] ?? ""), []]);
        if (!tested[2].includes(".")) this.builder.scope.names.set(tested[1], type);
      }
      this.visit(node.childForFieldName("consequence"));
    });
    return this.visit(node.childForFieldName("alternative"));
  }

  protected declaredFunction(node: TreeNode): number {
    const name = this.text(node.childForFieldName("name"));
    const index = this.functionAt(node, name);
    const makes = MAKER.test(this.text(node.childForFieldName("body")).slice(0, BODY_MAX))
      ? this.makerClass(index)
      : NONE;
    return this.function(node, { self: makes, name });
  }

  protected assignment(node: TreeNode): number {
    const { builder } = this;
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const isObject =
      left?.type === "member_expression" && right && /^(?:function_expression|generator_function)$/.test(right.type);
    const value = isObject ? this.heldFunction(left, right) : this.visit(right);
    if (left?.type === "member_expression") {
      this.visit(left.childForFieldName("object"));
      this.assignMember(left, value);
    } else if (left?.type === "identifier") {
      const known = builder.find(this.text(left));
      const expression = known === undefined ? undefined : builder.expressions[known];
      if (expression?.[0] === "var") this.assignVariable(expression[1], value);
    } else this.visit(left);
    return value;
  }

  /** A function that becomes a member: `this` in it is the object. */
  protected heldFunction(left: TreeNode, right: TreeNode): number {
    const object = left.childForFieldName("object");
    const isPrototype = this.text(object?.childForFieldName("property")) === "prototype";
    const owner = isPrototype ? object?.childForFieldName("object") : object;
    const text = this.text(owner);
    const value =
      text === "exports" || text === "module.exports"
        ? this.modules.exportsObject()
        : owner?.type === "identifier"
          ? this.builder.find(text)
          : undefined;
    const self = owner?.type === "this" ? this.self : this.classOfValue(value);
    return this.function(right, { self, name: this.text(left.childForFieldName("property")) });
  }

  protected call(node: TreeNode): number {
    let fn = node.childForFieldName("function");
    const list = node.childForFieldName("arguments");
    if (list?.type !== "arguments") {
      this.visitAll(node.children);
      return UNKNOWN;
    }
    const required = this.text(fn);
    const specifier = list.children[0]?.type === "string" ? this.text(list.children[0]).slice(1, -1) : undefined;
    if (
      specifier !== undefined &&
      (required === "require" || fn?.type === "import") &&
      this.builder.find("require") === undefined
    ) {
      const module = this.modules.required(specifier);
      return required === "require"
        ? module
        : this.builder.add(["as", this.builder.add(["built", "Promise", [module]])]);
    }
    const callee = this.visit(fn);
    while (fn?.type === "non_null_expression" || fn?.type === "parenthesized_expression") fn = fn.children[0];
    const name = fn?.type === "member_expression" ? fn.childForFieldName("property") : fn;
    return this.called(name, callee, this.arguments(list));
  }

  protected arguments(list: TreeNode | undefined): number[] {
    return (list?.children ?? []).filter(({ type }) => type !== "comment").map((argument) => this.visit(argument));
  }

  protected construction(node: TreeNode): number {
    const { builder } = this;
    const maker = node.childForFieldName("constructor");
    const value = this.visit(maker);
    const args = this.arguments(node.childForFieldName("arguments"));
    const made = builder.add(["new", value, args]);
    this.giveContext(made, args);
    const name = maker?.type === "member_expression" ? maker.childForFieldName("property") : maker;
    if (name) builder.calls.set(name.startIndex, made);
    const types = node.childForFieldName("type_arguments")?.children.map((each) => this.type(each));
    if (!types || maker?.type !== "identifier") return made;
    return builder.add(["as", this.named(this.text(maker), types)]);
  }

  protected cast(node: TreeNode): number {
    const [first, second] = node.children;
    const isAs = node.type === "as_expression";
    const value = this.visit(isAs ? first : second);
    const type = isAs ? second : first?.children[0];
    if (!type || this.text(type) === "const") return value;
    return this.builder.add(["as", Math.max(UNKNOWN, this.type(type))]);
  }

  protected object(node: TreeNode): number {
    const { builder } = this;
    const index = builder.class("", undefined, NONE);
    const fact = builder.classes[index] as OpenClass;
    const outer = this.self;
    for (const member of node.children) {
      const name = this.text(member);
      if (member.type === "method_definition") {
        this.self = index;
        this.method(member);
        this.self = outer;
      } else if (member.type === "pair") this.pair(member, index);
      else if (member.type === "shorthand_property_identifier")
        fact.fields[name] = builder.variable(NONE, this.name(name));
      else if (member.type === "spread_element") fact.supers = [...(fact.supers ?? []), this.visit(member.children[0])];
    }
    return builder.add(["instance", index]);
  }

  private pair(node: TreeNode, index: number): void {
    const key = node.childForFieldName("key");
    const value = node.childForFieldName("value");
    const name = this.propertyName(key);
    const isMethod = value?.type === "function_expression" || value?.type === "generator_function";
    const given = isMethod ? this.function(value, { self: index, name }) : this.visit(value);
    const fact = this.builder.classes[index] as OpenClass;
    if (key?.type === "computed_property_name") this.visit(key);
    else fact.fields[name] = this.builder.variable(NONE, given || NONE);
  }
}

/** A function that gives `this` members is called with `new`. */
const MAKER = /\bthis\.[\w$]+\s*=[^=]|\bthis\s+instanceof\b|new\.target/;
const BODY_MAX = 4000;
