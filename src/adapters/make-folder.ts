import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { errorCode } from "../base/error-text.ts";
import { nativePath } from "../engines/paths/file-names.ts";

/**
 * Makes a folder and those above it that are missing; one that is there is as good. Node's own way never returns where none can be made and
 * the error is that of a missing parent, as below `/proc`.
 * @param mode  of each folder that is made
 * @throws with the system's code
 */
export function makeFolder(path: string, { mode = 0o777 }: { readonly mode?: number } = {}): void {
  const whole = resolve(path);
  const missing = [whole];
  for (let above = dirname(whole); !existsSync(nativePath(above)) && above !== dirname(above); above = dirname(above))
    missing.push(above);
  for (const folder of missing.reverse()) {
    try {
      mkdirSync(nativePath(folder), { mode });
    } catch (error) {
      // It was there, or another process was faster.
      if (errorCode(error) !== "EEXIST" || !isFolder(folder)) throw error;
    }
  }
}

function isFolder(path: string): boolean {
  return statSync(nativePath(path), { throwIfNoEntry: false })?.isDirectory() ?? false;
}
