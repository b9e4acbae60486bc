import type { ModelClient, ModelMessage, ModelPart, ModelRequest, ToolMessage } from "../../../core/ports/model.ts";
import { asksForChange } from "../../../core/prompts/asks-for-change.ts";
import { NO_USAGE } from "../../../core/protocol/usage.ts";
import { answerPart, readPart } from "./answer-part.ts";
import type { Answer } from "./answers/answer.ts";
import { listFolder, type Thing } from "./folder.ts";
import { callKey, type Found, type Looking, pursue, type Wanted } from "./looking.ts";
import { splitParts } from "./reading/parts.ts";

const INTRODUCTION =
  "I am Waymark's offline guide: no language model, only look-ups. To connect one, set a key (such as OPENAI_API_KEY or ANTHROPIC_API_KEY), start Ollama, or run `waymark provider list`.";

/**
 * `offline/guide`: a deterministic stand-in for a language model. It turns a question into tool calls through the same
 * loop as any model and answers from what they find, with citations. It never invents: what no tool shows it does not say.
 */
export function createGuide(): ModelClient {
  return {
    id: "offline/guide",
    abilities: { nativeTools: true, toolSet: "all" },
    async *step(request): AsyncGenerator<ModelPart> {
      const { prompt, found, isFirst } = readConversation(request.messages);
      const tools = new Set(request.tools.map((tool) => tool.name));
      const next = pursue(
        () => answerAll(prompt, tools),
        (call) =>
          tools.has(call.name)
            ? found.get(callKey(call))
            : { text: `There is no tool ${call.name} here.`, failed: true },
      );
      if (next.kind === "wants") {
        const content = wantedCalls(next.calls).map(([key, { name, input }]) => ({
          kind: "call" as const,
          call: { id: `guide-${request.messages.length}-${key}`, name, input },
        }));
        yield { type: "end", content, end: "calls", usage: NO_USAGE, costUsd: 0 };
        return;
      }
      const { text: said, isAnswer } = next.value;
      const text = isFirst ? `${INTRODUCTION}\n\n${said}` : said;
      yield { type: "text-delta", text };
      const unanswered = isAnswer ? {} : ({ unanswered: asksForChange(prompt) ? "change" : "question" } as const);
      yield { type: "end", content: [{ kind: "text", text }], end: "stop", usage: NO_USAGE, costUsd: 0, ...unanswered };
    },
  };
}

/** Each call once, under its key. */
function wantedCalls(calls: readonly Wanted[]): readonly (readonly [string, Wanted])[] {
  return [...new Map(calls.map((call) => [callKey(call), call]))];
}

/** The answers to all parts of a prompt, each under what it asks where there are several. */
function* answerAll(prompt: string, tools: ReadonlySet<string>): Looking<Answer> {
  const folder = yield* listFolder(tools);
  const parts = splitParts(prompt);
  const answers: { readonly part: string; readonly answer: Answer }[] = [];
  let named: readonly Thing[] = [];
  let subject = "";
  for (const said of parts) {
    const part = named.length === 0 && subject !== "" ? said.replace(IT, ` the ${subject}`) : said;
    const reading = yield* readPart(part, folder, named);
    if (reading.names.things.length > 0) named = reading.names.things;
    else if (reading.names.topic.length > 0) subject = reading.names.topic.join(" ");
    // A statement before a question only says what the question is about.
    if (parts.length > 1 && !asks(part) && parts.some(asks)) continue;
    answers.push({ part, answer: yield* answerPart(part, folder, reading) });
  }
  const [only] = answers;
  if (!only) return { text: "Ask something about this folder.", isAnswer: false };
  if (answers.length === 1) return only.answer;
  return {
    text: answers.map(({ part, answer }) => `**${part.replace(/[.?!]+$/, "")}**\n${answer.text}`).join("\n\n"),
    isAnswer: answers.some(({ answer }) => answer.isAnswer),
  };
}

/** What stands for what the question before was about. */
const IT = / (?:it|they|them)\b/i;

const ASKING =
  /\?\s*$|\b(?:what|which|who|where|when|why|how)\b|^\W*(?:is|are|does|do|can|list|show|find|give|tell|explain|describe|count|search|print|trace|draw|compare|o que|qual|quais|quem|onde|quando|como|por que|liste|mostre|explique)\b/i;

function asks(part: string): boolean {
  return ASKING.test(part) || (asksForChange(part) && !/^\W*(?:i|we|eu|nos)\b/i.test(part));
}

/** The last prompt, and what was found since by the key of each call. */
function readConversation(messages: ModelRequest["messages"]): {
  readonly prompt: string;
  readonly found: ReadonlyMap<string, Found>;
  readonly isFirst: boolean;
} {
  const at = messages.findLastIndex((message) => message.role === "user");
  const prompt = messages[at];
  const results = messages.slice(at + 1).flatMap((message) => (message.role === "tool" ? message.results : []));
  const found = new Map(results.map((result: ToolMessage) => [result.callId.replace(/^guide-\d+-/, ""), result]));
  return { prompt: prompt?.role === "user" ? prompt.text : "", found, isFirst: !messages.slice(0, at).some(isAnswer) };
}

function isAnswer(message: ModelMessage): boolean {
  return message.role === "assistant" && message.content.some((part) => part.kind === "text");
}
