import type { BackgroundProcess, CommandResult } from "../../core/ports/processes.ts";
import type { RunningCommand } from "./running-command.ts";

type CommandEnd = Pick<CommandResult, "exitCode" | "signal" | "timedOut" | "cancelled" | "goesOn">;

/** Waits for the end of a command, and brings it about when time is up or the signal aborts; not once it has gone to the background. */
export async function untilEnd(
  running: RunningCommand,
  timeoutMs: number,
  signal: AbortSignal,
  gone: Promise<BackgroundProcess>,
): Promise<CommandEnd> {
  let timedOut = false;
  const cancel = (): void => void running.kill();
  const timer = setTimeout(() => {
    timedOut = true;
    void running.kill();
  }, timeoutMs);
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  try {
    const end = await Promise.race([running.ended, gone.then((goesOn) => ({ goesOn }))]);
    return { ...end, timedOut, cancelled: !("goesOn" in end) && signal.aborted && !timedOut };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", cancel);
  }
}
