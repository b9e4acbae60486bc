import type { Streams } from "./write-events.ts";

/** On a terminal the words of models, tools and files are cleaned of what it would act on; a pipe gets them byte for byte. */
export async function terminalStreams(streams: Streams): Promise<Streams> {
  if (!process.stdout.isTTY && !process.stderr.isTTY) return streams;
  const { sanitizeTerminal } = await import("../../app/terminal-text.ts");
  const clean = (text: string): string => sanitizeTerminal(text, { context: "output" });
  return {
    out: process.stdout.isTTY ? (text) => streams.out(clean(text)) : streams.out,
    error: process.stderr.isTTY ? (text) => streams.error(clean(text)) : streams.error,
  };
}
