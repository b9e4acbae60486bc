import { resolve } from "node:path";
import { type Command, Option } from "commander";
import { readNamedFile } from "../../../app/settings/given-file.ts";
import type { ConfigKey } from "../../../app/settings/schema.ts";
import { SETTING_SOURCES, type SettingSource } from "../../../app/settings/setting-source.ts";
import { phrase } from "../../../base/phrase.ts";
import { EXIT, UserError } from "../../../base/user-error.ts";
import type { OutputFormat } from "../../headless/write-events.ts";
import {
  gather,
  gatherNames,
  gatherRules,
  MODEL_FLAG,
  type PlaceFlags,
  PROVIDER_FLAG,
  placeSettings,
} from "../in-house.ts";

/** Flags of a run as commander gives them. */
export interface RunFlags extends PlaceFlags {
  readonly print?: boolean;
  readonly outputFormat?: string;
  readonly inputFormat?: string;
  readonly eventFormat?: string;
  readonly replayUserMessages?: boolean;
  readonly settingSources?: string;
  readonly includePartialMessages?: boolean;
  readonly jsonSchema?: string;
  readonly outputLastMessage?: string;
  readonly finalMessageOnly?: boolean;
  readonly report?: readonly string[];
  readonly failOn?: string;
  readonly fallbackModel?: readonly string[];
  readonly effort?: string;
  readonly strategy?: string;
  readonly continue?: boolean;
  readonly resume?: string | true;
  readonly forkSession?: boolean;
  readonly sessionId?: string;
  readonly name?: string;
  readonly worktree?: string | true;
  readonly maxTurns?: string;
  readonly maxToolCalls?: string;
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
const INPUT_FORMATS = ["text", "stream-json"] as const;
const EVENT_FORMATS = ["claude", "codex"] as const;

export function defineRunOptions(command: Command): Command {
  command
    .argument("[prompt...]", "what to do or to answer")
    .option("-p, --print", "one run without a terminal: prints the answer and ends")
    .option("--output-format <format>", "text, json or stream-json", "text")
    .option("--input-format <format>", "text, or stream-json: messages and control requests on standard input", "text")
    .option("--event-format <shape>", "claude or codex: the shape of the lines of stream-json", "claude")
    .option("--replay-user-messages", "stream-json also has each message of standard input when it is taken")
    .option("--include-partial-messages", "stream-json also has the deltas as they come")
    .option("--json-schema <file>", "the answer must be JSON of this schema, which may be given itself as well")
    .option("--final-message-only", "nothing but the answer, and what went wrong")
    .option(
      "--report <file>",
      "the answer is findings, also in this file: .sarif, or .xml for JUnit; may be given again",
      gather,
    )
    .option("--fail-on <level>", "with --report, exit 1 where a finding is a note, warning or error, or graver")
    .option("--output-last-message <file>", "also write the answer to this file; -o does so too")
    .option(...MODEL_FLAG)
    .option(...PROVIDER_FLAG)
    .option("--fallback-model <names>", "models that go on when it is overloaded or out of credit", gatherNames)
    .option("--effort <level>", "how much the model thinks: none, minimal, low, medium, high, xhigh or max")
    .option("--profile <name>", "the profile of your settings to use")
    .option("--strategy <name>", "auto, react, plan or judge")
    .option("-c, --continue", "go on with the last session of this folder")
    .option("-r, --resume [id]", "go on with a session, by its id or name")
    .option("--fork-session", "go on with a copy of the session")
    .option("--session-id <id>", "the id of the new session")
    .option("-n, --name <name>", "what the new session is called; -r NAME goes on with it");
  return withLooks(withBounds(command));
}

/** What it may do, with what, where, and how long. */
function withBounds(command: Command): Command {
  return command
    .option("--permission-mode <mode>", "default, plan, acceptEdits, dontAsk or bypassPermissions")
    .option("--allowedTools <rules>", "rules that allow, as Tool or Tool(pattern); may be given again", gatherRules)
    .option("--disallowedTools <rules>", "rules that forbid; may be given again", gatherRules)
    .option("--tools <names>", 'the built-in tools that there are, such as read_file,shell; "" for none', gatherNames)
    .option("--agent <name>", "work as this agent: its prompt, tools, model and limits; `agents list` shows them")
    .option("--plugin-dir <folder>", "a plugin of this run; may be given again", gather)
    .option("--sandbox <mode>", "read-only, workspace-write or off")
    .option("-C, --cd <folder>", "work in this folder")
    .option("-w, --worktree [name]", "work in a git worktree with a branch of its own")
    .option("--add-dir <folder>", "one more folder to work in; may be given again", gather)
    .option("--max-turns <n>", "model steps at most; 0 is no limit")
    .option("--max-tool-calls <n>", "calls of tools at most")
    .option("--max-cost <usd>", "US dollars at most")
    .option("--max-wall-time <time>", "seconds at most, or 90s, 30m, 2h")
    .option("--max-tokens <n>", "tokens at most, in and out");
}

/** Whose word it goes by, and how it is kept and shown. */
function withLooks(command: Command): Command {
  return command
    .option("--offline", "never reach the network")
    .option("--setting-sources <list>", "whose settings and instructions are read: user, project, or empty for none")
    .option("--settings <file>", "settings of this run: a file, or JSON itself; may be given again", gather)
    .option("--config <key=value>", "one setting of this run; may be given again", gather)
    .option("--mcp-config <file>", "servers of tools of this run: a file, or JSON itself; may be given again", gather)
    .option("--strict-mcp-config", "no other servers than those")
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
    .option("-v, --version", "the version")
    .addOption(hidden("--verbose"))
    .addOption(hidden("--permission-prompt-tool <name>").choices(["stdio"]));
}

/** What clients of Claude Code's stream pass, and what is so here anyway. */
const hidden = (flags: string): Option => new Option(flags).hideHelp();

/** How a headless run reads and writes, and whose settings it reads. */
export interface RunFormats {
  readonly output: OutputFormat;
  readonly input: (typeof INPUT_FORMATS)[number];
  readonly events: (typeof EVENT_FORMATS)[number];
  readonly sources: readonly SettingSource[] | undefined;
}

/** @throws {UserError} when a format is none, or they do not go together */
export function runFormats(flags: RunFlags): RunFormats {
  const formats = {
    output: outputFormat(flags),
    input: oneOf("--input-format", flags.inputFormat, INPUT_FORMATS),
    events: oneOf("--event-format", flags.eventFormat, EVENT_FORMATS),
    sources: settingSources(flags),
  };
  if (formats.input === "stream-json" && formats.output !== "stream-json")
    throw new UserError(
      phrase`--input-format stream-json is answered in lines; add --output-format stream-json.`,
      EXIT.usage,
    );
  return formats;
}

/** @throws {UserError} when it is none */
export function outputFormat(flags: RunFlags): OutputFormat {
  return oneOf("--output-format", flags.outputFormat, OUTPUT_FORMATS);
}

function settingSources(flags: RunFlags): readonly SettingSource[] | undefined {
  const named = flags.settingSources?.split(",").map((name) => name.trim());
  // Claude Code's third, of a project and of this person alone, is a project's file to us.
  return named
    ?.filter((name) => name !== "" && name !== "local")
    .map((name) => oneOf("--setting-sources", name, SETTING_SOURCES));
}

function oneOf<Value extends string>(flag: string, given: string | undefined, allowed: readonly Value[]): Value {
  const value = allowed.find((candidate) => candidate === given);
  if (value !== undefined) return value;
  throw new UserError(phrase`${flag} is "${given}"; use ${allowed.join(", ")}.`, EXIT.usage);
}

/** The flags that are settings, with numbers as numbers. */
export function configFlags(flags: RunFlags): Partial<Record<ConfigKey, unknown>> {
  return {
    ...placeSettings(flags),
    fallbackModels: flags.fallbackModel,
    effort: flags.effort,
    strategy: flags.strategy,
    maxTurns: numberFlag("--max-turns", flags.maxTurns),
    maxToolCalls: numberFlag("--max-tool-calls", flags.maxToolCalls),
    maxCost: numberFlag("--max-cost", flags.maxCost),
    maxWallTime: durationFlag("--max-wall-time", flags.maxWallTime),
    maxTokens: numberFlag("--max-tokens", flags.maxTokens),
    systemPrompt: flags.systemPrompt || fileFlag("--system-prompt-file", flags.systemPromptFile, flags.cd),
    appendSystemPrompt:
      flags.appendSystemPrompt ?? fileFlag("--append-system-prompt-file", flags.appendSystemPromptFile, flags.cd),
    sessionPersistence: flags.sessionPersistence === false ? false : undefined,
  };
}

function numberFlag(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const number = numberIn(value);
  if (number === undefined) throw new UserError(phrase`${flag} is "${value}"; give a number.`, EXIT.usage);
  return number;
}

function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === "" || !Number.isFinite(number) ? undefined : number;
}

const SECONDS_IN = { s: 1, m: 60, h: 3600 } as const;

/** @returns seconds */
function durationFlag(flag: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const [, amount = value, unit = "s"] = /^([\d.]+)([smh])$/.exec(value) ?? [];
  const number = numberIn(amount);
  if (number === undefined)
    throw new UserError(phrase`${flag} is "${value}"; give seconds, or such as 90s, 30m, 2h.`, EXIT.usage);
  return number * SECONDS_IN[unit as keyof typeof SECONDS_IN];
}

function fileFlag(flag: string, path: string | undefined, cd: string | undefined): string | undefined {
  return path === undefined ? undefined : readNamedFile(flag, path, cd);
}

/** The folders that a run works in: what is written for a person goes through no link there. Relative paths begin at the first. */
export function workedFolders({ cd = ".", addDir = [] }: RunFlags, cwd: string): readonly [string, ...string[]] {
  const folder = resolve(cwd, cd);
  return [cwd, folder, ...addDir.map((added) => resolve(folder, added))];
}
