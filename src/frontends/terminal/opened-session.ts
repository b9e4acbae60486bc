import type { Faces, House } from "../../app/open-house.ts";
import type { StartedAgent } from "../../app/session/start-agent.ts";
import type { Environment } from "../../app/settings/locations.ts";
import type { TerminalFacts } from "../../app/settings/terminal-facts.ts";

/** An agent in its house; whoever asked for it closes the house. */
export interface OpenedSession extends StartedAgent {
  readonly house: House;
}

export interface SessionStart {
  /** What the session begins with; empty: nothing. */
  readonly prompt: string;
  readonly open: (faces: Faces) => Promise<OpenedSession>;
  readonly environment: Environment;
  readonly terminal: TerminalFacts;
  readonly version: string;
}
