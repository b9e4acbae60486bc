import type { JsonSchema } from "../../base/json-schema.ts";

/** What the model is told of a tool. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** Always `type: "object"`. */
  readonly schema: JsonSchema;
}

/** How many tools a model is told of from the start: few and in short words, those of every day, or every one. */
export type ToolSet = "small" | "core" | "all";
