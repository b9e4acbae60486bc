// biome-ignore-all lint/performance/noBarrelFile: the one door from the frontends, which know no engines, to this engine.
export { createTerminalSanitizer, type TerminalSanitizer } from "../../engines/terminal-text/output-sanitizer.ts";
export { sanitizeTerminal } from "../../engines/terminal-text/sanitize-terminal.ts";
