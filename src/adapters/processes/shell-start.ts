import { existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { ProcessLimits, ProgramStart } from "../../core/ports/processes.ts";
import { ToolFailure } from "../../core/tool.ts";
import { PROCESSES_MAX } from "./process-count.ts";

/** One argument of a program holds at most 128 KB on Linux. */
const COMMAND_BYTES_MAX = 131_000;

/** A shell that reads no start-up file, and this command for it. */
export function shellStart(
  command: string,
  shell: string,
  environment: Readonly<Record<string, string>>,
): ProgramStart {
  if (Buffer.byteLength(command) > COMMAND_BYTES_MAX)
    throw new ToolFailure("The command is too long; write the long part to a file first.");
  if (command.includes("\0")) throw new ToolFailure("The command has a NUL character; leave it out.");
  const isBash = /(?:^|\/)bash$/.test(shell);
  return { program: shell, parameters: [...(isBash ? ["--noprofile", "--norc"] : []), "-c", command], environment };
}

/** The absolute path of bash, or else of sh. */
export function findShell(path: string | undefined): string {
  for (const name of ["bash", "sh"]) {
    for (const folder of ["/bin", "/usr/bin", ...(path ?? "").split(delimiter)]) {
      const file = join(folder, name);
      if (isAbsolute(folder) && existsSync(file)) return file;
    }
  }
  return "sh";
}

/**
 * The program under bounds of the system, set by a shell that then becomes it. Inside a user namespace the number of
 * processes is counted in that namespace alone; outside, all the person's own processes would count, so it is not set.
 */
export function limitedStart(
  start: ProgramStart,
  limits: ProcessLimits | undefined,
  options: { readonly isContained: boolean },
): ProgramStart {
  const { memoryBytes, fileBytes, cpuSeconds } = limits ?? {};
  const settings = [
    ...(memoryBytes === undefined ? [] : [`ulimit -v ${Math.floor(memoryBytes / 1024)}`]),
    // In blocks of 512 bytes, as POSIX has it.
    ...(fileBytes === undefined ? [] : [`ulimit -f ${Math.floor(fileBytes / 512)}`]),
    ...(cpuSeconds === undefined ? [] : [`ulimit -t ${Math.ceil(cpuSeconds)}`]),
    // Root is not bound by it.
    ...(options.isContained && process.getuid?.() !== 0 ? [`ulimit -u ${PROCESSES_MAX}`] : []),
  ];
  if (settings.length === 0) return start;
  const script = `${settings.map((setting) => `${setting} 2>/dev/null`).join("; ")}; exec "$@"`;
  return { ...start, program: "/bin/sh", parameters: ["-c", script, "sh", start.program, ...start.parameters] };
}
