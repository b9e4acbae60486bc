import { mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode } from "../../base/error-text.ts";
import { type Environment, locations } from "./locations.ts";
import { writeFileWhole } from "./write-file-whole.ts";

/** Adds a rule to those that the person's own settings allow; comments in the file stay. @returns the file */
export async function allowForGood(rule: string, environment: Environment): Promise<string> {
  return changeOwnSettings(environment, ["permissions", "allow"], (rules) => {
    const known = Array.isArray(rules) ? rules : [];
    return known.includes(rule) ? known : [...known, rule];
  });
}

/** Sets one of the person's own settings; undefined removes it. @param path its name, or the keys down to it @returns the file */
export async function setOwnSetting(
  path: string | readonly string[],
  value: unknown,
  environment: Environment,
): Promise<string> {
  return changeOwnSettings(environment, typeof path === "string" ? [path] : path, () => value);
}

async function changeOwnSettings(
  environment: Environment,
  path: readonly string[],
  change: (value: unknown) => unknown,
): Promise<string> {
  const file = join(locations(environment).config, "config.json");
  const { applyEdits, modify, parse } = await import("jsonc-parser");
  const before = readOr(file, "{}\n");
  let value: unknown = parse(before);
  for (const key of path) value = (value as Record<string, unknown> | undefined)?.[key];
  const edits = modify(before, [...path], change(value), { formattingOptions: { insertSpaces: true, tabSize: 2 } });
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileWhole(file, `${applyEdits(before, edits).trimEnd()}\n`);
  return file;
}

function readOr(file: string, fallback: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (errorCode(error) === "ENOENT") return fallback;
    throw error;
  }
}
