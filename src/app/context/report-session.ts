import type { SessionContext } from "../../core/context/context-keeper.ts";
import { type ContextReport, reportContext, type SystemPart } from "../../core/context/context-report.ts";
import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { requestFor } from "../../core/loop/ask-model.ts";
import { offeredTools } from "../../core/loop/offered-tools.ts";

const COUNT_MS = 5_000;

/** What the next request of a session is made of, item by item and, where it is asked, what the service says of the whole. */
export async function reportSession(
  parts: AgentParts,
  context: SessionContext,
  { asksService, systemParts }: { readonly asksService: boolean; readonly systemParts: readonly SystemPart[] },
): Promise<ContextReport> {
  const report = reportItems(parts, context, systemParts);
  const serviceTokens = asksService ? await countOf(parts) : undefined;
  return serviceTokens === undefined ? report : { ...report, serviceTokens };
}

async function countOf(parts: AgentParts): Promise<number | undefined> {
  // Without a prompt there is nothing that a service would count.
  if (!parts.history.some(({ type }) => type === "prompt")) return undefined;
  const late = AbortSignal.timeout(COUNT_MS);
  return parts.model.count?.(requestFor(parts), late).catch((error: unknown) => {
    if (late.aborted) return undefined;
    throw error;
  });
}

function reportItems(parts: AgentParts, context: SessionContext, systemParts: readonly SystemPart[]): ContextReport {
  const { model, history, system } = parts;
  const request = { system, tools: offeredTools(parts) };
  return reportContext({
    model: model.id,
    window: context.windowOf(model),
    usedTokens: context.size(request, history),
    request,
    systemParts,
    history,
    meter: context.meter,
    cache: context.cache.entries,
  });
}
