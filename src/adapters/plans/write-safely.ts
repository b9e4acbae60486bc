import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { makeFolder } from "../make-folder.ts";
import { type ReplaceOptions, replaceFile } from "../whole-file.ts";

/** A plan is a file of the project: others may read it. */
export function replacePlanFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
  replaceFile(path, content, { mode: 0o644, ...options });
}

/** A new file in a folder that may not be there yet. */
export function writeInto(path: string, content: string | Uint8Array): void {
  makeFolder(dirname(path));
  replacePlanFile(path, content);
}

export function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
