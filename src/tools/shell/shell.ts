import type { SandboxException } from "../../core/permissions/accesses.ts";
import type { BackgroundProcess, CommandResult, Processes } from "../../core/ports/processes.ts";
import type { ToolContext, ToolOutput } from "../../core/tool.ts";
import { ToolFailure } from "../../core/tool.ts";
import { commandKind } from "../../engines/reduce/command-kind.ts";
import { defineTool } from "../define-tool.ts";
import { TOOL_NAMES } from "../habits/habit-names.ts";
import { withoutKeyRows } from "./key-rows.ts";
import { sandboxNote, serverNote } from "./sandbox-note.ts";

export const shell = defineTool({
  name: "shell",
  description: "Runs a shell command. Long output is kept for shell_output.",
  schema: {
    type: "object",
    properties: {
      command: { type: "string" },
      cwd: { type: "string", untold: true },
      timeout: { type: "integer", minimum: 1, maximum: 600, default: 120, description: "seconds" },
      background: { type: "boolean", default: false, description: "for servers, in place of &" },
      sandbox: {
        type: "string",
        enum: ["default", "network", "outside"],
        default: "default",
        untold: true,
      },
    },
    required: ["command"],
  },
  intent: ({ command, cwd, sandbox }) => {
    const place = { command, ...(cwd === undefined ? {} : { cwd }) };
    const escapes = sandbox === "default" ? [] : [{ kind: "escape" as const, exception: sandbox, ...place }];
    return { accesses: [...escapes, { kind: "run", ...place }], display: { kind: "command", ...place } };
  },
  async preview({ command, cwd, sandbox, background }, { processes }) {
    const request = { command, ...(cwd === undefined ? {} : { cwd }) };
    const how = { ...exceptionOf(sandbox), ...(background && { goesOn: true as const }) };
    const confinement = await processes.confinement({ ...request, ...how });
    return { kind: "command", ...request, sandbox: confinement };
  },
  async run({ command, cwd, timeout, background, sandbox }, context) {
    const { workspace, processes, signal, progress, mayLeave } = context;
    if (cwd !== undefined && (await workspace.stat(cwd))?.kind !== "folder")
      throw new ToolFailure(`cwd ${cwd} is not a folder.`);
    const { needsTerminal } = await import("../../engines/shell/needs-terminal.ts");
    const waits = needsTerminal(command, { root: workspace.root });
    if (waits !== undefined) throw new ToolFailure(waits);
    const request = {
      command,
      ...(cwd === undefined ? {} : { cwd }),
      timeoutMs: timeout * 1000,
      ...exceptionOf(sandbox),
    };
    if (background) return startInBackground(processes, request, mayLeave);
    const result = await processes.run({ ...request, onOutput: progress, mayGoOn: true }, signal);
    const output = await withoutKeyRows({ output: result.output, command, cwd }, context);
    return describeResult({ ...result, output }, request, mayLeave);
  },
});

function exceptionOf(sandbox: "default" | SandboxException): { readonly exception?: SandboxException } {
  return sandbox === "default" ? {} : { exception: sandbox };
}

interface Request {
  readonly command: string;
  readonly cwd?: string;
  readonly timeoutMs: number;
}

async function startInBackground(
  processes: Processes,
  request: Request,
  mayLeave: ToolContext["mayLeave"],
): Promise<ToolOutput> {
  const started = await processes.start(request);
  const text = `Started in the background as ${started.id}. shell_output shows what it writes (handle ${started.handle}), shell_stop ends it.`;
  const alone = await serverNote(await processes.confinement(request), mayLeave);
  return {
    text: `${text}${alone}`,
    display: { kind: "command", command: request.command },
    handle: started.handle,
    background: { id: started.id, state: "running" },
  };
}

async function describeResult(
  result: CommandResult,
  request: Request,
  mayLeave: ToolContext["mayLeave"],
): Promise<ToolOutput> {
  if (result.goesOn) return describeMoved(result.goesOn, result, request);
  const { command, cwd, timeoutMs } = request;
  const { exitCode, handle, output } = result;
  const status = statusLine(result, timeoutMs);
  const kept =
    handle === undefined
      ? ""
      : `(${result.outputBytes} bytes in all; shell_output with handle ${handle} shows the rest)`;
  const notes = [
    kept,
    status,
    await sandboxNote(result, command, mayLeave),
    leftoversNote(result),
    passingNote(command),
    toolNote(result),
  ];
  const text = [output === "" ? "(no output)" : output.replace(/\r?\n$/, ""), ...notes].filter((part) => part !== "");
  return {
    text: text.join("\n"),
    kind: commandKind(command),
    display: {
      kind: "command",
      command,
      ...(cwd === undefined ? {} : { cwd }),
      ...(exitCode === undefined ? {} : { exitCode }),
      ...(result.sandbox === undefined ? {} : { sandbox: result.sandbox }),
    },
    ...(exitCode === 0 && !result.timedOut && !result.cancelled ? {} : { failed: true }),
    ...(handle === undefined ? {} : { handle }),
  };
}

function describeMoved({ id, handle }: BackgroundProcess, { output }: CommandResult, { command }: Request): ToolOutput {
  const note = `(The user sent it to the background, where it goes on as ${id}: shell_output shows what it writes (handle ${handle}), shell_stop ends it.)`;
  const display = { kind: "command", command } as const;
  return { text: `${output}\n${note}`.trim(), display, handle, background: { id, state: "running" } };
}

function leftoversNote({ leftoversEnded }: CommandResult): string {
  return leftoversEnded ? "(What it left running was ended with it; background: true keeps a process.)" : "";
}

/** Nothing but what changes the shell itself, which ends with the command. */
const OF_SHELL_ALONE = /^\s*(?:cd|pushd|popd|export|alias|unset|source)\s+[^;&|<>\n`$()]+$/;

function passingNote(command: string): string {
  if (!OF_SHELL_ALONE.test(command)) return "";
  return "(Each command has a shell of its own: this is gone with it. Put what needs it behind it with &&.)";
}

/** A tool of ours, by its own name or another agent's, is no program. */
function toolNote({ output, exitCode }: CommandResult): string {
  const name = exitCode === 0 ? undefined : /(?:^|[\s:])([\w.-]+): (?:command )?not found\s*$/m.exec(output)?.[1];
  if (name === undefined) return "";
  const tool = Object.keys(TOOL_NAMES).find((one) => one === name || TOOL_NAMES[one]?.includes(name));
  return tool === undefined ? "" : `(${name} is no program here but a tool: call ${tool}.)`;
}

/** Empty when the command simply succeeded. */
function statusLine({ timedOut, cancelled, exitCode, signal }: CommandResult, timeoutMs: number): string {
  if (timedOut) return `(ended after ${timeoutMs / 1000} s; give a longer timeout, or background: true)`;
  if (cancelled) return "(cancelled)";
  if (exitCode === 0) return "";
  if (exitCode === 137 || (exitCode === undefined && signal === "SIGKILL"))
    return "(killed by SIGKILL, exit code 137; perhaps it ran out of memory)";
  return exitCode === undefined ? `(ended by ${signal ?? "a signal"})` : `(exit code ${exitCode})`;
}
