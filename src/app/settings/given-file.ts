import { readGivenFile } from "../../adapters/given-file.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";
import { fileFault } from "../file-fault.ts";

/** The text of a file that a flag or an argument names. @throws {UserError} naming it and what is wrong */
export function readNamedFile(name: string, path: string): string {
  try {
    return readGivenFile(path);
  } catch (error) {
    throw new UserError(phrase`${name} ${path} cannot be read: ${fileFault(error)}; check the path.`, EXIT.badInput, {
      cause: error,
    });
  }
}
