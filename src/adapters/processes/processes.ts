import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type {
  BackgroundNotice,
  BackgroundProcess,
  CommandRequest,
  CommandResult,
  Processes,
  ProtectedWatch,
  WatchedWork,
} from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import { MARK } from "../command-mark.ts";
import { commandEnvironment, LOOKING, withoutPrograms } from "./environment.ts";
import { familyOf, send } from "./family.ts";
import { describeRefused, masksMet, refusedHosts, startFor } from "./in-sandbox.ts";
import { KeptOutput, type OutputSink } from "./kept-output.ts";
import { laidOut, layingOut, notLaidOutText } from "./laid-out.ts";
import { type KeptFrom, keptFrom } from "./masked-names.ts";
import { createPipeMaker } from "./output-pipe.ts";
import { type RunningCommand, startCommand } from "./running-command.ts";
import { describePlan, type SandboxPlan, type SandboxUse, shownPlan } from "./sandbox-plan.ts";
import { findShell, shellStart } from "./shell-start.ts";
import { untilEnd } from "./until-end.ts";
import { createWatchdog, type Watchdog } from "./watchdog.ts";
import { type HoldTurn, inWritersTurn, isForOneAlone, isWritten } from "./writers-turn.ts";

export interface ProcessesOptions {
  /** Absolute; where commands start. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** More variables that commands get. */
  readonly allowedVariables?: readonly string[];
  /** Opens a kept output under a new handle; called when an output is too long for memory. */
  readonly openOutput: () => OutputSink;
  /** Of our own, for the pipes of outputs; absent: with the system's temporary files. */
  readonly pipesFolder?: string;
  /** Absent: commands run as they are. */
  readonly sandbox?: SandboxUse;
  /** Whether a command is one that runs because it only reads. Absent: none is. */
  readonly onlyReads?: (command: string, cwd: string | undefined) => Promise<boolean>;
  /** Begins to look at protected names, for a command that runs in such a tier. */
  readonly watch?: (plan: SandboxPlan, work: WatchedWork) => Promise<ProtectedWatch>;
  /** Takes when the last command was ended after a kill of this process. */
  readonly endedFile?: string;
  /** What an earlier command made that could not be taken back, or not be looked at. Absent: nothing ever. */
  readonly unsettled?: () => string | undefined;
  /** What git would start in a folder because the repository says so, and no person has trusted; see `gitPrograms`. */
  readonly repositoryPrograms?: (folder: string) => readonly string[];
}

const BACKGROUND_MAX = 32;
/** The kernel ends what is left in a process namespace a moment after its first process. */
const ENDING_MS = 50;
/** What is spoken with answers whole, up to here. */
const ANSWER_BYTES_MAX = 1024 * 1024;
/** What is too long for an answer is kept nowhere. */
const openNowhere = (): OutputSink => ({ handle: "", append: () => {}, close: () => {} });

interface Planned {
  readonly plan: SandboxPlan;
  readonly hold: HoldTurn;
}

interface Background {
  readonly id: string;
  readonly command: string;
  readonly handle: string;
  readonly running: RunningCommand;
  readonly plan: SandboxPlan;
  /** What is told of its end is among the notices. */
  readonly settled: Promise<void>;
}

const NO_WATCHDOG: Watchdog = { expect: () => {}, watch: () => {}, forget: () => {}, close: () => {} };

/** Commands in the real shell of this machine, in the sandbox where there is one. */
export function createProcesses(options: ProcessesOptions): Processes {
  // Made anew for each: with a folder that comes to be worked in, others go from where programs are looked for.
  const environment = (without?: readonly string[]): Record<string, string> =>
    commandEnvironment(options.environment, {
      allowed: options.allowedVariables ?? [],
      roots: [options.root],
      without,
    });
  const shell = findShell(environment()["PATH"]);
  const pipes = createPipeMaker(options.pipesFolder, environment());
  const sessionMark = `${process.pid}.${Math.round(performance.timeOrigin + performance.now())}.`;
  const watchdog = createWatchdog(sessionMark, options.endedFile);
  const live = new Set<RunningCommand>();
  const background = new Map<string, Background>();
  let notices: readonly BackgroundNotice[] = [];
  /** What waits for its end now and need not. */
  const waiting = new Set<() => BackgroundProcess>();
  let backgroundCount = 0;
  let commandCount = 0;

  const markOf = ({ notesFolder }: CommandRequest): string =>
    `${notesFolder === undefined ? "" : "kept-"}${sessionMark}`;

  async function start(
    request: CommandRequest,
    plan: SandboxPlan,
    output: KeptOutput,
    errors = new KeptOutput(openNowhere),
  ): Promise<{ readonly running: RunningCommand } & KeptFrom> {
    // The watchdog ends whoever carries the session's mark: what outlives the agent has one of its own.
    const mark = `${markOf(request)}${++commandCount}.`;
    const { isContained } = plan;
    const cwd = request.cwd === undefined ? options.root : resolve(options.root, request.cwd);
    const variables = withoutPrograms(environment(request.without), options.repositoryPrograms?.(cwd) ?? []);
    const plain = shellStart(request.command, shell, { ...variables, ...request.variables, [MARK]: mark });
    const confinedStart = await startFor(request, plain, plan, options);
    const running = startCommand({
      start: confinedStart,
      cwd,
      mark,
      isContained,
      isMarked: plan.tier === "landlock",
      watchdog: request.notesFolder === undefined ? watchdog : NO_WATCHDOG,
      output,
      pipes,
      ...(request.input === undefined ? {} : { spoken: { input: request.input, errors } }),
      ...(request.onOutput === undefined ? {} : { onOutput: request.onOutput }),
    });
    live.add(running);
    void running.settled.then(() => live.delete(running));
    return { running, masked: confinedStart.masked ?? [], hidden: confinedStart.hidden ?? [] };
  }

  function keepInBackground(
    { command, plan, watch }: Pick<Background, "command" | "plan"> & { readonly watch: ProtectedWatch | undefined },
    { running, output }: { readonly running: RunningCommand; readonly output: KeptOutput },
  ): BackgroundProcess {
    const id = `bg-${++backgroundCount}`;
    const settled = running.settled.then(async () => {
      const told = (await watch?.end({ mayTakeBack: false })) ?? [];
      for (const text of told) output.push(Buffer.from(`\n${text}\n`));
      output.close();
      notices = [...notices, ...told.map((text) => ({ id, command, text }))];
    });
    const entry = { id, command, handle: output.open(), running, plan, settled };
    background.set(entry.id, entry);
    return describe(entry);
  }

  async function runPlanned(
    asked: CommandRequest,
    { plan, hold }: Planned,
    signal: AbortSignal,
  ): Promise<CommandResult> {
    const startedMs = performance.now();
    const watch = await watchFor(asked, plan, { ...options, mark: markOf(asked) });
    const request = await keptOffline(asked, plan, options);
    const refusedBefore = refusedHosts(options).length;
    const attempt = async () => {
      const isSpoken = request.input !== undefined;
      const output = isSpoken ? new KeptOutput(openNowhere, ANSWER_BYTES_MAX) : new KeptOutput(options.openOutput);
      const errors = new KeptOutput(openNowhere);
      let isWaitedFor = true;
      const onOutput = (text: string): void => (isWaitedFor ? request.onOutput?.(text) : undefined);
      const started = await start({ ...request, ...(request.onOutput && { onOutput }) }, plan, output, errors);
      hold(started.running.settled);
      const gone = Promise.withResolvers<BackgroundProcess>();
      const leave = (): BackgroundProcess => {
        isWaitedFor = false;
        watch?.share();
        const moved = keepInBackground({ ...request, plan, watch }, { ...started, output });
        gone.resolve(moved);
        return moved;
      };
      if (request.mayGoOn && !isForOneAlone(plan)) waiting.add(leave);
      const end = await untilEnd(started.running, request.timeoutMs, signal, gone.promise);
      waiting.delete(leave);
      if (end.goesOn !== undefined) return { ...started, output, errors, result: end };
      output.close();
      errors.close();
      return { ...started, output, errors, result: { ...end, ...(isSpoken ? { errors: errors.text() } : {}) } };
    };
    const last = await laidOut(attempt, plan);
    const { running, output, result } = last;
    const met = await masksMet(request, last.masked, plan, options);
    const written = output.text() + (await notLaidOutText(last, plan));
    // Who is left could write after the look.
    if (watch !== undefined && !result.goesOn) await running.settled;
    if (isForOneAlone(plan)) await pause(ENDING_MS);
    return {
      ...result,
      output: written + (result.goesOn ? "" : await noticesOf(running, watch)),
      outputBytes: output.totalBytes,
      ...(!output.handle ? {} : { handle: output.handle }),
      durationMs: performance.now() - startedMs,
      ...(running.hadLeftovers ? { leftoversEnded: true as const } : {}),
      ...describePlan(
        plan,
        keptFrom(last, request.command, { ...options, cwd: request.cwd, written, met, exitCode: result.exitCode }),
      ),
      ...describeRefused(refusedHosts(options).slice(refusedBefore)),
    };
  }

  async function startPlanned(request: CommandRequest, { plan, hold }: Planned): Promise<BackgroundProcess> {
    const running = [...background.values()].filter((one) => !one.running.exit);
    if (running.length >= BACKGROUND_MAX)
      throw new ToolFailure(`${BACKGROUND_MAX} background processes run already; shell_stop ends one.`);
    const kept = await keptOffline(request, plan, options);
    const watch = await watchFor(request, plan, { ...options, mark: markOf(request), isShared: true });
    const attempt = async () => {
      const [output, errors] = [new KeptOutput(options.openOutput), new KeptOutput(openNowhere)];
      const { running } = await start(kept, plan, output, errors);
      hold(running.settled);
      await layingOut(running);
      return { running, output, errors, result: running.exit ?? {} };
    };
    const last = await laidOut(attempt, plan);
    return keepInBackground({ ...request, plan, watch }, last);
  }

  return {
    confinement: ({ goesOn = false, ...request }) =>
      shownPlan({ ...request, isBesideOthers: goesOn || isWritten() }, options.sandbox),
    run: (asked, signal) => inWritersTurn(asked, options, (plan, hold) => runPlanned(asked, { plan, hold }, signal)),
    start: (request) =>
      inWritersTurn(request, { ...options, goesOn: true }, (plan, hold) => startPlanned(request, { plan, hold })),
    list: () => [...background.values()].map(describe),
    toBackground: () => [...waiting].map((leave) => leave()),
    async stop(id) {
      const entry = background.get(id);
      if (entry === undefined) return undefined;
      await entry.running.kill();
      await entry.settled;
      return describe(entry);
    },
    async endBackground() {
      await Promise.all([...background.values()].map(({ running, settled }) => running.kill().then(() => settled)));
    },
    takeNotices() {
      const taken = notices;
      notices = [];
      return taken;
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

/** What only looks stays off the network, where no sandbox sees to it. */
async function keptOffline(
  request: CommandRequest,
  { confinement }: SandboxPlan,
  { onlyReads }: ProcessesOptions,
): Promise<CommandRequest> {
  // A look at a folder of a hundred thousand names came before, and one comes next: whoever waits for a key has a turn between them.
  await new Promise(setImmediate);
  if (confinement !== undefined || !(await onlyReads?.(request.command, request.cwd))) return request;
  return { ...request, variables: { ...LOOKING, ...request.variables } };
}

/** Told below the output, each on a line of its own. */
async function noticesOf({ hadTooMany }: RunningCommand, watch: ProtectedWatch | undefined): Promise<string> {
  const tooMany = hadTooMany ? ["(ended: it had started too many processes)"] : [];
  return [...tooMany, ...((await watch?.end({ mayTakeBack: true })) ?? [])].map((notice) => `\n${notice}\n`).join("");
}

/** What can write nothing needs no look. @throws {ToolFailure} where nobody agreed and what an earlier command left is there still */
async function watchFor(
  { isAgreed, notesFolder }: CommandRequest,
  plan: SandboxPlan,
  {
    watch,
    unsettled,
    mark,
    isShared = false,
  }: ProcessesOptions & { readonly mark: string; readonly isShared?: boolean },
): Promise<ProtectedWatch | undefined> {
  const { confinement } = plan;
  if (confinement !== undefined && confinement.writes !== "workspace") return undefined;
  const left = confinement === undefined || isAgreed ? undefined : unsettled?.();
  if (left !== undefined)
    throw new ToolFailure(
      `Nothing that may change files runs unasked: what an earlier command made could not be taken back, or not be looked through (${left}). The person must see to that first.`,
    );
  const endFile = notesFolder === undefined ? {} : { endFile: join(notesFolder, "end") };
  return watch?.(plan, { mark, ...endFile, isShared, isUnconfined: confinement === undefined });
}

function describe({ id, command, handle, running, plan }: Background): BackgroundProcess {
  const exitCode = running.exit?.exitCode;
  const state = running.exit === undefined ? "running" : "exited";
  const changesFiles = plan.confinement?.writes === "workspace" ? ({ changesFiles: true } as const) : {};
  return { id, command, state, handle, ...(exitCode === undefined ? {} : { exitCode }), ...changesFiles };
}
