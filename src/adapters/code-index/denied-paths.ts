import { basename } from "node:path";
import { pathRuleVerdict } from "../../engines/paths/path-rules.ts";
import { namesSecret } from "../../engines/secrets/secret-path.ts";
import { isSecretFile } from "../secret-files.ts";

/** Says of a path below a folder, with forward slashes, whether its content may not be shown. */
export type DeniesPath = (path: string, kind: "file" | "folder") => boolean;

/**
 * What a walk must leave out: the files that rules deny, and those of secrets, as file search does.
 * @param folder  absolute; the paths that are asked about are relative to it
 * @param deny    rules of the settings that speak of paths
 * @param root    the working folder
 */
export function denials(folder: string, deny: readonly string[], root = folder): DeniesPath {
  const rules = { deny };
  const below = folder === root ? undefined : basename(folder);
  return (path, kind) =>
    // A folder `secrets` holds source code about them more often than not; one such as `.ssh` does not.
    (kind === "folder" ? namesSecret(path, kind) : isSecretFile(path, `${folder}/${path}`)) ||
    (deny.length > 0 &&
      pathRuleVerdict([{ relative: path, absolute: `${folder}/${path}`, below }], "read", rules)?.verdict === "deny");
}
