import type { AgentEvent } from "../../core/protocol/event.ts";
import { type Prompt, writtenPrompt } from "../prompt-text.ts";
import type { Writing } from "./prompt-naming.ts";

/** What reads commands and files is not loaded for any other prompt. */
const NAMES_MORE = /^\s*\/|@/;

/**
 * Runs a prompt as people write it: `/NAME ARGUMENTS` at its beginning is the command of a file or a skill, `@PATH` is the file.
 * @throws {UserError} for a command of a folder that nobody trusts
 */
export async function* promptWritten(
  text: string,
  writing: Writing,
  run: (prompt: Prompt) => AsyncIterable<AgentEvent> = (prompt) => writing.agent.prompt(prompt),
): AsyncGenerator<AgentEvent, void> {
  if (!NAMES_MORE.test(text)) return yield* run(writtenPrompt(text));
  const { promptNaming } = await import("./prompt-naming.ts");
  yield* promptNaming(text, writing, run);
}
