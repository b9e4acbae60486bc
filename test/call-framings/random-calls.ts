/** Random tools and calls of them, for the property test of the call reader. Nothing here knows how the reader works. */

import type { Random } from "../random.ts";

export type Json = Record<string, unknown>;
export interface Tool {
  readonly name: string;
  readonly parameters: Json;
}
export interface Call {
  readonly name: string;
  readonly arguments: Json;
}

const NAMES =
  "read_file write_file search run_command get_weather listDirectory apply-edit web.fetch send_message 搜索文件 später create_task".split(
    " ",
  );
const KEYS = "path content query count limit recursive mode tags options city lines ratio note enabled".split(" ");
const WORDS =
  "src/app.ts|hello world|Zürich|北京|a|don't|42|true|null|C:\\temp\\x|42 items|x = y; // z|[1, 2]|{a: 1}|100 %|naïve café|/tmp/a b.txt|#tag|key: value|🙂 ok".split(
    "|",
  );
/** Texts that hold markup or quotes: only for forms that can carry them. */
const HARD = [
  'say "hi"',
  "if (a < b && c > d) {}",
  "<b>bold</b>",
  "line 1\nline 2\n  line 3",
  "</tool_call>",
  "tab\there",
  "a\\nb",
  "```ts\nx\n```",
  "[TOOL_CALLS]",
  '{"name": "x"}',
];

type Kind = "string" | "integer" | "number" | "boolean" | "enum" | "strings" | "integers" | "object";
const KINDS: readonly Kind[] = [
  "string",
  "string",
  "string",
  "integer",
  "number",
  "boolean",
  "enum",
  "strings",
  "integers",
  "object",
];

/** What a form can carry. */
export interface Reach {
  /** Only texts, numbers and truth values, no lists or objects. */
  readonly isFlat?: boolean;
  /** Texts without markup, quotes and line breaks. */
  readonly isPlain?: boolean;
  /** At least one argument. */
  readonly isFilled?: boolean;
  readonly isAscii?: boolean;
}

export function randomTools(random: Random, count: number): readonly Tool[] {
  const names = [...NAMES].sort(() => random.below(3) - 1).slice(0, count);
  return names.map((name) => {
    const kinds = KEYS.filter(() => random.chance(0.3))
      .slice(0, 5)
      .map((key) => [key, random.pick(KINDS)] as const);
    const properties = Object.fromEntries(kinds.map(([key, kind]) => [key, schemaOf(kind)]));
    const required = kinds.filter(() => random.chance(0.5)).map(([key]) => key);
    return { name, parameters: { type: "object", properties, required } };
  });
}

function schemaOf(kind: Kind): Json {
  if (kind === "enum") return { type: "string", enum: ["fast", "slow", "off"] };
  if (kind === "strings") return { type: "array", items: { type: "string" } };
  if (kind === "integers") return { type: "array", items: { type: "integer" } };
  if (kind === "object") return { type: "object", properties: { id: { type: "integer" }, label: { type: "string" } } };
  return { type: kind };
}

export function randomCall(random: Random, tool: Tool, reach: Reach): Call {
  const properties = tool.parameters["properties"] as Record<string, Json>;
  const required = tool.parameters["required"] as readonly string[];
  const given: Json = {};
  for (const [key, schema] of Object.entries(properties))
    if (required.includes(key) || random.chance(0.6)) given[key] = randomValue(random, schema, reach);
  return { name: tool.name, arguments: given };
}

function randomValue(random: Random, schema: Json, reach: Reach): unknown {
  const text = (): string => (reach.isPlain !== true && random.chance(0.3) ? random.pick(HARD) : random.pick(WORDS));
  if (Array.isArray(schema["enum"])) return random.pick(schema["enum"] as readonly string[]);
  const list = <T>(make: () => T): T[] => Array.from({ length: 1 + random.below(3) }, make);
  switch (schema["type"]) {
    case "integer":
      return random.below(2000) - 500;
    case "number":
      return (random.below(2000) - 500) / 8;
    case "boolean":
      return random.chance(0.5);
    case "array":
      return (schema["items"] as Json)["type"] === "string" ? list(text) : list(() => random.below(100));
    case "object":
      return { id: random.below(100), label: text() };
    default:
      return text();
  }
}
