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

/** The calls of a text in their order, and the text without them and without reasoning. */
export interface Extraction {
  readonly calls: readonly ToolCall[];
  readonly content: string;
  /** What was meant as a call and is none, each with the reason and what to do, for the model; absent when nothing was. */
  readonly rejected?: readonly string[];
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

/** A call as its family writes it, before names and arguments are held against the tools. */
export interface RawCall {
  readonly name: string;
  readonly arguments: unknown;
  /** `text`: every argument is a string that the schema must give a type. */
  readonly wire: "json" | "text";
  readonly repairs: readonly string[];
}

/** What stands at one place of a text. */
export type Reading =
  | { readonly kind: "calls"; readonly calls: readonly RawCall[]; readonly end: number }
  | { readonly kind: "none" }
  /** Meant as a call and unusable: content up to `end`, in which nothing else is looked for. */
  | { readonly kind: "refused"; readonly end: number }
  | { readonly kind: "unfinished" };

export const NOT_A_CALL: Reading = { kind: "none" };
export const UNFINISHED: Reading = { kind: "unfinished" };

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
