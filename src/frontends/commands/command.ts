import type { Command } from "commander";
import type { Environment } from "../../app/settings/locations.ts";
import type { Words } from "../../base/phrase.ts";
import type { ExitCode } from "../../base/user-error.ts";

/** What a command may use of the process it runs in. */
export interface CommandContext {
  readonly environment: Environment;
  readonly cwd: string;
  readonly version: string;
  /** Every subcommand, for the one that tells of them. */
  readonly commands?: readonly CommandEntry[];
  /** What is said to people: nothing in it acts on a terminal, in a pipe neither. */
  out(words: Words): void;
  /** What was asked for itself, byte for byte where standard output is no terminal. */
  data(text: string): void;
  /** Waits while whoever reads standard output is far behind, so that a long document is not held in memory. */
  taken(): Promise<void>;
  /** A value on lines of its own. */
  json(value: unknown, options?: { readonly indent?: number }): void;
  /** To standard error, and like `out`. */
  error(words: Words): void;
  /** The code the process ends with; 0 unless said otherwise. */
  exit(code: ExitCode): void;
}

/** One subcommand; its file is loaded only when it is called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly define: (command: Command, context: CommandContext) => void }>;
}
