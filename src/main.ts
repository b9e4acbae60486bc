import { errorText } from "./base/error-text.ts";
import { maskValues, secretValues } from "./base/secret-variables.ts";
import { EXIT, type ExitCode, UserError } from "./base/user-error.ts";
import type { CommandContext } from "./frontends/commands/command.ts";
import { runCommandLine } from "./frontends/commands/command-line.ts";

declare const WAYMARK_VERSION: string | undefined;

let exitCode: ExitCode = EXIT.done;
const version = typeof WAYMARK_VERSION === "string" ? WAYMARK_VERSION : "0.0.0-source";
const isDebug = process.argv.includes("--debug");

/** To look at standard error opens it, which takes a while; most runs have nothing to say there. */
let isErrorOpen = false;

// A reader that has gone away (`| head`) is no error: there is nobody left to tell.
function leaveWithoutReader(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(exitCode);
  throw error;
}
process.stdout.on("error", leaveWithoutReader);

function writeError(text: string): void {
  if (!isErrorOpen) process.stderr.on("error", leaveWithoutReader);
  isErrorOpen = true;
  process.stderr.write(text);
}

const context: CommandContext = {
  environment: process.env,
  get cwd() {
    return currentFolder();
  },
  version,
  out: (text) => void process.stdout.write(text),
  error: writeError,
  exit: (code) => {
    exitCode = code;
  },
};

try {
  await runCommandLine(process.argv.slice(2), context);
} catch (error) {
  exitCode = report(error);
}
flushThenExit();

/** @throws {UserError} when the folder was removed under the shell that started us */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UserError("The working folder is gone; change to another one and run it again.", EXIT.badInput, {
      cause: error,
    });
  }
}

function report(error: unknown): ExitCode {
  const isExpected = error instanceof UserError;
  const advice = isExpected ? "" : " This is a bug of Waymark: run it again with --debug and report what it prints.";
  const known = secretValues(process.env);
  writeError(`waymark: ${maskValues(errorText(error), known)}${advice}\n`);
  if (isDebug && error instanceof Error) writeError(`${maskValues(error.stack ?? "", known)}\n`);
  return isExpected ? error.exitCode : EXIT.failed;
}

/** Leaves at once, without waiting for idle sockets, but not before what was written has reached its reader. */
function flushThenExit(): void {
  process.exitCode = exitCode;
  const open = [process.stdout, ...(isErrorOpen ? [process.stderr] : [])];
  const waiting = open.filter((stream) => stream.writableLength > 0);
  let left = waiting.length;
  if (left === 0) process.exit(exitCode);
  for (const stream of waiting) stream.write("", () => --left === 0 && process.exit(exitCode));
}
