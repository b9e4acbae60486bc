import type { ModelClient, ModelMessage, ModelPart, ModelRequest, ToolMessage } from "../../../core/ports/model.ts";
import type { ReplyPart } from "../../../core/protocol/event.ts";
import { NO_USAGE } from "../../../core/protocol/usage.ts";
import { nextMove } from "./answer.ts";
import { readEstateQuestion } from "./estate-questions.ts";
import type { Move } from "./move.ts";
import { type Question, readQuestion } from "./question.ts";

const INTRODUCTION =
  "I am Waymark's offline guide: no language model, only look-ups. To connect one, set a key (such as OPENAI_API_KEY or ANTHROPIC_API_KEY), start Ollama, or run `waymark provider list`.";

/**
 * `offline/guide`: a deterministic stand-in for a language model. It turns a question into tool calls through the same
 * loop as any model and answers from what they find, with citations. It never invents: what no tool shows it does not say.
 */
export function createGuide(): ModelClient {
  return {
    id: "offline/guide",
    abilities: { nativeTools: true },
    async *step(request): AsyncGenerator<ModelPart> {
      const { prompt, rounds, isFirst } = readConversation(request.messages);
      const tools = new Set(request.tools.map((tool) => tool.name));
      const move = nextMove(questionOf(prompt, tools), { tools, rounds });
      const content = contentOf(move, { isFirst, step: request.messages.length });
      for (const part of content) if (part.kind === "text") yield { type: "text-delta", text: part.text };
      yield { type: "end", content, end: move.kind === "look" ? "calls" : "stop", usage: NO_USAGE, costUsd: 0 };
    },
  };
}

/** Where there is mainframe code, names in capitals are its programs, fields and datasets. */
function questionOf(prompt: string, tools: ReadonlySet<string>): Question {
  return (tools.has("citadel_get_callers") ? readEstateQuestion(prompt) : undefined) ?? readQuestion(prompt);
}

/** The last prompt, and what was found since, one list for each reply. */
function readConversation(messages: ModelRequest["messages"]): {
  prompt: string;
  rounds: (readonly ToolMessage[])[];
  isFirst: boolean;
} {
  const at = messages.findLastIndex((message) => message.role === "user");
  const prompt = messages[at];
  const rounds = messages.slice(at + 1).flatMap((message) => (message.role === "tool" ? [message.results] : []));
  return { prompt: prompt?.role === "user" ? prompt.text : "", rounds, isFirst: !messages.slice(0, at).some(isAnswer) };
}

function isAnswer(message: ModelMessage): boolean {
  return message.role === "assistant" && message.content.some((part) => part.kind === "text");
}

function contentOf(move: Move, place: { isFirst: boolean; step: number }): ReplyPart[] {
  if (move.kind === "say")
    return [{ kind: "text", text: place.isFirst ? `${INTRODUCTION}\n\n${move.text}` : move.text }];
  return move.calls.map(({ name, input }, index) => ({
    kind: "call",
    call: { id: `guide-${place.step}-${index}`, name, input },
  }));
}
