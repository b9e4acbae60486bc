import type { SystemPart } from "../../core/context/context-report.ts";
import type { PermissionMode } from "../../core/permissions/decide.ts";
import type { ModelClient } from "../../core/ports/model.ts";
import type { Remedies } from "../../core/ports/remedies.ts";
import type { Orientation } from "../../core/prompts/system-prompt.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";
import type { Strategy } from "../../core/strategies/strategy.ts";
import type { AgentLibrary } from "../agents/agent-files.ts";
import type { WhyNot } from "../knowledge/folder-instructions.ts";
import type { Knowledge } from "../knowledge/open-knowledge.ts";
import type { Telemetry } from "../telemetry/open-telemetry.ts";
import type { Toolbox } from "../toolbox.ts";
import type { SessionHandle } from "./session-handle.ts";

/** The session an agent works on, and what was chosen and read for it. */
export interface AgentSession {
  readonly session: SessionHandle;
  readonly sessions: {
    create(): SessionHandle;
    /** A new one that begins with these events. @throws {UserError} when it cannot be written */
    copy(eventsOf: (id: string) => readonly RecordedEvent[]): SessionHandle;
    /** Opens the session whose id begins so. @throws {UserError} when there is none such or it is in use */
    open(id: string): SessionHandle;
  };
  readonly model: ModelClient;
  readonly models: {
    named(name: string): Promise<ModelClient>;
    /** Who judges the answers of a model; undefined where it does so itself. */
    judgeOf(model: ModelClient): Promise<ModelClient | undefined>;
  };
  readonly work: NamedStrategy;
  /** The mode that a session goes on in; undefined: that of the agent. */
  modeOf(history: readonly RecordedEvent[]): PermissionMode | undefined;
  readonly orientation: Orientation;
  readonly system: string;
  /** What of it was written for this folder and this person. */
  readonly systemParts: readonly SystemPart[];
  readonly instructionFiles: readonly string[];
  /** Why a file of the folder is no part of instructions; undefined where no rule says so of any. */
  readonly notInInstructions: WhyNot | undefined;
  readonly knowledge: Knowledge;
  readonly toolbox: Toolbox;
  readonly agents: AgentLibrary;
  /** Absent where nobody looks from outside. */
  readonly telemetry?: Telemetry;
  /** Absent where nothing is learned from calls that failed. */
  readonly remedies?: Remedies;
}

export interface NamedStrategy {
  readonly name: string;
  readonly strategy: Strategy;
}
