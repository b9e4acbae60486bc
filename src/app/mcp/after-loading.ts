import type { AgentParts } from "../../core/loop/agent-parts.ts";
import type { AgentEvent, RecordedEvent } from "../../core/protocol/event.ts";
import type { BegunPrompt, Toolbox } from "../toolbox.ts";

interface Loading {
  readonly prompt: BegunPrompt["prompt"];
  /** What is to be said of the hooks. */
  readonly ofHooks: readonly string[];
  /** Shows what comes beside the run, before its first event too. */
  tell(event: AgentEvent): void;
  parts(history: readonly RecordedEvent[]): AgentParts;
  /** @param prompt  with what it names of servers */
  run(prompt: string, parts: AgentParts): AsyncGenerator<AgentEvent, void>;
}

/** A run that begins when the tools of servers are there; what is to be said of them follows its first event. */
export function afterLoading({ load }: Pick<Toolbox, "load">, { prompt, ofHooks, tell, parts, run }: Loading) {
  return async function* loaded(history: readonly RecordedEvent[]): AsyncGenerator<AgentEvent, void> {
    const made = parts(history);
    const { notices, text: filled } = await load(made.signal, {
      prompt,
      run: made,
      tell: (text) => tell({ type: "status", text }),
    });
    for await (const event of run(filled, made)) {
      yield event;
      if (event.type !== "run-start") continue;
      for (const text of ofHooks) yield { type: "note", topic: "hook", text };
      for (const text of notices) yield { type: "note", topic: "mcp", text };
    }
  };
}
