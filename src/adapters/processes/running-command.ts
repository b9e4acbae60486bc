import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { Readable } from "node:stream";
import { errorCode, errorText } from "../../base/error-text.ts";
import type { ProgramStart } from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import { familyOf, interruptible, send } from "./family.ts";
import { FirstProcess } from "./first-process.ts";
import { withoutInherited } from "./inherited-descriptors.ts";
import type { KeptOutput } from "./kept-output.ts";
import { liveText } from "./live-text.ts";
import { asFirstToGo } from "./out-of-memory-score.ts";
import { closeWriteEnd, type OutputPipe, type PipeMaker, readInTurns } from "./output-pipe.ts";
import { PROCESSES_MAX, watchProcessCount } from "./process-count.ts";
import type { Watchdog } from "./watchdog.ts";
import { withoutSetUp } from "./without-set-up.ts";

export interface CommandExit {
  readonly exitCode?: number;
  readonly signal?: string;
}

/** A command that was started in its own process group and session. */
export interface RunningCommand {
  /** Absent while it runs. */
  readonly exit: CommandExit | undefined;
  /** What it left running in its group was ended with it. */
  readonly hadLeftovers: boolean;
  /** It was ended because of the number of its processes. */
  readonly hadTooMany: boolean;
  /** The shell has ended and what it wrote is read. */
  readonly ended: Promise<CommandExit>;
  /** Nobody holds its output any more, and its whole group is gone. */
  readonly settled: Promise<void>;
  /** Whether its program is started, once that is certain; false where the sandbox around it came to an end before. */
  hasBegun(): Promise<boolean>;
  /** Ends the whole family, gently first; resolves when it is gone. */
  kill(): Promise<void>;
}

export interface StartOptions {
  readonly start: ProgramStart;
  /** Absolute. */
  readonly cwd: string;
  /** Found in the environment of every process of the command. */
  readonly mark: string;
  /** A process namespace ends with its first process, and that with the program, where nothing in it has kept it from that. */
  readonly isContained: boolean;
  /** Its processes are known by a mark that they cannot lose: who left its group is ended with it, too. */
  readonly isMarked: boolean;
  readonly watchdog: Watchdog;
  readonly output: KeptOutput;
  readonly onOutput?: (text: string) => void;
  readonly pipes: PipeMaker;
  /** What it is told on its standard input, and where its standard error goes; absent: neither is apart. */
  readonly spoken?: { readonly input: string; readonly errors: KeptOutput };
}

/** How long whoever is about to end is given before it counts as left running. */
const ENDING_MS = 150;
/** How long output is awaited after the shell's end while somebody it left behind holds the pipe. */
const DRAIN_MS = 250;
/** A cancelled call is given up after 3 s: the whole escalation must fit. */
const KILL_GRACE_MS = 1000;
type Escalation = readonly (readonly [signal: NodeJS.Signals, graceMs: number])[];
const ESCALATION: Escalation = [
  ["SIGINT", 300],
  ["SIGTERM", 1500],
  ["SIGKILL", KILL_GRACE_MS],
];
const POLL_MS = 40;

/** @throws {ToolFailure} when the system cannot start it */
export function startCommand(options: StartOptions): RunningCommand {
  let pipe: OutputPipe | undefined;
  const files: number[] = [];
  try {
    pipe = options.spoken ? undefined : options.pipes.open();
    const { program, parameters, environment, tells = [] } = options.start;
    for (const path of options.start.files ?? []) files.push(openSync(path, "r"));
    // Before the command: a kill of this process while the watchdog still starts would leave the command behind.
    options.watchdog.expect();
    const stdin = options.spoken ? "pipe" : "ignore";
    const output = pipe?.writeEnd ?? "pipe";
    const stdio = withoutInherited([stdin, output, output, ...files, ...tells]);
    const child = asFirstToGo(() =>
      spawn(program, [...parameters], { cwd: options.cwd, env: environment, detached: true, stdio }),
    );
    return new ShellCommand(child, pipe, options);
  } catch (error) {
    pipe?.reader.destroy();
    throw cannotStart(error, options.cwd);
  } finally {
    for (const file of files) closeSync(file);
    if (pipe !== undefined) closeWriteEnd(pipe);
  }
}

function cannotStart(error: unknown, cwd: string): ToolFailure {
  const advice: Record<string, string> = {
    E2BIG: "The command is too long; write the long part to a file first.",
    EMFILE: "Too many files are open; end background processes with shell_stop.",
    ENFILE: "The system has too many open files; try again later.",
    EAGAIN: "The system allows no more processes; end some and try again.",
    ENOMEM: "The system is out of memory; try again later.",
  };
  const known = advice[errorCode(error) ?? ""];
  return new ToolFailure(known ?? `The command cannot be started in ${cwd}: ${errorText(error)}.`, { cause: error });
}

class ShellCommand implements RunningCommand {
  readonly ended: Promise<CommandExit>;
  readonly settled: Promise<void>;
  exit: CommandExit | undefined;
  hadLeftovers = false;
  hadTooMany = false;
  private readonly child: ChildProcess;
  private readonly options: StartOptions;
  private readonly streams: readonly Readable[];
  private readonly first: FirstProcess;
  readonly hasBegun = (): Promise<boolean> => this.first.hasBegun();
  private readonly collected: Promise<unknown>;
  private killed: Promise<void> | undefined;
  private isSettled = false;

  constructor(child: ChildProcess, pipe: OutputPipe | undefined, options: StartOptions) {
    this.child = child;
    this.options = options;
    // Without a free file descriptor there are no streams, whatever the types say.
    this.streams = pipe ? [pipe.reader] : [child.stdout, child.stderr].filter((stream) => stream instanceof Readable);
    this.first = new FirstProcess(child, options.start, options.watchdog);
    // Who does not read to the end has heard enough.
    child.stdin?.on("error", () => child.stdin?.destroy()).end(options.spoken?.input);
    if (child.pid !== undefined && !options.isContained) options.watchdog.watch(child.pid);
    const endWatch = watchProcessCount(
      () => this.family().length >= PROCESSES_MAX / 2,
      () => this.endBomb(),
    );
    this.collected = Promise.all(this.streams.map((stream) => this.collectOne(stream)));
    this.ended = this.waitForEnd();
    this.settled = this.settle().finally(endWatch);
    // Whoever waits sees the failure; here it must only not count as unhandled.
    this.ended.catch(() => {});
  }

  kill(): Promise<void> {
    this.killed ??= this.isSettled ? Promise.resolve() : this.endFamily();
    return this.killed;
  }

  private collectOne(stream: Readable): Promise<void> {
    const { spoken, ...options } = this.options;
    if (spoken === undefined || stream !== this.child.stderr) return collectStream(stream, options);
    return collectStream(stream, { output: spoken.errors });
  }

  private async waitForEnd(): Promise<CommandExit> {
    const exit = await new Promise<CommandExit>((resolve, reject) => {
      this.child.once("error", (error) => reject(cannotStart(error, this.options.cwd)));
      this.child.once("exit", (code, signal) =>
        resolve({ ...(code === null ? {} : { exitCode: code }), ...(signal === null ? {} : { signal }) }),
      );
    });
    await this.first.end();
    await settleWithin(this.collected, DRAIN_MS);
    this.hadLeftovers = this.killed === undefined && (await this.hasLeftovers());
    this.exit = exit;
    return exit;
  }

  /** Who is merely about to end was not left running. */
  private async hasLeftovers(): Promise<boolean> {
    if (this.options.isContained) return false;
    for (let waitedMs = 0; waitedMs < ENDING_MS; waitedMs += POLL_MS) {
      if (!this.mayBeLeft() || this.family().length === 0) return false;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    return this.mayBeLeft() && this.family().length > 0;
  }

  /** Asking the group costs nothing. */
  private mayBeLeft(): boolean {
    return this.options.isMarked || this.groupAnswers();
  }

  /** What the shell left running is ended with it. */
  private async settle(): Promise<void> {
    await this.ended.catch(() => {});
    if (this.hadLeftovers) await this.endFamily();
    for (const stream of this.streams) stream.destroy();
    await this.collected;
    this.isSettled = true;
    if (this.child.pid !== undefined && !this.options.isContained) this.options.watchdog.forget(this.child.pid);
  }

  /** Gentle signals would only give it time to grow. */
  private endBomb(): void {
    this.hadTooMany = true;
    this.killed ??= this.endFamily([["SIGKILL", KILL_GRACE_MS]]);
  }

  private async endFamily(escalation: Escalation = ESCALATION): Promise<void> {
    for (const [signal, limitMs] of escalation) {
      if (this.options.isContained ? this.exit === undefined : this.isAnyLeft())
        await this.signalAndWait(signal, limitMs);
    }
    if (this.exit === undefined) await settleWithin(this.ended.then(ignore, ignore), KILL_GRACE_MS);
    for (const stream of this.streams) stream.destroy();
    await this.collected;
  }

  /** Signals the family and waits until none of it is left, or that time has passed. What is contained ends with its program. */
  private async signalAndWait(signal: NodeJS.Signals, limitMs: number): Promise<void> {
    this.signal(signal);
    if (this.options.isContained) return settleWithin(this.ended.then(ignore, ignore), limitMs);
    for (let waitedMs = 0; waitedMs < limitMs && this.isAnyLeft(); waitedMs += POLL_MS) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      // Who was born meanwhile, as in a fork bomb, must not be spared.
      if (signal === "SIGKILL") this.signal(signal);
    }
  }

  private isAnyLeft(): boolean {
    return this.family().length > 0;
  }

  /** Nobody leaves what contains them. */
  private family(): readonly number[] {
    const { isContained, mark } = this.options;
    const family = familyOf(this.child.pid, isContained ? undefined : mark);
    return family ?? (this.groupAnswers() ? [-(this.child.pid ?? 0)] : []);
  }

  private signal(signal: NodeJS.Signals): void {
    const { pid } = this.child;
    if (pid === undefined) return;
    // The sandbox's own outermost process would die of a gentle signal at once, and with it those that may still tidy up.
    const spared = this.options.isContained && signal !== "SIGKILL" ? pid : undefined;
    const family = this.family();
    const chosen = signal === "SIGINT" ? interruptible(family) : family;
    // The whole group at once, where nobody of it is left out.
    if (spared === undefined && chosen.length === family.length) send(-pid, signal);
    for (const one of chosen) if (one !== spared) send(one, signal);
  }

  private groupAnswers(): boolean {
    return this.child.pid !== undefined && send(-this.child.pid, 0);
  }
}

/** @returns when all is read, or the stream was cut off */
function collectStream(
  stream: Readable,
  { onOutput, output }: Pick<StartOptions, "onOutput" | "output">,
): Promise<void> {
  const live = onOutput === undefined ? undefined : liveText(onOutput);
  const passing = withoutSetUp((bytes) => {
    output.push(bytes);
    live?.(bytes);
  });
  readInTurns(stream, (bytes) => passing.push(bytes));
  stream.once("error", () => stream.destroy());
  return new Promise((resolve) =>
    stream.once("close", () => {
      passing.end();
      resolve();
    }),
  );
}

/** Waits for a promise, but no longer than that; leaves no timer behind. */
async function settleWithin(promise: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([promise, limit]);
  clearTimeout(timer);
}

function ignore(): void {}
