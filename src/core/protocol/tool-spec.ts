import type { JsonSchema } from "../../base/json-schema.ts";

/** What the model is told of a tool. */
export interface ToolSpec {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly name: string;
  readonly description: string;
  /** Always `type: "object"`. */
  readonly schema: JsonSchema;
}
