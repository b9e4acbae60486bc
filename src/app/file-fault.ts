import { errorCode, errorText } from "../base/error-text.ts";
import { type Phrase, phrase, type Words } from "../base/phrase.ts";

/** Why a file could not be read, for people. */
export function fileFault(error: unknown): Words {
  switch (errorCode(error)) {
    case "ENOENT":
      return phrase`there is no such file`;
    case "EISDIR":
      return phrase`it is a folder`;
    case "EACCES":
    case "EPERM":
      return phrase`you may not read it`;
    default:
      return errorText(error);
  }
}

/** What keeps a folder from being worked in, to stand behind its name. */
export const folderFault = (error: unknown): Phrase =>
  errorCode(error) === "ENOENT"
    ? phrase`does not exist`
    : phrase`cannot be read (${errorCode(error) ?? phrase`unknown`})`;
