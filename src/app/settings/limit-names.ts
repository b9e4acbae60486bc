/** The settings that bound a run, of which 0 is no limit. Their schema is beside them: a start does without it. */
export const LIMIT_NAMES = ["maxTurns", "maxToolCalls", "maxCost", "maxWallTime", "maxTokens"] as const;
