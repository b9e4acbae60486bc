import { join } from "node:path";
import { sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import { errorText } from "../../base/error-text.ts";
import { UserError } from "../../base/user-error.ts";
import { AccessGate } from "../../core/loop/access-gate.ts";
import type { AgentParts } from "../../core/loop/agent-parts.ts";
import { unlessCancelled } from "../../core/loop/until-cancelled.ts";
import type { AgentAtWork, SubAgents, WorkOrder } from "../../core/ports/agents.ts";
import { Cancellation } from "../../core/protocol/cancellation.ts";
import type { GivenWork } from "../../core/protocol/event.ts";
import { ToolFailure } from "../../core/tool.ts";
import { unwrittenPrompt } from "../prompt-text.ts";
import type { Rooms } from "../rooms.ts";
import type { AgentSession } from "../session/agent-session.ts";
import { SteeringInbox } from "../session/steering-inbox.ts";
import type { AgentDefinition } from "./agent-definition.ts";
import { type AgentLog, AgentLogs } from "./agent-log.ts";
import { finishedRun } from "./child-parts.ts";
import { countsOf, isReported, reportHead, reportText, viewOf, type Work } from "./given-work.ts";
import { type Giver, workOff } from "./run-child.ts";

const AGENTS_TOLD_MAX = 30;
const OFFER_CHARS_MAX = 120;
const offerLine = ({ name, description }: AgentDefinition): string =>
  `- ${name}: ${description.slice(0, OFFER_CHARS_MAX)}`;

/** How many sub-agents of a session may be at work at once. */
const AT_WORK_MAX = 16;

/** The sub-agents of one session: begun by its runs, told and stopped by people and models, found again after a crash. */
export class AgentDesk {
  readonly #rooms: Rooms;
  readonly #made: AgentSession;
  readonly #sessionId: string;
  readonly #logs: AgentLogs;
  readonly #work = new Map<string, Work>();
  #counts: Map<string, number> | undefined;
  /** Where calls of runs that go on side by side wait for one another. */
  readonly #gate = new AccessGate();

  constructor(rooms: Rooms, made: AgentSession, sessionId: string) {
    const { config, places, cwd } = rooms;
    const folder = join(sessionFolder(places.state, cwd), sessionId, "agents");
    this.#rooms = rooms;
    this.#made = made;
    this.#sessionId = sessionId;
    this.#logs = new AgentLogs(config.sessionPersistence ? folder : undefined);
  }

  list(): readonly AgentAtWork[] {
    return [...this.#work.values()].map(viewOf);
  }

  tell(id: string, text: string): boolean {
    const work = this.#work.get(id);
    if (work === undefined || work.outcome !== undefined) return false;
    work.inbox.add(unwrittenPrompt(text));
    return true;
  }

  async stop(id: string): Promise<AgentAtWork | undefined> {
    const work = this.#work.get(id);
    work?.abort.abort(new Cancellation("user"));
    return work?.ended;
  }

  /** The session waits no longer for those whose report it waits for: it comes by itself. @returns them */
  toBackground(): readonly AgentAtWork[] {
    const waitedFor = [...this.#work.values()].filter(
      ({ depth, outcome, hasWritten }) => depth === 0 && outcome === undefined && hasWritten === undefined,
    );
    for (const work of waitedFor) {
      work.hasWritten = work.expect();
      work.moved.resolve();
    }
    return waitedFor.map(viewOf);
  }

  /** Stops all that is at work. */
  async close(): Promise<void> {
    await Promise.all([...this.#work.keys()].map((id) => this.stop(id)));
  }

  /** The parts of a run that can give work on. Background work that a crash broke off, or has not told of, goes on. */
  equip({ parts: given, ...kept }: Giver): AgentParts {
    // What is merged for a sub-agent waits at the giver's gate, too.
    const parts = { ...given, gate: given.gate ?? this.#gate };
    const giver = { ...kept, parts };
    this.#goOn(giver);
    return { ...parts, ports: { ...parts.ports, agents: this.#crew(giver) } };
  }

  #crew(giver: Giver): SubAgents {
    return {
      offered: () => [...this.#made.agents.agents.values()],
      isBegun: (callId) => this.#logs.has(callId),
      start: (order) => this.#start(order, giver),
      list: () => this.list(),
      tell: (id, text) => this.tell(id, text),
      stop: (id) => this.stop(id),
      ended: (id, signal) => this.#ended(id, signal),
    };
  }

  async #ended(id: string, signal: AbortSignal): Promise<AgentAtWork | undefined> {
    const work = this.#work.get(id);
    if (work === undefined) return undefined;
    await unlessCancelled(work.ended, signal);
    return viewOf(work);
  }

  #goOn(giver: Giver): void {
    const { history } = giver.parts;
    const given = new Set(history.flatMap((event) => (event.type === "call-start" ? event.call.id : [])));
    if (given.size === 0) return;
    for (const { work, events } of this.#logs.all()) {
      if (!work.isBackground || !given.has(work.callId) || this.#work.has(work.id)) continue;
      if (finishedRun(events) !== undefined && isReported(work.id, history)) continue;
      const prompt = events.find((event) => event.type === "prompt");
      try {
        this.#begin(work, this.#definition(work.agent), prompt?.type === "prompt" ? prompt.text : "", giver);
      } catch (error) {
        if (!(error instanceof ToolFailure)) throw error;
        giver.inbox.report(`${reportHead(work.id)} cannot go on: ${error.message}]`);
      }
    }
  }

  async #start({ callId, agent, prompt, background }: WorkOrder, giver: Giver): Promise<AgentAtWork> {
    const known = [...this.#work.values()].find(({ given }) => given.callId === callId);
    const work = known ?? this.#new({ callId, agent, prompt, background }, giver);
    if (work.given.isBackground) return viewOf(work);
    return Promise.race([work.ended, work.moved.promise.then(() => viewOf(work))]);
  }

  #new({ callId, agent, prompt, background }: WorkOrder, giver: Giver): Work {
    const definition = this.#definition(agent);
    const atWork = this.list().filter(({ state }) => state === "working").length;
    if (atWork >= AT_WORK_MAX)
      throw new ToolFailure(`${atWork} agents are at work, which is all there may be; wait for one of them first.`);
    const isBackground = background || definition.isBackground;
    const before = this.#logs.has(callId) ? this.#logs.all().find(({ work }) => work.callId === callId) : undefined;
    const given = before?.work ?? { id: this.#nextId(definition.name), agent: definition.name, callId, isBackground };
    return this.#begin(given, definition, prompt, giver);
  }

  /** @throws {ToolFailure} naming those there are */
  #definition(name: string): AgentDefinition {
    const { agents } = this.#made.agents;
    const found = agents.get(name) ?? [...agents.values()].find((one) => one.name.toLowerCase() === name.toLowerCase());
    if (found) return found;
    const offered = [...agents.values()].slice(0, AGENTS_TOLD_MAX).map(offerLine);
    throw new ToolFailure(`There is no agent "${name}". Give work to one of:\n${offered.join("\n")}`);
  }

  #nextId(agent: string): string {
    this.#counts ??= countsOf(this.#logs.all().map(({ work }) => work));
    const number = (this.#counts.get(agent) ?? 0) + 1;
    this.#counts.set(agent, number);
    return `${agent}-${number}`;
  }

  #begin(given: GivenWork, definition: AgentDefinition, prompt: string, giver: Giver): Work {
    const log = this.#open(given);
    const ended = Promise.withResolvers<AgentAtWork>();
    const work: Work = {
      ...{ given, prompt, inbox: new SteeringInbox(), abort: new AbortController(), ended: ended.promise },
      ...{ steps: 0, costUsd: 0, outcome: undefined, depth: giver.depth },
      expect: () => giver.inbox.expect(),
      moved: Promise.withResolvers<void>(),
      hasWritten: given.isBackground ? giver.inbox.expect() : undefined,
    };
    this.#work.set(given.id, work);
    void this.#finish(work, definition, log, giver).then((view) => {
      if (work.hasWritten) giver.inbox.report(reportText(view));
      work.hasWritten?.();
      ended.resolve(view);
    });
    return work;
  }

  #open({ callId, id }: GivenWork): AgentLog {
    try {
      return this.#logs.open(callId);
    } catch (error) {
      if (error instanceof UserError) throw new ToolFailure(`${id} cannot go on: ${error.message}`);
      throw error;
    }
  }

  async #finish(work: Work, definition: AgentDefinition, log: AgentLog, giver: Giver): Promise<AgentAtWork> {
    const [rooms, made, sessionId] = [this.#rooms, this.#made, this.#sessionId];
    try {
      const equip = (inner: Giver): AgentParts => this.equip(inner);
      work.outcome = await workOff({ rooms, made, sessionId, work, definition, log, giver, equip });
    } catch (error) {
      work.outcome = { kind: "failed", text: errorText(error) };
    } finally {
      log.close();
    }
    return viewOf(work);
  }
}
