import type { GivenHooks } from "../../app/hooks/given-hooks.ts";
import type { AddedTool } from "../../app/session/added-tool.ts";
import type { SettingSource } from "../../app/settings/setting-source.ts";
import { nearWord } from "../../base/near-word.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import type { PermissionMode } from "../../core/permissions/decide.ts";
import type { ApprovalAnswer, ApprovalRequest, Question } from "../../core/ports/person.ts";

/** What an agent is made of. All of it may be left out. */
export interface AgentOptions {
  /** The folder to work in; the process's own by default. */
  readonly cwd?: string;
  /** `PROVIDER/ID`. */
  readonly model?: string;
  readonly permissionMode?: PermissionMode;
  /** Rules `Tool` or `Tool(pattern)` of what needs no question. */
  readonly allowedTools?: readonly string[];
  /** Rules of what is never done. */
  readonly disallowedTools?: readonly string[];
  /** Tools of yours, made by `defineTool`, offered besides Waymark's own. */
  readonly tools?: readonly AddedTool[];
  /** Servers of the Model Context Protocol, by name, as `.mcp.json` writes them; they beat those of settings and of the project. */
  readonly mcpServers?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /**
   * Functions that are called at an event, by its name (`PreToolUse`, `Stop` …): they are told of it and may answer as the hooks of
   * settings do. They come besides those.
   */
  readonly hooks?: GivenHooks;
  /** Whose settings and instructions are read; both by default, the project's settings as far as its folder is trusted. */
  readonly settingSources?: readonly SettingSource[];
  /** In place of the built-in text, or added to it. */
  readonly systemPrompt?: string | { readonly append: string };
  /** Any other setting, by its name in `waymark config`; beats what files and variables say. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** The folder's own settings count this time. */
  readonly trust?: boolean;
  /** Which session; a new one, kept on disk, by default. */
  readonly session?: SessionOptions;
  /** Variables to be read in place of the process's own. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Asked where policy says to ask. Absent: what is asked about is refused. */
  onPermission?(request: ApprovalRequest, signal: AbortSignal): ApprovalAnswer | Promise<ApprovalAnswer>;
  /** Asked when the model has a question; undefined when there is no answer. */
  onQuestion?(question: Question, signal: AbortSignal): string | undefined | Promise<string | undefined>;
  /** Aborted: what runs is cancelled, and no further prompt is taken. */
  readonly signal?: AbortSignal;
}

/** Which session an agent works on. */
export interface SessionOptions {
  /** `last`, an id or the beginning of one. */
  readonly resume?: string;
  /** Goes on with a copy of it. */
  readonly fork?: boolean;
  /** The id of a new session. */
  readonly id?: string;
  /** False: nothing is kept on disk. */
  readonly persist?: boolean;
}

const OPTIONS: Readonly<Record<keyof AgentOptions, true>> = {
  cwd: true,
  model: true,
  permissionMode: true,
  allowedTools: true,
  disallowedTools: true,
  tools: true,
  mcpServers: true,
  hooks: true,
  settingSources: true,
  systemPrompt: true,
  settings: true,
  trust: true,
  session: true,
  environment: true,
  onPermission: true,
  onQuestion: true,
  signal: true,
};

const OF_SESSION: Readonly<Record<keyof SessionOptions, true>> = { resume: true, fork: true, id: true, persist: true };

/** A program without types is told of a slip in a name. @throws {UserError} when an option is none */
export function refuseUnknown(options: AgentOptions): void {
  refuse("", options, Object.keys(OPTIONS));
  refuse("session.", options.session ?? {}, Object.keys(OF_SESSION));
}

function refuse(prefix: string, given: object, known: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearWord(unknown, known);
  const advice = near === undefined ? `there are ${known.join(", ")}` : `did you mean "${near}"?`;
  throw new UserError(`createAgent: there is no option "${prefix}${unknown}"; ${advice}`, EXIT.usage);
}
