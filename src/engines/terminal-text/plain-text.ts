import { sanitizeTerminal } from "./sanitize-terminal.ts";

const HARMLESS = /^[\t\n\x20-\x7e]*$/;

/**
 * What a model and a log may have of a text from outside: no sequence that acts on a terminal, nothing hidden; a NUL is
 * spelt out, because it separates.
 * @returns the same string where there is nothing to clean
 */
export function plainText(text: string): string {
  if (HARMLESS.test(text)) return text;
  return sanitizeTerminal(text.replaceAll("\0", "\\x00"), { context: "output" });
}
