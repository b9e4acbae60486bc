import { enclosedIn } from "../../base/enclosed.ts";
import { errorText } from "../../base/error-text.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { judge } from "../../engines/schema/judge.ts";
import { schemaFault } from "../../engines/schema/schema-fault.ts";
import { readNamedFile } from "./given-file.ts";

/** What a final answer has to be, as a file says it. */
export interface AnswerSchema {
  readonly source: string;
  readonly schema: unknown;
  /** @returns the answer as one line of JSON, or what is wrong with it */
  check(answer: string): { readonly json: string } | { readonly problem: string };
}

/** @param given a file, or the schema itself @param cd  as in `readNamedFile` @throws {UserError} when it is no JSON Schema */
export function readAnswerSchema(given: string, cd?: string): AnswerSchema {
  const isSchema = /^\s*\{/.test(given);
  const source = isSchema ? given : readNamedFile("--json-schema", given, cd);
  const schema = parsed(isSchema ? undefined : given, source);
  return { source, schema, check: (answer) => checkAnswer(schema, answer) };
}

/** @param path  undefined for a schema that stands in the flag itself */
function parsed(path: string | undefined, source: string): unknown {
  const unusable = (why: string, cause?: unknown): UserError => {
    const told =
      path === undefined
        ? phrase`What --json-schema gives is no usable JSON Schema (${why}); mend it.`
        : phrase`--json-schema ${path} is no usable JSON Schema (${why}); mend the file.`;
    return new UserError(told, EXIT.badInput, { cause });
  };
  let schema: unknown;
  try {
    schema = parseForeignJson(source);
  } catch (error) {
    throw unusable(errorText(error), error);
  }
  const isSchema = typeof schema === "boolean" || (typeof schema === "object" && schema !== null);
  if (!isSchema || Array.isArray(schema)) throw unusable("it is neither an object nor true or false");
  const fault = schemaFault(schema);
  if (fault !== undefined) throw unusable(fault);
  return schema;
}

/** @returns the answer as one line of JSON, or what is wrong with it */
export function checkAnswer(schema: unknown, answer: string): { json: string } | { problem: string } {
  const [fenced] = enclosedIn(answer, /```(?:json)?[^\S\n]*\n/g, () => /\n[^\S\n]*```/g);
  const bare = fenced?.content ?? answer;
  let value: unknown;
  try {
    value = parseForeignJson(bare);
  } catch (error) {
    return { problem: errorText(error) };
  }
  const judgement = judge(schema, value, { fillsDefaults: false });
  if (judgement.kind === "valid") return { json: JSON.stringify(judgement.value) };
  return { problem: judgement.problems.map(({ message }) => message).join(" ") };
}
