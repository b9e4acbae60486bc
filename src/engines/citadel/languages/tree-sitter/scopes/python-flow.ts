import type { TreeNode } from "../tree.ts";
import { PythonTypes } from "./python-types.ts";
import { NONE, type Scope, UNKNOWN } from "./scope-builder.ts";

const LEAVING: ReadonlySet<string> = new Set([
  "return_statement",
  "raise_statement",
  "continue_statement",
  "break_statement",
]);
const VALUES_MAX = 8;

/** What names hold from statement to statement: the last assignment counts, and after branches all that may have run. */
export abstract class PythonFlow extends PythonTypes {
  /** All values that a scope gives its names, for what runs later: functions inside. */
  private readonly given = new WeakMap<Scope, Map<string, number[]>>();
  private later: (() => void)[] = [];
  /** Whether anything is known of parts of names, such as `self.x`. */
  private hasParts = false;

  /** What a part of a name holds from here on. */
  protected assignPart(text: string, value: number): void {
    this.hasParts = true;
    this.builder.scope.names.set(text, value);
  }

  protected assign(name: string, value: number): void {
    const { scope } = this.builder;
    scope.names.set(name, value);
    this.forget(name);
    let all = this.given.get(scope);
    if (!all) {
      all = new Map();
      this.given.set(scope, all);
    }
    const values = all.get(name);
    if (!values) all.set(name, [value]);
    else if (values.length < VALUES_MAX) values.push(value);
  }

  /** What was known of the parts of a name is over when it gets another value. */
  private forget(name: string): void {
    const { names } = this.builder.scope;
    if (!this.hasParts) return;
    for (const key of names.keys()) if (key.startsWith(`${name}.`)) names.delete(key);
  }

  /** Runs a scope's statements, then what it defines to run later, which sees the names with all their values. */
  protected scopeOf(statements: () => void): void {
    const outer = this.later;
    this.later = [];
    statements();
    this.settle();
    for (const work of this.later) work();
    this.later = outer;
  }

  protected runLater(work: () => void): void {
    const { scope } = this.builder;
    const { cls, fn } = this;
    this.later.push(() => {
      const now = { scope: this.builder.scope, cls: this.cls, fn: this.fn };
      this.builder.scope = scope;
      this.cls = cls;
      this.fn = fn;
      work();
      this.builder.scope = now.scope;
      this.cls = now.cls;
      this.fn = now.fn;
    });
  }

  private settle(): void {
    const { builder } = this;
    for (const [name, values] of this.given.get(builder.scope) ?? []) {
      const last = builder.expressions[values.at(-1) ?? UNKNOWN];
      // A later definition replaces the ones before.
      const isDefinition = last?.[0] === "function" || last?.[0] === "class";
      const value = isDefinition || values.length === 1 ? (values.at(-1) as number) : builder.add(["any-of", values]);
      builder.scope.names.set(name, value);
    }
    for (const name of builder.scope.names.keys()) if (name.includes(".")) builder.scope.names.delete(name);
  }

  /** `if`, `elif`, `else`: each branch begins with what its condition tells. */
  protected branches(node: TreeNode): number {
    const ends: Map<string, number>[] = [];
    const branch = (condition: TreeNode | undefined, body: TreeNode | undefined): void => {
      const before = this.snapshot();
      if (condition) this.narrow(condition, true);
      this.visit(body);
      if (!leaves(body)) ends.push(this.snapshot());
      this.restore(before);
      if (condition) this.narrow(condition, false);
    };
    const condition = node.childForFieldName("condition");
    this.visit(condition);
    branch(condition, node.childForFieldName("consequence"));
    let hasElse = false;
    for (const clause of node.childrenFor("alternative")) {
      const own = clause.childForFieldName("condition");
      this.visit(own);
      if (!own) hasElse = true;
      branch(own, clause.childForFieldName("consequence") ?? clause.childForFieldName("body"));
    }
    if (!hasElse) ends.push(this.snapshot());
    this.join(ends);
    return UNKNOWN;
  }

  /** A body that runs perhaps, or often. */
  protected perhaps(work: () => void, body: TreeNode | undefined): void {
    const before = this.snapshot();
    work();
    if (leaves(body)) this.restore(before);
    else this.join([before, this.snapshot()]);
  }

  /** What runs where something else failed: a function that was defined there counts. */
  protected instead(work: () => void, body: TreeNode | undefined): void {
    const before = this.snapshot();
    const all = new Map(this.given.get(this.builder.scope));
    this.perhaps(work, body);
    for (const [name, values] of all) {
      const first = this.builder.expressions[before.get(name) ?? UNKNOWN];
      if (first?.[0] !== "function" && first?.[0] !== "class") continue;
      this.builder.scope.names.set(name, before.get(name) as number);
      this.given
        .get(this.builder.scope)
        ?.set(name, [...values.filter((value) => value !== before.get(name)), before.get(name) as number]);
    }
  }

  protected snapshot(): Map<string, number> {
    return new Map(this.builder.scope.names);
  }

  protected restore(names: ReadonlyMap<string, number>): void {
    const own = this.builder.scope.names;
    own.clear();
    for (const [name, value] of names) own.set(name, value);
  }

  private join(ends: readonly ReadonlyMap<string, number>[]): void {
    const [first, ...others] = ends;
    if (!first) return;
    const own = this.builder.scope.names;
    this.restore(first);
    for (const [name, value] of others.flatMap((end) => [...end])) {
      const known = own.get(name);
      if (known === undefined) own.set(name, value);
      else if (known !== value) own.set(name, this.either(known, value));
    }
    // Of a part of a name something is only known where every branch tells it.
    for (const name of [...own.keys()]) if (name.includes(".") && !ends.every((end) => end.has(name))) own.delete(name);
  }

  private either(left: number, right: number): number {
    const { expressions } = this.builder;
    const [one, other] = [expressions[left], expressions[right]];
    if (other?.[0] === "function" || other?.[0] === "class") return right;
    const values = one?.[0] === "any-of" ? one[1] : [left];
    if (values.includes(right)) return left;
    return values.length < VALUES_MAX ? this.builder.add(["any-of", [...values, right]]) : left;
  }

  protected signOf(node: TreeNode): string {
    const [left, right] = [node.childForFieldName("left"), node.childForFieldName("right")];
    const between = this.file.source.slice(left?.endIndex, right?.startIndex).replace(/#[^\n]*/g, "");
    return /\band\b/.test(between) ? "and" : "or";
  }

  /** What a condition tells of the names in it. @param holds  whether it is true */
  protected narrow(condition: TreeNode, holds: boolean): void {
    switch (condition.type) {
      case "parenthesized_expression":
        if (condition.children[0]) this.narrow(condition.children[0], holds);
        return;
      case "not_operator":
        if (condition.children[0]) this.narrow(condition.children[0], !holds);
        return;
      case "boolean_operator": {
        if ((this.signOf(condition) === "and") === holds)
          for (const part of condition.children) this.narrow(part, holds);
        return;
      }
      case "call":
        if (holds) this.narrowTo(condition);
        return;
    }
  }

  /** `isinstance(x, C)`, `isinstance(x.y, (C, D))`. */
  private narrowTo(call: TreeNode): void {
    if (this.text(call.childForFieldName("function")) !== "isinstance") return;
    const [tested, types] = call.childForFieldName("arguments")?.children ?? [];
    const name = this.text(tested);
    if (!types || !/^[A-Za-z_]\w*(?:\.\w+){0,3}$/.test(name)) return;
    const list = types.type === "tuple" ? types.children : [types];
    const all = list.map((type) => this.typeOf(this.text(type))).map((type) => (type === NONE ? UNKNOWN : type));
    const type = all.length === 1 ? (all[0] as number) : this.builder.add(["union", all]);
    const value = this.builder.add(["as", type]);
    if (name.includes(".")) this.assignPart(name, value);
    else this.builder.scope.names.set(name, value);
  }
}

/** Whether nothing behind a block runs after it. */
function leaves(body: TreeNode | undefined): boolean {
  const last = body?.children.findLast(({ type }) => type !== "comment");
  if (!last) return false;
  if (last.type === "if_statement") {
    const clauses = last.childrenFor("alternative");
    const bodies = [
      last.childForFieldName("consequence"),
      ...clauses.map((each) => each.childForFieldName("consequence") ?? each.childForFieldName("body")),
    ];
    return clauses.some(({ type }) => type === "else_clause") && bodies.every((each) => leaves(each));
  }
  return LEAVING.has(last.type);
}
