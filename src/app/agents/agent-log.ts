import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { readSession } from "../../adapters/sessions/read-session.ts";
import { MEMORY_SESSION, openSession } from "../../adapters/sessions/session-log.ts";
import type { EventLog } from "../../core/ports/session.ts";
import type { GivenWork, RecordedEvent } from "../../core/protocol/event.ts";

/** The log of one sub-agent, open for appending by this process alone. */
export interface AgentLog {
  readonly log: EventLog;
  readonly history: RecordedEvent[];
  close(): void;
}

/** A sub-agent that has a log. */
export interface LoggedWork {
  readonly work: GivenWork;
  readonly events: readonly RecordedEvent[];
}

/** Where the logs of a session's sub-agents lie: one for each call that gave work. Nothing is kept without a folder. */
export class AgentLogs {
  readonly #folder: string | undefined;

  constructor(folder: string | undefined) {
    this.#folder = folder;
  }

  #path(callId: string): string | undefined {
    return this.#folder && join(this.#folder, `${hash("sha256", callId).slice(0, 24)}.jsonl`);
  }

  has(callId: string): boolean {
    const path = this.#path(callId);
    return path !== undefined && existsSync(path);
  }

  /** @throws {UserError} when another process writes it */
  open(callId: string): AgentLog {
    const path = this.#path(callId);
    const { log, events, close } = path === undefined ? MEMORY_SESSION : openSession(path);
    return { log, history: [...events], close };
  }

  all(): readonly LoggedWork[] {
    return this.#files().flatMap((path) => {
      const { events } = readSession(path);
      const [start] = events;
      return start?.type === "session-start" && start.work !== undefined ? { work: start.work, events } : [];
    });
  }

  #files(): readonly string[] {
    const folder = this.#folder;
    if (folder === undefined || !existsSync(folder)) return [];
    return readdirSync(folder)
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(folder, name));
  }
}
