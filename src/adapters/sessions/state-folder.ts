import { lstatSync } from "node:fs";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Refuses a state folder that others could change or that leads elsewhere: sessions hold what files and commands said.
 * @throws {UserError}
 */
export function checkStateFolder(path: string): void {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return;
  const reason = stat.isSymbolicLink()
    ? "is a link; name its target with WAYMARK_HOME or XDG_STATE_HOME"
    : (stat.mode & 0o002) !== 0
      ? `can be written by everybody; run \`chmod o-w ${path}\``
      : process.getuid !== undefined && stat.uid !== process.getuid()
        ? "belongs to another user; take another with WAYMARK_HOME"
        : undefined;
  if (reason !== undefined) throw new UserError(`The state folder ${path} ${reason}.`, EXIT.configuration);
}
