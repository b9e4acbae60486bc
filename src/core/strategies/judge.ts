import { flattenHistory } from "../context/flatten-history.ts";
import type { AgentParts } from "../loop/agent-parts.ts";
import { shownIn } from "../loop/as-text/shown-texts.ts";
import { withCalls } from "../loop/as-text/with-calls.ts";
import { askModel, requestFor } from "../loop/ask-model.ts";
import { reachedLimit } from "../loop/budgets.ts";
import { offeredTools } from "../loop/offered-tools.ts";
import { settleReply } from "../loop/settle-reply.ts";
import { toldBetween } from "../loop/told-between.ts";
import { canRun } from "../permissions/can-run.ts";
import { EDITING_TOOL, type ModelRequest, type TextReading } from "../ports/model.ts";
import { asksForChange } from "../prompts/asks-for-change.ts";
import { NO_CHANGE, UNCHANGED_PROMPT } from "../prompts/correction.ts";
import { type AgentEvent, type CallResult, type ReplyPart, replyText, thinkingOf } from "../protocol/event.ts";
import type { Outcome } from "../protocol/outcome.ts";
import { askJudge } from "./ask-judge.ts";
import { ROUNDS_MAX, rejectedEdits, sendBack } from "./correct-edits.ts";
import type { Strategy } from "./strategy.ts";

const CANCELLED: Outcome = { kind: "cancelled", text: "" };

/**
 * For models without tool calling. Each turn has three stages: the model answers as it likes; local rules decide what the
 * answer means, and only where they abstain a judge model does; what comes out is validated like any call, and a rejected
 * edit goes back with the exact error and the numbered file.
 */
export const judge: Strategy = async function* judge(parts) {
  let rounds = 0;
  let isReminded = false;
  for (;;) {
    const stop = stopOf(parts);
    if (stop) return stop;
    yield* toldBetween(parts);
    const turn = yield* runTurn(parts, rounds);
    if ("outcome" in turn) return turn.outcome;
    if ("unchanged" in turn) {
      if (isReminded) return unchangedOutcome(turn.unchanged);
      isReminded = true;
    }
    const { rejected, errors } = faultsOf(turn, parts);
    rounds = errors.length === 0 ? 0 : rounds + 1;
    if (rounds > ROUNDS_MAX) return failedOutcome(errors.join("\n"));
    yield* answerTo(turn, { rejected, errors, rounds }, parts);
  }
};

function stopOf(parts: AgentParts): Outcome | undefined {
  return parts.signal.aborted ? CANCELLED : reachedLimit(parts);
}

/** What of a turn has to be corrected: edits that were rejected, or what could not be read as a call. */
function faultsOf(
  turn: Exclude<Turn, { readonly outcome: Outcome }>,
  parts: AgentParts,
): { readonly rejected: readonly CallResult[]; readonly errors: readonly string[] } {
  if ("unchanged" in turn) return { rejected: [], errors: [] };
  if ("problems" in turn) return { rejected: [], errors: turn.problems };
  const rejected = rejectedEdits(turn.results, parts);
  return { rejected, errors: rejected.map((result) => result.text) };
}

interface Faults {
  readonly rejected: readonly CallResult[];
  readonly errors: readonly string[];
  readonly rounds: number;
}

/** What the model is told of its turn. */
async function* answerTo(turn: Turn, faults: Faults, parts: AgentParts): AsyncGenerator<AgentEvent, void> {
  const { rejected, rounds } = faults;
  if ("unchanged" in turn) yield* remind();
  else if ("results" in turn && rejected.length > 0)
    yield* sendBack({ rejected, results: turn.results }, rounds, parts);
  else yield* correct(faults.errors);
  if ("leftOut" in turn) yield* correct(turn.leftOut);
}

function* correct(errors: readonly string[]): Generator<AgentEvent> {
  if (errors.length > 0) yield { type: "prompt", text: errors.join("\n"), origin: "engine" };
}

function* remind(): Generator<AgentEvent> {
  const text = "The answer makes no change although one was asked for; it goes back once.";
  yield { type: "note", topic: "judge", text };
  yield { type: "prompt", text: UNCHANGED_PROMPT, origin: "engine" };
}

type Turn =
  | { readonly outcome: Outcome }
  /** The text of an answer to a request for a change that has changed nothing. */
  | { readonly unchanged: string }
  | { readonly results: readonly CallResult[]; readonly leftOut: readonly string[] }
  | { readonly problems: readonly string[] };

async function* runTurn(parts: AgentParts, rounds: number): AsyncGenerator<AgentEvent, Turn> {
  const tools = [...parts.tools.values()];
  const stage: { reading: TextReading } = { reading: { kind: "answer" } };
  const reply = yield* askModel(parts, {
    request: () => textRequest(parts),
    filter: await parts.textReader.filter(tools),
    interpret: async (content) => {
      const wasShown = shownIn(parts);
      const options = { edits: true, showsEdits: !makesEdits(parts), wasShown, ...thinkingOf(content) };
      stage.reading = await parts.textReader.read(replyText(content), tools, options);
      return contentOf(stage.reading, content, parts);
    },
  });
  if ("outcome" in reply) return reply;
  const { reading } = stage;
  yield* noteStage(reading, rounds);
  if (reading.kind === "broken") return { problems: reading.problems };
  // The rounds of correction are bounded already, and end with a better word than the repetition guard's.
  const isEdit = reading.kind === "calls" && reading.isEdit === true;
  const own = { isBounded: (results: readonly CallResult[]) => isEdit && rejectedEdits(results, parts).length > 0 };
  const answer = replyText(reply.content);
  const isShort = reading.kind !== "calls" && reading.kind !== "speculation" && lacksChange(answer, parts);
  const why =
    reading.kind === "unsure" ? reading.why : isShort ? "it ends without the change that was asked for" : undefined;
  if (why !== undefined) {
    const decided = yield* askJudge(answer, why, parts);
    if ("outcome" in decided) return decided;
    if (decided.content) return { leftOut: [], ...(yield* settleReply(decided.content, parts)) };
  }
  if (isShort) return { unchanged: answer };
  const leftOut = reading.kind === "calls" ? (reading.leftOut ?? []) : [];
  return { leftOut, ...(yield* settleReply(reply.content, parts, own)) };
}

/** Whether an edit in the text of an answer can be made; where not, it is a proposal. */
const makesEdits = ({ tools, policy }: AgentParts): boolean => {
  const tool = tools.get(EDITING_TOOL);
  return tool !== undefined && canRun(tool, policy());
};

/** Whether a change was asked for, may be made, has not been made, and is not said to be needless. */
function lacksChange(answer: string, { history, ledger, policy }: AgentParts): boolean {
  if (ledger.effectCount > 0 || ledger.denials.length > 0 || policy().mode === "plan") return false;
  if (answer.trimStart().toUpperCase().startsWith(NO_CHANGE)) return false;
  const prompt = history.findLast((event) => event.type === "prompt" && event.origin !== "engine");
  return prompt?.type === "prompt" && asksForChange(prompt.text);
}

/** The request as texts only; how to call tools is part of the system prompt, so that it stays the same. */
function textRequest(parts: AgentParts): Partial<ModelRequest> {
  return {
    system: `${parts.system}\n\n${parts.textReader.instructions(offeredTools(parts), { edits: makesEdits(parts) })}`,
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

function unchangedOutcome(answer: string): Outcome {
  const text = `Nothing was changed: the model made no change that could be read, also after a correction. Its last words:\n${answer}`;
  return { kind: "failed", text };
}

function failedOutcome(error: string): Outcome {
  return {
    kind: "failed",
    text: `Failed to generate a valid edit after ${ROUNDS_MAX} corrections; nothing was changed by it. The last error:\n${error}`,
  };
}
