import { EXIT, type ExitCode } from "../../base/user-error.ts";
import type { CommandContext } from "./command.ts";

export interface SignalWatch {
  /** What to leave with; undefined while no signal has come. */
  code(): ExitCode | undefined;
  release(): void;
}

/** The first signal cancels what is under way, which then ends in order; the second leaves at once. */
export function onSignals(cancel: (code: ExitCode) => void): SignalWatch {
  let code: ExitCode | undefined;
  const on = (exitCode: ExitCode) => (): void => {
    if (code !== undefined) process.exit(exitCode);
    code = exitCode;
    cancel(exitCode);
  };
  const [onInterrupt, onTerminate] = [on(EXIT.interrupted), on(EXIT.terminated)];
  process.on("SIGINT", onInterrupt).on("SIGTERM", onTerminate).on("SIGHUP", onTerminate);
  return {
    code: () => code,
    release: () => void process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate).off("SIGHUP", onTerminate),
  };
}

/** For what is cancelled by a signal of its own. */
export function cancelOnSignals(): SignalWatch & { readonly signal: AbortSignal } {
  const abort = new AbortController();
  return { signal: abort.signal, ...onSignals(() => abort.abort()) };
}

/** What goes on until its other side, or a signal, ends it: what it had under way has ended in order by then. */
export async function untilSignal(
  { exit }: Pick<CommandContext, "exit">,
  work: (ending: AbortSignal) => Promise<void>,
): Promise<void> {
  const { signal, code, release } = cancelOnSignals();
  try {
    await work(signal);
  } finally {
    const left = code();
    if (left !== undefined) exit(left);
    release();
  }
}
