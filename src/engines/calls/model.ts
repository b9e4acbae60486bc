/** The vocabulary of this room: what a text is searched for and what is found in it. */

/** A JSON object as it was parsed. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** A JSON Schema as a tool declares it; `true` and `false` are schemas too. */
export type JsonSchema = boolean | JsonObject;

/** An OpenAI-style function definition, or its inner part alone. */
export interface ToolDefinition {
  readonly type?: string;
  readonly function?: { readonly name: string; readonly description?: string; readonly parameters?: unknown };
  readonly name?: string;
  readonly description?: string;
  readonly parameters?: unknown;
  readonly input_schema?: unknown;
}

/** A call that a model wrote. `repairs` says what was put right in it, and is absent when nothing was. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: unknown;
  readonly repairs?: readonly string[];
}

/** What was meant as a call and is none: its text is content (or thinking). */
export interface Rejection {
  /** UTF-16 offsets in the text, end exclusive. */
  readonly at: number;
  readonly end: number;
  /** What is wrong and what to do, for the model. */
  readonly reason: string;
}

/** The calls of a text in their order, and the text without them and without thinking. */
export interface Extraction {
  readonly calls: readonly ToolCall[];
  readonly content: string;
  /** What the model thought, absent where it did not; a call in it never runs. */
  readonly thinking?: string;
  /** Absent when nothing was rejected. */
  readonly rejected?: readonly Rejection[];
}

/** The same with the place of each call, an offset in the content, and the text that it was read from, its frame included. */
export interface PlacedExtraction extends Extraction {
  readonly places: readonly number[];
  readonly written: readonly string[];
}

export const CALL_FAMILIES = [
  "hermes",
  "qwen",
  "mistral",
  "llama",
  "deepseek",
  "harmony",
  "kimi",
  "glm",
  "pythonic",
  "xml",
  "react",
  "fenced",
] as const;
/** One of `CALL_FAMILIES`: a model family by its way to write calls. */
export type CallFamily = (typeof CALL_FAMILIES)[number];

/**
 * What stands where arguments are expected, before a schema gives it types: a value that has types of its own, text that
 * has none, or members, with the text they were read from where the tool wants just that.
 */
export type Tree =
  | { readonly kind: "value"; readonly value: unknown }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "members"; readonly members: readonly Member[]; readonly raw: string }
  /** Python: values by place, before those by name. */
  | { readonly kind: "placed"; readonly values: readonly unknown[]; readonly named: JsonObject };

export const NO_ARGUMENTS: Tree = { kind: "members", members: [], raw: "" };

export interface Member {
  readonly key: string;
  readonly value: Tree;
}

/** A call as it is written, before names and arguments are held against the tools. */
export interface RawCall {
  readonly name: string;
  readonly given: Tree;
  readonly repairs: readonly string[];
}
