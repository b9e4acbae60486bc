import { performance } from "node:perf_hooks";
import type { BackgroundProcess, CommandRequest, CommandResult, Processes } from "../../core/ports.ts";
import { ToolFailure } from "../../core/tool.ts";
import { commandEnvironment } from "./environment.ts";
import { KeptOutput, type OutputSink } from "./kept-output.ts";
import { createPipeMaker } from "./output-pipe.ts";
import { findShell, type RunningCommand, startCommand } from "./running-command.ts";

export interface ProcessesOptions {
  /** Absolute; where commands start. */
  readonly root: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Variables that commands get although their names speak of a secret. */
  readonly allowedVariables?: readonly string[];
  /** Opens a kept output under a new handle; called when an output is too long for memory. */
  readonly openOutput: () => OutputSink;
}

const BACKGROUND_MAX = 32;

interface Background {
  readonly id: string;
  readonly command: string;
  readonly handle: string;
  readonly running: RunningCommand;
}

/** Commands in the real shell of this machine. */
export function createProcesses(options: ProcessesOptions): Processes {
  const shell = findShell(options.environment);
  const environment = commandEnvironment(options.environment, options.allowedVariables);
  const pipes = createPipeMaker();
  const live = new Set<RunningCommand>();
  const background = new Map<string, Background>();
  let started = 0;

  function start(request: CommandRequest, output: KeptOutput): RunningCommand {
    const running = startCommand({ request, shell, environment, root: options.root, output, pipes });
    live.add(running);
    void running.settled.then(() => live.delete(running));
    return running;
  }

  return {
    async run(request, signal) {
      const startedMs = performance.now();
      const output = new KeptOutput(options.openOutput);
      const running = start(request, output);
      const result = await untilEnd(running, request.timeoutMs, signal);
      output.close();
      return {
        ...result,
        output: output.text(),
        outputBytes: output.totalBytes,
        ...(output.handle === undefined ? {} : { handle: output.handle }),
        durationMs: performance.now() - startedMs,
      };
    },
    async start(request) {
      const running = [...background.values()].filter((one) => !one.running.exit);
      if (running.length >= BACKGROUND_MAX)
        throw new ToolFailure(`${BACKGROUND_MAX} background processes run already; shell_stop ends one.`);
      const output = new KeptOutput(options.openOutput);
      const handle = output.store();
      const id = `bg-${++started}`;
      const entry = { id, command: request.command, handle, running: start(request, output) };
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
      await Promise.all([...live].map((running) => running.kill()));
      pipes.close();
    },
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
