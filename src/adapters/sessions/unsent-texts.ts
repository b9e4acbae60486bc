import { rmSync } from "node:fs";
import { join } from "node:path";
import { OverBudget } from "../../base/budget.ts";
import { parseForeignJson } from "../../base/json-depth.ts";
import { makeFolder } from "../make-folder.ts";
import { readPlainFile } from "../read-plain-file.ts";
import { replaceFile } from "../whole-file.ts";

/** What is kept here was typed or pasted; more than that is not ours. */
const BYTES_MAX = 64 * 1024 * 1024;

/** Keeps what a person typed and nobody has read, for when they come back; nothing is kept of none. @param folder  of the session */
export function keepUnsent(folder: string, texts: readonly string[]): void {
  if (texts.length === 0) return rmSync(fileIn(folder), { force: true });
  makeFolder(folder, { mode: 0o700 });
  replaceFile(fileIn(folder), `${JSON.stringify(texts)}\n`);
}

/** What was kept, the oldest first. */
export function readUnsent(folder: string): readonly string[] {
  const file = readPlainFile(fileIn(folder), BYTES_MAX);
  if (file.kind !== "text") return [];
  try {
    const texts: unknown = parseForeignJson(file.text);
    return isTexts(texts) ? texts : [];
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof OverBudget) return [];
    throw error;
  }
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((text) => typeof text === "string");

const fileIn = (folder: string): string => join(folder, "unsent.json");
