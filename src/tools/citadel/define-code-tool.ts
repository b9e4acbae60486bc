import type { JsonSchema, Tool, ToolContext, ToolOutput } from "../../core/tool.ts";
import { defineTool, type FromSchema } from "../define-tool.ts";

/** What a citadel tool's file says: how its input becomes a question to the code intelligence. */
interface CodeToolDefinition<S extends JsonSchema & { readonly type: "object" }> {
  readonly name: string;
  readonly description: string;
  /** The word of `waymark code` for the same question. */
  readonly verb: string;
  readonly schema: S;
  /** The file or folder that is asked about. */
  path(input: FromSchema<S>): string;
  /** The rest of the question: names, limits. */
  question(input: FromSchema<S>): Readonly<Record<string, unknown>>;
}

/** A tool that answers from parsers, never from a model; offered only where the folder has files they understand. */
export function defineCodeTool<const S extends JsonSchema & { readonly type: "object" }>(
  definition: CodeToolDefinition<S>,
): Tool<FromSchema<S>> {
  const { name, description, verb, schema } = definition;
  return defineTool({
    name,
    description,
    schema,
    isUseful: ({ code }) => code.isUseful(),
    intent: (input) => ({
      accesses: [{ kind: "read", path: definition.path(input) }],
      display: { kind: "text", text: `${verb} ${definition.path(input)}` },
    }),
    async run(input, { code, signal }: ToolContext): Promise<ToolOutput> {
      const text = await code.query(verb, { path: definition.path(input), ...definition.question(input) }, signal);
      return { text, display: { kind: "text", text } };
    },
  });
}

/** Long lists come in parts; each says how much there is. */
export const PAGE = {
  limit: { type: "integer", minimum: 1, maximum: 500, default: 40, description: "lines of each list" },
  offset: { type: "integer", minimum: 0, default: 0 },
} as const;
