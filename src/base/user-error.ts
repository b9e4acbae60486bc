import type { Words } from "./phrase.ts";

/** Exit codes of the command line, by what a script must tell apart. */
export const EXIT = {
  done: 0,
  failed: 1,
  usage: 2,
  authentication: 41,
  badInput: 42,
  sandboxUnavailable: 44,
  configuration: 52,
  turnLimit: 53,
  toolFatal: 54,
  budget: 55,
  transient: 75,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Something the person must mend: one sentence that says what failed, on what, and what to do. */
export class UserError extends Error {
  override readonly name = "UserError";
  readonly exitCode: ExitCode;
  /** What the person is told; `message` is the same in English. */
  readonly words: Words;

  constructor(words: Words, exitCode: ExitCode, options?: ErrorOptions) {
    super(String(words), options);
    this.words = words;
    this.exitCode = exitCode;
  }
}
