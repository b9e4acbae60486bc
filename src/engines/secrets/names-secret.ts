import { foldPath } from "../paths/protected-names.ts";
import { isSecretPath as isSecretInCommands } from "../shell/sensitive-names.ts";
import { isSecretPath } from "./secret-path.ts";

/** Whether a file, or a folder with all in it, holds secrets by its name alone, as the tools for files or commands see it. */
export function namesSecret(path: string, kind: "file" | "folder"): boolean {
  // A folder `credentials` or `token` is source code about them more often than not.
  if (kind === "folder") return isSecretPath(`${path}/x`) && isSecretInCommands(`${path}/x`, foldPath(`${path}/x`));
  return isSecretPath(path) || isSecretInCommands(path, foldPath(path));
}
