import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandRequest, CommandResult, Processes } from "../../core/ports/processes.ts";
import type { ToolFailure } from "../../core/tool.ts";
import { plainText } from "../../engines/terminal-text/plain-text.ts";
import { makeFolder } from "../make-folder.ts";
import { isElsewhere, parseIdentity, readCommandLine, thisProcess } from "../process-identity.ts";
import { bytesIfThere, readIfThere, writeInto } from "./write-safely.ts";

/** The wrapper ends so when another one has the command already. */
const CLAIMED_EXIT_CODE = 125;
const POLL_MS = 25;
/** How long a claim may be without the number of its process before its owner counts as dead. */
const PID_WAIT_MS = 30_000;
const OUTPUT_BYTES_MAX = 1024 * 1024;

/**
 * Processes that run each command under a wrapper of its own, which claims the command before it begins and notes its
 * exit code and output on disk when it ends. The wrapper outlives this process, and needs nothing of it. So after a crash each command
 * is either unclaimed and never was begun, or ended with a result, or still runs and is waited for. Only one whose wrapper was ended
 * with it cannot be decided.
 */
export function recordedProcesses(inner: Processes, folder: string, undecide: (why: string) => ToolFailure): Processes {
  let count = 0;
  return {
    ...inner,
    async start(request) {
      const marker = join(folder, `start-${count++}`);
      if (existsSync(marker)) throw undecide(`the background command "${request.command}" had been started`);
      writeInto(marker, "");
      return inner.start(request);
    },
    run: (request, signal) => runOnce(join(folder, `run-${count++}`), request, signal),
  };

  async function runOnce(place: string, request: CommandRequest, signal: AbortSignal): Promise<CommandResult> {
    if (existsSync(join(place, "plain"))) throw undecide(`the command "${request.command}" had begun`);
    makeFolder(place, { mode: 0o700 });
    if (existsSync(join(place, "claim"))) return takeOver(place, request, signal);
    writeInto(join(place, "runner"), JSON.stringify(thisProcess()));
    const watcher = watchOutput(place, request);
    const wrapped = { ...withoutOutput(request), notesFolder: place };
    const result = await inner.run(wrapped, signal).finally(watcher.end);
    if (existsSync(join(place, "claim"))) {
      const isOurs = result.exitCode !== CLAIMED_EXIT_CODE || wholeLine(join(place, "end")) !== undefined;
      return isOurs ? result : takeOver(place, request, signal);
    }
    // What was to be laid around it failed, as the result says: nothing was run.
    if (result.cancelled || result.timedOut || existsSync(join(place, "output"))) return result;
    // The command cannot write its notes (a sandbox): it is run as it is, and after a crash nobody knows how it ended.
    writeFileSync(join(place, "plain"), "", { flush: true });
    return inner.run(request, signal);
  }

  /** What another process's wrapper came to; when it was ended before the command began, the command is run now. */
  async function takeOver(place: string, request: CommandRequest, signal: AbortSignal): Promise<CommandResult> {
    const adopted = await adopt(place, request, signal);
    if (adopted !== "ended") return adopted;
    if (ranElsewhere(place))
      throw undecide(
        `the command "${request.command}" had begun in another container or machine and may still run there`,
      );
    if (!hasBegun(place)) return runOnce(`${place}-again`, request, signal);
    throw undecide(`the command "${request.command}" had begun and was ended with its process`);
  }
}

/** Waits for a wrapper that another process started. @returns `ended` when it is gone and left no result */
async function adopt(place: string, request: CommandRequest, signal: AbortSignal): Promise<CommandResult | "ended"> {
  const startedMs = performance.now();
  const elapsed = (): number => performance.now() - startedMs;
  for (;;) {
    // In this order: a wrapper that ends between the two questions has written its end before.
    const isAlive = hasOwner(place, elapsed());
    const code = wholeLine(join(place, "end"));
    if (code !== undefined) return endedResult(place, Number(code), elapsed());
    if (!isAlive) return "ended";
    if (signal.aborted || elapsed() > request.timeoutMs) {
      endOwner(place);
      const output = readOutput(place);
      return { ...output, timedOut: !signal.aborted, cancelled: signal.aborted, durationMs: elapsed() };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Where something was to be laid around it, its note is there before it begins, and empty. */
const hasBegun = (place: string): boolean =>
  wholeLine(join(place, "begun")) !== undefined ||
  (existsSync(join(place, "begun")) && !existsSync(join(place, "first")));

/** Whether the process that claimed the command lives; its command line names the folder, so that no other is taken for it. */
function hasOwner(place: string, waitedMs: number): boolean {
  if (ranElsewhere(place)) return false;
  const line = wholeLine(join(place, "claim"));
  if (line === undefined) return waitedMs < PID_WAIT_MS && existsSync(join(place, "claim"));
  const pid = Number(line);
  if (!isPid(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const commandLine = readCommandLine(pid);
  return commandLine === "" ? !existsSync("/proc/self") : commandLine.includes(place);
}

/** Whether the number of its process says nothing here. */
function ranElsewhere(place: string): boolean {
  const runner = parseIdentity(readIfThere(join(place, "runner")) ?? "");
  return runner !== undefined && isElsewhere(runner);
}

/** What a wrapper wrote, once it is written to its end. */
function wholeLine(path: string): string | undefined {
  const text = readIfThere(path);
  return text?.endsWith("\n") ? text : undefined;
}

/** The wrapper leads a group of its own, with all that it started. */
function endOwner(place: string): void {
  const pid = Number(wholeLine(join(place, "claim")));
  if (!isPid(pid)) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It ended meanwhile.
  }
}

/** The first process and groups stand for more than one that we started. */
const isPid = (pid: number): boolean => Number.isSafeInteger(pid) && pid > 1;

function endedResult(place: string, exitCode: number, durationMs: number): CommandResult {
  return { ...readOutput(place), exitCode, timedOut: false, cancelled: false, durationMs };
}

function readOutput(place: string): { readonly output: string; readonly outputBytes: number } {
  const bytes = bytesIfThere(join(place, "output"));
  if (bytes === undefined) return { output: "", outputBytes: 0 };
  const part = bytes.length > OUTPUT_BYTES_MAX ? bytes.subarray(bytes.length - OUTPUT_BYTES_MAX) : bytes;
  return { output: plainText(part.toString("utf8")), outputBytes: bytes.length };
}

/** What the command writes goes to a file first; whoever watches is shown it from there. */
function watchOutput(place: string, { onOutput }: CommandRequest): { end(): void } {
  if (onOutput === undefined) return { end: () => {} };
  const path = join(place, "output");
  let shown = 0;
  const look = (): void => {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (size <= shown) return;
    onOutput(bytesIfThere(path)?.subarray(shown, size).toString("utf8") ?? "");
    shown = size;
  };
  const timer = setInterval(look, 200);
  return {
    end: () => {
      clearInterval(timer);
      look();
    },
  };
}

function withoutOutput({ onOutput: _, ...request }: CommandRequest): CommandRequest {
  return request;
}
