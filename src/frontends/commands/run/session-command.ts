import type { OfferedCommand, Writing } from "../../../app/knowledge/prompt-naming.ts";
import { promptWritten } from "../../../app/knowledge/prompt-written.ts";
import type { Prompt } from "../../../app/prompt-text.ts";
import { languageSpoken, spoken } from "../../../app/words/spoken.ts";
import { type Phrase, phrase, type Words } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import { type Spent, spentIn } from "../../../core/context/spent-note.ts";
import type { AgentEvent } from "../../../core/protocol/event.ts";
import type { Outcome } from "../../../core/protocol/outcome.ts";
import { NO_USAGE } from "../../../core/protocol/usage.ts";
import type { BuiltInCommand } from "../../terminal/slash/slash-command.ts";

export interface TypedWriting extends Writing {
  /** More prompts follow: what a command refuses is its result, and ends nothing else. */
  readonly goesOn?: boolean;
  /** An editor has ways of its own to choose, and no flags. */
  readonly isEditor?: boolean;
}

/**
 * Runs a prompt as people write it where nobody sits at a terminal. A command of the session (`/compact`) acts as it does there, and what it
 * says is the answer; no model is asked where it asks none there.
 * @throws {UserError} for a command that needs a terminal or a choice, and for one that fails
 */
export async function* promptTyped(
  text: string,
  writing: TypedWriting,
  run: (prompt: Prompt) => AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, void> {
  try {
    const typed = /^\s*\//.test(text) ? await commandTyped(text, writing) : undefined;
    yield* typed === undefined ? promptWritten(text, writing, run) : commandEvents(typed, writing, run);
  } catch (error) {
    if (!writing.goesOn || !(error instanceof UserError)) throw error;
    yield endOf({ kind: "failed", text: error.message });
  }
}

/** The commands of a session that act where nobody sits at a terminal, as they are offered to whoever types. */
export async function commandsAlone(): Promise<readonly OfferedCommand[]> {
  const { SLASH_COMMANDS } = await import("../../terminal/slash/index.ts");
  const { wordsFor } = await import("../../terminal/words/words.ts");
  return SLASH_COMMANDS.filter(({ atTerminal }) => atTerminal === undefined).map(({ name, argument = "" }) => ({
    ...{ name, description: wordsFor(`help.${name}`) ?? "", argumentHint: argument },
  }));
}

interface Typed {
  readonly command: BuiltInCommand;
  readonly argument: string;
}

/** Files and skills come first, as their names were here before any of ours. @throws {UserError} for a slip in a name of ours */
async function commandTyped(text: string, writing: TypedWriting): Promise<Typed | undefined> {
  const { readTypedLine } = await import("../../terminal/typed/typed-line.ts");
  const typed = readTypedLine(text);
  if (typed.kind !== "command") return undefined;
  const { name, argument } = typed;
  const { offeredCommands } = await import("../../../app/knowledge/prompt-naming.ts");
  if (offeredCommands(writing).some((offered) => offered.name === name)) return undefined;
  const { commandNamed, namesOf, SLASH_COMMANDS } = await import("../../terminal/slash/index.ts");
  const command = commandNamed(SLASH_COMMANDS, name);
  if (command) return { command, argument };
  if (argument !== "" || name.length < SLIP_CHARS_MIN) return undefined;
  const { nearGuess } = await import("../../../base/near-word.ts");
  const here = SLASH_COMMANDS.filter(({ atTerminal }) => !writing.isEditor || atTerminal === undefined);
  const guess = nearGuess(name, namesOf(here), (near) => `/${near}`);
  if (guess !== undefined) throw new UserError(phrase`There is no command /${name}; ${guess}`, EXIT.usage);
  return undefined;
}

/** Short words are near to many. */
const SLIP_CHARS_MIN = 6;

async function* commandEvents(
  { command, argument }: Typed,
  writing: Writing,
  run: (prompt: Prompt) => AsyncIterable<AgentEvent>,
): AsyncGenerator<AgentEvent, void> {
  const { name, atTerminal } = command;
  if (atTerminal !== undefined) throw refusalOf(name, wayInstead(name, atTerminal.instead, writing));
  const { SLASH_COMMANDS } = await import("../../terminal/slash/index.ts");
  const wayOf = (other: string): string => {
    const { atTerminal: elsewhere } = SLASH_COMMANDS.find((one) => one.name === other) ?? {};
    const instead = elsewhere && wayInstead(other, elsewhere.instead, writing);
    return instead === undefined ? `/${other}` : spoken(instead);
  };
  const { commandAlone } = await import("../../terminal/slash/command-alone.ts");
  const { agent } = writing;
  const mode = agent.permissionMode;
  const { events, told, isPrompt } = await commandAlone(command, argument, {
    ...writing,
    wayOf,
    prompt: (given) => (typeof given === "string" ? promptWritten(given, writing, run) : run(given)),
    refuse: () => {
      throw command.argument === undefined ? refusalOf(name) : lacking(name, command.argument);
    },
  });
  if (isPrompt) return yield* events;
  const { permissionMode: chosen } = agent;
  if (chosen !== mode) {
    // A refusal leaves a session that goes on as it was.
    agent.permissionMode = mode;
    throw refusalOf(name, wayInstead("mode", `--permission-mode ${chosen}`, writing));
  }
  const { modelId: model, strategy, toolNames: tools } = agent;
  yield { type: "run-start", strategy, model, permissionMode: mode, tools };
  const startedMs = performance.now();
  let spent: Spent | undefined;
  for await (const event of events) {
    spent = spentIn(event) ?? spent;
    yield event;
  }
  if (told.warnings.length > 0) throw new UserError(told.warnings.join("\n"), EXIT.failed);
  yield endOf(
    { kind: told.hasFailed ? "failed" : "done", text: told.said.join("\n\n") },
    {
      ...{ durationMs: performance.now() - startedMs, ...spent },
    },
  );
}

type RunEnd = Extract<AgentEvent, { type: "run-end" }>;

const endOf = (outcome: Outcome, spent: Partial<RunEnd> = {}): RunEnd => ({
  ...{ type: "run-end", outcome, steps: 0, usage: NO_USAGE, costUsd: 0, durationMs: 0, apiDurationMs: 0, ...spent },
});

/** What to say of a command of the session that was written without its slash; undefined for any other word. */
export async function lonelyWord(word: string): Promise<Phrase | undefined> {
  const { commandNamed, SLASH_COMMANDS } = await import("../../terminal/slash/index.ts");
  const { wordsFor } = await import("../../terminal/words/words.ts");
  await speakForSession({ toPrograms: false });
  const elsewhere = wordsFor(`elsewhere.${word}`);
  if (elsewhere !== undefined) return phrase`within a session: ${elsewhere}`;
  const command = commandNamed(SLASH_COMMANDS, word);
  if (command === undefined) return undefined;
  const { instead } = command.atTerminal ?? {};
  if (command.atTerminal !== undefined) return forTerminal(word, instead && inBackticks(instead));
  return phrase`it is a word within a session: \`waymark -c -p /${word}\`, or typed there.`;
}

/** What commands of the session say is said to people in their language, to programs in one that never changes. */
export async function speakForSession({ toPrograms }: { readonly toPrograms: boolean }): Promise<void> {
  const { speak } = await import("../../terminal/words/speak.ts");
  await speak(toPrograms ? "en" : languageSpoken());
}

/** What an editor chooses by itself. */
const EDITOR_CHOICES: ReadonlySet<string> = new Set(["mode", "model", "effort"]);

function wayInstead(name: string, instead: string | undefined, { isEditor }: TypedWriting): Words | undefined {
  if (!isEditor || instead === undefined) return instead && inBackticks(instead);
  if (EDITOR_CHOICES.has(name)) return phrase`the editor's own choice of ${name}`;
  return instead.startsWith("-") ? undefined : inBackticks(instead);
}

const inBackticks = (words: string): string => `\`${words}\``;

function forTerminal(name: string, instead: Words | undefined): Phrase {
  const next: Phrase =
    instead === undefined ? phrase`type it there, in \`waymark -c\`` : phrase`here ${instead} does it`;
  return phrase`/${name} is for a session at the terminal; ${next}.`;
}

const refusalOf = (name: string, instead: Words | undefined = undefined): UserError =>
  new UserError(forTerminal(name, instead), EXIT.usage);

const lacking = (name: string, argument: string): UserError =>
  new UserError(phrase`Nobody is here to choose; give it with the command: /${name} ${argument}`, EXIT.usage);
