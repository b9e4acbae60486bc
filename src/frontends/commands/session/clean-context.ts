import { sanitizeTerminal } from "../../../engines/terminal-text/sanitize-terminal.ts";
import type { CommandContext } from "../command.ts";

/** A context whose terminal gets no sequences out of files that anybody may have written; a pipe gets them as they are. */
export function cleanContext(context: CommandContext): CommandContext {
  const clean = (text: string): string => sanitizeTerminal(text, { context: "output" });
  const { environment, version, commands, exit } = context;
  return {
    ...{ environment, version, exit, ...(commands === undefined ? {} : { commands }) },
    // The folder is asked for when it is needed: it may be gone.
    get cwd() {
      return context.cwd;
    },
    out: process.stdout.isTTY ? (text) => context.out(clean(text)) : context.out,
    error: process.stderr.isTTY ? (text) => context.error(clean(text)) : context.error,
  };
}
