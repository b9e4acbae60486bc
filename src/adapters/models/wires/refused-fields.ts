import { ServerFault } from "../http/faults.ts";
import { readError } from "../http/said-error.ts";
import { asRecord, type JsonRecord } from "../sse/json-shape.ts";

export interface Refusal {
  readonly fields: readonly string[];
  /** What a person misses without them. */
  readonly misses?: "effort" | "answer schema";
}

/** What a request can do without, in the order in which a server's words are read for it. */
const OPTIONAL: readonly (Refusal & { readonly words?: RegExp })[] = [
  {
    // How the form of an answer is said, over any wire.
    fields: ["response_format", "text", "format", "responseMimeType", "responseJsonSchema"],
    words:
      /response_?format|response.?mime.?type|response.?json.?schema|(?:json|output|answer).?schema|structured.?output|output_(?:config\W*)?format|text\.format|grammar/i,
    misses: "answer schema",
  },
  {
    // How a model is told how much to think.
    fields: ["reasoning_effort", "reasoning", "thinking", "effort", "thinkingConfig"],
    words: /reasoning|thinking|effort|output_config/i,
    misses: "effort",
  },
  ...["prompt_cache_key", "cache_control", "stream_options", "temperature"].map((field) => ({
    fields: [field],
    words: new RegExp(`\\b${field}\\b`),
  })),
];

/** Objects in a body whose fields count like its own. */
const INNER = ["generationConfig", "output_config"];

/** The fields of a request that only help, and that a server did not take: it may be asked again without them. */
export function refusalIn(error: unknown, body: JsonRecord): Refusal | undefined {
  if (!(error instanceof ServerFault) || (error.status !== 400 && error.status !== 422)) return undefined;
  const { text } = readError(error.body);
  const sent = Object.assign({}, ...INNER.map((name) => asRecord(body[name])), body);
  for (const { fields, words, misses } of OPTIONAL) {
    const refused = fields.filter((field) => sent[field] !== undefined);
    if (refused.length > 0 && words?.test(text)) return { fields: refused, ...(misses ? { misses } : {}) };
  }
  return undefined;
}

/** The body as it is sent. */
export function withoutFields(body: JsonRecord, fields: ReadonlySet<string>): JsonRecord {
  if (fields.size === 0) return body;
  const kept = (record: JsonRecord): JsonRecord =>
    Object.fromEntries(Object.entries(record).filter(([field]) => !fields.has(field)));
  const inner = INNER.flatMap((name) => {
    const record = asRecord(body[name]);
    return record ? [[name, kept(record)] as const] : [];
  }).filter(([name, record]) => name === "generationConfig" || Object.keys(record).length > 0);
  const outer = Object.entries(kept(body)).filter(([name]) => !INNER.includes(name));
  return Object.fromEntries([...outer, ...inner]);
}
