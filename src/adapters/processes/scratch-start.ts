import { type ProgramStart, SCRATCH_FILES, SCRATCH_FILES_MAX } from "../../core/ports/processes.ts";

/** POSIX shell; its own programs are the system's, whatever the command's PATH. */
const SCRIPT = `own() { PATH=/usr/local/bin:/usr/bin:/bin "$@"; }
scratch=$(own mktemp -d "\${TMPDIR:-/tmp}/scratch-XXXXXX") && cd "$scratch" || exit 1
trap 'own rmdir "$scratch" 2>/dev/null' EXIT
"$@"
code=$?
if [ -n "$(own ls -A)" ]; then
  echo; echo '${SCRATCH_FILES}'
  own find "$scratch" -type f | own sort | own head -n ${SCRATCH_FILES_MAX + 1} |
    while IFS= read -r file; do echo "$(own wc -c < "$file" | own tr -d ' ') $file"; done
fi
exit $code`;

/** The same program in an empty folder, with what it made listed below its output. */
export function scratchStart(start: ProgramStart, workspace: string): ProgramStart {
  const { program, parameters, environment } = start;
  return {
    ...start,
    program: "/bin/sh",
    parameters: ["-c", SCRIPT, "scratch", program, ...parameters],
    environment: { ...environment, WORKSPACE: workspace },
  };
}
