import type { ProgramStart } from "../../core/ports/processes.ts";

/** The wrapper ends so when another one has the command already. */
export const CLAIMED_EXIT_CODE = 125;

/**
 * POSIX shell, outside of any sandbox. Creating a file that must not be there is atomic, so that of several wrappers
 * exactly one runs the command; nothing but the command itself is forked before its end is noted.
 */
const SCRIPT = `d=$1; shift
set -C; { echo $$ >"$d/claim"; } 2>/dev/null || exit ${CLAIMED_EXIT_CODE}; set +C
( : >"$d/begun"; exec "$@" ) >"$d/output" 2>&1
c=$?
echo $c >"$d/end"
cat "$d/output"
exit $c`;

/** The same program under a wrapper that notes in `folder` who runs it, what it writes and how it ends. */
export function notingStart(start: ProgramStart, folder: string | undefined): ProgramStart {
  if (folder === undefined) return start;
  const { program, parameters } = start;
  return { ...start, program: "/bin/sh", parameters: ["-c", SCRIPT, "noted", folder, program, ...parameters] };
}
