import type { Writing } from "../../../app/knowledge/prompt-naming.ts";
import { type Prompt, unwrittenPrompt } from "../../../app/prompt-text.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import { fenced } from "../../../engines/text/fenced.ts";
import { cleanText } from "../clean-event.ts";
import { loadKeymap } from "../keymap.ts";
import { runSubcommand } from "../own-program.ts";
import { EMPTY_TRANSCRIPT, reduceEvents } from "../transcript.ts";
import { words } from "../words/words.ts";
import { commandSource } from "./command-source.ts";
import type { BuiltInCommand, SlashContext } from "./slash-command.ts";

/** Where a command runs that nobody at a terminal has typed. */
export interface Alone extends Pick<Writing, "agent" | "house"> {
  prompt(given: string | Prompt): AsyncIterable<AgentEvent>;
  /** What needs a screen, or somebody to choose. @throws always */
  refuse(): never;
  wayOf: SlashContext["wayOf"];
  /** It shows Markdown, where source without a fence would flow together. */
  readonly isEditor?: boolean;
}

export interface DoneAlone {
  /** What the command set going; it is done when this has been read to its end. */
  readonly events: AsyncIterable<AgentEvent>;
  /** Those are the events of a run, with its own end. */
  readonly isPrompt: boolean;
  /** It grows while the events are read. */
  readonly told: Told;
}

/** What a command tells. */
export interface Told {
  readonly said: readonly string[];
  readonly warnings: readonly string[];
  /** What it says is what went wrong. */
  readonly hasFailed: boolean;
}

/** Runs a command without a screen: what it says is kept as text. */
export async function commandAlone(command: BuiltInCommand, argument: string, alone: Alone): Promise<DoneAlone> {
  const kept: Kept = { said: [], warnings: [], hasFailed: false, isPrompt: false, work: [] };
  await command.run(argument, contextAlone(alone, kept));
  async function* events(): AsyncGenerator<AgentEvent, void> {
    for (const begin of kept.work) yield* begin();
  }
  return { events: events(), isPrompt: kept.isPrompt, told: kept };
}

interface Kept extends Told {
  readonly said: string[];
  readonly warnings: string[];
  hasFailed: boolean;
  isPrompt: boolean;
  readonly work: (() => AsyncIterable<AgentEvent>)[];
}

function contextAlone({ agent, house, prompt, refuse, wayOf, isEditor = false }: Alone, kept: Kept): SlashContext {
  const { said, warnings, work } = kept;
  const run = (events: () => AsyncIterable<AgentEvent>): void => {
    kept.isPrompt = true;
    work.push(events);
  };
  const sayCode = (code: string, language: string): void => void said.push(isEditor ? fenced(code, language) : code);
  return {
    ...{ agent, house, wayOf },
    commands: commandSource(house, agent),
    transcript: () => reduceEvents(EMPTY_TRANSCRIPT, agent.history),
    themeName: () => "none",
    keymap: () => loadKeymap(house.terminal.keymapFile).keymap,
    say: (text) => void said.push(text),
    sayLines: (lines) => sayCode(cleanText(lines.join("\n")), ""),
    sayCode,
    warn: (text) => void warnings.push(text),
    prompt: (given) => run(() => prompt(given)),
    work: ({ prompt: own, name, strategy }) => run(() => agent.prompt(own, { name, strategy })),
    runTool: (name, input) =>
      void work.push(async function* () {
        for await (const event of agent.callTool(name, input, { isTyped: true })) {
          yield event;
          if (event.type !== "call-end") continue;
          kept.hasFailed ||= event.result.failed;
          said.push(event.result.text);
        }
      }),
    follow: (events) =>
      void work.push(async function* () {
        const notes: string[] = [];
        let isDone = false;
        for await (const event of events) {
          yield event;
          if (event.type === "note") notes.push(event.text);
          isDone ||= event.type === "compaction";
        }
        said.push(...(isDone ? [words("notice.condensed")] : notes));
      }),
    later: (promise) =>
      void work.push(async function* () {
        await promise;
        yield* [];
      }),
    async subcommand(args) {
      const { text, code } = await runSubcommand(args, house.cwd, house.environment);
      kept.hasFailed ||= code !== 0;
      said.push(text.trimEnd() || (code === 0 ? words("subcommand.done") : words("subcommand.code", { code })));
    },
    findFiles: async () => [],
    toBackground: () => [],
    tellModel(text) {
      // For a model to read; the guide would take it for a question.
      if (agent.abilities.takesSteering !== false) agent.steer(unwrittenPrompt(text));
    },
    ...{ lendTerminal: refuse, pick: refuse, ask: refuse, useTheme: refuse, useVim: refuse, showSession: refuse },
    ...{ expandCall: refuse, clearScreen: refuse, send: refuse, setPrompt: refuse, leave: refuse },
  };
}
