import { readGivenFile } from "../../adapters/given-file.ts";
import { errorCode, errorText } from "../../base/error-text.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/** The text of a file that a flag or an argument names. @throws {UserError} naming it and what is wrong */
export function readNamedFile(name: string, path: string): string {
  try {
    return readGivenFile(path);
  } catch (error) {
    const why = errorCode(error) ?? errorText(error);
    throw new UserError(`${name} ${path} cannot be read (${why}); check the path.`, EXIT.badInput, { cause: error });
  }
}
