import type { TreeNode } from "../tree.ts";
import { NONE, type OpenClass, type OpenFunction, UNKNOWN } from "./scope-builder.ts";
import { ScopeVisitor } from "./visitor.ts";

const NO_ARGUMENTS: readonly number[] = [];

/** Written types of TypeScript, and those in JSDoc comments. */
export abstract class EcmaScriptTypes extends ScopeVisitor {
  /** Declares a parameter or what its pattern takes apart. */
  protected abstract parameters(list: TreeNode | undefined, fact: OpenFunction): number[];

  protected type(node: TreeNode | undefined): number {
    const { builder } = this;
    if (!node) return NONE;
    switch (node.type) {
      case "type_annotation":
      case "parenthesized_type":
      case "readonly_type":
      case "optional_type":
      case "rest_type":
      case "asserts_annotation":
      case "return_type":
        return this.type(node.children.at(-1));
      case "type_predicate_annotation":
      case "type_predicate":
      case "asserts":
        return builder.literal("boolean");
      case "predefined_type":
        return /^(?:any|unknown|object)$/.test(this.text(node)) ? UNKNOWN : builder.literal(this.text(node));
      case "this_type":
        return builder.once(["this", this.cls]);
      case "union_type":
        return builder.add(["union", node.children.map((each) => this.type(each))]);
      case "intersection_type":
        return this.intersection(node);
      case "array_type":
        return builder.add(["built", "[]", [this.type(node.children[0])]]);
      case "tuple_type":
        return builder.add(["built", "tuple", node.children.map((each) => this.type(each))]);
      case "literal_type":
        return this.literalType(node.children[0]);
      case "object_type":
        return builder.add(["class-type", this.objectType(node)]);
      case "function_type":
        return this.functionType(node);
      case "type_query":
        return builder.add(["type-of", this.visit(node.children[0])]);
      case "generic_type":
        return this.generic(node);
      case "lookup_type":
        return this.lookup(node);
      case "required_parameter":
      case "optional_parameter":
        return this.type(node.childForFieldName("type"));
      case "type_identifier":
      case "identifier":
      case "nested_type_identifier":
        return this.named(this.text(node), NO_ARGUMENTS);
      default:
        return UNKNOWN;
    }
  }

  protected named(name: string, args: readonly number[]): number {
    const { builder } = this;
    const known = builder.findType(name);
    if (known === undefined) return builder.add(["type", name, NONE, args]);
    return args.length === 0 ? known : builder.add(["built", "apply", [known, ...args]]);
  }

  private generic(node: TreeNode): number {
    const args = (node.childOf("type_arguments")?.children ?? []).map((each) => this.type(each));
    return this.named(this.text(node.childForFieldName("name") ?? node.children[0]), args);
  }

  private literalType(node: TreeNode | undefined): number {
    const { builder } = this;
    switch (node?.type) {
      case "null":
      case "undefined":
        return builder.literal(node.type);
      case "string":
      case "template_string":
        return builder.literal("string");
      case "number":
      case "unary_expression":
        return builder.literal("number");
      default:
        return builder.literal("boolean");
    }
  }

  /** Members of all parts are members of the whole. */
  private intersection(node: TreeNode): number {
    const index = this.builder.class("", undefined, NONE);
    const fact = this.builder.classes[index] as OpenClass;
    fact.supers = node.children.map((each) => this.type(each));
    return this.builder.add(["class-type", index]);
  }

  private lookup(node: TreeNode): number {
    const [object, key] = node.children;
    const name = /^["']([\w$]+)["']$/.exec(this.text(key))?.[1];
    const type = this.type(object);
    if (name !== undefined) return this.builder.add(["member", this.builder.add(["as", type]), name]);
    return this.builder.add(["index", type]);
  }

  private functionType(node: TreeNode): number {
    const { builder } = this;
    return builder.within(() => {
      const fact: OpenFunction = { name: "" };
      this.typeParameters(node, { kind: "function", index: NONE });
      const variables = this.parameters(node.childForFieldName("parameters"), fact);
      const types = variables.map((variable) => builder.variables[variable * 2] ?? NONE);
      return builder.add(["callable", types, Math.max(UNKNOWN, this.type(node.childForFieldName("return_type")))]);
    });
  }

  /** The members of an interface, or of a type that is written as its members. */
  protected objectType(node: TreeNode | undefined, known?: number): number {
    const { builder } = this;
    const index = known ?? builder.class("", undefined, NONE);
    const fact = builder.classes[index] as OpenClass;
    if (known === undefined) fact.isInterface = true;
    for (const member of node?.children ?? []) this.memberType(member, index, fact);
    return index;
  }

  private memberType(member: TreeNode, index: number, fact: OpenClass): void {
    const { builder } = this;
    switch (member.type) {
      case "method_signature":
        this.signature(member, index);
        break;
      case "construct_signature":
        this.signature(member, index, "<new>");
        break;
      case "property_signature":
        fact.fields[this.propertyName(member.childForFieldName("name"))] = builder.variable(
          this.type(member.childForFieldName("type")),
          NONE,
        );
        break;
      case "call_signature":
        fact.alias = this.functionType(member);
        break;
      case "index_signature":
      case "mapped_type_clause":
        fact.isOpen = true;
        break;
    }
  }

  /** A method that is only declared. */
  protected signature(node: TreeNode, owner: number, name = this.propertyName(node.childForFieldName("name"))): number {
    const { builder } = this;
    const index = builder.function(name, this.symbol(node), owner);
    const fact = builder.functions[index] as OpenFunction;
    fact.isAbstract = true;
    builder.within(() => {
      this.typeParameters(node, { kind: "function", index });
      fact.parameters = this.parameters(node.childForFieldName("parameters"), fact);
      const result = node.childForFieldName("return_type") ?? node.childForFieldName("type");
      if (result) fact.result = this.type(result);
    });
    return index;
  }

  protected propertyName(node: TreeNode | undefined): string {
    const text = this.text(node);
    return node?.type === "string" ? text.slice(1, -1) : text;
  }

  /** @param of  without a place of its own, as in a written function type, the names mean nothing that can be told */
  protected typeParameters(node: TreeNode, of: { readonly kind: "class" | "function"; readonly index: number }): void {
    const all = node.childForFieldName("type_parameters")?.childrenOf("type_parameter") ?? [];
    const names = all.map((each) => this.text(each.childForFieldName("name")));
    if (of.index === NONE) {
      for (const name of names) this.builder.declareType(name, UNKNOWN);
      return;
    }
    this.builder.typeParameters(names, of, (at) =>
      this.type(all[at]?.childForFieldName("constraint")?.children.at(-1)),
    );
  }

  /** The type that a JSDoc tag gives: `@param {Type} name`, `@returns {Type}`, `@type {Type}`. */
  protected documented(comment: string, tag: RegExp): number {
    const match = tag.exec(comment);
    return match?.[1] === undefined ? NONE : this.documentedType(match[1]);
  }

  private documentedType(written: string): number {
    const { builder } = this;
    const text = written
      .trim()
      .replace(/^[?!]|[?!=]$/g, "")
      .replace(/^\((.*)\)$/, "$1");
    const parts = splitTop(text, "|");
    if (parts.length > 1) return builder.add(["union", parts.map((part) => this.documentedType(part))]);
    if (text.endsWith("[]")) return builder.add(["built", "[]", [this.documentedType(text.slice(0, -2))]]);
    const generic = /^([\w$.]+)\.?<(.*)>$/.exec(text);
    if (generic?.[1] !== undefined) {
      const args = splitTop(generic[2] ?? "", ",").map((part) => this.documentedType(part));
      const name = generic[1].replace(/\.$/, "");
      return KNOWN.has(name) || builder.findType(name) !== undefined ? this.named(name, args) : UNKNOWN;
    }
    const imported = /^import\(["']([^"']+)["']\)\.([\w$]+)$/.exec(text);
    if (imported?.[1] !== undefined && imported[2] !== undefined) {
      builder.imports.push({ local: "", specifier: imported[1], imported: imported[2] });
      return builder.add(["type", `import ${builder.imports.length - 1}`, NONE, NO_ARGUMENTS]);
    }
    if (/^(?:string|number|boolean|null|undefined|void|bigint|symbol)$/.test(text)) return builder.literal(text);
    return this.documentedName(text);
  }

  /** A name in a comment may be that of a class, or of anything; what is not declared here says nothing. */
  private documentedName(name: string): number {
    const { builder } = this;
    const type = builder.findType(name);
    if (type !== undefined || KNOWN.has(name)) return type ?? builder.literal(name);
    const value = /^[\w$]+$/.test(name) ? builder.find(name) : undefined;
    if (value === undefined) return UNKNOWN;
    return builder.expressions[value]?.[0] === "import"
      ? this.named(name, NO_ARGUMENTS)
      : builder.add(["new", value, []]);
  }

  /** `@typedef {Type} Name` of the whole file. */
  protected typedefs(): void {
    const { builder, file } = this;
    if (!file.source.includes("@typedef")) return;
    for (const [, type = "", name = ""] of file.source.matchAll(/@typedef\s*\{([^}]*)\}\s*([\w$]+)/g)) {
      const known = this.documentedType(type);
      if (known > UNKNOWN && !builder.scope.types?.has(name)) builder.declareType(name, known);
    }
  }
}

const KNOWN: ReadonlySet<string> = new Set("Promise Array Map Set Date RegExp Error Buffer URL".split(" "));

function splitTop(text: string, sign: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ("<({[".includes(text[at] ?? "")) depth += 1;
    else if (")}]".includes(text[at] ?? "") || (text[at] === ">" && text[at - 1] !== "=")) depth -= 1;
    else if (text[at] === sign && depth === 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}
