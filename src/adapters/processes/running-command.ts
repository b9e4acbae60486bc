import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import type { CommandRequest } from "../../core/ports.ts";
import { ToolFailure } from "../../core/tool.ts";
import { hasLiveMember } from "./group-members.ts";
import type { KeptOutput } from "./kept-output.ts";
import { closeWriteEnd, type OutputPipe, type PipeMaker } from "./output-pipe.ts";

export interface CommandExit {
  readonly exitCode?: number;
  readonly signal?: string;
}

/** A command that was started in its own process group. */
export interface RunningCommand {
  /** Absent while it runs. */
  readonly exit: CommandExit | undefined;
  /** The shell has ended and what it wrote is read; processes that it left behind may still run. */
  readonly ended: Promise<CommandExit>;
  /** Nobody holds its output any more, or the whole group was ended. */
  readonly settled: Promise<void>;
  /** Ends the whole group, gently first; resolves when the shell has ended. */
  kill(): Promise<void>;
}

interface StartOptions {
  readonly request: CommandRequest;
  readonly shell: string;
  readonly environment: Record<string, string>;
  readonly root: string;
  readonly output: KeptOutput;
  readonly pipes: PipeMaker;
}

/** How long output is awaited after the shell's end while somebody it left behind holds the pipe. */
const DRAIN_MS = 50;
const TERM_GRACE_MS = 2000;
const POLL_MS = 10;

/** @throws {ToolFailure} when the shell cannot be started in that folder */
export function startCommand(options: StartOptions): RunningCommand {
  const pipe = options.pipes.open();
  const child = spawnShell(options, pipe);
  if (pipe !== undefined) closeWriteEnd(pipe);
  return new ShellCommand(child, pipe, options);
}

/** The absolute path of bash, or else of sh. */
export function findShell(environment: Readonly<Record<string, string | undefined>>): string {
  for (const name of ["bash", "sh"]) {
    for (const folder of ["/bin", "/usr/bin", ...(environment["PATH"] ?? "").split(delimiter)]) {
      const path = join(folder, name);
      if (folder !== "" && existsSync(path)) return path;
    }
  }
  return "sh";
}

function spawnShell(options: StartOptions, pipe: OutputPipe | undefined): ChildProcess {
  const { request, shell, environment, root } = options;
  // Without one shared pipe the shell itself joins the streams; an error in its first line still comes by stderr.
  const command = pipe === undefined ? `exec 2>&1; ${request.command}` : request.command;
  return spawn(shell, ["-c", command], {
    cwd: request.cwd === undefined ? root : resolve(root, request.cwd),
    env: environment,
    detached: true,
    stdio: pipe === undefined ? ["ignore", "pipe", "pipe"] : ["ignore", pipe.writeEnd, pipe.writeEnd],
  });
}

class ShellCommand implements RunningCommand {
  readonly ended: Promise<CommandExit>;
  readonly settled: Promise<void>;
  exit: CommandExit | undefined;
  private readonly child: ChildProcess;
  private readonly streams: readonly Readable[];
  private killed: Promise<void> | undefined;
  private isSettled = false;

  constructor(child: ChildProcess, pipe: OutputPipe | undefined, options: StartOptions) {
    this.child = child;
    this.streams = pipe ? [pipe.reader] : [child.stdout, child.stderr].filter((stream) => stream !== null);
    this.settled = this.collect(pipe, options);
    this.ended = this.waitForEnd(options);
    // Whoever waits sees the failure; here it must only not count as unhandled.
    this.ended.catch(() => {});
  }

  kill(): Promise<void> {
    this.killed ??= this.isSettled ? Promise.resolve() : this.endGroup();
    return this.killed;
  }

  private async collect(pipe: OutputPipe | undefined, options: StartOptions): Promise<void> {
    const ends = await Promise.all(this.streams.map((stream) => collectStream(stream, options)));
    this.isSettled = true;
    // A writer that is left would speak into the next command's output.
    if (ends.every((end) => end === "complete")) pipe?.release();
  }

  private async waitForEnd({ request, shell }: StartOptions): Promise<CommandExit> {
    const exit = await new Promise<CommandExit>((resolve, reject) => {
      this.child.once("error", (error) => {
        const place = request.cwd ?? "the working folder";
        reject(new ToolFailure(`${shell} cannot be started in ${place}: ${error.message}.`, { cause: error }));
      });
      this.child.once("exit", (code, signal) =>
        resolve({ ...(code === null ? {} : { exitCode: code }), ...(signal === null ? {} : { signal }) }),
      );
    });
    await settleWithin(this.settled, DRAIN_MS);
    this.exit = exit;
    return exit;
  }

  private async endGroup(): Promise<void> {
    if (this.signalGroup("SIGTERM")) {
      await this.groupGone(TERM_GRACE_MS);
      this.signalGroup("SIGKILL");
      await this.groupGone(TERM_GRACE_MS);
    }
    await this.ended.catch(() => {});
    for (const stream of this.streams) stream.destroy();
    await this.settled;
  }

  /** Waits until no process of the group is left, or that time has passed. */
  private async groupGone(limitMs: number): Promise<void> {
    for (let waitedMs = 0; waitedMs < limitMs && this.hasMembers(); waitedMs += POLL_MS)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }

  private hasMembers(): boolean {
    return this.signalGroup(0) && (this.child.pid === undefined || hasLiveMember(this.child.pid));
  }

  /** @returns whether the group still has a member, which may be a zombie */
  private signalGroup(signal: NodeJS.Signals | 0): boolean {
    const { pid } = this.child;
    if (pid === undefined) return false;
    try {
      process.kill(-pid, signal);
      return true;
    } catch (error) {
      if (error instanceof Error && "code" in error && (error.code === "ESRCH" || error.code === "EPERM")) return false;
      throw error;
    }
  }
}

/** @returns how the stream closed: with all that was written, or cut off */
function collectStream(stream: Readable, { request, output }: StartOptions): Promise<"complete" | "cut"> {
  const decoder = new StringDecoder("utf8");
  let end: "complete" | "cut" = "cut";
  stream.on("data", (bytes: Buffer) => {
    output.push(bytes);
    request.onOutput?.(decoder.write(bytes));
  });
  stream.once("end", () => {
    end = "complete";
  });
  stream.once("error", () => stream.destroy());
  return new Promise((resolve) => stream.once("close", () => resolve(end)));
}

/** Waits for a promise, but no longer than that; leaves no timer behind. */
async function settleWithin(promise: Promise<void>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([promise, limit]);
  clearTimeout(timer);
}
