import type { Agent } from "../../app/agent.ts";
import type { Prompt } from "../../app/prompt-text.ts";
import type { AnswerSchema } from "../../app/settings/answer-schema.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";

const CORRECTIONS_MAX = 2;

/** The prompt with the schema; an answer that does not fit is asked for again, twice at most. Only the last run-end gets out. */
export async function* promptWithSchema(
  agent: Agent,
  prompt: Prompt,
  schema: AnswerSchema,
): AsyncGenerator<AgentEvent, void> {
  let text = `${prompt.text}\n\nAnswer with one JSON value only, of this JSON Schema:\n${schema.source}`;
  for (let round = 0; ; round++) {
    const end = yield* untilDone(
      agent.prompt({
        text,
        images: round === 0 ? prompt.images : [],
        written: round === 0 ? prompt.written : "",
        answerSchema: schema.schema,
      }),
      {
        hidesStart: round > 0,
      },
    );
    if (!end) return;
    const checked = schema.check(end.outcome.text);
    if ("json" in checked) return yield { ...end, outcome: { kind: "done", text: checked.json } };
    const problem = sentence(checked.problem);
    if (round === CORRECTIONS_MAX)
      return yield { ...end, outcome: { kind: "failed", text: `The model gave no answer of the schema: ${problem}` } };
    text = `That is no answer of the schema: ${problem} Answer again with the JSON value only.`;
  }
}

type RunEnd = Extract<AgentEvent, { type: "run-end" }>;

/** Passes a run on up to an end that is done, which is returned; undefined when it ended otherwise. */
async function* untilDone(
  events: AsyncIterable<AgentEvent>,
  { hidesStart }: { readonly hidesStart: boolean },
): AsyncGenerator<AgentEvent, RunEnd | undefined> {
  let end: RunEnd | undefined;
  for await (const event of events) {
    if (event.type === "run-end" && event.outcome.kind === "done") end = event;
    else if (event.type !== "run-start" || !hidesStart) yield event;
  }
  return end;
}

function sentence(text: string): string {
  return /[.?!]$/.test(text) ? text : `${text}.`;
}
