import * as z from "zod";
import type { Agent } from "../../app/agent.ts";
import { readGivenFile } from "../../app/settings/given-file.ts";
import { errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { AgentEvent } from "../../core/protocol/event.ts";

const CORRECTIONS_MAX = 2;

export interface AnswerSchema {
  readonly source: string;
  /** @returns the answer as one line of JSON, or what is wrong with it */
  check(answer: string): { readonly json: string } | { readonly problem: string };
}

/** @throws {UserError} when the file is no JSON Schema */
export function readSchema(path: string): AnswerSchema {
  try {
    const source = readGivenFile(path);
    const schema = z.fromJSONSchema(JSON.parse(source));
    return { source, check: (answer) => checkAnswer(schema, answer) };
  } catch (error) {
    throw new UserError(
      `--json-schema ${path} is no usable JSON Schema (${errorText(error)}); mend the file.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}

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
      text = `That is no answer of the schema: ${checked.problem}. Answer again with the JSON value only.`;
      if (round === CORRECTIONS_MAX)
        return yield {
          ...event,
          outcome: { kind: "failed", text: `The model gave no answer of the schema: ${checked.problem}.` },
        };
    }
    if (!text.startsWith("That is no answer")) return;
  }
}

function checkAnswer(schema: z.ZodType, answer: string): { json: string } | { problem: string } {
  const bare = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(answer)?.[1] ?? answer;
  try {
    const parsed = schema.safeParse(JSON.parse(bare));
    if (parsed.success) return { json: JSON.stringify(parsed.data) };
    return {
      problem: parsed.error.issues.map((issue) => `${issue.path.join(".") || "value"}: ${issue.message}`).join("; "),
    };
  } catch (error) {
    return { problem: errorText(error) };
  }
}
