import { flattenHistory } from "../context/flatten-history.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { askModel, requestFor } from "../loop/ask-model.ts";
import { reachedLimit } from "../loop/budgets.ts";
import { settleReply } from "../loop/settle-reply.ts";
import { withCalls } from "../loop/with-calls.ts";
import type { ModelRequest, TextReading } from "../ports/model.ts";
import { correctionPrompt } from "../prompts/correction.ts";
import { type AgentEvent, type CallResult, type ReplyPart, replyText } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import type { ToolSpec } from "../tool.ts";
import { askJudge } from "./ask-judge.ts";
import type { Strategy } from "./strategy.ts";

/** Rounds of correction after a rejected edit; then the run fails honestly (BC-53). */
const ROUNDS_MAX = 3;
const CANCELLED: Outcome = { kind: "cancelled", text: "" };

/**
 * For models without tool calling. Each turn has three stages: the model answers as it likes; local rules decide what the
 * answer means, and only where they abstain a judge model does; what comes out is validated like any call, and a rejected
 * edit goes back with the exact error and the numbered file.
 */
export const judge: Strategy = async function* judge(parts) {
  let rounds = 0;
  for (;;) {
    const stop = parts.signal.aborted ? CANCELLED : reachedLimit(parts);
    if (stop) return stop;
    yield* parts.inbox.take().map((text): AgentEvent => ({ type: "prompt", text, origin: "steer" }));
    const turn = yield* runTurn(parts, rounds);
    if ("outcome" in turn) return turn.outcome;
    const { rejected, errors } = faultsOf(turn, parts);
    rounds = errors.length === 0 ? 0 : rounds + 1;
    if (rounds > ROUNDS_MAX) return failedOutcome(errors.join("\n"));
    if (rejected.length > 0) yield* sendBack(rejected, rounds, parts);
    else yield* correct(errors);
  }
};

/** What of a turn has to be corrected: edits that were rejected, or what could not be read as a call. */
function faultsOf(
  turn: Exclude<Turn, { readonly outcome: Outcome }>,
  parts: AgentParts,
): { readonly rejected: readonly CallResult[]; readonly errors: readonly string[] } {
  if ("problems" in turn) return { rejected: [], errors: turn.problems };
  const rejected = turn.results.filter((result) => result.failed && isEdit(result, parts));
  return { rejected, errors: rejected.map((result) => result.text) };
}

function* correct(errors: readonly string[]): Generator<AgentEvent> {
  if (errors.length > 0) yield { type: "prompt", text: errors.join("\n"), origin: "engine" };
}

async function* sendBack(
  rejected: readonly CallResult[],
  round: number,
  parts: AgentParts,
): AsyncGenerator<AgentEvent, void> {
  const text = `Round ${round} of ${ROUNDS_MAX}: the edit was rejected and goes back for correction.`;
  yield { type: "note", topic: "judge", text };
  yield { type: "prompt", text: await correctionPrompt({ round, rejected, parts }), origin: "engine" };
}

type Turn =
  | { readonly outcome: Outcome }
  | { readonly results: readonly CallResult[] }
  | { readonly problems: readonly string[] };

async function* runTurn(parts: AgentParts, rounds: number): AsyncGenerator<AgentEvent, Turn> {
  const tools = [...parts.tools.values()];
  const stage: { reading: TextReading } = { reading: { kind: "answer" } };
  const reply = yield* askModel(parts, {
    request: () => textRequest(parts, tools),
    filter: await parts.textReader.filter(tools),
    interpret: async (content) => {
      stage.reading = await parts.textReader.read(replyText(content), tools, { edits: true });
      return contentOf(stage.reading, content, parts);
    },
  });
  if ("outcome" in reply) return reply;
  const { reading } = stage;
  yield* noteStage(reading, rounds);
  if (reading.kind === "broken") return { problems: reading.problems };
  // The rounds of correction are bounded already, and end with a better word than the repetition guard's.
  const own = { guardsRepetition: reading.kind !== "calls" || !reading.how.startsWith("an edit") };
  if (reading.kind === "unsure") {
    const decided = yield* askJudge(replyText(reply.content), reading.why, parts);
    if ("outcome" in decided) return decided;
    if (decided.content) return yield* settleReply(decided.content, parts);
  }
  return yield* settleReply(reply.content, parts, own);
}

/** The request as texts only; how to call tools is part of the system prompt, so that it stays the same. */
function textRequest(parts: AgentParts, tools: readonly ToolSpec[]): Partial<ModelRequest> {
  return {
    system: `${parts.system}\n\n${parts.textReader.instructions(tools)}`,
    messages: flattenHistory(requestFor(parts).messages),
    tools: [],
  };
}

function contentOf(reading: TextReading, content: readonly ReplyPart[], parts: AgentParts): readonly ReplyPart[] {
  switch (reading.kind) {
    case "calls":
      return withCalls(content, reading.content, reading.calls, parts);
    case "speculation":
      return withCalls(
        content,
        replyText(content),
        reading.paths.map((path) => ({ name: "read_file", input: { path } })),
        parts,
      );
    case "answer":
    case "unsure":
    case "broken":
      return content;
  }
}

async function* noteStage(reading: TextReading, rounds: number): AsyncGenerator<AgentEvent, void> {
  const detail = { stage: 2, round: rounds, decision: reading.kind };
  switch (reading.kind) {
    case "calls":
      return yield { type: "note", topic: "judge", text: `Found in the answer: ${reading.how}.`, detail };
    case "speculation":
      return yield {
        type: "note",
        topic: "judge",
        text: `The answer speaks of ${reading.paths.join(", ")} unseen: reading first.`,
        detail,
      };
    case "unsure":
      return yield { type: "note", topic: "judge", text: `The local rules abstain: ${reading.why}.`, detail };
    case "broken":
      return yield {
        type: "note",
        topic: "judge",
        text: `Meant as a call, and unusable: ${reading.problems.join(" ")}`,
        detail,
      };
    case "answer":
      return;
  }
}

function isEdit(result: CallResult, { history }: AgentParts): boolean {
  const start = history.findLast((event) => event.type === "call-start" && event.call.id === result.callId);
  if (start?.type === "call-start") return start.accesses.some((access) => access.kind === "write");
  return /diff|edit|write|file_action/.test(result.name);
}

function failedOutcome(error: string): Outcome {
  return {
    kind: "failed",
    text: `Failed to generate a valid edit after ${ROUNDS_MAX} corrections; nothing was changed by it. The last error:\n${error}`,
  };
}
