import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { folderFault } from "../file-fault.ts";

/**
 * The real path of the folder to work in.
 * @param flag  with which it can be given; empty where it is an argument
 * @throws {UserError} when it is none or may not be read
 */
export function workingFolder(folder: string, flag = "-C"): string {
  const path = resolve(folder);
  try {
    if (!statSync(path).isDirectory())
      throw new UserError(
        flag === "" ? phrase`${path} is no folder; give one.` : phrase`${path} is not a folder; give one with ${flag}.`,
        EXIT.badInput,
      );
    accessSync(path, constants.R_OK | constants.X_OK);
    return realpathSync(path);
  } catch (error) {
    if (error instanceof UserError) throw error;
    const fault = folderFault(error);
    throw new UserError(
      flag === ""
        ? phrase`The folder ${path} ${fault}; give another.`
        : phrase`The folder ${path} ${fault}; give another with ${flag}.`,
      EXIT.badInput,
      { cause: error },
    );
  }
}
