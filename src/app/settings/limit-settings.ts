import * as z from "zod";
import type { LIMIT_NAMES } from "./limit-names.ts";

/** The settings that bound a run. */
export const limitSettings = {
  maxTurns: z
    .int()
    .min(0)
    .default(200)
    .describe("Model steps a run may take; 0 is no limit.")
    .meta({ env: ["WAYMARK_MAX_TURNS"], flag: "--max-turns" }),
  maxToolCalls: z
    .int()
    .min(0)
    .default(0)
    .describe("Calls of tools a run may make; 0 is no limit.")
    .meta({ env: ["WAYMARK_MAX_TOOL_CALLS"], flag: "--max-tool-calls" }),
  maxCost: z
    .number()
    .min(0)
    .default(0)
    .describe("US dollars a run may spend; 0 is no limit.")
    .meta({ env: ["WAYMARK_MAX_COST"], flag: "--max-cost" }),
  maxWallTime: z
    .number()
    .min(0)
    .default(0)
    .describe("Seconds a run may take; 0 is no limit.")
    .meta({ env: ["WAYMARK_MAX_WALL_TIME"], flag: "--max-wall-time" }),
  maxTokens: z
    .int()
    .min(0)
    .default(0)
    .describe("Tokens, in and out, a run may use; 0 is no limit.")
    .meta({ env: ["WAYMARK_MAX_TOKENS"], flag: "--max-tokens" }),
} satisfies Readonly<Record<(typeof LIMIT_NAMES)[number], z.ZodType>>;
