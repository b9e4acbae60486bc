import type { ScopeFacts } from "../../../scope-facts.ts";
import type { TreeNode } from "../tree.ts";
import { NONE, type OpenFunction, ScopeBuilder, UNKNOWN } from "./scope-builder.ts";
import type { ReadFile, ScopeReader } from "./scope-reader.ts";

/** Nested deeper than this a text is no program; what is inside is not looked at. */
const DEPTH_MAX = 600;

/** Reads a node and all in it, once; gives the place of its value, 0 for what has none. */
export type Handler = (node: TreeNode) => number;

/** A walk over a tree that knows in which class and function it is; a language adds handlers by node type. */
export abstract class ScopeVisitor implements ScopeReader {
  readonly builder = new ScopeBuilder();
  protected readonly file: ReadFile;
  protected cls = NONE;
  protected fn = NONE;
  /** The type of the root of a file, which is another one where nothing of the file could be read. */
  protected abstract readonly rootType: string;
  protected abstract readonly handlers: Readonly<Record<string, Handler>>;
  private depth = 0;

  constructor(file: ReadFile) {
    this.file = file;
  }

  get calls(): ReadonlyMap<number, number> {
    return this.builder.calls;
  }

  facts(): ScopeFacts {
    return this.builder.facts();
  }

  read(root: TreeNode): void {
    const handler = this.handlers[this.rootType];
    if (handler) handler(root);
    else this.visitAll(root.children);
  }

  visit(node: TreeNode | undefined): number {
    if (!node || this.depth > DEPTH_MAX) return UNKNOWN;
    this.depth += 1;
    const handler = this.handlers[node.type];
    const value = handler ? handler(node) : this.visitAll(node.children);
    this.depth -= 1;
    return value;
  }

  visitAll(nodes: readonly TreeNode[]): number {
    for (let at = 0; at < nodes.length; at += 1) this.visit(nodes[at]);
    return UNKNOWN;
  }

  text(node: TreeNode | undefined): string {
    return node ? this.file.source.slice(node.startIndex, node.endIndex) : "";
  }

  /** Key of the symbol that a node defines. */
  protected symbol(node: TreeNode): string | undefined {
    return this.file.symbolOf(node);
  }

  /** Whether a word stands in a part of the source, such as among modifiers. */
  protected has(node: TreeNode | undefined, word: string): boolean {
    return node !== undefined && this.text(node).split(/\s+/).includes(word);
  }

  protected inClass<T>(index: number, work: () => T): T {
    const [cls, fn] = [this.cls, this.fn];
    this.cls = index;
    this.fn = NONE;
    try {
      return this.builder.within(work);
    } finally {
      this.cls = cls;
      this.fn = fn;
    }
  }

  protected inFunction<T>(index: number, work: () => T): T {
    const { fn } = this;
    this.fn = index;
    try {
      return this.builder.within(work, { isFunction: true });
    } finally {
      this.fn = fn;
    }
  }

  /** A function that is written as a value; how its parameters are written is up to the language. */
  protected closure(node: TreeNode, parametersOf: (list: TreeNode, fact: OpenFunction) => readonly number[]): number {
    const { builder } = this;
    const index = builder.function("", undefined, NONE);
    const fact = builder.functions[index] as OpenFunction;
    this.inFunction(index, () => {
      const list = node.childForFieldName("parameters");
      if (list) fact.parameters = parametersOf(list, fact);
      const body = node.childForFieldName("body");
      const value = this.visit(body);
      if (body?.type !== "block") fact.returns = [value];
      return UNKNOWN;
    });
    return builder.add(["function", index]);
  }

  /** `condition ? consequence : alternative` */
  protected chosen(node: TreeNode): number {
    this.visit(node.childForFieldName("condition"));
    const values = [node.childForFieldName("consequence"), node.childForFieldName("alternative")];
    return this.builder.add(["any-of", values.map((value) => this.visit(value))]);
  }

  protected assigned(node: TreeNode): number {
    const left = this.visit(node.childForFieldName("left"));
    this.visit(node.childForFieldName("right"));
    return left;
  }

  /** Of two operands; the sign is what stands between them, comments aside. */
  protected operation(node: TreeNode): number {
    const [left, right] = [node.childForFieldName("left"), node.childForFieldName("right")];
    const between = this.file.source.slice(left?.endIndex, right?.startIndex);
    const sign = between.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|\s/g, "");
    return this.builder.add(["operator", sign, this.visit(left), this.visit(right)]);
  }

  protected called(name: TreeNode | undefined, callee: number, args: readonly number[]): number {
    const { builder } = this;
    const call = builder.add(["call", callee, args]);
    // Of `f()()` the inner call has the name.
    if (name && !builder.calls.has(name.startIndex)) builder.calls.set(name.startIndex, call);
    this.giveContext(call, args);
    return call;
  }

  /** Parameters of a function literal have their types from where it is passed. */
  protected giveContext(call: number, args: readonly number[]): void {
    for (const [argument, literal] of args.entries()) this.giveParameters(literal, call, argument);
  }

  /** … or from the type of the variable that holds it. */
  protected giveType(type: number, literal: number): void {
    if (type > UNKNOWN) this.giveParameters(literal, NONE, type);
  }

  private giveParameters(literal: number, call: number, argument: number): void {
    const { builder } = this;
    const expression = builder.expressions[literal];
    if (expression?.[0] !== "function") return;
    for (const [at, variable] of (builder.functions[expression[1]]?.parameters ?? []).entries())
      if (builder.variables[variable * 2] === NONE && builder.variables[variable * 2 + 1] === NONE)
        builder.variables[variable * 2 + 1] = builder.add(["context", call, argument, at]);
  }

  /** A value that the function gives back; only of interest where no type of the result is written. */
  protected returned(value: number): number {
    const fact = this.builder.functions[this.fn];
    if (fact && fact.result === undefined && value !== UNKNOWN) fact.returns = [...(fact.returns ?? []), value];
    return UNKNOWN;
  }
}
