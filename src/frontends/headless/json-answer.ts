import type { Agent } from "../../app/agent.ts";
import type { AnswerSchema } from "../../app/settings/answer-schema.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";

const CORRECTIONS_MAX = 2;

/** The prompt with the schema; an answer that does not fit is asked for again, twice at most. Only the last run-end gets out. */
export async function* promptWithSchema(
  agent: Agent,
  prompt: string,
  schema: AnswerSchema,
): AsyncGenerator<AgentEvent, void> {
  let text = `${prompt}\n\nAnswer with one JSON value only, of this JSON Schema:\n${schema.source}`;
  for (let round = 0; ; round++) {
    for await (const event of agent.prompt(text)) {
      if (event.type === "run-start" && round > 0) continue;
      if (event.type !== "run-end" || event.outcome.kind !== "done") {
        yield event;
        continue;
      }
      const checked = schema.check(event.outcome.text);
      if ("json" in checked) return yield { ...event, outcome: { kind: "done", text: checked.json } };
      text = `That is no answer of the schema: ${sentence(checked.problem)} Answer again with the JSON value only.`;
      if (round === CORRECTIONS_MAX)
        return yield {
          ...event,
          outcome: { kind: "failed", text: `The model gave no answer of the schema: ${sentence(checked.problem)}` },
        };
    }
    if (!text.startsWith("That is no answer")) return;
  }
}

function sentence(text: string): string {
  return text.replace(/\.?$/, ".");
}
