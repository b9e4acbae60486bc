import { type CommandResult, SCRATCH_FILES, SCRATCH_FILES_MAX } from "../../core/ports/processes.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure, type ToolOutput } from "../../core/tool.ts";
import { commandText } from "../../engines/shell/command-text.ts";
import { defineTool } from "../define-tool.ts";
import { sandboxNote } from "./sandbox-note.ts";

const CODE_CHARS_MAX = 100_000;
const MEMORY_BYTES_MAX = 4 * 1024 ** 3;
const FILE_BYTES_MAX = 256 * 1024 ** 2;
const NOT_FOUND_EXIT = 127;
const FILES_OF_A_FOLDER_MAX = 10;
const VARIABLES = {
  PYTHONUNBUFFERED: "1",
  PYTHONDONTWRITEBYTECODE: "1",
  PYTHONIOENCODING: "utf-8",
  MPLBACKEND: "Agg",
};

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
  acts: "runs",
  intent: ({ code }) => ({
    accesses: [{ kind: "run", command: commandFor(code) }],
    display: { kind: "command", command: shownAs(code) },
  }),
  async preview({ code }, { processes }) {
    const sandbox = await processes.confinement({ command: commandFor(code), readOnly: true });
    return { kind: "command", command: shownAs(code), sandbox };
  },
  async run({ code, timeout }, { processes, signal, progress, workspace }) {
    if (code.length > CODE_CHARS_MAX)
      throw new ToolFailure(`The code has ${code.length} characters; ${CODE_CHARS_MAX} at most. Put data into a file.`);
    const result = await processes.run(
      {
        command: commandFor(code),
        timeoutMs: timeout * 1000,
        readOnly: true,
        inScratch: true,
        variables: { ...VARIABLES, ...(await modulePath(workspace)) },
        limits: { memoryBytes: MEMORY_BYTES_MAX, fileBytes: FILE_BYTES_MAX, cpuSeconds: timeout },
        onOutput: progress,
      },
      signal,
    );
    return describeRun(result, { code, timeout });
  },
});

const commandFor = (code: string): string => commandText(["python3", "-c", code]);
const shownAs = (code: string): string => `python3 <<'END'\n${code}\nEND`;

async function describeRun(
  result: CommandResult,
  { code, timeout }: { code: string; timeout: number },
): Promise<ToolOutput> {
  const { exitCode, handle } = result;
  // Of the shell, or of a version manager's stand-in that has no Python behind it.
  if (exitCode === NOT_FOUND_EXIT && /^[^\n]*python3[^\n]*not found[^\n]*(?:\n|$)/.test(result.output))
    throw new ToolFailure(
      "There is no Python 3 on the PATH of commands. Use shell with another language, or ask the user to install it.",
    );
  const { printed, artefacts } = splitArtefacts(result.output);
  const module = MISSING_MODULE.exec(printed)?.[1];
  const note = module === undefined ? await sandboxNote(result, code) : missingNote(module);
  const notes = [
    ...(handle === undefined
      ? []
      : [`(${result.outputBytes} bytes in all; shell_output with handle ${handle} shows the rest)`]),
    ...statusNote(result, timeout),
    ...artefacts,
    ...(note === "" ? [] : [note]),
  ];
  const shown = quoteSource(printed, code);
  return {
    text: [shown === "" ? "(no output)" : shown, ...notes].join("\n"),
    kind: "command",
    display: {
      kind: "command",
      command: shownAs(code),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(result.sandbox === undefined ? {} : { sandbox: result.sandbox }),
    },
    ...(exitCode === 0 && !result.timedOut && !result.cancelled ? {} : { failed: true }),
    ...(handle === undefined ? {} : { handle }),
  };
}

/** What Python runs before any code, if it is there. */
const STARTS_ITSELF = ["sitecustomize", "usercustomize"];

/** Modules of the folder are found below its top and below `src`, as they are where a program of it is started. */
async function modulePath(workspace: Workspace): Promise<Readonly<Record<string, string>>> {
  const folders: string[] = [];
  for (const folder of [".", "src"]) {
    if ((await workspace.stat(folder))?.kind !== "folder") continue;
    const names = (await workspace.list(folder)).map(({ name }) => name.replace(/\.\w+$/, ""));
    if (names.some((name) => STARTS_ITSELF.includes(name))) continue;
    folders.push(folder === "." ? workspace.root : `${workspace.root}/${folder}`);
  }
  return folders.length === 0 ? {} : { PYTHONPATH: folders.join(":") };
}

const MISSING_MODULE = /^ModuleNotFoundError: No module named '([\w.]+)'(?![\s\S]*\n\w*Error\b)/m;

const missingNote = (module: string): string =>
  `(This Python has no module ${module}: it is not installed, and neither the project's folder nor its src has it at its top. Of a module elsewhere in the project, append its folder to sys.path; in place of a package use what is installed.)`;

const FRAME = /^(\s*)File "<string>", line (\d+)(?:, in .*)?$/;

/** Puts the line of the code below each place of a traceback, as Python does for files, and from 3.13 on for such code too. */
function quoteSource(output: string, code: string): string {
  if (!output.includes('File "<string>"')) return output;
  const source = code.split("\n");
  const lines = output.split("\n");
  return lines
    .flatMap((line, index) => {
      const [, indent, number] = FRAME.exec(line) ?? [];
      const quoted = source[Number(number) - 1]?.trim();
      if (indent === undefined || !quoted || lines[index + 1]?.startsWith(`${indent}  `)) return [line];
      return [line, `${indent}  ${quoted}`];
    })
    .join("\n");
}

function splitArtefacts(output: string): { readonly printed: string; readonly artefacts: readonly string[] } {
  const at = output.lastIndexOf(`\n${SCRATCH_FILES}\n`);
  if (at < 0) return { printed: output.trimEnd(), artefacts: [] };
  const files = output
    .slice(at + SCRATCH_FILES.length + 2)
    .trimEnd()
    .split("\n");
  const counted = files.slice(0, SCRATCH_FILES_MAX);
  const more = files.length > counted.length ? [`  (more than ${counted.length}; list the folder with shell)`] : [];
  return { printed: output.slice(0, at).trimEnd(), artefacts: ["Files it made:", ...filesShown(counted), ...more] };
}

/** Of a folder that was filled, which may be a copy of the project, one line says how much. */
function filesShown(files: readonly string[]): readonly string[] {
  const folders = Map.groupBy(files, (line) => /^\d+ (.*\/scratch-\w+\/[^/]+\/)/.exec(line)?.[1]);
  return [...folders].flatMap(([folder, held]) =>
    folder === undefined || held.length <= FILES_OF_A_FOLDER_MAX
      ? held.map((line) => line.replace(/^(\d+) (.*)$/, "  $2 ($1 bytes)"))
      : [`  ${folder} (${held.length} files)`],
  );
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
