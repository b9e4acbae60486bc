import type { TreeNode } from "../tree.ts";
import { EcmaScriptDeclarations } from "./ecmascript-declarations.ts";
import { EcmaScriptModules } from "./ecmascript-modules.ts";
import { NONE, type OpenClass, type OpenFunction, UNKNOWN } from "./scope-builder.ts";

/** What patterns, parameters, members of a class and assignments give names to. */
export abstract class EcmaScriptPatterns extends EcmaScriptDeclarations {
  protected readonly modules = new EcmaScriptModules(this);

  protected method(node: TreeNode): number {
    const name = this.propertyName(node.childForFieldName("name"));
    return this.function(node, { owner: this.self, self: this.self, name });
  }

  protected declaredMethod(node: TreeNode): number {
    const { builder, self } = this;
    const name = this.propertyName(node.childForFieldName("name"));
    // Overloads are declared in front of the method that has the body.
    const isOverload = node.parent?.children.some(
      (other) => other.type === "method_definition" && this.text(other.childForFieldName("name")) === name,
    );
    if (self === NONE || isOverload) return UNKNOWN;
    const index = this.signature(node, self);
    const fact = builder.functions[index] as OpenFunction;
    if (/^[^(]*\bget\s+[^\s(]/.test(this.text(node).slice(0, HEAD_MAX))) fact.isProperty = true;
    return UNKNOWN;
  }

  protected field(node: TreeNode, field: string): number {
    const { builder } = this;
    const type = this.type(node.childForFieldName("type"));
    const comment = type === NONE ? this.commentOf(node) : "";
    const value = this.visit(node.childForFieldName("value"));
    const fact = builder.classes[this.self];
    this.giveType(type, value);
    const written = comment === "" ? type : this.documented(comment, /@type\s*\{([^}]*)\}/);
    if (fact) fact.fields[this.propertyName(node.childForFieldName(field))] = builder.variable(written, value || NONE);
    return UNKNOWN;
  }

  protected declarator(node: TreeNode): number {
    const value = this.visit(node.childForFieldName("value"));
    const pattern = node.childForFieldName("name");
    let type = this.type(node.childForFieldName("type"));
    if (type === NONE && pattern?.type === "identifier") {
      const comment = this.commentOf(node);
      if (comment !== "") type = this.documented(comment, /@type\s*\{([^}]*)\}/);
    }
    this.giveType(type, value);
    this.bindPattern(pattern, { type, value });
    return UNKNOWN;
  }

  /** Gives the names of a pattern what they take out of a value. */
  protected bindPattern(
    pattern: TreeNode | undefined,
    { type, value }: { readonly type: number; readonly value: number },
  ): void {
    if (!pattern) return;
    const { builder } = this;
    const whole = (): number => (type > UNKNOWN ? builder.add(["as", type]) : value);
    switch (pattern.type) {
      case "identifier":
      case "shorthand_property_identifier_pattern":
        this.bindName(this.text(pattern), type, value);
        return;
      case "object_pattern": {
        const from = whole();
        for (const part of pattern.children) this.bindProperty(part, from);
        return;
      }
      case "array_pattern": {
        const from = whole();
        for (const [at, part] of pattern.children.entries())
          this.bindPattern(part, { type: NONE, value: builder.add(["nth", from, at]) });
        return;
      }
      case "assignment_pattern":
      case "object_assignment_pattern": {
        const given = this.visit(pattern.childForFieldName("right"));
        const values = value > UNKNOWN ? [value, given] : [given];
        this.bindPattern(pattern.childForFieldName("left"), { type, value: builder.add(["any-of", values]) });
        return;
      }
      case "rest_pattern":
        this.bindPattern(pattern.children[0], { type, value });
        return;
    }
  }

  protected bindProperty(part: TreeNode, from: number): void {
    const { builder } = this;
    const inner = part.type === "pair_pattern" ? part.childForFieldName("value") : part;
    const bare =
      inner?.type === "object_assignment_pattern" || inner?.type === "assignment_pattern"
        ? inner.childForFieldName("left")
        : inner;
    const key = part.type === "pair_pattern" ? this.propertyName(part.childForFieldName("key")) : this.text(bare);
    const value = part.type === "rest_pattern" ? from : builder.add(["member", from, key]);
    this.bindPattern(inner, { type: NONE, value });
  }

  /** The variable that was hoisted, or one that is declared here. */
  protected bindName(name: string, type: number, value: number): void {
    const { builder } = this;
    const known = builder.scope.names.get(name) ?? builder.find(name);
    const expression = known === undefined ? undefined : builder.expressions[known];
    const isHoisted =
      expression?.[0] === "var" &&
      builder.variables[expression[1] * 2] === NONE &&
      builder.variables[expression[1] * 2 + 1] === NONE;
    if (!isHoisted || (!builder.scope.names.has(name) && builder.scope.isFunction)) {
      if (expression?.[0] === "var" && builder.scope.names.has(name)) this.assignVariable(expression[1], value);
      else builder.declare(name, type, value || NONE);
      return;
    }
    builder.variables[expression[1] * 2] = type;
    builder.variables[expression[1] * 2 + 1] = value || NONE;
  }

  protected parameters(list: TreeNode | undefined, fact: OpenFunction): number[] {
    const { builder } = this;
    let needs = 0;
    const all = (list?.children ?? []).filter(({ type }) => type !== "comment" && type !== "decorator");
    const variables = all.flatMap((parameter, at) => {
      const pattern = parameter.childForFieldName("pattern") ?? parameter;
      const type = this.type(parameter.childForFieldName("type"));
      const given = this.visit(parameter.childForFieldName("value"));
      if (this.text(pattern) === "this") {
        builder.scope.names.set("this", builder.add(["as", type]));
        return [];
      }
      if (pattern.type === "rest_pattern") fact.isVariadic = true;
      else if (parameter.type !== "optional_parameter" && given === UNKNOWN && pattern.type !== "assignment_pattern")
        needs = at + 1;
      return [this.parameter(parameter, pattern, { type, value: given })];
    });
    if (needs < variables.length) fact.needs = needs;
    return variables;
  }

  protected parameter(
    node: TreeNode,
    pattern: TreeNode,
    { type, value }: { readonly type: number; readonly value: number },
  ): number {
    const { builder } = this;
    const inner =
      pattern.type === "rest_pattern"
        ? pattern.children[0]
        : pattern.type === "assignment_pattern"
          ? pattern.childForFieldName("left")
          : pattern;
    const given = pattern.type === "assignment_pattern" ? this.visit(pattern.childForFieldName("right")) : value;
    if (inner?.type === "identifier") {
      const variable = builder.declare(this.text(inner), type, given || NONE);
      const isField =
        node.childOf("accessibility_modifier") ?? (/^readonly\b/.test(this.text(node)) ? node : undefined);
      const fact = builder.classes[this.self];
      if (isField && fact) fact.fields[this.text(inner)] = variable;
      return variable;
    }
    const variable = builder.variable(type, given || NONE);
    this.bindPattern(inner, { type: NONE, value: builder.add(["var", variable]) });
    return variable;
  }

  /** Keeps what is assigned to a member: `this.x =`, `exports.x =`, `F.prototype.m =`, `object.m =`. */
  protected assignMember(left: TreeNode, value: number): void {
    const object = left.childForFieldName("object");
    const name = this.text(left.childForFieldName("property"));
    if (!object || name === "") return;
    if (this.text(object) === "module" && name === "exports") {
      this.builder.exports.push({ name: "module.exports", value });
      return;
    }
    const holder = this.holderOf(object);
    if (holder === NONE) return;
    const fact = this.builder.classes[holder] as OpenClass;
    if (Object.hasOwn(fact.methods, name)) return;
    const known = fact.fields[name];
    if (known === undefined) fact.fields[name] = this.builder.variable(this.written(left), value);
    else this.assignVariable(known, value);
  }

  /** The type that a comment gives the member. */
  private written(left: TreeNode): number {
    const comment = this.commentOf(left);
    return comment === "" ? NONE : this.documented(comment, /@type\s*\{([^}]*)\}/) || NONE;
  }

  protected assignVariable(variable: number, value: number): void {
    const { variables, expressions } = this.builder;
    if (variables[variable * 2] !== NONE) return;
    const at = variable * 2 + 1;
    const before = variables[at] ?? NONE;
    if (before <= UNKNOWN) {
      variables[at] = value;
      return;
    }
    const expression = expressions[before];
    const items = expression?.[0] === "any-of" ? expression[1] : [before];
    if (items.length < VALUES_MAX) variables[at] = this.builder.add(["any-of", [...items, value]]);
  }

  /** The class facts that hold the members of an object which an assignment speaks of. */
  private holderOf(object: TreeNode): number {
    const text = this.text(object);
    if (object.type === "this") return this.self;
    if (text === "exports" || text === "module.exports") return this.classOfValue(this.latestExports());
    if (object.type === "member_expression" && this.text(object.childForFieldName("property")) === "prototype")
      return this.classOfValue(this.builder.find(this.text(object.childForFieldName("object"))));
    if (object.type !== "identifier") return NONE;
    return this.classOfValue(this.builder.find(text));
  }

  private latestExports(): number {
    const own = this.builder.exports.findLast(
      ({ name, value }) => name === "module.exports" && value !== undefined && this.classOfValue(value) !== NONE,
    );
    return own?.value ?? this.modules.exportsObject();
  }

  /** The class facts of a value: those of an object literal, or of a function that makes objects. */
  protected classOfValue(value: number | undefined, depth = 0): number {
    const { builder } = this;
    const expression = value === undefined ? undefined : builder.expressions[value];
    if (!expression || depth > VALUES_MAX) return NONE;
    switch (expression[0]) {
      case "instance":
      case "class":
        return expression[1];
      case "function":
        return this.makerClass(expression[1]);
      case "var":
        return builder.variables[expression[1] * 2] === NONE
          ? this.classOfValue(builder.variables[expression[1] * 2 + 1], depth + 1)
          : NONE;
      case "any-of":
        return this.classOfValue(expression[1][0], depth + 1);
      default:
        return NONE;
    }
  }

  /** A function may be called with `new`, and has members as any object. */
  protected makerClass(index: number): number {
    const fact = this.builder.functions[index];
    if (!fact) return NONE;
    if (fact.makes === undefined) fact.makes = this.builder.class(fact.name, fact.symbol, NONE);
    return fact.makes;
  }
}

/** Where the words in front of a member end at the latest. */
const HEAD_MAX = 200;
const VALUES_MAX = 12;
