import { BudgetedLines, OverBudget } from "./budget.ts";
import { eachInTurns } from "./in-turns.ts";
import { jsonExcess } from "./json-depth.ts";
import { phrase } from "./phrase.ts";
import { EXIT, UserError } from "./user-error.ts";

/** Characters that one message of a client may have: a long paste and the pictures of a prompt fit, a stream without line feeds is refused. */
export const CLIENT_LINE_CHARS_MAX = 32 * 1024 * 1024;

/**
 * The lines that a client writes to standard input, one message each; the last need not end. Any number may come at once: what is done with
 * each leaves others a turn.
 * @throws {UserError} where one is longer than any that means well
 */
export const clientLines = (input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> =>
  eachInTurns(linesOf(input));

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
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

/** No JSON: what reads it answers that it could not be parsed. */
const UNREADABLE = "{";

/**
 * What a client sends, as bytes, for a library that parses it; a line that nests too deep or holds too much to be parsed stands there as one that is no JSON.
 * @param onFailure  told why no more is read
 * @param options.charsMax  of a line, above which it is no JSON, either
 */
export async function* soundLines(
  input: AsyncIterable<Uint8Array>,
  onFailure: (error: unknown) => void,
  { charsMax = Number.POSITIVE_INFINITY } = {},
): AsyncGenerator<Buffer, void> {
  try {
    for await (const line of clientLines(input))
      yield Buffer.from(`${line.length > charsMax || jsonExcess(line) !== undefined ? UNREADABLE : line}\n`);
  } catch (error) {
    onFailure(error);
  }
}
