import type { Agent } from "../../../app/agent.ts";
import { EXIT } from "../../../base/user-error.ts";
import { onSignals, type SignalWatch } from "../signals.ts";

/** A signal ends the run under way; nothing that waits begins after it. */
export function watchSignals(agent: Agent): SignalWatch & { readonly ending: AbortSignal } {
  const ending = new AbortController();
  const watch = onSignals((code) => {
    ending.abort();
    agent.interrupt(code === EXIT.interrupted ? "user" : "system");
  });
  return { ...watch, ending: ending.signal };
}
