// biome-ignore-all lint/performance/noBarrelFile: this file is the package's public subpath.
export { displayName } from "../engines/terminal-text/display-name.ts";
export { createTerminalSanitizer, type TerminalSanitizer } from "../engines/terminal-text/output-sanitizer.ts";
export { type SanitizeOptions, sanitizeTerminal } from "../engines/terminal-text/sanitize-terminal.ts";
