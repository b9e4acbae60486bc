import type { Agent } from "../../app/agent.ts";
import type { House } from "../../app/open-house.ts";
import type { FileIndex } from "./completion/file-index.ts";
import type { RunControl } from "./run-control.ts";
import type { CommandSource } from "./slash/slash-command.ts";

/** What is there once the settings are read; until then what is typed waits. */
export interface AttachedAgent {
  readonly agent: Agent;
  readonly house: House;
  readonly commands: CommandSource;
  /** What commands will run in, in a few words. */
  readonly sandbox: string;
  readonly reducedMotion: boolean;
  /** Diagrams of answers are kept as files. */
  readonly savesDiagrams: boolean;
}

export interface AttachedSession extends AttachedAgent {
  readonly run: RunControl;
  readonly files: FileIndex;
}
