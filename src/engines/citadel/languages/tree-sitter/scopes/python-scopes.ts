import type { TreeNode } from "../tree.ts";
import { PythonDeclarations } from "./python-declarations.ts";
import { NONE, UNKNOWN } from "./scope-builder.ts";
import type { Handler } from "./visitor.ts";

/** Scopes and types of a Python file. */
export class PythonScopes extends PythonDeclarations {
  protected readonly literal =
    (name: string): Handler =>
    (node) => {
      this.visitAll(node.children);
      return this.builder.literal(name);
    };

  protected readonly rootType = "module";
  protected readonly handlers: Readonly<Record<string, Handler>> = {
    module: (node) => {
      this.scopeOf(() => this.visitAll(node.children));
      return UNKNOWN;
    },
    import_statement: (node) => this.import(node),
    import_from_statement: (node) => this.importFrom(node),
    future_import_statement: () => UNKNOWN,
    decorated_definition: (node) => this.decorated(node),
    function_definition: (node) => this.function(node, ""),
    class_definition: (node) => this.class(node),
    assignment: (node) => this.assignment(node),
    augmented_assignment: (node) => this.visitAll(node.children),
    named_expression: (node) => {
      const value = this.visit(node.childForFieldName("value"));
      this.bind(node.childForFieldName("name"), value);
      return value;
    },
    global_statement: (node) => {
      for (const name of node.children) this.globals.add(this.text(name));
      return UNKNOWN;
    },
    nonlocal_statement: () => UNKNOWN,
    if_statement: (node) => this.branches(node),
    for_statement: (node) => this.for(node),
    while_statement: (node) => this.while(node),
    try_statement: (node) => this.try(node),
    with_statement: (node) => this.visitAll(node.children),
    with_item: (node) => this.visit(node.childForFieldName("value")),
    as_pattern: (node) => this.asPattern(node),
    assert_statement: (node) => {
      this.visitAll(node.children);
      if (node.children[0]) this.narrow(node.children[0], true);
      return UNKNOWN;
    },
    return_statement: (node) => this.returned(this.visit(node.children[0])),
    yield: (node) => this.yielded(node),
    await: (node) => this.builder.add(["await", this.visit(node.children[0])]),
    call: (node) => this.call(node),
    attribute: (node) => this.attribute(node),
    subscript: (node) => {
      const value = this.visit(node.childForFieldName("value"));
      for (const part of node.childrenFor("subscript")) this.visit(part);
      const index = this.text(node.childForFieldName("subscript"));
      return this.builder.add(
        /^\d+$/.test(index) ? ["nth", value, Number(index)] : /:/.test(index) ? ["any-of", [value]] : ["index", value],
      );
    },
    lambda: (node) => this.lambda(node),
    conditional_expression: (node) => this.conditional(node),
    boolean_operator: (node) => this.boolean(node),
    not_operator: this.literal("bool"),
    comparison_operator: this.literal("bool"),
    binary_operator: (node) => {
      const [left, right] = [this.visit(node.childForFieldName("left")), this.visit(node.childForFieldName("right"))];
      return this.builder.add(["operator", "+", left, right]);
    },
    parenthesized_expression: (node) => this.visit(node.children.find(({ type }) => type !== "comment")),
    list: (node) => this.builder.add(["list", this.values(node.children)]),
    set: (node) => this.builder.add(["list", this.values(node.children)]),
    tuple: (node) => this.builder.add(["built", "tuple", this.values(node.children)]),
    expression_list: (node) => this.builder.add(["built", "tuple", this.values(node.children)]),
    dictionary: (node) => this.dictionary(node),
    list_comprehension: (node) => this.comprehension(node),
    set_comprehension: (node) => this.comprehension(node),
    generator_expression: (node) => this.comprehension(node),
    dictionary_comprehension: (node) => {
      this.comprehension(node);
      return UNKNOWN;
    },
    list_splat: (node) => this.builder.add(["each", this.visit(node.children[0])]),
    identifier: (node) => this.name(this.text(node)),
    string: this.literal("str"),
    concatenated_string: this.literal("str"),
    integer: this.literal("int"),
    float: this.literal("float"),
    true: this.literal("bool"),
    false: this.literal("bool"),
    none: this.literal("None"),
    keyword_argument: (node) => this.visit(node.childForFieldName("value")),
    type: () => UNKNOWN,
  };

  protected values(nodes: readonly TreeNode[]): number[] {
    return nodes.filter(({ type }) => type !== "comment").map((each) => this.visit(each));
  }

  protected name(name: string): number {
    return this.builder.find(name) ?? this.builder.add(["name", name, NONE]);
  }

  protected for(node: TreeNode): number {
    const right = this.visit(node.childForFieldName("right"));
    const body = node.childForFieldName("body");
    this.perhaps(() => {
      this.bind(node.childForFieldName("left"), this.builder.add(["each", right]));
      this.visit(body);
    }, undefined);
    return this.visit(node.childForFieldName("alternative"));
  }

  protected while(node: TreeNode): number {
    const condition = node.childForFieldName("condition");
    this.visit(condition);
    this.perhaps(() => {
      if (condition) this.narrow(condition, true);
      this.visit(node.childForFieldName("body"));
    }, undefined);
    return this.visit(node.childForFieldName("alternative"));
  }

  protected try(node: TreeNode): number {
    this.visit(node.childForFieldName("body"));
    for (const clause of node.childrenOf("except_clause", "except_group_clause"))
      this.instead(() => this.visitAll(clause.children), clause.children.at(-1));
    return this.visitAll(node.childrenOf("else_clause", "finally_clause"));
  }

  /** `with x as y`, `except C as e`. */
  protected asPattern(node: TreeNode): number {
    const { builder } = this;
    const [first] = node.children;
    const value = this.visit(first);
    const target = node.childForFieldName("alias") ?? node.children[1];
    if (node.parent?.type === "with_item") this.bind(target, builder.add(["enter", value]));
    else this.bind(target, builder.add(["new", first?.type === "tuple" ? builder.add(["index", value]) : value, []]));
    return UNKNOWN;
  }

  protected yielded(node: TreeNode): number {
    const value = this.visit(node.children[0]);
    const isFrom = /^yield\s+from\b/.test(this.text(node).slice(0, 20));
    this.returned(isFrom ? this.builder.add(["each", value]) : value);
    return UNKNOWN;
  }

  protected call(node: TreeNode): number {
    const { builder } = this;
    const fn = node.childForFieldName("function");
    const callee = this.visit(fn);
    const name = fn?.type === "attribute" ? fn.childForFieldName("attribute") : fn;
    const list = node.childForFieldName("arguments");
    const args = list?.type === "argument_list" ? this.positional(list) : [this.visit(list)];
    const call = this.called(name, callee, args);
    if (fn?.type !== "identifier") return call;
    const text = this.text(fn);
    if (text === "super" && this.cls !== NONE) return builder.once(["super", this.cls]);
    // A value of a written type, by the helpers that say so.
    if (text === "cast" && list?.children[0])
      return builder.add(["as", Math.max(UNKNOWN, this.typeOf(this.text(list.children[0])))]);
    return call;
  }

  protected positional(list: TreeNode): number[] {
    const args: number[] = [];
    for (const argument of list.children) {
      if (argument.type === "comment") continue;
      const value = this.visit(argument);
      if (argument.type !== "keyword_argument" && argument.type !== "dictionary_splat") args.push(value);
    }
    return args;
  }

  protected attribute(node: TreeNode): number {
    const text = this.text(node);
    const object = this.visit(node.childForFieldName("object"));
    const known = this.builder.scope.names.get(text);
    return known ?? this.builder.add(["member", object, this.text(node.childForFieldName("attribute"))]);
  }

  protected conditional(node: TreeNode): number {
    const [value, condition, other] = node.children;
    this.visit(condition);
    const before = this.snapshot();
    if (condition) this.narrow(condition, true);
    const first = this.visit(value);
    this.restore(before);
    return this.builder.add(["any-of", [first, this.visit(other)]]);
  }

  protected boolean(node: TreeNode): number {
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const isAnd = this.signOf(node) === "and";
    const first = this.visit(left);
    const before = this.snapshot();
    if (left) this.narrow(left, isAnd);
    const second = this.visit(right);
    this.restore(before);
    return isAnd ? second : this.builder.add(["any-of", [first, second]]);
  }

  protected dictionary(node: TreeNode): number {
    const { builder } = this;
    const pairs = node.childrenOf("pair").map((pair) => ({
      key: this.visit(pair.childForFieldName("key")),
      value: this.visit(pair.childForFieldName("value")),
    }));
    this.visitAll(node.children.filter(({ type }) => type !== "pair"));
    const values = pairs.slice(0, 8).map(({ value }) => value);
    return builder.add(["built", "dict", [builder.literal("str"), builder.add(["any-of", values])]]);
  }

  protected comprehension(node: TreeNode): number {
    return this.builder.within(() => {
      for (const clause of node.childrenOf("for_in_clause", "if_clause")) {
        if (clause.type === "if_clause") {
          this.visitAll(clause.children);
          if (clause.children[0]) this.narrow(clause.children[0], true);
        } else this.bindIn(clause);
      }
      return this.builder.add(["list", [this.visit(node.childForFieldName("body"))]]);
    });
  }

  protected bindIn(clause: TreeNode): void {
    const value = this.visit(clause.childForFieldName("right"));
    const { cls } = this;
    this.cls = NONE;
    this.bind(clause.childForFieldName("left"), this.builder.add(["each", value]));
    this.cls = cls;
  }
}
