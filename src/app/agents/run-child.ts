import { join } from "node:path";
import type { AgentParts } from "../../core/loop/agent-parts.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import { summarizeDisplay } from "../../core/protocol/display.ts";
import {
  type AgentEvent,
  type GivenWork,
  isRecorded,
  isTextPiece,
  type RecordedEvent,
} from "../../core/protocol/event.ts";
import type { Outcome } from "../../core/protocol/outcome.ts";
import { record } from "../../core/record.ts";
import { run } from "../../core/run.ts";
import { auto } from "../../core/strategies/auto.ts";
import { createRedaction } from "../permissions/redaction.ts";
import type { Rooms } from "../rooms.ts";
import type { AgentSession } from "../session/agent-session.ts";
import type { SteeringInbox } from "../session/steering-inbox.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import type { AgentLog } from "./agent-log.ts";
import { childParts, finishedRun } from "./child-parts.ts";
import type { Work } from "./given-work.ts";
import { modelNameOf, systemOfOthers } from "./session-part.ts";

const GO_ON = "The process ended in the middle of your work. Go on where you were: what has a result above was done.";

/** Whoever gives work: a run, and where what its sub-agents do is told. */
export interface Giver {
  readonly parts: AgentParts;
  readonly inbox: SteeringInbox;
  tell(event: AgentEvent): void;
  /** 0 for the session itself. */
  readonly depth: number;
}

/** One piece of work, and all that doing it takes. */
export interface ChildRun {
  readonly rooms: Rooms;
  readonly made: AgentSession;
  /** Of the session that the work was given in. */
  readonly sessionId: string;
  readonly work: Work;
  readonly definition: AgentDefinition;
  readonly log: AgentLog;
  readonly giver: Giver;
  /** The parts of a run that can give work on. */
  equip(giver: Giver): AgentParts;
}

/** Does the work, or what of it an earlier process has not done. */
export async function workOff(child: ChildRun): Promise<Outcome> {
  const outcome = finishedRun(child.log.history)?.outcome ?? (await runChild(child));
  return child.definition.isIsolated ? withMerge(outcome, child) : outcome;
}

async function runChild(child: ChildRun): Promise<Outcome> {
  const { rooms, made, work, definition, log, giver, equip } = child;
  const { given, inbox } = work;
  const { depth } = giver;
  const model = await modelOf(child);
  const signal = AbortSignal.any([giver.parts.signal, work.abort.signal]);
  const place = definition.isIsolated
    ? await isolated(child)
    : { rooms, parent: giver.parts, system: systemOfOthers(rooms, made) };
  const parts = childParts({ ...place, made, definition, id: given.id, depth: depth + 1, model, inbox, signal });
  const tell = (event: AgentEvent): void => giver.tell(outside(event, given));
  try {
    if (log.history.length === 0) await writeStart(child);
    const isBegun = log.history.some(({ type }) => type === "prompt");
    const prompt = isBegun ? GO_ON : work.prompt;
    const start = { prompt, strategy: "auto", permissionMode: parts.policy().mode };
    const redaction = createRedaction(rooms.settings, { showsProgress: false });
    const begin = (history: readonly RecordedEvent[]) =>
      run(start, auto, equip({ parts: { ...parts, history }, inbox, tell, depth: depth + 1 }));
    for await (const event of record(begin, { ...log, redaction })) {
      note(work, event, parts.ledger);
      if (!given.isBackground) showProgress(event, child);
      if (isTold(event)) tell(event);
    }
  } finally {
    giver.parts.ledger.addCalls(parts.ledger);
    parts.context.close();
    if (model !== giver.parts.model) await model.close?.();
    if (place.rooms !== rooms) await place.rooms.close();
  }
  return finishedRun(log.history)?.outcome ?? { kind: "failed", text: "It ended without a word." };
}

async function isolated(child: ChildRun): Promise<{ rooms: Rooms; parent: AgentParts; system: string }> {
  const { openIsolated } = await import("./isolated.ts");
  const { rooms, parts } = await openIsolated(child.rooms, worktreePlace(child), child.giver.parts);
  return {
    rooms,
    parent: parts,
    system: systemOfOthers(child.rooms, child.made).replaceAll(child.rooms.cwd, rooms.cwd),
  };
}

const worktreePlace = ({ rooms, sessionId, work }: ChildRun): string =>
  join(rooms.places.cache, "worktrees", `${sessionId}-${work.given.id}`);

/** The outcome with what became of the copy that it was worked in. */
async function withMerge(outcome: Outcome, child: ChildRun): Promise<Outcome> {
  const { log, giver, work, rooms } = child;
  const { mergeWorktree } = await import("./isolated.ts");
  const redaction = createRedaction(rooms.settings, { showsProgress: false });
  const told = await mergeWorktree(worktreePlace(child), {
    ...{ cwd: rooms.cwd, id: work.given.id, parent: giver.parts, isDone: outcome.kind === "done" },
    async keep(event) {
      if (!isRecorded(event)) return;
      const kept = await redaction.recorded(event);
      await log.log.append(kept);
      log.history.push(kept);
      giver.tell(outside(kept, work.given));
    },
  });
  return "text" in outcome ? { ...outcome, text: `${outcome.text}${told}` } : outcome;
}

function note(work: Work, event: AgentEvent, { steps, costUsd }: AgentParts["ledger"]): void {
  if (event.type !== "reply") return;
  work.steps = steps;
  work.costUsd = costUsd;
}

function showProgress(event: AgentEvent, { giver, work: { given } }: ChildRun): void {
  if (event.type !== "call-start") return;
  const text = `${given.id}: ${event.call.name} ${summarizeDisplay(event.display)}\n`;
  giver.tell({ type: "call-progress", callId: given.callId, text });
}

async function writeStart({ rooms: { cwd, version }, sessionId, work: { given }, log }: ChildRun): Promise<void> {
  const start: RecordedEvent = {
    ...{ type: "session-start", sessionId: `${sessionId}-${given.id}`, cwd, version },
    ...{ parentId: sessionId, work: given },
  };
  await log.log.append(start);
  log.history.push(start);
}

/** @throws {UserError} when there is no such model */
async function modelOf({ rooms, made, definition, giver }: ChildRun): Promise<ModelClient> {
  const name = modelNameOf(definition, rooms.config.minionModel);
  return name === undefined ? giver.parts.model : made.models.named(name);
}

/** What of a sub-agent's events is told: all that is in its log but text under way, and what its own sub-agents do. */
function isTold(event: AgentEvent): boolean {
  return !isTextPiece(event) && event.type !== "call-progress" && event.type !== "call-input-delta";
}

function outside(event: AgentEvent, { callId, id }: GivenWork): AgentEvent {
  return { type: "agent-event", callId, agent: id, event };
}
