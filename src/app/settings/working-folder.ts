import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { folderFault } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/** The real path of the folder to work in. @throws {UserError} when it is none or may not be read */
export function workingFolder(folder: string): string {
  const path = resolve(folder);
  try {
    if (!statSync(path).isDirectory())
      throw new UserError(phrase`${path} is not a folder; give one with -C.`, EXIT.badInput);
    accessSync(path, constants.R_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(phrase`The folder ${path} ${folderFault(error)}; give another with -C.`, EXIT.badInput, {
      cause: error,
    });
  }
}
