import { testsRun } from "../../base/test-lines.ts";
import type { CommandResult } from "../../core/ports/processes.ts";
import type { Workspace } from "../../core/ports/workspace.ts";
import { ToolFailure } from "../../core/tool.ts";
import type { Check } from "../../engines/checks/check.ts";
import { detectChecks } from "../../engines/checks/detect-checks.ts";
import { parseProblems } from "../../engines/checks/parse-problems.ts";
import { commandText, splitArguments } from "../../engines/shell/command-text.ts";
import { defineTool } from "../define-tool.ts";
import { readProjectFiles } from "./project-files.ts";
import { sandboxNote } from "./sandbox-note.ts";

const OUTPUT_CHARACTERS_MAX = 2000;
const PROBLEMS_SHOWN_MAX = 30;

export const runChecks = defineTool({
  name: "run_checks",
  description:
    "Finds and runs the project's own linter, format check, type check and tests; gives failures with file and line.",
  schema: {
    type: "object",
    properties: {
      kind: {
        type: "string",
        enum: ["all", "lint", "format", "types", "test", "build", "list"],
        default: "all",
        description: "list only names them",
      },
      path: { type: "string", default: "." },
      args: { type: "string", description: "added to the command" },
      timeout: { type: "integer", minimum: 1, default: 300, description: "seconds each" },
    },
  },
  async prepare(input, { workspace }) {
    const { kind, path, args = "" } = input;
    if ((await workspace.stat(path))?.kind === "file")
      throw new ToolFailure(
        `path is the folder whose checks run; ${path} is a file: give it in args, as the command takes it.`,
      );
    const checks = await chooseChecks(workspace, path, kind);
    const more = splitArguments(args);
    if (more === undefined) throw new ToolFailure(`args has a quote that is not closed: ${args}`);
    const plan = checks.map((check) => ({ ...check, command: commandText(withArguments(check.argv, more)) }));
    return { ...input, plan };
  },
  intent: ({ kind, path, plan }) => ({
    accesses:
      kind === "list" ? [] : commandsOf(plan, kind).map((command) => ({ kind: "run", command, cwd: path }) as const),
    display: { kind: "command", command: commandsOf(plan, kind).join("; "), cwd: path },
  }),
  async run({ kind, path, timeout, plan = [] }, { processes, signal, progress }) {
    const listed = plan.map((check) => `${check.kind}: ${check.command} (${check.source})`).join("\n");
    if (kind === "list") return { text: listed, display: { kind: "text", text: listed } };
    const reports: string[] = [];
    let failures = 0;
    let passes = 0;
    for (const check of plan) {
      const { command } = check;
      progress(`$ ${command}\n`);
      const result = await processes.run({ command, cwd: path, timeoutMs: timeout * 1000, onOutput: progress }, signal);
      signal.throwIfAborted();
      if (result.exitCode !== 0) failures++;
      else if (countOf(check, result) !== 0) passes++;
      reports.push(await report(check, result));
    }
    const text = [`${passes} of ${plan.length} checks passed.`, ...reports].join("\n");
    return { text, kind: "test-log", display: { kind: "text", text }, ...(failures > 0 ? { failed: true } : {}) };
  },
});

/** A check with the text that starts it, arguments of the call included. */
type PlannedCheck = Check & { readonly command: string };

/** Before the project was looked at, a plan of steps only needs to know that something runs. */
function commandsOf(plan: readonly PlannedCheck[] | undefined, kind: string): readonly string[] {
  return plan?.map(({ command }) => command) ?? [`run_checks ${kind}`];
}

async function chooseChecks(workspace: Workspace, path: string, kind: string): Promise<readonly Check[]> {
  const all = detectChecks(await readProjectFiles(workspace, path));
  if (all.length === 0)
    throw new ToolFailure(
      `No checks found in ${path}: no package.json, Makefile, pyproject.toml, go.mod, Cargo.toml, pom.xml or the like. Use shell.`,
    );
  const wanted = all.filter((check) =>
    kind === "all" ? check.kind !== "build" : kind === "list" || check.kind === kind,
  );
  if (wanted.length > 0) return wanted;
  throw new ToolFailure(
    `The project has no ${kind} check. It has: ${[...new Set(all.map((check) => check.kind))].join(", ")}.`,
  );
}

function withArguments(argv: readonly string[], more: readonly string[]): readonly string[] {
  if (more.length === 0) return argv;
  const needsDashes = /^(?:npm|pnpm)$/.test(argv[0] ?? "") && /^(?:test|run)$/.test(argv[1] ?? "");
  return [...argv, ...(needsDashes ? ["--"] : []), ...more];
}

/** How many tests ran, where it is tests and their runner says so. */
const countOf = ({ kind }: Check, { output }: CommandResult): number | undefined =>
  kind === "test" ? testsRun(output) : undefined;

async function report(check: PlannedCheck, result: CommandResult): Promise<string> {
  const { kind, command } = check;
  const count = countOf(check, result);
  const took = `in ${(result.durationMs / 1000).toFixed(1)} s${count ? ` (${count} tests)` : ""}`;
  if (result.exitCode === 0 && count === 0) return `${kind}: ${command}: no test ran, which proves nothing`;
  const head = `${kind}: ${command}: ${outcomeOf(result)} ${took}`;
  if (result.exitCode === 0) return head;
  const problems = parseProblems(result.output);
  const places = problems
    .slice(0, PROBLEMS_SHOWN_MAX)
    .map(
      ({ file, line, column, message }) => `  ${file}:${line}${column === undefined ? "" : `:${column}`}: ${message}`,
    );
  if (problems.length > places.length) places.push(`  (shown ${places.length} of ${problems.length})`);
  const kept = result.handle === undefined ? [] : [`(whole output: shell_output with handle ${result.handle})`];
  const note = await sandboxNote(result, command);
  return [head, ...places, ending(result.output), ...kept, ...(note === "" ? [] : [note])].join("\n");
}

function outcomeOf({ exitCode, timedOut, signal }: CommandResult): string {
  if (timedOut) return "timed out";
  if (exitCode === 0) return "passed";
  if (exitCode === 127) return "failed, the command is not installed (exit code 127)";
  return exitCode === undefined ? `ended by ${signal ?? "a signal"}` : `failed (exit code ${exitCode})`;
}

/** The end of an output, where tools put their summary. */
function ending(output: string): string {
  const text = output.trimEnd();
  if (text.length <= OUTPUT_CHARACTERS_MAX) return text;
  const cut = text.slice(-OUTPUT_CHARACTERS_MAX);
  return `…${cut.slice(cut.indexOf("\n"))}`;
}
