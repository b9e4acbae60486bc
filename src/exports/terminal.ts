// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
/**
 * `waymark/terminal`: text of models, tools and files made fit for a terminal. No escape sequence acts (ECMA-48, and what xterm, screen and tmux
 * add), nothing hides or reorders what is read (Unicode controls, invisible and bidirectional characters are spelt). Pure, linear in the length,
 * never throws.
 * @module
 */
export { displayName } from "../engines/terminal-text/display-name.ts";
export { createTerminalSanitizer, type TerminalSanitizer } from "../engines/terminal-text/output-sanitizer.ts";
export { type SanitizeOptions, sanitizeTerminal } from "../engines/terminal-text/sanitize-terminal.ts";
