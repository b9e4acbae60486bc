import { userInfo } from "node:os";
import { isAbsolute } from "node:path";
import { settleOwnProcess } from "./app/own-process.ts";
import { obtainedSecrets } from "./app/permissions/obtained-secrets.ts";
import type { DebugLog } from "./app/report/debug-log.ts";
import {
  complain,
  flushThenExit,
  hand,
  handJson,
  leaveWithoutReader,
  say,
  takeConsole,
  taken,
} from "./app/report/standard-streams.ts";
import { languageOf } from "./app/settings/language.ts";
import { speakIn, spokenError } from "./app/words/spoken.ts";
import { phrase } from "./base/phrase.ts";
import { maskValues, secretValues } from "./base/secret-variables.ts";
import { EXIT, type ExitCode, UserError } from "./base/user-error.ts";
import type { CommandContext } from "./frontends/commands/command.ts";
import { runCommandLine } from "./frontends/commands/command-line.ts";

declare const WAYMARK_VERSION: string | undefined;

settleOwnProcess(process.env);
const leftHome = settleHome();
const version = typeof WAYMARK_VERSION === "string" ? WAYMARK_VERSION : "0.0.0-source";
const isDebug = process.argv.includes("--debug") || isOn(process.env["WAYMARK_DEBUG"] ?? process.env["DEBUG"]);
let debugLog: DebugLog | undefined;

process.stdout.on("error", leaveWithoutReader);
takeConsole();

// What no one caught, a rejection that no one awaited included. Leaving restores the terminal and ends commands; nothing is
// left to be saved, because events are on disk before they are shown.
let isCrashing = false;
process.on("uncaughtException", (error) => {
  if (isCrashing) process.exit(EXIT.failed);
  isCrashing = true;
  report(error).then(process.exit, () => process.exit(EXIT.failed));
});

// Nothing is left that could wake us while the command still waits: that must not look like an end.
process.once("beforeExit", () => {
  const told = report(new Error("It waited for something that nothing was left to bring"));
  told.then(process.exit, () => process.exit(EXIT.failed));
});

const context: CommandContext = {
  environment: process.env,
  get cwd() {
    return currentFolder();
  },
  version,
  out: say,
  data: hand,
  taken,
  json: handJson,
  error: complain,
  exit: (code) => {
    process.exitCode = code;
  },
};

if (isDebug) {
  const { startDebugLog } = await import("./app/report/debug-log.ts");
  debugLog = startDebugLog({ environment: process.env, version, argv: process.argv.slice(2) });
}
try {
  await speakIn(languageOf(process.env));
  if (leftHome !== undefined)
    complain(
      phrase`waymark: HOME is no absolute path (${leftHome}); ${process.env["HOME"]} is the home here. Set HOME to change that.\n`,
    );
  await runCommandLine(process.argv.slice(2), context);
} catch (error) {
  process.exitCode = await report(error);
}
// Last, because a session at the terminal has the screen until here.
if (debugLog) complain(phrase`waymark: what it did is in ${debugLog.path}\n`);
flushThenExit();

/** A home by a relative path would be looked for in the project: settings, trust and keys are then those of the account's home.
 *  @returns the path that was left */
function settleHome(): string | undefined {
  const home = process.env["HOME"];
  if (home === undefined || isAbsolute(home)) return undefined;
  try {
    process.env["HOME"] = userInfo().homedir;
  } catch {
    // An account that the system does not know has no home.
    process.env["HOME"] = "/nonexistent";
  }
  return home;
}

function isOn(value: string | undefined): boolean {
  return value === "1" || value === "true";
}

/** @throws {UserError} when the folder was removed under the shell that started us */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    throw new UserError(phrase`The working folder is gone; change to another one and run it again.`, EXIT.badInput, {
      cause: error,
    });
  }
}

async function report(error: unknown): Promise<ExitCode> {
  const isExpected = error instanceof UserError;
  const advice = isExpected ? "" : ` This is a bug of Waymark: ${await adviceAfterCrash(error)}.`;
  const known = [...secretValues(process.env), ...obtainedSecrets()];
  complain(`waymark: ${maskValues(spokenError(error), known)}${advice}\n`);
  if (isDebug && error instanceof Error) complain(`${maskValues(error.stack ?? "", known)}\n`);
  debugLog?.line(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return isExpected ? error.exitCode : EXIT.failed;
}

async function adviceAfterCrash(error: unknown): Promise<string> {
  const { writeCrashReport } = await import("./app/report/crash-report.ts");
  const path = writeCrashReport(error, { environment: process.env, version });
  return path === undefined ? "run it again with --debug and report what it prints" : `please report ${path}`;
}
