import { lstatSync, type Stats } from "node:fs";
import { errorCode } from "../../base/error-text.ts";
import { phrase } from "../../base/phrase.ts";
import { EXIT, UserError } from "../../base/user-error.ts";

/**
 * Refuses a state folder that others could change or that leads elsewhere: sessions hold what files and commands said.
 * @throws {UserError}
 */
export function checkStateFolder(path: string): void {
  const stat = statAt(path);
  if (stat === undefined) return;
  const reason = stat.isSymbolicLink()
    ? "is a link; name its target with WAYMARK_HOME or XDG_STATE_HOME"
    : (stat.mode & 0o002) !== 0
      ? `can be written by everybody; run \`chmod o-w ${path}\``
      : process.getuid !== undefined && stat.uid !== process.getuid()
        ? "belongs to another user; take another with WAYMARK_HOME"
        : undefined;
  if (reason !== undefined) throw new UserError(phrase`The state folder ${path} ${reason}.`, EXIT.configuration);
}

function statAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    const why = `${path} cannot be looked at (${errorCode(error) ?? "unknown"})`;
    throw new UserError(
      phrase`The state folder ${why}; name another with WAYMARK_HOME or XDG_STATE_HOME.`,
      EXIT.configuration,
      { cause: error },
    );
  }
}
