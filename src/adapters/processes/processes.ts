import { resolve } from "node:path";
import { performance } from "node:perf_hooks";
import type {
  BackgroundProcess,
  CommandRequest,
  CommandResult,
  Confinement,
  Processes,
  ProgramStart,
  Sandbox,
  SandboxState,
} from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import { commandEnvironment, withoutPrograms } from "./environment.ts";
import { familyOf, MARK } from "./family.ts";
import { KeptOutput, type OutputSink } from "./kept-output.ts";
import { notingStart } from "./noting-start.ts";
import { createPipeMaker } from "./output-pipe.ts";
import { type RunningCommand, send, startCommand } from "./running-command.ts";
import { scratchStart } from "./scratch-start.ts";
import { findShell, limitedStart, shellStart } from "./shell-start.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";

export interface ProcessesOptions {
  /** Absolute; where commands start. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** More variables that commands get. */
  readonly allowedVariables?: readonly string[];
  /** Opens a kept output under a new handle; called when an output is too long for memory. */
  readonly openOutput: () => OutputSink;
  /** Absent: commands run as they are. */
  readonly sandbox?: SandboxUse;
  /** What git would start in a folder because the repository says so, and no person has trusted; see `gitPrograms`. */
  readonly repositoryPrograms?: (folder: string) => readonly string[];
}

export interface SandboxUse {
  readonly sandbox: Sandbox;
  /** What commands may write. */
  readonly writes: Confinement["writes"];
  /** Without a tier nothing is run at all. */
  readonly isDemanded: boolean;
  /** Whether what was approved said by itself that it reaches the network; then it may. Absent: never. */
  readonly reachesNetwork?: (command: string, cwd: string | undefined) => Promise<boolean>;
}

const BACKGROUND_MAX = 32;
const HOSTS_SHOWN_MAX = 4;

interface Background {
  readonly id: string;
  readonly command: string;
  readonly handle: string;
  readonly running: RunningCommand;
}

interface Plan {
  /** Undefined: not confined. */
  readonly confinement: Confinement | undefined;
  readonly isContained: boolean;
  readonly text: string;
}

const NO_WATCHDOG: Watchdog = { start: () => {}, watch: () => {}, forget: () => {}, close: () => {} };

/** Commands in the real shell of this machine, in the sandbox where there is one. */
export function createProcesses(options: ProcessesOptions): Processes {
  const roots = [options.root];
  const environment = commandEnvironment(options.environment, { allowed: options.allowedVariables ?? [], roots });
  const shell = findShell(environment["PATH"]);
  const pipes = createPipeMaker();
  const sessionMark = `${process.pid}.${Math.round(performance.timeOrigin + performance.now())}.`;
  const watchdog = createWatchdog(sessionMark);
  const live = new Set<RunningCommand>();
  const background = new Map<string, Background>();
  let backgroundCount = 0;
  let commandCount = 0;

  function start(request: CommandRequest, plan: Plan, output: KeptOutput): RunningCommand {
    // The watchdog ends whoever carries the session's mark: what outlives the agent has one of its own.
    const mark = `${request.notesFolder === undefined ? "" : "kept-"}${sessionMark}${++commandCount}.`;
    const { isContained } = plan;
    const cwd = request.cwd === undefined ? options.root : resolve(options.root, request.cwd);
    const base = withoutPrograms(environment, options.repositoryPrograms?.(cwd) ?? []);
    const ofShell = shellStart(request.command, shell, { ...base, ...request.variables, [MARK]: mark });
    const plain = request.inScratch ? scratchStart(ofShell, options.root) : ofShell;
    const running = startCommand({
      start: notingStart(
        confined(limitedStart(plain, request.limits, { isContained }), plan, options),
        request.notesFolder,
      ),
      cwd,
      mark,
      isContained,
      watchdog: request.notesFolder === undefined ? watchdog : NO_WATCHDOG,
      output,
      pipes,
      ...(request.onOutput === undefined ? {} : { onOutput: request.onOutput }),
    });
    live.add(running);
    void running.settled.then(() => live.delete(running));
    return running;
  }

  return {
    confinement: async (request) => (await planFor(request, options.sandbox)).text,
    async run(request, signal) {
      const startedMs = performance.now();
      const plan = await planFor(request, options.sandbox);
      const output = new KeptOutput(options.openOutput);
      const refusedBefore = refusedHosts(options).length;
      const running = start(request, plan, output);
      const result = await untilEnd(running, request.timeoutMs, signal);
      output.close();
      return {
        ...result,
        output: running.hadTooMany ? `${output.text()}\n(ended: it had started too many processes)\n` : output.text(),
        outputBytes: output.totalBytes,
        ...(output.handle === undefined ? {} : { handle: output.handle }),
        durationMs: performance.now() - startedMs,
        ...(running.hadLeftovers ? { leftoversEnded: true as const } : {}),
        ...describePlan(plan),
        ...describeRefused(refusedHosts(options).slice(refusedBefore)),
      };
    },
    async start(request) {
      const running = [...background.values()].filter((one) => !one.running.exit);
      if (running.length >= BACKGROUND_MAX)
        throw new ToolFailure(`${BACKGROUND_MAX} background processes run already; shell_stop ends one.`);
      const plan = await planFor(request, options.sandbox);
      const output = new KeptOutput(options.openOutput);
      const handle = output.open();
      const id = `bg-${++backgroundCount}`;
      const entry = { id, command: request.command, handle, running: start(request, plan, output) };
      void entry.running.settled.then(() => output.close());
      background.set(id, entry);
      return describe(entry);
    },
    list: () => [...background.values()].map(describe),
    async stop(id) {
      const entry = background.get(id);
      if (entry === undefined) return undefined;
      await entry.running.kill();
      return describe(entry);
    },
    async close() {
      await Promise.all([...live].map((running) => running.kill().then(() => running.settled)));
      // Whoever left its group and session still carries the mark.
      if (commandCount > 0) for (const pid of familyOf(undefined, sessionMark) ?? []) send(pid, "SIGKILL");
      watchdog.close();
      pipes.close();
    },
  };
}

/** How a command will run. @throws {ToolFailure} when the sandbox it must run in is not there */
async function planFor(
  { command, cwd, exception, readOnly }: Pick<CommandRequest, "command" | "cwd" | "exception" | "readOnly">,
  use: SandboxUse | undefined,
): Promise<Plan> {
  if (use === undefined) return { confinement: undefined, isContained: false, text: "none (sandbox is off)" };
  const { tier, why, hosts } = await use.sandbox.state();
  if (tier === "none" && use.isDemanded)
    throw new ToolFailure(`There is no sandbox, and commands must run in one: ${why ?? "unknown"}.`);
  if (tier === "none") return { confinement: undefined, isContained: false, text: `none (${why ?? "unknown"})` };
  if (exception === "outside")
    return { confinement: undefined, isContained: false, text: "none (outside the sandbox, as approved)" };
  const writes = readOnly ? "nothing" : use.writes;
  const network = exception === "network" ? "on" : await networkFor(command, cwd, { ...use, ...(hosts && { hosts }) });
  const reach = network === "hosts" ? `network to ${hostList(hosts)}` : `network ${network}`;
  const text = `${tier}: working folder ${writes === "workspace" ? "writable" : "read-only"}, ${reach}`;
  return { confinement: { writes, network }, isContained: tier === "bubblewrap", text };
}

/** With a list of hosts an approved command reaches those alone; all of the network is for who asks for it by name. */
async function networkFor(
  command: string,
  cwd: string | undefined,
  { reachesNetwork, hosts }: Pick<SandboxUse, "reachesNetwork"> & Pick<SandboxState, "hosts">,
): Promise<Confinement["network"]> {
  if (hosts !== undefined) return "hosts";
  return ((await reachesNetwork?.(command, cwd)) ?? false) ? "on" : "off";
}

function hostList(hosts: readonly string[] = []): string {
  const shown = hosts.slice(0, HOSTS_SHOWN_MAX).join(", ");
  return hosts.length > HOSTS_SHOWN_MAX ? `${shown} and ${hosts.length - HOSTS_SHOWN_MAX} more hosts` : shown;
}

function confined(start: ProgramStart, { confinement }: Plan, { sandbox }: ProcessesOptions): ProgramStart {
  return confinement === undefined || sandbox === undefined ? start : sandbox.sandbox.confine(start, confinement);
}

const refusedHosts = ({ sandbox }: ProcessesOptions): readonly string[] => sandbox?.sandbox.refusedHosts?.() ?? [];

function describeRefused(places: readonly string[]): Pick<CommandResult, "refusedHosts"> {
  return places.length === 0 ? {} : { refusedHosts: [...new Set(places)] };
}

function describePlan({ confinement, text }: Plan): Pick<CommandResult, "sandbox" | "confined"> {
  return {
    sandbox: text,
    ...(confinement === undefined
      ? {}
      : { confined: { network: confinement.network === "off", writes: confinement.writes === "nothing" } }),
  };
}

function describe({ id, command, handle, running }: Background): BackgroundProcess {
  const exitCode = running.exit?.exitCode;
  const state = running.exit === undefined ? "running" : "exited";
  return { id, command, state, handle, ...(exitCode === undefined ? {} : { exitCode }) };
}

/** Waits for the end of a command, and brings it about when time is up or the signal aborts. */
async function untilEnd(
  running: RunningCommand,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Pick<CommandResult, "exitCode" | "signal" | "timedOut" | "cancelled">> {
  let timedOut = false;
  const cancel = (): void => void running.kill();
  const timer = setTimeout(() => {
    timedOut = true;
    void running.kill();
  }, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const exit = await running.ended;
    return { ...exit, timedOut, cancelled: signal.aborted && !timedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}
