import { isatty } from "node:tty";
import type { Streams } from "./write-events.ts";

/** Asked by number: to look at `process.stderr` opens it. */
const [STDOUT, STDERR] = [1, 2] as const;

/** On a terminal the words of models, tools and files are cleaned of what it would act on; a pipe gets them byte for byte. */
export async function terminalStreams(streams: Streams): Promise<Streams> {
  if (!isatty(STDOUT) && !isatty(STDERR)) return streams;
  const { sanitizeTerminal } = await import("../../engines/terminal-text/sanitize-terminal.ts");
  const clean = (text: string): string => sanitizeTerminal(text, { context: "output" });
  return {
    out: isatty(STDOUT) ? (text) => streams.out(clean(text)) : streams.out,
    error: isatty(STDERR) ? (text) => streams.error(clean(text)) : streams.error,
  };
}
