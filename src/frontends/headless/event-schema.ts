import * as z from "zod";

const sessionId = z.string().describe("The session the event belongs to.");

const textBlock = z.looseObject({ type: z.literal("text"), text: z.string() });
const thinkingBlock = z.looseObject({ type: z.literal("thinking"), thinking: z.string() });
const toolUseBlock = z.looseObject({
  type: z.literal("tool_use"),
  id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const toolResultBlock = z.looseObject({
  type: z.literal("tool_result"),
  tool_use_id: z.string(),
  content: z.string(),
  is_error: z.boolean(),
});

const init = z
  .looseObject({
    type: z.literal("system"),
    subtype: z.literal("init"),
    session_id: sessionId,
    cwd: z.string(),
    model: z.string(),
    strategy: z.string(),
    tools: z.array(z.string()),
    permissionMode: z.string(),
  })
  .describe("The first line, once.");

const parentCall = z
  .string()
  .nullable()
  .describe("The call that gave a sub-agent its work, where the line is the sub-agent's.");

const assistant = z
  .looseObject({
    type: z.literal("assistant"),
    parent_tool_use_id: parentCall,
    message: z.looseObject({
      role: z.literal("assistant"),
      content: z.array(z.discriminatedUnion("type", [textBlock, thinkingBlock, toolUseBlock])),
    }),
    session_id: sessionId,
  })
  .describe("One whole reply of the model.");

const user = z
  .looseObject({
    type: z.literal("user"),
    parent_tool_use_id: parentCall,
    message: z.looseObject({ role: z.literal("user"), content: z.array(toolResultBlock) }),
    session_id: sessionId,
  })
  .describe("The result of one call; every tool_use has exactly one.");

const retry = z
  .looseObject({
    type: z.literal("system"),
    subtype: z.literal("api_retry"),
    attempt: z.number(),
    max_attempts: z.number(),
    delay_ms: z.number(),
    error: z.string(),
    message: z.string(),
    session_id: sessionId,
  })
  .describe("A model step failed in passing and is tried again.");

const otherSystem = z
  .looseObject({
    type: z.literal("system"),
    subtype: z.enum(["compact_boundary", "plan", "status"]),
    session_id: sessionId,
  })
  .describe("Something a reader may show.");

const streamEvent = z
  .looseObject({ type: z.literal("stream_event"), event: z.looseObject({ type: z.string() }), session_id: sessionId })
  .describe("A delta; only with --include-partial-messages.");

const result = z
  .looseObject({
    type: z.literal("result"),
    subtype: z.enum(["success", "error_during_execution", "error_max_turns", "error_max_budget"]),
    is_error: z.boolean(),
    result: z.string(),
    num_turns: z.int(),
    duration_ms: z.number(),
    duration_api_ms: z.number(),
    total_cost_usd: z
      .number()
      .nullable()
      .describe("US dollars; null where a model was used of which no price is known."),
    permission_denials: z
      .array(
        z.looseObject({
          tool_name: z.string(),
          tool_use_id: z.string(),
          tool_input: z.unknown(),
          reason: z.string(),
        }),
      )
      .describe("The calls that were refused."),
    background_notices: z
      .array(z.string())
      .optional()
      .describe("What commands in the background did to files that start programs or configure an agent."),
    usage: z.looseObject({ input_tokens: z.number(), output_tokens: z.number(), cache_read_input_tokens: z.number() }),
    session_id: sessionId,
  })
  .describe("The last line, once.");

/** One line of `--output-format stream-json`; published as JSON Schema in docs/reference. */
export const EventLineSchema = z.union([init, retry, otherSystem, assistant, user, streamEvent, result]);
