import { readFileSync } from "node:fs";
import { errorCode, errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Reads a JSON file with comments. Plain JSON is the fast way; the JSONC parser is loaded only for what is not.
 * @returns undefined when there is no such file
 */
export async function readConfigFile(path: string): Promise<Record<string, unknown> | undefined> {
  const text = readText(path);
  if (text === undefined) return undefined;
  const value = await parse(path, text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UserError(`${path} holds no JSON object; write { "key": value, … }.`, EXIT.configuration);
  return value as Record<string, unknown>;
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
    throw new UserError(
      `${path} cannot be read (${errorCode(error) ?? errorText(error)}); check its permissions.`,
      EXIT.configuration,
      { cause: error },
    );
  }
}

async function parse(path: string, text: string): Promise<unknown> {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { parse: parseJsonc, printParseErrorCode } = await import("jsonc-parser");
    const errors: { error: number; offset: number; length: number }[] = [];
    const value: unknown = parseJsonc(text, errors, { allowTrailingComma: true });
    const first = errors[0];
    if (!first) return value;
    const line = text.slice(0, first.offset).split("\n").length;
    throw new UserError(
      `${path}:${line} is not valid JSON (${printParseErrorCode(first.error)}); mend that line.`,
      EXIT.configuration,
    );
  }
}
