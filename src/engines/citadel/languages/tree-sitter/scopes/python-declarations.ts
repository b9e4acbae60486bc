import type { TreeNode } from "../tree.ts";
import { PythonFlow } from "./python-flow.ts";
import { NONE, type OpenClass, type OpenFunction, UNKNOWN } from "./scope-builder.ts";

/** Imports, functions, classes and assignments of Python. */
export abstract class PythonDeclarations extends PythonFlow {
  /** Names that a function shares with its module. */
  protected globals = new Set<string>();

  protected import(node: TreeNode): number {
    for (const part of node.childrenFor("name")) {
      const alias = this.text(part.childForFieldName("alias"));
      const path = this.text(part.childForFieldName("name") ?? part);
      // `import a.b` makes `a` known, and sees to it that it has `b`.
      const local = alias || (path.split(".")[0] ?? path);
      this.bindImport(local, alias ? path : local, "*");
    }
    return UNKNOWN;
  }

  protected importFrom(node: TreeNode): number {
    const specifier = this.text(node.childForFieldName("module_name")).replace(/\s/g, "");
    if (node.childOf("wildcard_import")) this.builder.imports.push({ local: "*", specifier, imported: "*" });
    for (const part of node.childrenFor("name")) {
      const name = this.text(part.childForFieldName("name") ?? part);
      this.bindImport(this.text(part.childForFieldName("alias")) || name, specifier, name);
    }
    return UNKNOWN;
  }

  protected bindImport(local: string, specifier: string, imported: string): void {
    const index = this.builder.imports.push({ local, specifier, imported }) - 1;
    this.assign(local, this.builder.add(["import", index]));
  }

  protected decorated(node: TreeNode): number {
    const decorators = node.childrenOf("decorator");
    this.visitAll(decorators.flatMap(({ children }) => children));
    const definition = node.childForFieldName("definition");
    if (definition?.type !== "function_definition") return this.visit(definition);
    return this.function(definition, decorators.map((each) => this.text(each)).join(" "));
  }

  protected function(node: TreeNode, decorators: string): number {
    const { builder, cls } = this;
    const isMethod = cls !== NONE && this.fn === NONE;
    const name = this.text(node.childForFieldName("name"));
    const isSetter = /\.(?:setter|deleter)\b/.test(decorators);
    const index = builder.function(name, this.symbol(node), isMethod && !isSetter ? cls : NONE);
    const fact = builder.functions[index] as OpenFunction;
    if (/@staticmethod\b/.test(decorators)) fact.isStatic = true;
    if (/\babstractmethod\b/.test(decorators)) fact.isAbstract = true;
    if (/@(?:[\w.]+\.)?(?:\w*property|lazy_attribute|reify)\b/.test(decorators) && !isSetter) fact.isProperty = true;
    if (!isMethod) this.assign(name, builder.add(["function", index]));
    const result = this.typeOf(this.text(node.childForFieldName("return_type")));
    if (result > UNKNOWN) fact.result = result;
    const body = node.childForFieldName("body");
    this.wraps(node, body, fact);
    if (body && body.endIndex - body.startIndex < BARE_MAX && isBare(this.text(body))) fact.isAbstract = true;
    const given = this.defaults(node.childForFieldName("parameters"));
    const work = (): void => {
      const globals = this.globals;
      this.globals = new Set();
      this.inFunction(index, () => {
        const self = isMethod ? (/@staticmethod\b/.test(decorators) ? NONE : this.selfOf(name, decorators)) : NONE;
        this.parameters(node.childForFieldName("parameters"), fact, { self, given });
        this.scopeOf(() => this.visitAll(body?.children ?? []));
      });
      this.globals = globals;
    };
    this.runLater(work);
    return UNKNOWN;
  }

  protected selfOf(name: string, decorators: string): number {
    const isClass =
      /@classmethod\b/.test(decorators) ||
      name === "__new__" ||
      name === "__init_subclass__" ||
      name === "__class_getitem__";
    return this.builder.once([isClass ? "class" : "this", this.cls]);
  }

  protected wraps(node: TreeNode, body: TreeNode | undefined, fact: OpenFunction): void {
    if (hasYield(body)) fact.wraps = "iterator";
    else if (this.file.source.startsWith("async", node.startIndex)) fact.wraps = "promise";
  }

  /** Values of defaults are told where the function is defined, not where it runs. */
  protected defaults(list: TreeNode | undefined): ReadonlyMap<TreeNode, number> {
    const found = new Map<TreeNode, number>();
    for (const parameter of list?.children ?? []) {
      const value = parameter.childForFieldName("value");
      if (value) found.set(parameter, this.visit(value));
    }
    return found;
  }

  protected parameters(
    list: TreeNode | undefined,
    fact: OpenFunction,
    { self, given }: { readonly self: number; readonly given: ReadonlyMap<TreeNode, number> },
  ): void {
    const all: number[] = [];
    let isFirst = true;
    for (const parameter of list?.children ?? []) {
      const pattern = patternOf(parameter);
      const isSplat = /_splat_pattern$/.test(pattern?.type ?? "");
      const name = this.text(isSplat ? pattern?.children[0] : pattern);
      if (!/^\w+$/.test(name)) continue;
      const written = this.typeOf(this.text(parameter.childForFieldName("type")));
      const type = isSplat && written > UNKNOWN ? this.splat(pattern?.type ?? "", written) : written;
      const variable = this.builder.variable(type, given.get(parameter) ?? NONE);
      const isSelf = isFirst && self !== NONE;
      if (isSelf && written > UNKNOWN) fact.self = written;
      this.builder.scope.names.set(name, isSelf ? self : this.builder.add(["var", variable]));
      if (!isSelf) all.push(variable);
      isFirst = false;
    }
    fact.parameters = all;
    fact.needs = 0;
    fact.isVariadic = true;
  }

  /** `*args: T` is a list of T, `**kwargs: T` a dictionary. */
  private splat(pattern: string, item: number): number {
    const { builder } = this;
    if (pattern === "list_splat_pattern") return builder.add(["built", "list", [item]]);
    return builder.add(["built", "dict", [builder.literal("str"), item]]);
  }

  protected lambda(node: TreeNode): number {
    const { builder } = this;
    const index = builder.function("", this.symbol(node), NONE);
    const fact = builder.functions[index] as OpenFunction;
    const list = node.childForFieldName("parameters");
    const given = this.defaults(list);
    this.inFunction(index, () => {
      this.parameters(list, fact, { self: NONE, given });
      fact.returns = [this.visit(node.childForFieldName("body"))];
    });
    return builder.add(["function", index]);
  }

  protected class(node: TreeNode): number {
    const { builder } = this;
    const name = this.text(node.childForFieldName("name"));
    const isNested = this.cls !== NONE && this.fn === NONE;
    const outer = this.cls;
    const index = builder.class(name, this.symbol(node), isNested ? outer : NONE);
    const fact = builder.classes[index] as OpenClass;
    if (isNested) builder.nest(outer, name, index);
    this.assign(name, builder.add(["class", index]));
    const parents = node.childForFieldName("superclasses")?.children ?? [];
    fact.supers = parents
      .filter(({ type }) => type !== "keyword_argument" && type !== "comment")
      .map((parent) => (parent.type === "subscript" ? this.typeOf(this.text(parent)) : this.visit(parent)));
    for (const keyword of parents) if (keyword.type === "keyword_argument") this.visit(keyword);
    const scope = builder.scope;
    this.inClass(index, () => {
      this.enclosing = scope;
      return this.visitAll(node.childForFieldName("body")?.children ?? []);
    });
    return UNKNOWN;
  }

  /** The scope around a class: methods do not see the names of the class. */
  protected enclosing = this.builder.scope;

  protected override runLater(work: () => void): void {
    const { builder } = this;
    const isMethod = this.cls !== NONE && this.fn === NONE;
    const { scope } = builder;
    if (isMethod) builder.scope = this.enclosing;
    super.runLater(work);
    builder.scope = scope;
  }

  protected assignment(node: TreeNode): number {
    const { builder } = this;
    const left = node.childForFieldName("left");
    const right = node.childForFieldName("right");
    const value = right ? this.visit(right) : UNKNOWN;
    const type = this.typeOf(this.text(node.childForFieldName("type")));
    if (type > UNKNOWN && left?.type === "identifier") {
      const variable = builder.variable(type, value || NONE);
      this.setName(this.text(left), builder.add(["var", variable]), variable);
    } else if (left?.type === "attribute") this.setAttribute(left, { type, value });
    else this.bind(left, value);
    return value;
  }

  /** Gives the names of a pattern what they take out of a value. */
  protected bind(pattern: TreeNode | undefined, value: number): void {
    switch (pattern?.type) {
      case "identifier":
        this.setName(this.text(pattern), value);
        return;
      case "attribute":
        this.setAttribute(pattern, { type: NONE, value });
        return;
      case "pattern_list":
      case "tuple_pattern":
      case "list_pattern":
        for (const [at, part] of pattern.children.entries()) this.bind(part, this.builder.add(["nth", value, at]));
        return;
      case "as_pattern_target":
      case "parenthesized_expression":
        this.bind(pattern.children[0], value);
        return;
      default:
        this.visit(pattern);
    }
  }

  protected setName(name: string, value: number, variable?: number): void {
    const { builder, cls } = this;
    if (this.globals.has(name)) {
      const known = builder.top.names.get(name);
      builder.top.names.set(name, known === undefined ? value : builder.add(["any-of", [known, value]]));
    }
    this.assign(name, value);
    if (cls === NONE || this.fn !== NONE) return;
    const fact = builder.classes[cls] as OpenClass;
    fact.fields[name] = variable ?? builder.variable(NONE, value);
  }

  /** `self.x = value` in any method makes a field. */
  protected setAttribute(left: TreeNode, { type, value }: { readonly type: number; readonly value: number }): void {
    const { builder } = this;
    const object = left.childForFieldName("object");
    const name = this.text(left.childForFieldName("attribute"));
    const holder = this.visit(object);
    const expression = builder.expressions[holder];
    const text = this.text(left);
    if (type <= UNKNOWN && /^\w+(?:\.\w+){1,3}$/.test(text)) this.assignPart(text, value);
    if (expression?.[0] !== "this" && expression?.[0] !== "class") return;
    const fact = builder.classes[expression[1]];
    if (!fact || Object.hasOwn(fact.methods, name)) return;
    const known = Object.hasOwn(fact.fields, name) ? fact.fields[name] : undefined;
    if (known === undefined) fact.fields[name] = builder.variable(type, value || NONE);
    else if (builder.variables[known * 2] === NONE) {
      const before = builder.variables[known * 2 + 1] ?? NONE;
      if (type > UNKNOWN) builder.variables[known * 2] = type;
      builder.variables[known * 2 + 1] = before > UNKNOWN ? builder.add(["any-of", [before, value]]) : value;
    }
  }
}

/** A docstring and one statement. */
const BARE_MAX = 2000;

/** A body that only says it is none: `...`, `pass` behind a docstring, `raise NotImplementedError`. */
const isBare = (body: string): boolean =>
  /^(?:[rR]?(?:"""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n]*")\s*)?(?:\.\.\.|raise NotImplementedError\b[^\n]*)\s*(?:#[^\n]*)?$/.test(
    body,
  );

function hasYield(node: TreeNode | undefined, depth = 0): boolean {
  if (!node || depth > 60) return false;
  return node.children.some(
    (child) =>
      child.type === "yield" ||
      (child.type !== "function_definition" &&
        child.type !== "lambda" &&
        child.type !== "class_definition" &&
        hasYield(child, depth + 1)),
  );
}

/** The name of a parameter, with its stars. */
const patternOf = (parameter: TreeNode): TreeNode | undefined =>
  parameter.childForFieldName("name") ?? (parameter.type === "typed_parameter" ? parameter.children[0] : parameter);
