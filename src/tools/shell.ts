import type { CommandResult, Processes } from "../core/ports.ts";
import type { ToolOutput } from "../core/tool.ts";
import { ToolFailure } from "../core/tool.ts";
import { defineTool } from "./define-tool.ts";

export const shell = defineTool({
  name: "shell",
  description: "Runs a command in the shell, without standard input. Long output is kept whole for shell_output.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string" },
      cwd: { type: "string" },
      timeout: { type: "integer", minimum: 1, maximum: 600, default: 120, description: "seconds" },
      background: { type: "boolean", default: false, description: "for servers" },
    },
    required: ["command"],
  },
  intent: ({ command, cwd }) => ({
    accesses: [{ kind: "run", command, ...(cwd === undefined ? {} : { cwd }) }],
    display: { kind: "command", command, ...(cwd === undefined ? {} : { cwd }) },
  }),
  async run({ command, cwd, timeout, background }, { workspace, processes, signal, progress }) {
    if (cwd !== undefined && (await workspace.stat(cwd))?.kind !== "folder")
      throw new ToolFailure(`cwd ${cwd} is not a folder.`);
    const request = { command, ...(cwd === undefined ? {} : { cwd }), timeoutMs: timeout * 1000 };
    if (background) return startInBackground(processes, request);
    const result = await processes.run({ ...request, onOutput: progress }, signal);
    return describeResult(result, request);
  },
});

interface Request {
  readonly command: string;
  readonly cwd?: string;
  readonly timeoutMs: number;
}

async function startInBackground(processes: Processes, request: Request): Promise<ToolOutput> {
  const started = await processes.start(request);
  return {
    text: `Started in the background as ${started.id}. shell_output shows what it writes (handle ${started.handle}), shell_stop ends it.`,
    display: { kind: "command", command: request.command },
    handle: started.handle,
  };
}

function describeResult(result: CommandResult, request: Request): ToolOutput {
  const { command, cwd, timeoutMs } = request;
  const { exitCode, handle, output } = result;
  const status = statusLine(result, timeoutMs);
  const kept =
    handle === undefined
      ? ""
      : `(${result.outputBytes} bytes in all; shell_output with handle ${handle} shows the rest)`;
  const text = [output === "" ? "(no output)" : output.replace(/\r?\n$/, ""), kept, status].filter(
    (part) => part !== "",
  );
  return {
    text: text.join("\n"),
    display: {
      kind: "command",
      command,
      ...(cwd === undefined ? {} : { cwd }),
      ...(exitCode === undefined ? {} : { exitCode }),
    },
    ...(exitCode === 0 && !result.timedOut && !result.cancelled ? {} : { failed: true }),
    ...(handle === undefined ? {} : { handle }),
  };
}

/** Empty when the command simply succeeded. */
function statusLine({ timedOut, cancelled, exitCode, signal }: CommandResult, timeoutMs: number): string {
  if (timedOut) return `(ended after ${timeoutMs / 1000} s; give a longer timeout, or background: true)`;
  if (cancelled) return "(cancelled)";
  if (exitCode === 0) return "";
  return exitCode === undefined ? `(ended by ${signal ?? "a signal"})` : `(exit code ${exitCode})`;
}
