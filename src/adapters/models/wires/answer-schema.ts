import type { ModelRequest } from "../../../core/ports/model.ts";
import type { Wire } from "../services/provider.ts";
import { asList, asRecord } from "../sse/json-shape.ts";

/**
 * What a request says of the form of its answer, as fields of the body, of `generationConfig` over Gemini's wire and of `output_config` over
 * Anthropic's. Servers that only follow OpenAI may force every word into the form, calls too, so they are told where there are no tools.
 * https://platform.openai.com/docs/guides/structured-outputs, https://platform.claude.com/docs/en/build-with-claude/structured-outputs,
 * https://ai.google.dev/gemini-api/docs/structured-output
 */
export function answerFields({ answerSchema: schema, tools }: ModelRequest, wire: Wire): object {
  if (schema === undefined || (wire === "compatible" && tools.length > 0)) return {};
  const named = { name: "answer", schema, strict: isStrict(schema) };
  switch (wire) {
    case "chat":
    case "compatible":
      return { response_format: { type: "json_schema", json_schema: named } };
    case "responses":
      return { text: { format: { type: "json_schema", ...named } } };
    case "anthropic":
      return { format: { type: "json_schema", schema } };
    case "gemini":
      return { responseMimeType: "application/json", responseJsonSchema: schema };
  }
}

const SCHEMA_DEPTH_MAX = 50;

/** Whether every object in it lists all that it may hold, which OpenAI wants of a schema that it holds a model to. */
function isStrict(schema: unknown, depth = 0): boolean {
  if (depth > SCHEMA_DEPTH_MAX) return false;
  if (Array.isArray(schema)) return schema.every((one) => isStrict(one, depth + 1));
  const record = asRecord(schema);
  if (!record) return true;
  const properties = asRecord(record["properties"]);
  const isObject = properties !== undefined || record["type"] === "object";
  const required = new Set(asList(record["required"]));
  const isClosed =
    record["additionalProperties"] === false && Object.keys(properties ?? {}).every((name) => required.has(name));
  return (!isObject || isClosed) && Object.values(record).every((value) => isStrict(value, depth + 1));
}
