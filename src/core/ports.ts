import type { Access, SandboxException } from "./permissions/accesses.ts";
import type { Decision } from "./permissions/decision.ts";
import type { Display, TodoItem } from "./protocol/display.ts";
import type { RecordedEvent, ReplyEnd, ReplyPart, ToolCall } from "./protocol/event.ts";
import type { ModelFailure } from "./protocol/outcome.ts";
import type { ToolSpec } from "./protocol/tool-spec.ts";
import type { Usage } from "./protocol/usage.ts";

// Everything the core needs from outside. Each port has at least one real adapter.

/** A language model, or something that behaves like one. */
export interface ModelClient {
  /** `provider/model`. */
  readonly id: string;
  readonly abilities: ModelAbilities;
  /**
   * One request, one reply; tools are never executed here and nothing is retried.
   * Ends with exactly one `end` or `failed` part. Throws only when `signal` aborts.
   */
  step(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
  /** Frees what it holds in this process; a later step takes it again. */
  readonly close?: (() => Promise<void>) | undefined;
  /**
   * Present while another model stands ready: it takes over all steps to come, under its own id and abilities.
   * @returns what to tell the person; undefined where the failure is none that another model helps with, or none can be opened
   */
  readonly fallBack?: ((failure: ModelFailure) => Promise<string | undefined>) | undefined;
}

export interface ModelAbilities {
  /** False sends the run to the judge or react-text strategy. */
  readonly nativeTools: boolean;
  readonly contextTokensMax?: number;
  readonly outputTokensMax?: number;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSpec[];
  readonly sessionId: string;
  readonly outputTokensMax?: number;
  readonly temperature?: number;
}

export type ModelMessage =
  | { readonly role: "user"; readonly text: string }
  | { readonly role: "assistant"; readonly content: readonly ReplyPart[] }
  | { readonly role: "tool"; readonly results: readonly ToolMessage[] };

export interface ToolMessage {
  readonly callId: string;
  readonly name: string;
  readonly text: string;
  readonly failed: boolean;
}

export type ModelPart =
  | { readonly type: "text-delta"; readonly text: string }
  | { readonly type: "reasoning-delta"; readonly text: string }
  | { readonly type: "call-input-delta"; readonly callId: string; readonly name: string; readonly text: string }
  /** The whole reply; calls in it have unique ids. */
  | {
      readonly type: "end";
      readonly content: readonly ReplyPart[];
      readonly end: ReplyEnd;
      readonly usage: Usage;
      readonly costUsd: number;
    }
  | { readonly type: "failed"; readonly failure: ModelFailure };

export interface FileStat {
  readonly kind: "file" | "folder" | "other";
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

export interface FolderEntry {
  readonly name: string;
  readonly kind: "file" | "folder" | "link" | "other";
}

/** One file of an all-or-nothing change. `expected` is the SHA-256 (hex) of the bytes it was planned on; null means absent. */
export type FileChange =
  | {
      readonly kind: "write";
      readonly path: string;
      readonly bytes: Uint8Array;
      readonly expected: string | null;
      readonly mode?: number;
    }
  | { readonly kind: "delete"; readonly path: string; readonly expected: string }
  | {
      readonly kind: "move";
      readonly from: string;
      readonly to: string;
      readonly bytes: Uint8Array;
      readonly expected: string;
    };

/**
 * The files an agent may touch: the working folder and those added to it. Every method takes a path relative to the
 * working folder or absolute, and throws {@link ToolFailure} when it leads outside, is not a regular file where one
 * is meant, or cannot be read.
 */
export interface Workspace {
  /** Absolute, real path of the working folder. */
  readonly root: string;
  /** All roots, `root` first. */
  readonly roots: readonly string[];
  /** How a path is shown: relative to `root` with forward slashes, absolute when it is in an added folder. */
  show(path: string): string;
  /**
   * The same files for a call whose accesses were allowed: what the guard asks about (protected names, secret files, files
   * with several names) is open on the paths it declared, and on no others.
   */
  allowing(accesses: readonly Access[]): Workspace;
  /** Whether a file holds secrets by its name or, where only that can tell, its content: a model sees it masked. */
  isSecret(path: string): boolean;
  stat(path: string): Promise<FileStat | undefined>;
  /** Bytes `offset` to `offset + length` of a regular file; the whole of it by default (100 MB at most). */
  readBytes(path: string, range?: { readonly offset: number; readonly length: number }): Promise<Uint8Array>;
  list(path: string): Promise<readonly FolderEntry[]>;
  /** Files below a folder, gitignore-aware unless told otherwise, in a stable order, as paths like `show` gives. */
  walk(path: string, options?: WalkOptions): AsyncIterable<string>;
  /** The same in parts of some hundred: one wait each, for those who take a hundred thousand. */
  walkParts(path: string, options?: WalkOptions): AsyncIterable<readonly string[]>;
  /** Writes all of them or none, byte for byte, atomically and journalled. */
  commit(changes: readonly FileChange[]): Promise<void>;
}

export interface WalkOptions {
  readonly includeHidden?: boolean;
  readonly includeIgnored?: boolean;
  readonly signal?: AbortSignal;
}

export interface SearchQuery {
  /** A regular expression in the syntax ripgrep and JavaScript share. */
  readonly pattern: string;
  readonly path: string;
  /** A glob that files must match, such as `*.cbl` or `src/**`. */
  readonly glob?: string;
  readonly ignoreCase: boolean;
  readonly literal: boolean;
  readonly contextLines: number;
  readonly matchesMax: number;
}

export interface SearchMatch {
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** True when more would have matched, or time ran out: then `stopped` says why. */
  readonly stopped?: "matches" | "time";
  /** Files that matched and were left out, because they may hold secrets or a rule forbids them. */
  readonly filesLeftOut?: number;
}

export interface Search {
  /** @throws {ToolFailure} on an invalid pattern */
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchResult>;
}

export interface CommandRequest {
  /** Handed to the shell as it is. */
  readonly command: string;
  /** Relative to the working folder. */
  readonly cwd?: string;
  readonly timeoutMs: number;
  /** What a person has let this command do that the sandbox would refuse: reach the network, or run outside of it. */
  readonly exception?: SandboxException;
  /** The working folder is read-only for this command, whatever the settings. */
  readonly readOnly?: boolean;
  readonly limits?: ProcessLimits;
  /**
   * Absolute; where the command notes that it was claimed, its output and its end. Should this process be killed the
   * command goes on, and the next one reads there how it ended.
   */
  readonly notesFolder?: string;
  readonly onOutput?: (text: string) => void;
}

/** Bounds of each process of a command, kept by the system. */
export interface ProcessLimits {
  readonly memoryBytes?: number;
  readonly fileBytes?: number;
  readonly cpuSeconds?: number;
}

export interface CommandResult {
  /** Absent when a signal ended it. */
  readonly exitCode?: number;
  readonly signal?: string;
  readonly timedOut: boolean;
  readonly cancelled: boolean;
  /** Both streams in the order they were written; the middle is left out when very long. */
  readonly output: string;
  /** Length of all that was written. */
  readonly outputBytes: number;
  /** Where the whole output is kept, when `output` is not all of it. */
  readonly handle?: string;
  readonly durationMs: number;
  /** How it was confined, in the words of {@link Processes.confinement}. */
  readonly sandbox?: string;
  /** Set when a sandbox held it: whether the network was closed, and whether the working folder was. */
  readonly confined?: { readonly network: boolean; readonly writes: boolean };
  /** `host:port (why)` of what the sandbox's proxy refused meanwhile, each once. */
  readonly refusedHosts?: readonly string[];
  /** Processes that it left running were ended with it. */
  readonly leftoversEnded?: true;
}

export interface BackgroundProcess {
  readonly id: string;
  readonly command: string;
  readonly state: "running" | "exited";
  readonly exitCode?: number;
  readonly handle: string;
}

/** A program about to be started. */
export interface ProgramStart {
  /** Absolute path. */
  readonly program: string;
  readonly parameters: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute paths; opened for reading as the descriptors 3, 4 … of the program. */
  readonly files?: readonly string[];
}

export interface Confinement {
  /** `nothing` leaves the private folder for temporary files. */
  readonly writes: "nothing" | "workspace";
  /** `hosts`: those of {@link SandboxState.hosts}, through a proxy. */
  readonly network: "off" | "hosts" | "on";
}

export interface SandboxState {
  readonly tier: "bubblewrap" | "landlock" | "seatbelt" | "none";
  /** Why it is not a better tier, and what to do about it. */
  readonly why?: string;
  /** Hosts that confined programs may reach through the proxy; absent where there is none. */
  readonly hosts?: readonly string[];
}

/** Keeps a program from what the person has not opened to it. */
export interface Sandbox {
  /** The best tier that was proven on this machine; the first question may start a process for the proof. Never rejects. */
  state(): Promise<SandboxState>;
  /** The same program, confined; the very same object under tier none. Only after {@link state}. */
  confine(start: ProgramStart, confinement: Confinement): ProgramStart;
  /** `host:port (why)` of what the proxy has refused so far, in order. */
  refusedHosts?(): readonly string[];
}

/** Child processes: each in its own group, standard input closed, the whole group ended on timeout and cancel. */
export interface Processes {
  /** How such a command would be confined: `bubblewrap: working folder writable, network off`, or `none (why)`. */
  confinement(request: Pick<CommandRequest, "command" | "exception" | "readOnly">): Promise<string>;
  run(request: CommandRequest, signal: AbortSignal): Promise<CommandResult>;
  start(request: CommandRequest): Promise<BackgroundProcess>;
  list(): readonly BackgroundProcess[];
  stop(id: string): Promise<BackgroundProcess | undefined>;
  /** Ends every child; none survives the session. */
  close(): Promise<void>;
}

export interface FetchedPage {
  /** After redirects. */
  readonly url: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
  /** A limit was reached. */
  readonly isCut: boolean;
}

/** Pages from the open internet. @throws {ToolFailure} for an address that may not be reached, and what is no text */
export interface Fetcher {
  fetch(url: string, signal: AbortSignal): Promise<FetchedPage>;
}

/** Whole tool outputs, kept on disk under a handle that the model can page. */
export interface OutputStore {
  /**
   * @param options.isRedacted  the text comes from the log, so that its secrets are out already: only values this process
   *   holds are looked for once more
   */
  save(text: string, options?: { readonly isRedacted: boolean }): Promise<string>;
  /** Lines `offset` (1-based) and on; undefined for an unknown handle. */
  page(
    handle: string,
    range: { readonly offset: number; readonly limit: number },
  ): Promise<{ readonly lines: readonly string[]; readonly totalLines: number } | undefined>;
}

export interface TodoList {
  read(): readonly TodoItem[];
  replace(items: readonly TodoItem[]): void;
}

export interface Question {
  readonly question: string;
  readonly options: readonly string[];
}

/** Asks the person; undefined when there is nobody (headless). */
export interface Asker {
  ask(question: Question, signal: AbortSignal): Promise<string | undefined>;
}

/** Code intelligence without a model: a question by its verb (the words of `waymark code`), Markdown with citations back. */
export interface CodeIntelligence {
  /** Whether the folder holds files it understands; cheap, may be a cached answer. */
  isUseful(): boolean;
  /**
   * @param input  `path`, and what the verb needs: `names`, `limit`, `offset` …
   * @throws {ToolFailure} when the question names what is not there
   */
  query(verb: string, input: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<string>;
}

export interface ApprovalRequest {
  readonly call: ToolCall;
  readonly display: Display;
  readonly decision: Decision;
}

export type ApprovalAnswer =
  | {
      readonly allowed: true;
      /** A rule that allows the like from now on. */
      readonly remember?: string;
      /** Another call is done in its place: a part of the change, say. `why` is told to the model. */
      readonly instead?: { readonly name: string; readonly input: unknown; readonly why: string };
    }
  | { readonly allowed: false; readonly why: string };

/** Answers when policy says "ask". Each frontend brings its own. */
export interface Approver {
  approve(request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalAnswer>;
}

/** Texts that a person sends while a run is under way; read before the next step. */
export interface Inbox {
  take(): readonly string[];
}

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after that time, or at once when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 ≤ x < 1, for jitter. */
  random(): number;
  id(): string;
}

/**
 * Where recorded events go; resolves when the event is safe from a crash of the process, or with a sentence for the
 * person when it can be kept in memory only (a full disk).
 */
export interface EventLog {
  append(event: RecordedEvent): Promise<string | undefined>;
}

/**
 * Keeps what calls change, so that it can be taken back. Never throws: what it cannot keep must not stop the work, so
 * both resolve with a sentence for the person then, once for each reason.
 */
export interface Snapshots {
  /** Before a call that writes or runs. */
  before(callId: string, accesses: readonly Access[]): Promise<string | undefined>;
  /** After it, however it ended. */
  after(callId: string): Promise<string | undefined>;
}

/** A call found in text; `repairs` as in a {@link ToolCall}. */
export interface TextCall {
  readonly name: string;
  readonly input: unknown;
  readonly repairs?: readonly string[];
}

/** What a model's plain text means, decided without another model. */
export type TextReading =
  /** It makes calls; `content` is the text around them. */
  | {
      readonly kind: "calls";
      readonly content: string;
      readonly calls: readonly TextCall[];
      readonly how: string;
    }
  /** Meant as calls, and unusable: each problem tells the model what to do. */
  | { readonly kind: "broken"; readonly problems: readonly string[] }
  /** It speaks of files it has not seen. */
  | { readonly kind: "speculation"; readonly paths: readonly string[] }
  | { readonly kind: "answer" }
  /** It tells of a call without making one, or begins an edit that cannot be read. */
  | { readonly kind: "unsure"; readonly why: string };

/** Finds calls and edits in plain text, in whatever form a model writes them. */
export interface TextReader {
  /** How a model without tool calling is told to answer. */
  instructions(tools: readonly ToolSpec[]): string;
  read(text: string, tools: readonly ToolSpec[], options: { readonly edits: boolean }): Promise<TextReading>;
  /** Passes on what may be shown while it streams: everything that cannot be a call. */
  filter(tools: readonly ToolSpec[]): Promise<{ push(text: string): string; end(): string }>;
  /** Native arguments that were no JSON; undefined when they cannot be repaired without guessing. */
  repairArguments(
    raw: string,
    tool: ToolSpec,
  ): Promise<{ readonly input: unknown; readonly repairs: readonly string[] } | undefined>;
  /** A JSON value out of text that may be cut, fenced or sloppy; undefined when there is none. */
  json(text: string): Promise<unknown>;
}
