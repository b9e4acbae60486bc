import type { BackgroundProcess } from "../../core/ports/processes.ts";
import type { RecordedEvent } from "../../core/protocol/event.ts";

const HEAD = "Commands in the background have ended with the process that ran them:";
const COMMAND_CHARS_MAX = 200;

/**
 * What a model is told of commands in the background that it may take for running; once, as the log says so from then on.
 * @param live  those of this process
 */
export function lostCommands(
  history: readonly RecordedEvent[],
  live: readonly Pick<BackgroundProcess, "handle">[],
): readonly string[] {
  const left = new Map<string, string>();
  const isLive = (handle: string | undefined): boolean => live.some((one) => one.handle === handle);
  for (const event of history) {
    if (event.type === "prompt" && event.origin === "engine" && event.text.startsWith(HEAD)) left.clear();
    if (event.type !== "call-end" || event.result.background === undefined) continue;
    const { background, handle, display } = event.result;
    left.delete(background.id);
    if (background.state === "exited" || isLive(handle)) continue;
    const command = display.kind === "command" ? `: ${display.command.slice(0, COMMAND_CHARS_MAX)}` : "";
    left.set(background.id, `- ${background.id}, last output under handle ${handle}${command}`);
  }
  if (left.size === 0) return [];
  return [[HEAD, ...left.values(), "Start again what is still needed."].join("\n")];
}
