import type { SessionContext } from "../../core/context/context-keeper.ts";
import { type ContextReport, reportContext } from "../../core/context/context-report.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { AgentSession } from "../session/agent-session.ts";

/** Of the session under way, as it stands now. */
export interface SessionState {
  readonly model: ModelClient;
  readonly context: SessionContext;
  readonly history: readonly RecordedEvent[];
}

/** What the next request is made of, item by item. */
export function reportSession({ system, toolbox }: AgentSession, now: SessionState): ContextReport {
  const { model, context, history } = now;
  const tools = [...toolbox.tools.values()].map(({ name, description, schema }) => ({ name, description, schema }));
  const frame = { system, tools };
  return reportContext({
    model: model.id,
    windowTokensMax: context.windowOf(model),
    usedTokens: context.size(frame, history),
    request: frame,
    history,
    meter: context.meter,
    cache: context.cache.entries,
  });
}
