import { sessionFile, sessionFolder } from "../../adapters/sessions/session-catalogue.ts";
import type { SessionStartSource } from "../../core/hooks/hooked-run.ts";
import type { Hooks, NoteEvent } from "../../core/ports/hooks.ts";
import type { Processes } from "../../core/ports/processes.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Rooms } from "../rooms.ts";
import type { GivenHook } from "./given-hooks.ts";
import { type HookPlace, mayHaveHooks } from "./hook-place.ts";

/** What of an agent its hooks are told. */
export interface HookedAgent {
  readonly sessionId: string;
  readonly history: readonly RecordedEvent[];
  readonly permissionMode: string;
}

/** How long hooks may hold up the end of a session. */
const END_MS = 5_000;

/** The hooks of an agent, from session to session. Where none is set nothing of them is loaded. */
export class AgentHooks {
  readonly #rooms: Rooms;
  readonly #processes: Processes;
  readonly #agent: HookedAgent;
  #given: readonly GivenHook[] = [];
  #opened: Hooks | undefined;
  #source: SessionStartSource | undefined;

  constructor(rooms: Rooms, processes: Processes, agent: HookedAgent) {
    this.#rooms = rooms;
    this.#processes = processes;
    this.#agent = agent;
    this.#source = agent.history.length > 0 ? "resume" : "startup";
  }

  /** Those that are open; undefined where none is set. */
  get opened(): Hooks | undefined {
    return this.#opened;
  }

  /** More of them, for this agent alone; they hold from the next prompt on. */
  add(hooks: readonly GivenHook[]): void {
    this.#given = [...this.#given, ...hooks];
    this.#opened = undefined;
  }

  /** Before a run. @returns how the session came to be used, once; and what a person should be told */
  async open(): Promise<{ readonly source?: SessionStartSource; readonly notices: readonly string[] }> {
    const source = this.#source;
    this.#source = undefined;
    const began = source === undefined ? {} : { source };
    const place = this.#place();
    if (this.#opened !== undefined || !mayHaveHooks(place)) return { ...began, notices: [] };
    const { configuredHooks, hookNotices } = await import("./configured-hooks.ts");
    const { SessionHooks } = await import("./session-hooks.ts");
    const found = await configuredHooks(place);
    const { seal, config } = this.#rooms;
    const means = { processes: this.#processes, rooms: this.#rooms, offline: config.offline, seal };
    this.#opened = new SessionHooks(found.hooks, means, () => this.#facts(), this.#agent.history);
    return { ...began, notices: hookNotices(found) };
  }

  /** The session is left for another one, which is new or taken up again. Its log is closed meanwhile. */
  async leave(how: "clear" | "resume"): Promise<void> {
    this.#source = how;
    await this.#end(how);
  }

  /** The session is left for good. @param append  takes what is to be recorded of it */
  async close(append: (event: RecordedEvent) => Promise<void>): Promise<void> {
    const note = await this.#end("other");
    if (note !== undefined && this.#agent.history.length > 0) await append(await this.#rooms.redaction.recorded(note));
  }

  async #end(reason: "clear" | "resume" | "other"): Promise<NoteEvent | undefined> {
    const opened = this.#opened;
    this.#opened = undefined;
    if (!opened?.has("SessionEnd")) return undefined;
    const occasion = { event: "SessionEnd", subject: reason, fields: { reason } } as const;
    return (await opened.fire(occasion, AbortSignal.timeout(END_MS))).note;
  }

  #place(): HookPlace {
    const { cwd, places, version, settings, config, settingSources, plugins } = this.#rooms;
    const { areServersGiven, isTrusted, isTrustedOnce, givenHooks, added, sandbox } = this.#rooms;
    return {
      ...{ cwd, places, version, settings, config, settingSources, plugins },
      ...{ areServersGiven, isTrusted, isTrustedOnce, added, sandbox },
      givenHooks: [...givenHooks, ...this.#given],
    };
  }

  #facts() {
    const { cwd, places, config } = this.#rooms;
    const { sessionId, permissionMode } = this.#agent;
    const file = sessionFile(sessionFolder(places.state, cwd), sessionId);
    return {
      session_id: sessionId,
      transcript_path: config.sessionPersistence ? file : "",
      permission_mode: permissionMode,
    };
  }
}
