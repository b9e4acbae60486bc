import { type PlainFile, readPlainFile } from "../../adapters/read-plain-file.ts";
import { jsonExcess } from "../../base/json-depth.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Reads a JSON file with comments. Plain JSON is the fast way; the JSONC parser is loaded only for what is not.
 * @param file  what was read of it, where somebody has looked at that
 * @returns undefined when there is no such file
 */
export async function readConfigFile(
  path: string,
  file: PlainFile = readPlainFile(path),
): Promise<Record<string, unknown> | undefined> {
  const text = textOf(path, file);
  if (text === undefined) return undefined;
  const value = await parse(path, text);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UserError(phrase`${path} holds no JSON object; write { "key": value, … }.`, EXIT.configuration);
  return value as Record<string, unknown>;
}

function textOf(path: string, file: PlainFile): string | undefined {
  if (file.kind === "missing") return undefined;
  if (file.kind === "text") return file.text.replace(/^\uFEFF/, "");
  throw new UserError(
    phrase`${path} cannot be read (${file.why}); check what it is and its permissions.`,
    EXIT.configuration,
  );
}

async function parse(path: string, text: string): Promise<unknown> {
  const excess = jsonExcess(text);
  if (excess !== undefined)
    throw new UserError(phrase`${path} holds ${excess.message}; mend it or move it away.`, EXIT.configuration);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { parse: parseJsonc, printParseErrorCode } = await import("jsonc-parser");
    const errors: { error: number; offset: number; length: number }[] = [];
    const value = parseJsonc(text, errors, { allowTrailingComma: true }) as unknown;
    const first = errors[0];
    if (!first) return value;
    const line = text.slice(0, first.offset).split("\n").length;
    throw new UserError(
      phrase`${path}:${line} is not valid JSON (${printParseErrorCode(first.error)}); mend that line.`,
      EXIT.configuration,
    );
  }
}
