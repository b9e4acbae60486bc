import {
  type ClassFact,
  type ExportBinding,
  type Expression,
  type FunctionFact,
  type ImportBinding,
  NONE,
  packed,
  type ScopeFacts,
  UNKNOWN,
} from "../../../scope-facts.ts";

type Writable<T> = { -readonly [Name in keyof T]: T[Name] };
export type OpenClass = Writable<Omit<ClassFact, "methods" | "fields" | "classes">> & {
  methods: Record<string, number[]>;
  fields: Record<string, number>;
  classes?: Record<string, number>;
};
export type OpenFunction = Writable<FunctionFact>;

/** Names that are seen from a place, from the inside out. */
export interface Scope {
  readonly names: Map<string, number>;
  /** Type parameters and types that are declared here, as expressions. */
  types: Map<string, number> | undefined;
  readonly outer: Scope | undefined;
  /** Where `var` and assignments without a declaration put their names. */
  readonly isFunction: boolean;
}

/** Collects the scope facts of one file. */
export class ScopeBuilder {
  readonly imports: ImportBinding[] = [];
  readonly exports: ExportBinding[] = [];
  readonly classes: OpenClass[] = [];
  readonly functions: OpenFunction[] = [];
  readonly variables: number[] = [];
  readonly expressions: Expression[] = [["?"]];
  /** Expressions of the callees of calls, by the offset of the name that is called. */
  readonly calls = new Map<number, number>();
  package: string | undefined;
  scope: Scope = { names: new Map(), types: undefined, outer: undefined, isFunction: true };
  readonly top = this.scope;
  private readonly simple = new Map<string, number>();

  add(expression: Expression): number {
    return this.expressions.push(expression) - 1;
  }

  /** An expression of at most two parts, or a third that is always the same, is kept once. */
  once(expression: Expression): number {
    const key = `${expression[0]} ${expression[1]} ${expression[2]}`;
    const known = this.simple.get(key);
    if (known !== undefined) return known;
    const at = this.add(expression);
    this.simple.set(key, at);
    return at;
  }

  literal(name: string): number {
    return this.once(["literal", name]);
  }

  variable(type: number, value: number): number {
    this.variables.push(type, value);
    return this.variables.length / 2 - 1;
  }

  /** Declares a variable in the scope that is open. */
  declare(name: string, type: number, value: number): number {
    const index = this.variable(type, value);
    if (name !== "" && name !== "_") this.scope.names.set(name, this.add(["var", index]));
    return index;
  }

  within<T>(work: () => T, { isFunction = false } = {}): T {
    const outer = this.scope;
    this.scope = { names: new Map(), types: undefined, outer, isFunction };
    try {
      return work();
    } finally {
      this.scope = outer;
    }
  }

  find(name: string): number | undefined {
    for (let scope: Scope | undefined = this.scope; scope; scope = scope.outer) {
      const found = scope.names.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  findType(name: string): number | undefined {
    for (let scope: Scope | undefined = this.scope; scope; scope = scope.outer) {
      const found = scope.types?.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  declareType(name: string, type: number): void {
    this.scope.types ??= new Map();
    this.scope.types.set(name, type);
  }

  /** A class inside another. */
  nest(outer: number, name: string, index: number): void {
    const fact = this.classes[outer] as OpenClass;
    fact.classes ??= record();
    fact.classes[name] = index;
  }

  class(name: string, symbol: string | undefined, outer: number): number {
    const fact: OpenClass = { name, methods: record(), fields: record() };
    if (symbol !== undefined) fact.symbol = symbol;
    if (outer !== NONE) fact.outer = outer;
    return this.classes.push(fact) - 1;
  }

  function(name: string, symbol: string | undefined, owner: number): number {
    const fact: OpenFunction = { name };
    if (symbol !== undefined) fact.symbol = symbol;
    const index = this.functions.push(fact) - 1;
    if (owner !== NONE) {
      fact.owner = owner;
      const { methods } = this.classes[owner] as OpenClass;
      methods[name] ??= [];
      methods[name].push(index);
    }
    return index;
  }

  /**
   * Makes type parameters known in the scope that is open.
   * @param boundOf  the written type that bounds the nth; asked when all names are known
   */
  typeParameters(
    names: readonly string[],
    of: { readonly kind: "class" | "function"; readonly index: number },
    boundOf: (at: number) => number,
  ): void {
    if (names.length === 0) return;
    if (of.kind === "class") (this.classes[of.index] as OpenClass).parameters = names;
    else (this.functions[of.index] as OpenFunction).types = names;
    const places = names.map((name) => this.add(["parameter", name, of.kind, of.index, NONE]));
    for (const [at, name] of names.entries()) this.declareType(name, places[at] as number);
    for (const [at, name] of names.entries()) {
      const bound = boundOf(at);
      if (bound > UNKNOWN) this.expressions[places[at] as number] = ["parameter", name, of.kind, of.index, bound];
    }
  }

  facts(): ScopeFacts {
    const { imports, exports, classes, functions, variables } = this;
    const { texts, cells } = packed(this.expressions);
    return {
      ...(this.package !== undefined && { package: this.package }),
      imports,
      exports,
      names: Object.fromEntries(this.top.names),
      classes,
      functions,
      variables,
      texts,
      cells,
    };
  }
}

/** Names of a source may be those of any object (`constructor`), so the tables have no prototype. */
const record = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;

export { NONE, UNKNOWN };
