import { BudgetedLines, OverBudget } from "./budget.ts";
import { phrase } from "./phrase.ts";
import { EXIT, UserError } from "./user-error.ts";

/** Characters that one message of a client may have: a long paste and the pictures of a prompt fit, a stream without line feeds is refused. */
export const CLIENT_LINE_CHARS_MAX = 32 * 1024 * 1024;

/**
 * The lines that a client writes to standard input, one message each; the last need not end.
 * @throws {UserError} where one is longer than any that means well
 */
export async function* clientLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const lines = new BudgetedLines(CLIENT_LINE_CHARS_MAX);
  const decoder = new TextDecoder();
  try {
    for await (const chunk of input) yield* lines.push(decoder.decode(chunk, { stream: true }));
    yield* lines.push(decoder.decode());
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    throw new UserError(phrase`Standard input holds ${error.message}; send one JSON object a line.`, EXIT.badInput, {
      cause: error,
    });
  }
  yield lines.rest();
}
