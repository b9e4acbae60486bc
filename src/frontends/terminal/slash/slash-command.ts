import type { Agent } from "../../../app/agent.ts";
import type { House } from "../../../app/open-house.ts";
import type { Prompt } from "../../../app/prompt-text.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import type { Plan } from "../../../core/protocol/plan.ts";
import type { Strategy } from "../../../core/strategies/strategy.ts";
import type { PickerItem } from "../dialogs/picker.ts";
import type { Keymap } from "../keymap.ts";
import type { Transcript } from "../transcript.ts";

export interface OwnWork {
  readonly name: string;
  readonly strategy: Strategy;
  readonly prompt: Prompt;
  /** The command that does so, which stands where else the prompt would. */
  readonly command: string;
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
  readonly commands: CommandSource;
  /** How a person here does what a command of ours does: itself, where it can be typed. */
  wayOf(command: string): string;
  /** A few lines for the person; Markdown. */
  say(text: string): void;
  /** Lines that hold what others wrote, names, commands and prompts: no sign of them is taken for Markdown. */
  sayLines(lines: readonly string[]): void;
  /** Source text, as it is. */
  sayCode(code: string, language: string): void;
  /** A line that something is wrong. */
  warn(text: string): void;
  /** Sends a prompt to the model; of a text, which is what a person wrote, the files that it names are put behind it first. */
  prompt(given: string | Prompt): void;
  /** Runs a tool as the person; its block is shown. */
  runTool(name: string, input: unknown, options?: { readonly isExpanded: boolean }): void;
  /** Paths of the working folder that fit, for completion. */
  findFiles(query: string): Promise<readonly string[]>;
  /** Shows what these events tell, as a run. */
  follow(events: AsyncIterable<AgentEvent>): void;
  /** Goes on after the command; what goes wrong is told. */
  later(work: Promise<void>): void;
  /** Shows what a subcommand of this very program says. */
  subcommand(args: readonly string[]): Promise<void>;
  /** Gives the terminal to a subcommand that asks. @returns its exit code */
  lendTerminal(args: readonly string[]): Promise<number>;
  /** What is waited for goes on behind. @returns its ids */
  toBackground(): readonly string[];
  /** Goes to the model with the next prompt. */
  tellModel(text: string): void;
  /** A prompt that is worked on in another way than the session's own. */
  work(work: OwnWork): void;
  pick<Item extends PickerItem>(title: string, items: readonly Item[]): Promise<Item | undefined>;
  /** Asks for words, with proposals to choose from; undefined when nothing was said. */
  ask(question: string, proposals: readonly string[]): Promise<string | undefined>;
  useTheme(name: string): boolean;
  /** Turns the keys of vim on or off. @returns whether they are on; undefined where the prompt has none */
  useVim(): boolean | undefined;
  /** Shows the agent's present session from its beginning. */
  showSession(): Promise<void>;
  /** @returns false where there is no such call */
  expandCall(number: number | undefined): boolean;
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
  /** Acts on the screen, or on a session that stays open: refused where nobody sits at a terminal, with what does the same there. */
  readonly atTerminal?: { readonly instead?: string };
  /** It shows or settles something at once, while the model works too; of others the argument tells, and what is not waits for the run's end. */
  readonly whileRunning?: true | ((argument: string) => boolean);
  complete?(argument: string, context: SlashContext): Promise<readonly string[]> | readonly string[];
  run(argument: string, context: SlashContext): void | Promise<void>;
}

/** Whether it can go while a run is under way. */
export function canRunBeside({ whileRunning = () => false }: SlashCommand, argument: string): boolean {
  return whileRunning === true || whileRunning(argument);
}

/** One of ours: its summary is the message `help.NAME`, in the language that is spoken when it is asked for. */
export type BuiltInCommand = Omit<SlashCommand, "summary">;

/** What can follow a slash; files and skills come and go while a session is open. */
export interface CommandSource {
  /** As they are on the disk. */
  now(): readonly SlashCommand[];
  /** The one that a name means; what to say where there is none. */
  find(name: string): SlashCommand | string;
  /** As they were a moment ago, for each key that is typed. */
  recent(): readonly SlashCommand[];
}
