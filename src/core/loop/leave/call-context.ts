import { leaveVerdict } from "../../permissions/decide.ts";
import { decidedPaths, type PathLooks } from "../../permissions/decided-paths.ts";
import { declaredProcesses } from "../../permissions/declared-processes.ts";
import type { AgentEvent } from "../../protocol/event.ts";
import type { ToolContext } from "../../tool.ts";
import type { CallParts } from "../agent-parts.ts";
import type { EventQueue } from "../event-queue.ts";
import type { ReadyCall } from "../prepare-call.ts";

/** Made for dry runs, of which the model is told nothing, and for calls that were permitted: both may open what the call declared. */
export function contextFor(
  item: ReadyCall & { readonly looksOnly?: true; readonly isAgreed?: true },
  parts: CallParts,
  queue: Pick<EventQueue<AgentEvent>, "push">,
  looks: PathLooks,
): ToolContext {
  const { call, intent, looksOnly, isAgreed } = item;
  const bounds = { ...(looksOnly && { looksOnly }), ...(isAgreed && { isAgreed }) };
  const { workspace, search } = parts.ports;
  const places = decidedPaths(looks, call.name);
  return {
    ...parts.ports,
    workspace: workspace.allowing(intent.accesses, places),
    search: { search: (query, signal) => search.search({ ...query, decided: places }, signal) },
    processes: declaredProcesses(parts.ports.processes, intent.accesses, bounds),
    callId: call.id,
    signal: parts.signal,
    ...(parts.resultCharsMax === undefined ? {} : { resultCharsMax: parts.resultCharsMax }),
    progress: (text) => queue.push({ type: "call-progress", callId: call.id, text }),
    mayLeave: (exception) =>
      leaveVerdict(call.name, intent, exception, {
        policy: parts.policy(),
        isAnswered: parts.hooks?.has("PermissionRequest") === true,
      }),
  };
}
