/**
 * What one file of a modern language says of its names and types, so that the estate can tell what each call means.
 * Everything refers to everything else by place in a list; -1 is none.
 */
export interface ScopeFacts {
  /** The package or namespace that the file says it belongs to. */
  readonly package?: string;
  readonly imports: readonly ImportBinding[];
  /** What the module gives out, by name; where a module gives out all its top names, only what differs. */
  readonly exports: readonly ExportBinding[];
  /** Top-level names → what they stand for. */
  readonly names: Readonly<Record<string, number>>;
  readonly classes: readonly ClassFact[];
  readonly functions: readonly FunctionFact[];
  /** Two numbers a variable: the written type, the value it begins with. */
  readonly variables: readonly number[];
  /** The expressions one after the other, as `unpacked` reads them; names are places in `texts`. */
  readonly cells: readonly number[];
  readonly texts: readonly string[];
}

/** `local` is `*` when every name is brought in, `imported` is `*` when the module itself is; `isStatic` as in Java. */
export interface ImportBinding {
  readonly local: string;
  readonly specifier: string;
  readonly imported: string;
  readonly isStatic?: boolean;
}

/**
 * `name` is `*` for all names of `specifier`; `value` is the expression given out when nothing is imported. `module.exports` is the
 * module itself, `exports` the object that CommonJS begins with.
 */
export interface ExportBinding {
  readonly name: string;
  readonly specifier?: string;
  readonly imported?: string;
  readonly value?: number;
  /** The type of that name. */
  readonly type?: number;
}

export interface ClassFact {
  readonly name: string;
  /** Key of its symbol in the same facts; absent for anonymous classes and object literals. */
  readonly symbol?: string;
  readonly outer?: number;
  /** The namespace around it, where a file may have several. */
  readonly package?: string;
  readonly parameters?: readonly string[];
  readonly supers?: readonly number[];
  readonly methods: Readonly<Record<string, readonly number[]>>;
  readonly fields: Readonly<Record<string, number>>;
  readonly classes?: Readonly<Record<string, number>>;
  /** Written without bodies: an interface, a protocol. */
  readonly isInterface?: boolean;
  /** Of another type: `type Handler func(…)`, `type ID = string`. */
  readonly alias?: number;
  /** Values have members that nobody declares: a dictionary, an index signature. */
  readonly isOpen?: boolean;
}

export interface FunctionFact {
  readonly name: string;
  readonly symbol?: string;
  readonly owner?: number;
  /** Names of type parameters. */
  readonly types?: readonly string[];
  /** Variables. */
  readonly parameters?: readonly number[];
  /** How many arguments it needs at least; absent: all. */
  readonly needs?: number;
  readonly isVariadic?: boolean;
  readonly isStatic?: boolean;
  readonly isAbstract?: boolean;
  /** Read like a field: its value is its result. */
  readonly isProperty?: boolean;
  /** What a call gives is awaited or iterated first. */
  readonly wraps?: "promise" | "iterator";
  /** The type that is written for the object it is called on (Python). */
  readonly self?: number;
  /** Written type of the result. */
  readonly result?: number;
  /** Values that it returns, where no type is written. */
  readonly returns?: readonly number[];
  /** The class of what it makes when it is called with `new`, and of what is put on it as on an object. */
  readonly makes?: number;
  /** The type that a receiver outside of its class names (Go). */
  readonly receiver?: string;
}

/**
 * A value or a written type. Values: name, bare call, variable, function, class, import, this, super, member, call, construction,
 * literal, cast, index, element of an iteration, its key, what a `with` gives, nth of several, one of several, awaited, parameter by context (of a call's
 * argument; without a call of a written type), operator.
 */
export type Expression =
  | readonly ["?"]
  | readonly ["name", string, number]
  | readonly ["bare", string, number]
  | readonly ["var", number]
  | readonly ["function", number]
  | readonly ["class", number]
  | readonly ["import", number]
  | readonly ["this", number]
  | readonly ["super", number]
  | readonly ["member", number, string]
  | readonly ["call", number, readonly number[]]
  | readonly ["new", number, readonly number[]]
  | readonly ["literal", string]
  | readonly ["as", number]
  | readonly ["index", number]
  | readonly ["each", number]
  | readonly ["key", number]
  | readonly ["enter", number]
  | readonly ["nth", number, number]
  | readonly ["any-of", readonly number[]]
  | readonly ["await", number]
  | readonly ["context", number, number, number]
  | readonly ["operator", string, number, number]
  | readonly ["instance", number]
  | readonly ["list", readonly number[]]
  | TypeExpression;

/** Written types: by name (dotted, seen from a class), parameter of a class or function with its bound, built from others, union, of a value. */
export type TypeExpression =
  | readonly ["type", string, number, readonly number[]]
  | readonly ["parameter", string, "class" | "function", number, number]
  | readonly ["built", string, readonly number[]]
  | readonly ["callable", readonly number[], number]
  | readonly ["union", readonly number[]]
  | readonly ["type-of", number]
  | readonly ["class-type", number];

export const NONE = -1;
/** Every file's first expression says nothing. */
export const UNKNOWN = 0;

/** What follows an operation: `t` a text, `n` a number, `l` a list of numbers with its length before it. */
const SHAPES: Readonly<Record<Expression[0], string>> = {
  "?": "",
  name: "tn",
  bare: "tn",
  var: "n",
  function: "n",
  class: "n",
  import: "n",
  this: "n",
  super: "n",
  member: "nt",
  call: "nl",
  new: "nl",
  literal: "t",
  as: "n",
  index: "n",
  each: "n",
  key: "n",
  enter: "n",
  nth: "nn",
  "any-of": "l",
  await: "n",
  context: "nnn",
  operator: "tnn",
  instance: "n",
  list: "l",
  type: "tnl",
  parameter: "ttnn",
  built: "tl",
  callable: "ln",
  union: "l",
  "type-of": "n",
  "class-type": "n",
};
const OPERATIONS = Object.keys(SHAPES) as readonly Expression[0][];
const CODES = new Map(OPERATIONS.map((operation, code) => [operation, code]));

/** Expressions as flat numbers: a file has as many as it has names, and lists of lists take three times the room. */
export function packed(expressions: readonly Expression[]): Pick<ScopeFacts, "cells" | "texts"> {
  const cells: number[] = [];
  const places = new Map<string, number>();
  const placeOf = (text: string): number => {
    const known = places.get(text);
    if (known !== undefined) return known;
    places.set(text, places.size);
    return places.size - 1;
  };
  for (const [operation, ...parts] of expressions) {
    cells.push(CODES.get(operation) ?? 0);
    for (const part of parts as readonly (string | number | readonly number[])[]) {
      if (typeof part === "number") cells.push(part);
      else if (typeof part === "string") cells.push(placeOf(part));
      else {
        cells.push(part.length);
        for (const item of part) cells.push(item);
      }
    }
  }
  return { cells, texts: [...places.keys()] };
}

/** The expressions of a file. */
export function unpacked({ cells, texts }: Pick<ScopeFacts, "cells" | "texts">): Expression[] {
  const expressions: Expression[] = [];
  for (let at = 0; at < cells.length; ) {
    const operation = OPERATIONS[cells[at++] as number] as Expression[0];
    const expression: unknown[] = [operation];
    for (const sign of SHAPES[operation]) {
      const cell = cells[at++] as number;
      if (sign === "n") expression.push(cell);
      else if (sign === "t") expression.push(texts[cell]);
      else {
        expression.push(cells.slice(at, at + cell));
        at += cell;
      }
    }
    expressions.push(expression as unknown as Expression);
  }
  return expressions;
}
