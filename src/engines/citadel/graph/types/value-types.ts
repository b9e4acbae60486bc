import {
  type ClassInfo,
  type FieldInfo,
  type FileScope,
  instance,
  NO_ENV,
  parameterId,
  type Rules,
  type Type,
  type Types,
  UNKNOWN_TYPE,
  unknown,
} from "./types.ts";

/** Values lead to values: a chain longer than this is not followed. */
const DEPTH_MAX = 60;
export const IN_WORK: Type = { kind: "unknown", reason: "it depends on itself" };

/** Types of expressions and variables, each told once. */
export abstract class ValueTypes implements Types {
  protected abstract evaluate(file: FileScope, expression: number): Type;

  protected readonly rulesOf: (family: string) => Rules;
  protected readonly open = new Set<string>();
  protected readonly variables = new Map<FileScope, (Type | undefined)[]>();

  constructor(rulesOf: (family: string) => Rules) {
    this.rulesOf = rulesOf;
  }

  rules(file: FileScope): Rules {
    return this.rulesOf(file.family);
  }

  typeOf(file: FileScope, expression: number): Type {
    if (expression <= 0) return UNKNOWN_TYPE;
    const known = file.known[expression];
    if (known) return known;
    const type = this.guarded(`${file.path}#${expression}`, () => this.evaluate(file, expression));
    // What depends on itself is not known while it is looked for, which is no answer for later.
    if (type !== IN_WORK) file.known[expression] = type;
    return type === IN_WORK ? UNKNOWN_TYPE : type;
  }

  protected guarded(key: string, work: () => Type): Type {
    if (this.open.has(key) || this.open.size > DEPTH_MAX) return IN_WORK;
    this.open.add(key);
    try {
      return work();
    } finally {
      this.open.delete(key);
    }
  }

  variable({ file, variable }: FieldInfo): Type {
    let known = this.variables.get(file);
    if (!known) {
      known = [];
      this.variables.set(file, known);
    }
    const done = known[variable];
    if (done) return done;
    const [written = -1, value = -1] = file.scope.variables.slice(variable * 2, variable * 2 + 2);
    const type = this.guarded(`${file.path}#v${variable}`, () => {
      if (written < 0) return this.typeOf(file, value);
      const type = this.typeOf(file, written);
      // A variable of a written function type is the function that it is given, where that is written beside it.
      const isLiteral = type.kind === "callable" && file.expressions[value]?.[0] === "function";
      return isLiteral ? this.typeOf(file, value) : type;
    });
    if (type !== IN_WORK) known[variable] = type;
    return type === IN_WORK ? UNKNOWN_TYPE : type;
  }

  protected classAt(file: FileScope, index: number): ClassInfo | undefined {
    return file.classes[index];
  }

  list(file: FileScope, expressions: readonly number[]): Type[] {
    return expressions.map((expression) => this.typeOf(file, expression));
  }

  self(file: FileScope, index: number): Type {
    const cls = this.classAt(file, index);
    if (!cls) return unknown("this stands in no class");
    const args = (cls.fact.parameters ?? []).map(
      (name): Type => ({ kind: "parameter", id: parameterId(file, "class", index, name) }),
    );
    return instance(cls, args);
  }

  /** What a class or function is as a value; a function that no symbol stands for counts by its shape. */
  functionValue(file: FileScope, index: number): Type {
    const fn = file.functions[index];
    return fn ? { kind: "functions", list: [{ fn, env: NO_ENV }] } : UNKNOWN_TYPE;
  }
}
