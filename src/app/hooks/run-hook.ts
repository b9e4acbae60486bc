import { TransportFault } from "../../adapters/models/http/faults.ts";
import { getText } from "../../adapters/models/http/request.ts";
import { errorText } from "../../base/error-text.ts";
import { isLoopback } from "../../base/plain-host.ts";
import { unlessAborted } from "../../base/unless-aborted.ts";
import type { HookEnd } from "../../core/hooks/read-report.ts";
import type { SandboxException } from "../../core/permissions/accesses.ts";
import type { Seal } from "../../core/plan/plan-store.ts";
import type { Processes } from "../../core/ports/processes.ts";
import type { SessionSandbox } from "../permissions/sandbox-use.ts";
import { withoutProject } from "../settings/environment-of.ts";
import type { LoadedConfig } from "../settings/load.ts";
import { changedSince } from "../trust/named-files.ts";
import type { StartingRooms } from "../trust/starting-place.ts";
import type { ConfiguredHook } from "./configured-hooks.ts";
import { hookBounds } from "./hook-bounds.ts";

/** What hooks run with. */
export interface HookMeans {
  readonly processes: Processes;
  /** Its settings say where a proxy is. */
  readonly rooms: StartingRooms & {
    readonly sandbox: Pick<SessionSandbox, "confines">;
    readonly settings: Pick<LoadedConfig, "environment" | "ownEnvironment">;
  };
  readonly offline: boolean;
  /** Marks what was said, so that a log tells it again. */
  readonly seal: Seal;
}

const ANSWER_BYTES_MAX = 1_000_000;

export interface HookRun {
  readonly end: HookEnd;
  /** As it was when the hook was started. */
  readonly mayAllow: boolean;
}

/** Runs one hook to its end, or until its time is up. Never rejects. */
export async function runHook(
  hook: ConfiguredHook,
  input: Readonly<Record<string, unknown>>,
  means: HookMeans,
  signal: AbortSignal,
): Promise<HookRun> {
  const clock = new AbortController();
  const timeUp = clock.signal;
  // A program that waits for nothing else must wait for this: `AbortSignal.timeout` would let it end.
  const timer = setTimeout(() => clock.abort(), Math.min(hook.timeoutMs, 2 ** 31 - 1));
  const late = (): HookRun => failed(`took longer than ${hook.timeoutMs / 1000} s and was ended`);
  try {
    signal.throwIfAborted();
    const ended = await endOf(hook, input, means, AbortSignal.any([signal, timeUp]));
    return timeUp.aborted && ended.end.kind === "failed" ? late() : ended;
  } catch (error) {
    if (signal.aborted) return failed("was cancelled");
    if (error instanceof TransportFault && error.kind === "over-budget") return failed(TOO_LONG);
    return timeUp.aborted ? late() : failed(`did not answer: ${errorText(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

const failed = (why: string): HookRun => ({ end: { kind: "failed", why }, mayAllow: false });

async function endOf(
  { work, ...hook }: ConfiguredHook,
  input: Readonly<Record<string, unknown>>,
  means: HookMeans,
  signal: AbortSignal,
): Promise<HookRun> {
  switch (work.kind) {
    case "command":
      return commandEnd({ ...hook, work }, work.command, { input, means, signal });
    case "http": {
      if (means.offline && !isLoopback(work.url)) return failed("is on the network, and `offline` is set");
      const { status, text } = await getText(work.url, {
        headers: { ...work.headers, "content-type": "application/json" },
        body: JSON.stringify(input),
        timeoutMs: hook.timeoutMs,
        environment: means.rooms.settings.environment,
        signal,
        charsMax: ANSWER_BYTES_MAX,
      });
      if (status < 200 || status > 299) return failed(`was answered with status ${status}`);
      return { end: { kind: "exited", exitCode: 0, output: text, errors: "" }, mayAllow: true };
    }
    case "function": {
      const callId = input["tool_use_id"];
      const running = () => work.run(input, typeof callId === "string" ? callId : undefined, { signal });
      return { end: { kind: "answered", value: await unlessAborted(signal, running) }, mayAllow: true };
    }
  }
}

async function commandEnd(
  hook: ConfiguredHook,
  command: string,
  { input, means, signal }: { readonly input: unknown; readonly means: HookMeans; readonly signal: AbortSignal },
): Promise<HookRun> {
  const changed = hook.agreed && changedSince(command, hook.agreed);
  if (changed !== undefined) return failed(`was not run: ${changed} is not what somebody said yes to`);
  const { isAsPerson, needsSandbox, without, mayAllow } = await hookBounds(hook, means.rooms);
  if (needsSandbox && !(await means.rooms.sandbox.confines())) return failed(NO_SANDBOX);
  const exception = isAsPerson ? "outside" : hook.sandbox === "network" ? "network" : undefined;
  return { end: await runCommand(command, { ...hook, input, exception, without }, means, signal), mayAllow };
}

const NO_SANDBOX = "may do what a file of the session says, and was not run, as there is no sandbox";
const TOO_LONG = `said more than ${ANSWER_BYTES_MAX / 1_000_000} MB; nothing of it counts`;

async function runCommand(
  command: string,
  {
    folder,
    owner,
    input,
    timeoutMs,
    exception,
    without,
  }: Pick<ConfiguredHook, "folder" | "owner" | "timeoutMs"> & {
    readonly input: unknown;
    readonly exception: SandboxException | undefined;
    readonly without: readonly string[];
  },
  { processes, rooms: { cwd, settings } }: HookMeans,
  signal: AbortSignal,
): Promise<HookEnd> {
  const own = owner === "project" ? { without: [], variables: {} } : withoutProject(settings);
  const tooLong = new AbortController();
  let chars = 0;
  const result = await processes.run(
    {
      command,
      // The signal is what ends it in time.
      timeoutMs: timeoutMs + 1000,
      input: `${JSON.stringify(input)}\n`,
      without: [...without, ...own.without],
      variables: {
        ...own.variables,
        CLAUDE_PROJECT_DIR: cwd,
        WAYMARK_PROJECT_DIR: cwd,
        ...(folder && { CLAUDE_PLUGIN_ROOT: folder, WAYMARK_PLUGIN_ROOT: folder }),
      },
      onOutput(text) {
        chars += text.length;
        if (chars > ANSWER_BYTES_MAX) tooLong.abort();
      },
      ...(exception && { exception }),
    },
    AbortSignal.any([signal, tooLong.signal]),
  );
  const { exitCode, output, errors = "", outputBytes } = result;
  if (outputBytes > ANSWER_BYTES_MAX) return { kind: "failed", why: TOO_LONG };
  if (result.timedOut || signal.aborted) return { kind: "failed", why: "was ended" };
  if (exitCode === undefined) return { kind: "failed", why: `was ended by ${result.signal ?? "a signal"}` };
  return { kind: "exited", exitCode, output, errors };
}
