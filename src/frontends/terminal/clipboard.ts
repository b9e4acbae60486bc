import type { TerminalFacts } from "../../app/settings/terminal-facts.ts";

/** Terminals drop longer sequences; xterm's own limit is near this. */
export const CLIPBOARD_BYTES_MAX = 74_000;

/**
 * The sequence that asks the terminal to put a text on its clipboard (OSC 52), wrapped for tmux and screen to pass on.
 * No terminal answers whether it did.
 */
export function clipboardSequence(text: string, facts: TerminalFacts): string {
  return passedOn(`\x1b]52;c;${Buffer.from(text, "utf8").toString("base64")}\x07`, facts);
}

/** A sequence for the terminal itself, wrapped so that what stands before it lets it through. */
export function passedOn(sequence: string, { multiplexer }: TerminalFacts): string {
  if (multiplexer === "tmux") return `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
  if (multiplexer === "screen") return `\x1bP${sequence}\x1b\\`;
  return sequence;
}
