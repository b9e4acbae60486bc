import { resolve } from "node:path";
import { readGivenFile } from "../../adapters/given-file.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { fileFault } from "../file-fault.ts";

/**
 * The text of a file that a flag or an argument names.
 * @param cd  the folder that is worked in, where it is not the one that paths begin at
 * @throws {UserError} naming it and what is wrong
 */
export function readNamedFile(name: string, path: string, cd = "."): string {
  try {
    return readGivenFile(path, [resolve("."), resolve(cd)]);
  } catch (error) {
    throw new UserError(phrase`${name} ${path} cannot be read: ${fileFault(error)}; check the path.`, EXIT.badInput, {
      cause: error,
    });
  }
}
