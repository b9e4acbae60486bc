import { join } from "node:path";
import type { ProgramStart } from "../../core/ports/processes.ts";

/** The wrapper ends so when another one has the command already. */
const CLAIMED_EXIT_CODE = 125;

/** After input and outputs. */
const FIRST_DESCRIPTOR = 3;

/**
 * POSIX shell, outside of any sandbox. Creating a file that must not be there is atomic, so that of several wrappers
 * exactly one runs the command. What never began gives the claim back. With the first process of a sandbox all ends that is left in it.
 * @param begins  how the command is started, and `begun` gets a line when it is
 */
const script = (begins: string): string => `d=$1; shift
set -C; { echo $$ >"$d/claim"; } 2>/dev/null || exit ${CLAIMED_EXIT_CODE}; set +C
( ${begins} ) >"$d/output" 2>&1
c=$?
if [ -s "$d/first" ]; then
  told=; while read -r line; do told="$told $line"; done <"$d/first"
  id=\${told#*'"child-pid": '}; id=\${id%%[!0-9]*}
  ns=\${told#*'"pid-namespace": '}; ns=\${ns%%[!0-9]*}
  [ -n "$id" ] && [ "$(readlink "/proc/$id/ns/pid")" = "pid:[$ns]" ] && kill -KILL "$id"
fi 2>/dev/null
if [ -s "$d/begun" ]; then echo $c >"$d/end"; else rm -f "$d/claim"; fi
cat "$d/output"
exit $c`;

/**
 * The same program under a wrapper that notes in `folder` who runs it, what it writes and how it ends. It outlives us, and so does what is laid
 * around it: nothing of that is told through a pipe, in which writing ends a program when nobody reads any more.
 */
export function notingStart(start: ProgramStart, folder: string | undefined): ProgramStart {
  if (folder === undefined) return start;
  const { program, parameters, files = [], tells = [], ...rest } = start;
  const at = FIRST_DESCRIPTOR + files.length;
  const isLaidOut = tells.length > 0;
  const begins = isLaidOut ? `exec "$@" ${at}>"$d/first" ${at + 1}>"$d/begun"` : `echo >"$d/begun"; exec "$@"`;
  return {
    ...rest,
    program: "/bin/sh",
    parameters: ["-c", script(begins), "noted", folder, program, ...parameters],
    files,
    ...(isLaidOut ? { notes: { begun: join(folder, "begun") } } : {}),
  };
}
