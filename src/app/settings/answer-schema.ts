import { errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { judge } from "../../engines/schema/judge.ts";
import { readNamedFile } from "./given-file.ts";

/** What a final answer has to be, as a file says it. */
export interface AnswerSchema {
  readonly source: string;
  /** @returns the answer as one line of JSON, or what is wrong with it */
  check(answer: string): { readonly json: string } | { readonly problem: string };
}

/** @throws {UserError} when the file is no JSON Schema */
export function readAnswerSchema(path: string): AnswerSchema {
  const source = readNamedFile("--json-schema", path);
  const schema = parsed(path, source);
  return { source, check: (answer) => checkAnswer(schema, answer) };
}

function parsed(path: string, source: string): unknown {
  const unusable = (why: string, cause?: unknown): UserError =>
    new UserError(`--json-schema ${path} is no usable JSON Schema (${why}); mend the file.`, EXIT.badInput, { cause });
  let schema: unknown;
  try {
    schema = JSON.parse(source);
  } catch (error) {
    throw unusable(errorText(error), error);
  }
  const isSchema = typeof schema === "boolean" || (typeof schema === "object" && schema !== null);
  if (!isSchema || Array.isArray(schema)) throw unusable("it is neither an object nor true or false");
  return schema;
}

function checkAnswer(schema: unknown, answer: string): { json: string } | { problem: string } {
  const bare = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(answer)?.[1] ?? answer;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch (error) {
    return { problem: errorText(error) };
  }
  const judgement = judge(schema, value, { fillsDefaults: false });
  if (judgement.kind === "valid") return { json: JSON.stringify(judgement.value) };
  return { problem: judgement.problems.map(({ message }) => message).join(" ") };
}
