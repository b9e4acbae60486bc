import type { Agent } from "../../../app/agent.ts";
import type { House } from "../../../app/open-house.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import type { Plan } from "../../../core/protocol/plan.ts";
import type { Strategy } from "../../../core/strategies/strategy.ts";
import type { PickerItem } from "../dialogs/picker.ts";
import type { Keymap } from "../keymap.ts";
import type { Transcript } from "../transcript.ts";

export interface OwnWork {
  readonly name: string;
  readonly strategy: Strategy;
  readonly prompt: string;
  /** Shown in its panel from the start. */
  readonly plan?: Plan;
}

/** What a command may do to the session it is typed in. */
export interface SlashContext {
  readonly agent: Agent;
  /** Where the session is; what is known of it comes from here. */
  readonly house: House;
  readonly transcript: () => Transcript;
  readonly themeName: () => string;
  /** The keys as they are now. */
  readonly keymap: () => Keymap;
  readonly commands: readonly SlashCommand[];
  /** A few lines for the person; Markdown. */
  say(text: string): void;
  /** A line that something is wrong. */
  warn(text: string): void;
  /** Sends a prompt to the model. */
  prompt(text: string): void;
  /** Runs a tool as the person; its block is shown. */
  runTool(name: string, input: unknown, options?: { readonly isExpanded: boolean }): void;
  /** Paths of the working folder that fit, for completion. */
  findFiles(query: string): Promise<readonly string[]>;
  /** Shows what these events tell, as a run. */
  follow(events: AsyncIterable<AgentEvent>): void;
  /** Shows what a subcommand of this very program says. */
  subcommand(args: readonly string[]): Promise<void>;
  /** Gives the terminal to a subcommand that asks. @returns its exit code */
  lendTerminal(args: readonly string[]): Promise<number>;
  /** Goes to the model with the next prompt. */
  tellModel(text: string): void;
  /** A prompt that is worked on in another way than the session's own. */
  work(work: OwnWork): void;
  pick<Item extends PickerItem>(title: string, items: readonly Item[]): Promise<Item | undefined>;
  useTheme(name: string): boolean;
  /** Shows the agent's present session from its beginning. */
  showSession(): Promise<void>;
  expandCall(number: number | undefined): void;
  clearScreen(): void;
  /** Raw text for the terminal: only sequences of our own. */
  send(sequence: string): void;
  setPrompt(text: string): void;
  leave(): void;
}

export interface SlashCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** How the argument is written in the help; absent when there is none. */
  readonly argument?: string;
  /** Only a prompt: a command from a file may take its name. */
  readonly isReplaceable?: boolean;
  /** May be run while the model works. */
  readonly whileRunning?: boolean;
  complete?(argument: string, context: SlashContext): Promise<readonly string[]> | readonly string[];
  run(argument: string, context: SlashContext): void | Promise<void>;
}
