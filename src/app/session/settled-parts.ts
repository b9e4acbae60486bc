import type { AgentParts, RunLimits } from "../../core/loop/agent-parts.ts";
import { RunLedger } from "../../core/loop/run-ledger.ts";
import { textReader } from "../models/answers/text-reader.ts";
import { knowsPrice } from "../models/known-price.ts";
import type { Rooms } from "../rooms.ts";
import type { Config } from "../settings/schema.ts";
import { systemClock } from "../system-clock.ts";
import type { AgentSession } from "./agent-session.ts";
import { lazyPlans } from "./plans.ts";

type Settled =
  | (
      | "system"
      | "tools"
      | "offer"
      | "asMeant"
      | "ports"
      | "outputs"
      | "textReader"
      | "clock"
      | "ledger"
      | "withoutSecrets"
    )
  | ("knowsPrice" | "limits" | "plans" | "retryAttemptsMax" | "temperature" | "outputTokensMax" | "remedies");

/** What is the same in every run of an agent; the ledger is new. */
export function settledParts(rooms: Rooms, { system, toolbox, remedies }: AgentSession): Pick<AgentParts, Settled> {
  const { config, settings, redaction } = rooms;
  const { temperature, outputTokens } = config;
  return {
    system,
    withoutSecrets: redaction.known,
    tools: toolbox.tools,
    offer: toolbox.offer,
    asMeant: toolbox.asMeant,
    ports: toolbox.ports,
    outputs: toolbox.ports.outputs,
    textReader,
    clock: systemClock,
    knowsPrice: (id) => knowsPrice(id, settings),
    limits: limitsOf(config),
    plans: lazyPlans(rooms, redaction),
    ledger: new RunLedger(systemClock.now()),
    retryAttemptsMax: config.retryAttempts,
    ...(remedies === undefined ? {} : { remedies }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(outputTokens === undefined ? {} : { outputTokensMax: outputTokens }),
  };
}

/** The bounds of each run. */
export function limitsOf(config: Config): RunLimits {
  return {
    stepsMax: config.maxTurns,
    callsMax: config.maxToolCalls,
    wallTimeMs: config.maxWallTime * 1000,
    tokensMax: config.maxTokens,
    costUsdMax: config.maxCost,
  };
}
