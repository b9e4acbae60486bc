import type { Command } from "commander";
import { readNamedFile } from "../../../app/settings/given-file.ts";
import type { ConfigKey } from "../../../app/settings/schema.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { OutputFormat } from "../../headless/write-events.ts";
import { gather, gatherRules, type PlaceFlags, placeSettings } from "../in-house.ts";

/** Flags of a run as commander gives them. */
export interface RunFlags extends PlaceFlags {
  readonly print?: boolean;
  readonly outputFormat?: string;
  readonly includePartialMessages?: boolean;
  readonly jsonSchema?: string;
  readonly model?: string;
  readonly provider?: string;
  readonly strategy?: string;
  readonly continue?: boolean;
  readonly resume?: string | true;
  readonly forkSession?: boolean;
  readonly sessionId?: string;
  readonly maxTurns?: string;
  readonly maxCost?: string;
  readonly maxWallTime?: string;
  readonly maxTokens?: string;
  readonly systemPrompt?: string;
  readonly systemPromptFile?: string;
  readonly appendSystemPrompt?: string;
  readonly appendSystemPromptFile?: string;
  readonly sessionPersistence?: boolean;
  readonly record?: string;
  readonly replay?: string;
  readonly debug?: boolean;
  readonly fullScreen?: boolean;
  readonly screenReader?: boolean;
}

const OUTPUT_FORMATS: readonly OutputFormat[] = ["text", "json", "stream-json"];

export function defineRunOptions(command: Command): Command {
  return command
    .argument("[prompt...]", "what to do or to answer")
    .option("-p, --print", "one run without a terminal: prints the answer and ends")
    .option("--output-format <format>", "text, json or stream-json", "text")
    .option("--include-partial-messages", "stream-json also has the deltas as they come")
    .option("--json-schema <file>", "the answer must be JSON of this schema")
    .option("-m, --model <provider/id>", "the model to use")
    .option("--provider <id>", "the provider, when the model does not name one")
    .option("--profile <name>", "the profile of your settings to use")
    .option("--strategy <name>", "auto, react, plan or judge")
    .option("-c, --continue", "go on with the last session of this folder")
    .option("-r, --resume [id]", "go on with a session")
    .option("--fork-session", "go on with a copy of the session")
    .option("--session-id <id>", "the id of the new session")
    .option("--permission-mode <mode>", "default, plan, acceptEdits, dontAsk or bypassPermissions")
    .option("--allowedTools <rules>", "rules that allow, as Tool or Tool(pattern); may be given again", gatherRules)
    .option("--disallowedTools <rules>", "rules that forbid; may be given again", gatherRules)
    .option("--sandbox <mode>", "read-only, workspace-write or off")
    .option("-C, --cd <folder>", "work in this folder")
    .option("--add-dir <folder>", "one more folder to work in; may be given again", gather)
    .option("--max-turns <n>", "model steps at most")
    .option("--max-cost <usd>", "US dollars at most")
    .option("--max-wall-time <seconds>", "seconds at most")
    .option("--max-tokens <n>", "tokens at most, in and out")
    .option("--offline", "never reach the network")
    .option("--trust", "let this folder's own settings configure this run")
    .option("--system-prompt <text>", "replaces the built-in system prompt")
    .option("--system-prompt-file <file>", "the same from a file")
    .option("--append-system-prompt <text>", "added to the system prompt")
    .option("--append-system-prompt-file <file>", "the same from a file")
    .option("--no-session-persistence", "keep nothing of this session on disk")
    .option("--record <file>", "write every model step to a file that --replay plays")
    .option("--replay <file>", "play a recorded run without network")
    .option("--debug", "show stacks of errors, and write what it does to a log in the state folder")
    .option("--full-screen", "the session takes the whole screen instead of the terminal's own flow")
    .option("--screen-reader", "plain lines that are never redrawn")
    .option("-v, --version", "the version");
}

export function outputFormat(flags: RunFlags): OutputFormat {
  const format = OUTPUT_FORMATS.find((candidate) => candidate === flags.outputFormat);
  if (format) return format;
  throw new UserError(`--output-format is "${flags.outputFormat}"; use ${OUTPUT_FORMATS.join(", ")}.`, EXIT.usage);
}

/** The flags that are settings, with numbers as numbers. */
export function configFlags(flags: RunFlags): Partial<Record<ConfigKey, unknown>> {
  return {
    ...placeSettings(flags),
    model: flags.model,
    provider: flags.provider,
    strategy: flags.strategy,
    maxTurns: numberFlag("--max-turns", flags.maxTurns),
    maxCost: numberFlag("--max-cost", flags.maxCost),
    maxWallTime: numberFlag("--max-wall-time", flags.maxWallTime),
    maxTokens: numberFlag("--max-tokens", flags.maxTokens),
    systemPrompt: flags.systemPrompt ?? fileFlag("--system-prompt-file", flags.systemPromptFile),
    appendSystemPrompt:
      flags.appendSystemPrompt ?? fileFlag("--append-system-prompt-file", flags.appendSystemPromptFile),
    sessionPersistence: flags.sessionPersistence === false ? false : undefined,
  };
}

function numberFlag(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number))
    throw new UserError(`${flag} is "${value}"; give a number.`, EXIT.usage);
  return number;
}

function fileFlag(flag: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : readNamedFile(flag, path);
}
