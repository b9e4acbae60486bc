import type { TreeNode } from "../tree.ts";
import { EcmaScriptTypes } from "./ecmascript-types.ts";
import { NONE, type OpenClass, type OpenFunction, UNKNOWN } from "./scope-builder.ts";

const FUNCTIONS: ReadonlySet<string> = new Set([
  "function_declaration",
  "generator_function_declaration",
  "function_expression",
  "generator_function",
  "arrow_function",
  "method_definition",
]);
const CLASSES: ReadonlySet<string> = new Set(["class_declaration", "abstract_class_declaration", "class"]);

/** Declarations of ECMAScript: what a block declares is known in all of it. */
export abstract class EcmaScriptDeclarations extends EcmaScriptTypes {
  /** The class that `this` is of. */
  protected self = NONE;
  private readonly functionOf = new Map<TreeNode, number>();
  private readonly classOf = new Map<TreeNode, number>();
  /** Class facts of functions that are called with `new`, and of objects that get members later. */
  protected readonly madeBy = new Map<number, number>();

  /** Declares the names of a block's statements before any of them is read. */
  protected hoist(statements: readonly TreeNode[]): void {
    for (const statement of statements) {
      const declared =
        statement.type === "export_statement" || statement.type === "ambient_declaration"
          ? (statement.childForFieldName("declaration") ?? statement.children.at(-1) ?? statement)
          : statement;
      this.hoistOne(declared);
    }
  }

  private hoistOne(node: TreeNode): void {
    const { builder } = this;
    const name = this.text(node.childForFieldName("name"));
    switch (node.type) {
      case "function_declaration":
      case "generator_function_declaration":
        builder.scope.names.set(name, builder.add(["function", this.functionAt(node, name)]));
        break;
      case "function_signature":
        if (!builder.scope.names.has(name))
          builder.scope.names.set(name, builder.add(["function", this.functionAt(node, name)]));
        break;
      case "class_declaration":
      case "abstract_class_declaration":
        builder.scope.names.set(name, builder.add(["class", this.classAt(node, name)]));
        break;
      case "interface_declaration":
      case "type_alias_declaration":
        this.classAt(node, name);
        break;
      case "enum_declaration":
      case "internal_module":
      case "module":
        builder.scope.names.set(name, builder.add(["class", this.classAt(node, name)]));
        break;
      case "lexical_declaration":
      case "variable_declaration":
        for (const declarator of node.childrenOf("variable_declarator"))
          this.hoistNames(declarator.childForFieldName("name"));
        break;
      case "expression_statement":
        if (node.children[0]?.type === "internal_module") this.hoistOne(node.children[0]);
        break;
    }
  }

  private hoistNames(pattern: TreeNode | undefined): void {
    if (!pattern) return;
    if (pattern.type === "identifier" || pattern.type === "shorthand_property_identifier_pattern")
      this.builder.declare(this.text(pattern), NONE, NONE);
    else if (pattern.type === "pair_pattern") this.hoistNames(pattern.childForFieldName("value"));
    else if (pattern.type === "assignment_pattern" || pattern.type === "object_assignment_pattern")
      this.hoistNames(pattern.childForFieldName("left"));
    else for (const child of pattern.children) this.hoistNames(child);
  }

  /** `var` belongs to the whole function, in whatever block it stands. */
  protected hoistVariables(node: TreeNode | undefined, depth = 0): void {
    if (depth > HOISTED_DEPTH_MAX) return;
    for (const child of node?.children ?? []) {
      if (FUNCTIONS.has(child.type) || CLASSES.has(child.type)) continue;
      if (child.type === "variable_declaration")
        for (const declarator of child.childrenOf("variable_declarator"))
          this.hoistNames(declarator.childForFieldName("name"));
      if (child.type === "for_in_statement" && this.isDeclaring(child, "var"))
        this.hoistNames(child.childForFieldName("left"));
      this.hoistVariables(child, depth + 1);
    }
  }

  /** Whether a loop declares its variable. */
  protected isDeclaring(loop: TreeNode, words = "var|let|const"): boolean {
    const head = this.file.source.slice(loop.startIndex, loop.childForFieldName("left")?.startIndex);
    return new RegExp(`\\b(?:${words})\\s*$`).test(head);
  }

  protected functionAt(node: TreeNode, name: string, owner = NONE): number {
    const known = this.functionOf.get(node);
    if (known !== undefined) return known;
    const index = this.builder.function(name, this.symbol(node) ?? this.heldBy(node), owner);
    this.functionOf.set(node, index);
    return index;
  }

  /** The symbol of a function that a name holds: `const f = () => …`. */
  private heldBy(node: TreeNode): string | undefined {
    let { parent } = node;
    while (parent && HOLDERS_INSIDE.has(parent.type)) parent = parent.parent;
    return parent &&
      HOLDERS.has(parent.type) &&
      (node.field === "value" || node.field === "right" || node.parent !== parent)
      ? this.symbol(parent)
      : undefined;
  }

  /** Declarations of one name in one scope are one class. */
  protected classAt(node: TreeNode, name: string): number {
    const { builder } = this;
    const known = this.classOf.get(node);
    if (known !== undefined) return known;
    const declared = name === "" ? undefined : builder.scope.types?.get(name);
    const expression = declared === undefined ? undefined : builder.expressions[declared];
    const index = expression?.[0] === "class-type" ? expression[1] : builder.class(name, this.symbol(node), NONE);
    this.classOf.set(node, index);
    if (name !== "") builder.declareType(name, builder.add(["class-type", index]));
    return index;
  }

  protected class(node: TreeNode): number {
    const { builder } = this;
    const name = this.text(node.childForFieldName("name"));
    const index = node.type === "class" ? builder.class(name, this.symbol(node), NONE) : this.classAt(node, name);
    const fact = builder.classes[index] as OpenClass;
    const heritage = node.childOf("class_heritage");
    this.inClass(index, () => {
      this.typeParameters(node, { kind: "class", index });
      fact.supers = [...(fact.supers ?? []), ...this.heritage(heritage)];
      const { self } = this;
      this.self = index;
      this.visitAll(node.childForFieldName("body")?.children ?? []);
      this.self = self;
    });
    return builder.add(["class", index]);
  }

  private heritage(node: TreeNode | undefined): number[] {
    const clause = node?.childOf("extends_clause");
    const written = node?.childOf("implements_clause")?.children ?? [];
    const parent = clause?.childForFieldName("value") ?? (clause ? undefined : node?.children[0]);
    const value = parent && parent.type !== "implements_clause" ? this.visit(parent) : UNKNOWN;
    const args = clause?.childForFieldName("type_arguments")?.children.map((each) => this.type(each)) ?? [];
    const base = args.length > 0 ? this.builder.add(["built", "apply", [value, ...args]]) : value;
    return [
      ...(parent && parent.type !== "implements_clause" ? [base] : []),
      ...written.map((each) => this.type(each)),
    ];
  }

  protected interface(node: TreeNode): number {
    const index = this.classAt(node, this.text(node.childForFieldName("name")));
    const fact = this.builder.classes[index] as OpenClass;
    this.inClass(index, () => {
      fact.isInterface = true;
      this.typeParameters(node, { kind: "class", index });
      const parents = node.childOf("extends_type_clause", "extends_clause")?.children ?? [];
      fact.supers = [...(fact.supers ?? []), ...parents.map((parent) => this.type(parent))];
      this.objectType(node.childForFieldName("body"), index);
    });
    return UNKNOWN;
  }

  protected typeAlias(node: TreeNode): number {
    const index = this.classAt(node, this.text(node.childForFieldName("name")));
    this.inClass(index, () => {
      this.typeParameters(node, { kind: "class", index });
      (this.builder.classes[index] as OpenClass).alias = Math.max(UNKNOWN, this.type(node.childForFieldName("value")));
    });
    return UNKNOWN;
  }

  /** Names of a namespace are its fields. */
  protected namespace(node: TreeNode): number {
    const { builder } = this;
    const index = this.classAt(node, this.text(node.childForFieldName("name")));
    const fact = builder.classes[index] as OpenClass;
    builder.within(() => {
      const body = node.childForFieldName("body")?.children ?? [];
      this.hoist(body);
      for (const [name, value] of builder.scope.names) fact.fields[name] = builder.variable(NONE, value);
      this.visitAll(body);
    });
    return UNKNOWN;
  }

  protected enum(node: TreeNode): number {
    const fact = this.builder.classes[this.classAt(node, this.text(node.childForFieldName("name")))] as OpenClass;
    for (const member of node.childForFieldName("body")?.children ?? []) {
      const name = this.propertyName(member.childForFieldName("name") ?? member);
      fact.fields[name] = this.builder.variable(this.builder.literal("number"), NONE);
      this.visit(member.childForFieldName("value"));
    }
    return UNKNOWN;
  }

  /** @param self  what `this` is inside; arrow functions keep that around them */
  protected function(node: TreeNode, { owner = NONE, self = this.self, name = "" } = {}): number {
    const { builder } = this;
    const index = this.functionAt(node, name, owner);
    const fact = builder.functions[index] as OpenFunction;
    const outer = this.self;
    this.self = self;
    this.inFunction(index, () => {
      const body = node.childForFieldName("body");
      this.hoistVariables(body);
      this.typeParameters(node, { kind: "function", index });
      const comment = this.commentOf(node);
      fact.parameters = this.parameters(node.childForFieldName("parameters"), fact);
      const single = node.childForFieldName("parameter");
      if (single) fact.parameters = [builder.declare(this.text(single), NONE, NONE)];
      if (comment !== "") this.document(comment, fact);
      const result = this.type(node.childForFieldName("return_type"));
      const told = result === NONE && comment !== "" ? this.documented(comment, /@returns?\s*\{([^}]*)\}/) : result;
      if (told > UNKNOWN) fact.result = told;
      this.wraps(node, body, fact);
      if (body?.type !== "statement_block") return this.returned(this.visit(body));
      this.hoist(body.children);
      return this.visitAll(body.children);
    });
    this.self = outer;
    return builder.add(["function", index]);
  }

  private wraps(node: TreeNode, body: TreeNode | undefined, fact: OpenFunction): void {
    const head = this.file.source.slice(
      node.startIndex,
      Math.min(body?.startIndex ?? node.endIndex, node.startIndex + 200),
    );
    if (/^(?:(?:public|private|protected|static|override|export|default)\s+)*async\b/.test(head))
      fact.wraps = "promise";
    if (/^generator/.test(node.type) || /^[^(]*\*/.test(head)) fact.wraps = "iterator";
    if (node.type === "method_definition" && /^[^(]*\bget\s+[^\s(]/.test(head)) fact.isProperty = true;
    if (node.type === "method_definition" && /^(?:\w+\s+)*static\b/.test(head)) fact.isStatic = true;
  }

  private document(comment: string, fact: OpenFunction): void {
    for (const variable of fact.parameters ?? []) {
      const name = this.nameOf(variable);
      if (name === "" || this.builder.variables[variable * 2] !== NONE) continue;
      const tag = new RegExp(`@param\\s*\\{([^}]*(?:\\{[^}]*\\}[^}]*)?)\\}\\s*\\[?${name.replace(/\$/g, "\\$")}\\b`);
      this.builder.variables[variable * 2] = this.documented(comment, tag);
    }
  }

  private nameOf(variable: number): string {
    for (const [name, at] of this.builder.scope.names) {
      const expression = this.builder.expressions[at];
      if (expression?.[0] === "var" && expression[1] === variable) return name;
    }
    return "";
  }

  /** The JSDoc comment in front of a function, of the statement or of the member that it stands in. */
  protected commentOf(node: TreeNode): string {
    const start = this.statementOf(node).startIndex;
    const before = this.file.source.slice(Math.max(0, start - COMMENT_MAX), start).trimEnd();
    if (!before.endsWith("*/")) return "";
    const from = before.lastIndexOf("/**");
    return from < 0 || before.indexOf("*/", from) < before.length - 2 ? "" : before.slice(from);
  }

  private statementOf(node: TreeNode): TreeNode {
    let at = node;
    while (at.parent && STATEMENT_PARTS.has(at.parent.type)) at = at.parent;
    return at;
  }
}

const COMMENT_MAX = 4000;
/** Blocks and expressions that a `var` stands inside at most. */
const HOISTED_DEPTH_MAX = 400;
const HOLDERS: ReadonlySet<string> = new Set([
  "variable_declarator",
  "assignment_expression",
  "pair",
  "public_field_definition",
  "field_definition",
]);
const HOLDERS_INSIDE: ReadonlySet<string> = new Set(["parenthesized_expression"]);
const STATEMENT_PARTS: ReadonlySet<string> = new Set(
  `variable_declarator lexical_declaration variable_declaration assignment_expression expression_statement export_statement pair
  field_definition public_field_definition`.split(/\s+/),
);
