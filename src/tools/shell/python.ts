import type { CommandResult } from "../../core/ports/processes.ts";
import { ToolFailure, type ToolOutput } from "../../core/tool.ts";
import { defineTool } from "../define-tool.ts";

const CODE_CHARS_MAX = 100_000;
const MEMORY_BYTES_MAX = 4 * 1024 ** 3;
const FILE_BYTES_MAX = 256 * 1024 ** 2;
const ARTEFACTS_SHOWN_MAX = 50;
/** Ends the code in the shell's here-document; a line of code like it would end it early. */
const END_OF_CODE = "END_OF_WAYMARK_PYTHON";
/** Before the list of files, in the output of the shell. */
const ARTEFACTS = "--- files of this call ---";
const NO_PYTHON_EXIT = 127;
const NO_PYTHON = "no-python-found-here";

export const python = defineTool({
  name: "python",
  description:
    "Runs Python code in an empty scratch folder; the project is read-only, at $WORKSPACE. Gives what it prints, tracebacks, and the files it made.",
  schema: {
    type: "object",
    properties: {
      code: { type: "string" },
      timeout: { type: "integer", minimum: 1, maximum: 600, default: 30, description: "seconds" },
    },
    required: ["code"],
  },
  intent: ({ code }) => ({
    accesses: [{ kind: "run", command: `python3 -c ${quoted(code)}` }],
    display: { kind: "command", command: `python3 <<'END'\n${code}\nEND` },
  }),
  async preview({ code }, { processes }) {
    const sandbox = await processes.confinement({ command: scriptFor(code, "."), readOnly: true });
    return { kind: "command", command: `python3 <<'END'\n${code}\nEND`, sandbox };
  },
  async run({ code, timeout }, { workspace, processes, signal, progress }) {
    const result = await processes.run(
      {
        command: scriptFor(code, workspace.root),
        timeoutMs: timeout * 1000,
        readOnly: true,
        limits: { memoryBytes: MEMORY_BYTES_MAX, fileBytes: FILE_BYTES_MAX, cpuSeconds: timeout },
        onOutput: progress,
      },
      signal,
    );
    return describeRun(result, { code, timeout });
  },
});

/** Shell text that writes the code into a file (so that tracebacks quote it), runs it, and lists what it made. */
function scriptFor(code: string, root: string): string {
  if (code.length > CODE_CHARS_MAX)
    throw new ToolFailure(`The code has ${code.length} characters; ${CODE_CHARS_MAX} at most. Put data into a file.`);
  if (code.split(/\r?\n/).includes(END_OF_CODE))
    throw new ToolFailure(`The line ${END_OF_CODE} cannot be run; rename it.`);
  return [
    `export WORKSPACE=${quoted(root)} PYTHONDONTWRITEBYTECODE=1 PYTHONIOENCODING=utf-8 MPLBACKEND=Agg`,
    // A version manager's stand-in may be there without any Python behind it: only one that answers counts.
    "for name in python3 python; do",
    `  path=$(command -v "$name") && "$path" -c 'import sys; sys.exit(sys.version_info < (3,))' >/dev/null 2>&1 && break`,
    "  path=",
    "done",
    `[ -n "$path" ] || { echo ${NO_PYTHON}; exit ${NO_PYTHON_EXIT}; }`,
    'scratch=$(mktemp -d "${TMPDIR:-/tmp}/python-XXXXXX") && cd "$scratch" || exit 1',
    // What the code made stays, because its paths are told; the code itself does not.
    `trap 'rm -f "$scratch.py"; rmdir "$scratch" 2>/dev/null' EXIT`,
    `cat > "$scratch.py" <<'${END_OF_CODE}'`,
    code,
    END_OF_CODE,
    '"$path" -u "$scratch.py"',
    "code=$?",
    `if [ -n "$(ls -A)" ]; then`,
    `  echo; echo '${ARTEFACTS}'`,
    `  find "$scratch" -type f | sort | head -n ${ARTEFACTS_SHOWN_MAX + 1} | while IFS= read -r file; do echo "$(wc -c < "$file" | tr -d ' ') $file"; done`,
    "fi",
    "exit $code",
  ].join("\n");
}

function describeRun(result: CommandResult, { code, timeout }: { code: string; timeout: number }): ToolOutput {
  const { exitCode, handle } = result;
  if (exitCode === NO_PYTHON_EXIT && result.output.trim() === NO_PYTHON)
    throw new ToolFailure(
      "There is no Python 3 on the PATH of commands. Use shell with another language, or ask the user to install it.",
    );
  const { printed, artefacts } = splitArtefacts(result.output);
  const notes = [
    ...(handle === undefined
      ? []
      : [`(${result.outputBytes} bytes in all; shell_output with handle ${handle} shows the rest)`]),
    ...statusNote(result, timeout),
    ...artefacts,
  ];
  return {
    text: [printed === "" ? "(no output)" : printed, ...notes].join("\n"),
    display: {
      kind: "command",
      command: `python3 <<'END'\n${code}\nEND`,
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(result.sandbox === undefined ? {} : { sandbox: result.sandbox }),
    },
    ...(exitCode === 0 && !result.timedOut && !result.cancelled ? {} : { failed: true }),
    ...(handle === undefined ? {} : { handle }),
  };
}

function splitArtefacts(output: string): { readonly printed: string; readonly artefacts: readonly string[] } {
  const at = output.lastIndexOf(`\n${ARTEFACTS}\n`);
  if (at < 0) return { printed: output.trimEnd(), artefacts: [] };
  const files = output
    .slice(at + ARTEFACTS.length + 2)
    .trimEnd()
    .split("\n");
  const shown = files.slice(0, ARTEFACTS_SHOWN_MAX).map((line) => line.replace(/^(\d+) (.*)$/, "  $2 ($1 bytes)"));
  const more = files.length > shown.length ? [`  (more than ${shown.length}; list the folder with shell)`] : [];
  return { printed: output.slice(0, at).trimEnd(), artefacts: ["Files it made:", ...shown, ...more] };
}

function statusNote(
  { timedOut, cancelled, exitCode, signal, output }: CommandResult,
  timeout: number,
): readonly string[] {
  if (timedOut) return [`(Execution timeout after ${timeout} seconds; give a longer timeout or less work)`];
  if (cancelled) return ["(cancelled)"];
  if (exitCode === 0) return [];
  const memory = /MemoryError|Cannot allocate memory/.test(output)
    ? `; the limit is ${MEMORY_BYTES_MAX / 1024 ** 3} GB of memory`
    : "";
  const file =
    /File too large/.test(output) || exitCode === 153
      ? `; the limit of a file is ${FILE_BYTES_MAX / 1024 ** 2} MB`
      : "";
  const what =
    exitCode === undefined
      ? `ended by ${signal ?? "a signal"}`
      : exitCode > 128
        ? `ended by signal ${exitCode - 128}`
        : `exit code ${exitCode}`;
  return [`(${what}${memory}${file})`];
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
