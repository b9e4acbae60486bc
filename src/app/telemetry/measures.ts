import type { Measure } from "./sink.ts";

// Names, units and bounds of the GenAI semantic conventions (metrics of clients); the cost has none there.

export const TOKEN_USAGE: Measure = {
  name: "gen_ai.client.token.usage",
  unit: "{token}",
  description: "Input and output tokens of one request to a model.",
  bounds: Array.from({ length: 14 }, (_, power) => 4 ** power),
};

export const OPERATION_DURATION: Measure = {
  name: "gen_ai.client.operation.duration",
  unit: "s",
  description: "How long one request to a model, one call of a tool, or one run took.",
  bounds: Array.from({ length: 14 }, (_, power) => 0.01 * 2 ** power),
};

export const COST: Measure = {
  name: "waymark.cost.usage",
  unit: "USD",
  description: "What requests to models cost.",
};
