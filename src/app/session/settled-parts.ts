import type { AgentParts, RunLimits } from "../../core/loop/agent-parts.ts";
import { RunLedger } from "../../core/loop/run-ledger.ts";
import { folderInstructions } from "../knowledge/folder-instructions.ts";
import type { LiveDoor } from "../live/live-door.ts";
import { textReader } from "../models/answers/text-reader.ts";
import { GUIDE_ID } from "../models/guide-id.ts";
import { knowsPrice } from "../models/known-price.ts";
import type { SessionRules } from "../permissions/session-rules.ts";
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
function settledParts(rooms: Rooms, { system, toolbox, remedies }: AgentSession): Pick<AgentParts, Settled> {
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

/** Where a run takes place. */
export interface RunPlace {
  readonly rooms: Rooms;
  readonly made: AgentSession;
  readonly session: {
    readonly context: NonNullable<AgentParts["context"]>;
    readonly snapshots: AgentParts["snapshots"];
  };
  readonly door: LiveDoor;
  readonly agent: Pick<AgentParts, "sessionId"> & {
    readonly cwd: string;
    readonly effort: AgentParts["effort"];
    readonly hooks: { readonly opened: AgentParts["hooks"] };
    readonly rules: Pick<SessionRules, "remember">;
    readonly policyNow: AgentParts["policy"];
  };
}

/** All that a run of an agent is given. */
export function runParts(
  { rooms, made, session: { snapshots, context }, door, agent }: RunPlace,
  run: Pick<AgentParts, "model" | "inbox" | "history" | "signal">,
): AgentParts {
  const { effort, hooks, rules, policyNow, sessionId, cwd } = agent;
  const { model } = run;
  return {
    ...door.faced(settledParts(rooms, made), (given, how) => rules.remember(given, how)),
    ...run,
    ...(effort === undefined ? {} : { effort }),
    judgeModel: () => made.models.judgeOf(model),
    context,
    policy: policyNow,
    sessionId,
    ...(snapshots && { snapshots }),
    // The guide quotes results as they are.
    ...(model.id !== GUIDE_ID && rooms.settingSources.includes("project")
      ? { deeperInstructions: folderInstructions(cwd, made.notInInstructions) }
      : {}),
    ...(hooks.opened && { hooks: hooks.opened }),
  };
}
