import type { NodeKind } from "../../model.ts";
import type { ReadFile, ScopeReader } from "./scopes/scope-reader.ts";

/** How a definition is read from its syntax node. */
export interface SymbolRule {
  /** A `function` directly inside a class is a method. */
  readonly kind: Extract<NodeKind, "function" | "method" | "class" | "module">;
  /** What the language calls it, where that is not the kind: interface, struct, trait, enum. */
  readonly form?: string;
  /** The field with its name; `name` unless told. Of a C declarator the name inside it is taken. */
  readonly name?: string;
  /** Only a definition when this field holds a node of one of these types (`const f = () => …`). */
  readonly value?: {
    readonly field: string;
    readonly types: readonly string[];
    /** One of these stands soon behind its beginning: seen in the text before the tree is asked. */
    readonly hints?: readonly string[];
    /** … and that node has no such field: a named struct inside a typedef is a definition itself. */
    readonly unless?: string;
  };
  /** Its name stands in front of it: `name = lambda …`. Group 1 is the name. */
  readonly before?: RegExp;
  /** Only a definition when it has this field: a C struct that is merely named has no body. */
  readonly needs?: string;
  /** Declares only: dropped when the same owner also defines the name. */
  readonly isSignature?: boolean;
  /** The field that names the type it belongs to, when it stands outside of it (receivers in Go). */
  readonly receiver?: string;
  /** Opens the scope of a type that is defined elsewhere (`impl` in Rust); `name` is the field with the type. */
  readonly isExtension?: boolean;
  /** Fields that name what it inherits from. */
  readonly heritage?: readonly string[];
}

/** How a call is read: the callee's text ends where `field` ends. */
export interface CallRule {
  /** Without one the callee is the first word behind `new`. */
  readonly field?: string;
  /** `new X(…)`: the callee is a type, and starts where the field does. */
  readonly constructs?: boolean;
}

/** One module, class or package that a file imports. */
export interface Import {
  /** As written: `./gateway.ts`, `com.ibm.cics.server.Program`. */
  readonly specifier: string;
  /** What the edge names: the file's stem for files of the project, the whole specifier for packages. */
  readonly name: string;
  readonly targets: readonly NodeKind[];
  /** A package of the language or of a registry, never part of the estate. */
  readonly isExternal: boolean;
  /** Local name → name in the imported module; `*` is the module itself. */
  readonly bindings: readonly { readonly local: string; readonly imported: string }[];
}

/** Reads a statement. `before` is the source in front of it: what a `require` is assigned to. */
export type ImportReader = (text: string, before: string) => readonly Import[];

/** One language: which syntax nodes are which facts. */
export interface Grammar {
  readonly language: string;
  /** The grammar file is `tree-sitter-<grammar>.wasm`. */
  readonly grammar: string;
  readonly extensions: readonly string[];
  /** First line of a script without an extension. */
  readonly shebang?: RegExp;
  readonly symbols: Readonly<Record<string, SymbolRule>>;
  readonly calls: Readonly<Record<string, CallRule>>;
  /** Import statements by node type. */
  readonly imports: Readonly<Record<string, ImportReader>>;
  /** Calls that import (`require`), by callee; they are given the call's text. */
  readonly importCalls?: Readonly<Record<string, ImportReader>>;
  /** Nodes that name the types their owner inherits from; with `unless`, only those without that field. */
  readonly heritage?: Readonly<Record<string, { readonly unless?: string }>>;
  /** Calls that mix a module into the class they stand in (Ruby). */
  readonly mixins?: ReadonlySet<string>;
  /** Types of literals. */
  readonly strings: ReadonlySet<string>;
  /** Types of expressions that join literals. */
  readonly joins: ReadonlySet<string>;
  /** Inside a class a bare name may be its own method (Java, C#, C++, Ruby). */
  readonly hasImplicitThis?: boolean;
  /** The method of a class that makes an object (Ruby's `new`). */
  readonly constructorName?: string;
  /** Text of other languages inside this one (EXEC SQL in C): blanked for the parser, lines and offsets stay. */
  readonly embedded?: RegExp;
  /** Words for the object or its class, and for its parent type. */
  readonly self: ReadonlySet<string>;
  readonly parent: ReadonlySet<string>;
  /** Finds declared types: groups are name and type, or type and name when `typeFirst`. */
  readonly declared?: { readonly pattern: RegExp; readonly typeFirst: boolean };
  /** Functions and objects that the language provides. */
  readonly builtIn: ReadonlySet<string>;
  /** Methods of the language's own types: a call on a receiver of unknown type says nothing about the estate. */
  readonly commonMethods: ReadonlySet<string>;
  /** Reads scopes and types, from which the estate tells what calls mean; without them the name of a call decides. */
  readonly scopes?: (file: ReadFile) => ScopeReader;
}

/** The text as the parser gets it. */
export function parsedText(source: string, { embedded }: Grammar): string {
  return embedded ? source.replace(embedded, (part) => part.replace(/[^\n]/g, " ")) : source;
}

/** A set of words, written as one text. */
export const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/).filter((word) => word !== ""));
