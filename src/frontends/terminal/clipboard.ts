type Environment = Readonly<Record<string, string | undefined>>;

/** Terminals drop longer sequences; xterm's own limit is near this. */
export const CLIPBOARD_BYTES_MAX = 74_000;

/**
 * The sequence that asks the terminal to put a text on its clipboard (OSC 52), wrapped for tmux and screen to pass on.
 * No terminal answers whether it did.
 */
export function clipboardSequence(text: string, environment: Environment): string {
  const sequence = `\x1b]52;c;${Buffer.from(text, "utf8").toString("base64")}\x07`;
  if (environment["TMUX"]) return `\x1bPtmux;${sequence.replaceAll("\x1b", "\x1b\x1b")}\x1b\\`;
  if (environment["TERM"]?.startsWith("screen")) return `\x1bP${sequence}\x1b\\`;
  return sequence;
}
