import { GUIDE_ID } from "../../app/models/guide-id.ts";
import { spokenRecorded } from "../../app/words/recorded.ts";
import { type Spent, spentIn } from "../../core/context/spent-note.ts";
import type { Display, TodoItem } from "../../core/protocol/display.ts";
import type { AgentEvent, CallResult } from "../../core/protocol/event.ts";
import { endsInWords, type Outcome, whatFailed } from "../../core/protocol/outcome.ts";
import { addUsage, NO_USAGE, type Usage } from "../../core/protocol/usage.ts";
import { interruptionNotice, noteText, outcomeNotice } from "./end-notices.ts";
import { followPlan, type PlanPanel } from "./panels/plan-panel.ts";
import { words } from "./words/words.ts";

/** One thing that is shown, in the order it happened. A finished block never changes again. */
export type Block =
  | {
      readonly kind: "prompt";
      readonly text: string;
      readonly origin: "user" | "steer" | "engine";
      readonly isDone: true;
    }
  | { readonly kind: "answer"; readonly text: string; readonly isDone: boolean }
  | { readonly kind: "reasoning"; readonly text: string; readonly isDone: boolean }
  | CallBlock
  | { readonly kind: "notice"; readonly level: "info" | "warn" | "bad"; readonly text: string; readonly isDone: true };

export interface CallBlock {
  readonly kind: "call";
  /** Counted over the session, from 1: what `/e N` takes. */
  readonly number: number;
  readonly callId: string;
  readonly name: string;
  readonly intent: Display;
  /** The newest part of what it prints while it runs. */
  readonly tail: string;
  readonly result?: CallResult;
  readonly refusal?: string;
  readonly isDone: boolean;
  /** One of many by which the guide finds an answer: of interest as a whole. */
  readonly isLookUp: boolean;
}

/** What a run waits for, in words for the spinner; undefined between runs. */
export interface Activity {
  readonly label: string;
  readonly retry?: {
    readonly attempt: number;
    readonly attemptsMax: number;
    readonly delayMs: number;
    readonly why: string;
  };
}

export interface Transcript {
  readonly blocks: readonly Block[];
  readonly callCount: number;
  readonly activity?: Activity | undefined;
  readonly usage: Usage;
  readonly costUsd: number;
  /** Of a model that was used nobody knows the price. */
  readonly isCostUnknown?: boolean;
  /** Tokens of the last request and its reply: what the context holds now. */
  readonly contextTokens: number;
  readonly todos: readonly TodoItem[];
  readonly plan?: PlanPanel;
  /** What the newest command truly ran in. */
  readonly sandbox?: string | undefined;
  readonly model?: string;
}

export const EMPTY_TRANSCRIPT: Transcript = {
  blocks: [],
  callCount: 0,
  usage: NO_USAGE,
  costUsd: 0,
  contextTokens: 0,
  todos: [],
};

const TAIL_CHARS_MAX = 4_000;

type Draft = { -readonly [Key in keyof Transcript]: Transcript[Key] } & { blocks: Block[] };

/** What the screen knows after these events; the given transcript is left as it was. */
export function reduceEvents(transcript: Transcript, events: readonly AgentEvent[]): Transcript {
  const draft: Draft = { ...transcript, blocks: [...transcript.blocks] };
  for (const event of events) reduce(draft, event);
  return draft;
}

function addNotice(draft: Draft, level: "info" | "warn", text: string): void {
  draft.blocks.push({ kind: "notice", level, text, isDone: true });
}

function reduce(draft: Draft, event: AgentEvent): void {
  switch (event.type) {
    case "session-start":
      return;
    case "run-start":
      draft.model = event.model;
      draft.activity = { label: words("activity.model") };
      return;
    case "prompt":
      closeText(draft);
      draft.blocks.push({ kind: "prompt", text: event.text, origin: event.origin, isDone: true });
      return;
    case "text-delta":
      return addDelta(draft, "answer", event.text);
    case "reasoning-delta":
      return addDelta(draft, "reasoning", event.text);
    case "call-input-delta":
      closeText(draft);
      draft.activity = { label: words("activity.call", { name: event.name }) };
      return;
    case "reply":
      return addReply(draft, event);
    case "call-start":
    case "call-progress":
    case "approval":
    case "call-end":
      return reduceCall(draft, event);
    case "agent-event":
      return countAgent(draft, event.event);
    case "retry": {
      // The next attempt says it all anew.
      closeText(draft);
      const { attempt, attemptsMax, delayMs, failure } = event;
      draft.activity = {
        label: words("activity.again"),
        retry: { attempt, attemptsMax, delayMs, why: whatFailed(failure) },
      };
      return;
    }
    case "status":
      if (event.stays) return addNotice(draft, "warn", spokenRecorded(event.text));
      draft.activity = { label: spokenRecorded(event.text) };
      return;
    case "compaction":
      return addNotice(draft, "info", words("notice.condensed"));
    case "plan-update":
      return reducePlan(draft, event);
    case "interruption":
      closeText(draft);
      draft.blocks.push({ kind: "notice", level: "warn", text: interruptionNotice(event.by), isDone: true });
      return;
    case "note":
      addSpent(draft, spentIn(event));
      if (event.text === "") return;
      draft.blocks.push({ kind: "notice", level: "info", text: noteText(event), isDone: true });
      return;
    case "run-end":
      if (event.isCostUnknown) draft.isCostUnknown = true;
      return endRun(draft, event.outcome);
  }
}

function reducePlan(draft: Draft, event: Extract<AgentEvent, { type: "plan-update" }>): void {
  closeText(draft);
  const { panel, notice } = followPlan(draft.plan, event);
  draft.plan = panel;
  if (notice) draft.blocks.push({ kind: "notice", ...notice, isDone: true });
}

function addDelta(draft: Draft, kind: "answer" | "reasoning", text: string): void {
  if (text === "") return;
  draft.activity = { label: kind === "answer" ? words("activity.writing") : words("activity.thinking") };
  const last = draft.blocks.at(-1);
  if (last?.kind === kind && !last.isDone) {
    draft.blocks[draft.blocks.length - 1] = { kind, text: last.text + text, isDone: false };
    return;
  }
  closeText(draft);
  draft.blocks.push({ kind, text, isDone: false });
}

function closeText(draft: Draft): void {
  const last = draft.blocks.at(-1);
  if ((last?.kind === "answer" || last?.kind === "reasoning") && !last.isDone)
    draft.blocks[draft.blocks.length - 1] = { ...last, isDone: true };
}

/** What a sub-agent does is shown at the call that gave it its work; what it spends is the session's. */
function countAgent(draft: Draft, event: AgentEvent): void {
  if (event.type === "agent-event") return countAgent(draft, event.event);
  if (event.type === "reply") addSpending(draft, event);
}

/** What was asked of a model outside of a run; a run's own asking is counted by its replies. */
function addSpent(draft: Draft, spent: Spent | undefined): void {
  if (spent === undefined) return;
  addSpending(draft, spent);
  if (spent.isCostUnknown) draft.isCostUnknown = true;
}

function addSpending(draft: Draft, { usage, costUsd }: Pick<Spent, "usage" | "costUsd">): void {
  draft.usage = addUsage(draft.usage, usage);
  draft.costUsd += costUsd;
}

/** A streamed reply is there already and only gets its end; one from a log, or one not streamed, is added whole. */
function addReply(draft: Draft, event: Extract<AgentEvent, { type: "reply" }>): void {
  addSpending(draft, event);
  if (event.usage.inputTokens > 0) draft.contextTokens = event.usage.inputTokens + event.usage.outputTokens;
  draft.activity = { label: words("activity.working") };
  const streamed = streamedKinds(draft);
  for (const part of event.content) {
    if (part.kind === "call" || part.text === "" || event.aside) continue;
    const kind = part.kind === "text" ? "answer" : "reasoning";
    const index = streamed.get(kind);
    if (index === undefined) draft.blocks.push({ kind, text: part.text, isDone: true });
    else {
      const block = draft.blocks[index];
      // What the cleaner of the stream held back at its end is in the whole text.
      if (block?.kind === kind && part.text.startsWith(block.text)) draft.blocks[index] = { ...block, text: part.text };
    }
  }
  closeText(draft);
}

/** Indices of the blocks that were streamed since the last prompt or call. */
function streamedKinds({ blocks }: Draft): Map<"answer" | "reasoning", number> {
  const found = new Map<"answer" | "reasoning", number>();
  for (let index = blocks.length - 1; index >= 0; index--) {
    const block = blocks[index];
    if (block?.kind !== "answer" && block?.kind !== "reasoning") break;
    found.set(block.kind, index);
  }
  return found;
}

type CallEvent = Extract<AgentEvent, { type: "call-start" | "call-progress" | "approval" | "call-end" }>;

function reduceCall(draft: Draft, event: CallEvent): void {
  if (event.type === "call-start") {
    closeText(draft);
    const { call, display } = event;
    draft.callCount++;
    const block = { kind: "call", number: draft.callCount, callId: call.id, name: call.name } as const;
    draft.blocks.push({ ...block, intent: display, tail: "", isDone: false, isLookUp: looksUp(draft) });
    draft.activity = { label: words("activity.running", { name: call.name }) };
    return;
  }
  const callId = event.type === "call-end" ? event.result.callId : event.callId;
  const index = draft.blocks.findLastIndex((block) => block.kind === "call" && block.callId === callId);
  const block = draft.blocks[index];
  if (block?.kind !== "call") {
    if (event.type === "call-end") addUnstarted(draft, event.result);
    return;
  }
  if (event.type === "call-progress")
    draft.blocks[index] = { ...block, tail: (block.tail + event.text).slice(-TAIL_CHARS_MAX) };
  else if (event.type === "approval") {
    if (!event.allowed) draft.blocks[index] = { ...block, refusal: event.why };
  } else {
    draft.blocks[index] = { ...block, result: event.result, tail: "", isDone: true };
    draft.activity = { label: words("activity.model") };
    const { display } = event.result;
    if (display.kind === "todo") draft.todos = display.items;
    if (display.kind === "command") draft.sandbox = sandboxName(display.sandbox) ?? draft.sandbox;
  }
}

/** What a person calls is of no run. */
const looksUp = ({ model, activity }: Draft): boolean => model === GUIDE_ID && activity !== undefined;

/** `bubblewrap: network off` is `bubblewrap`; `none (why)` says so. */
function sandboxName(confinement: string | undefined): string | undefined {
  // What one command was let out of holds the next one.
  if (confinement?.endsWith("as approved)") !== false) return undefined;
  const name = /^[\w-]+/.exec(confinement)?.[0] ?? confinement;
  return name === "none" ? "no sandbox" : name;
}

/** A call that was refused before it started (bad arguments, no such tool) still has its result. */
function addUnstarted(draft: Draft, result: CallResult): void {
  draft.callCount++;
  const intent: Display = { kind: "text", text: "" };
  const block = { kind: "call", number: draft.callCount, callId: result.callId, name: result.name } as const;
  draft.blocks.push({ ...block, intent, tail: "", result, isDone: true, isLookUp: false });
}

function endRun(draft: Draft, outcome: Outcome): void {
  closeText(draft);
  // Only calls of this run can be open: they come after its prompt.
  for (let index = draft.blocks.length - 1; index >= 0; index--) {
    const block = draft.blocks[index];
    if (block?.kind === "prompt" && block.origin === "user") break;
    if (block?.kind === "call" && !block.isDone) draft.blocks[index] = { ...block, isDone: true };
  }
  draft.activity = undefined;
  // The summary of a task, and how a plan ended, were no reply of the model.
  if (endsInWords(outcome) && outcome.text.trim() !== "" && !endsWithAnswer(draft))
    draft.blocks.push({ kind: "answer", text: outcome.text, isDone: true });
  const notice = outcomeNotice(outcome);
  if (notice) draft.blocks.push({ kind: "notice", ...notice, isDone: true });
}

/** Whether the model has answered since its last call. */
function endsWithAnswer({ blocks }: Draft): boolean {
  return blocks.findLast(({ kind }) => /^(?:answer|call|prompt)$/.test(kind))?.kind === "answer";
}
