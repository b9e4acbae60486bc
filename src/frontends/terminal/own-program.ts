import { spawn } from "node:child_process";
import type { Environment } from "../../app/settings/locations.ts";

const OUTPUT_CHARS_MAX = 60_000;

export interface ProgramOutput {
  readonly text: string;
  readonly code: number;
}

/** Runs a subcommand of this very program, as a person would in a shell beside the session. @returns what it said */
export function runSubcommand(args: readonly string[], cwd: string, environment: Environment): Promise<ProgramOutput> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, programArguments(args), {
      cwd,
      env: { ...environment, NO_COLOR: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let text = "";
    const add = (chunk: string): void => {
      if (text.length < OUTPUT_CHARS_MAX) text += chunk;
    };
    child.stdout.setEncoding("utf8").on("data", add);
    child.stderr.setEncoding("utf8").on("data", add);
    child.once("error", (error) => resolve({ text: error.message, code: 1 }));
    // Who speaks is known in the session.
    const said = (): string => text.slice(0, OUTPUT_CHARS_MAX).replace(/^waymark: /gm, "");
    child.once("close", (code) => resolve({ text: said(), code: code ?? 1 }));
  });
}

/** The same with the terminal in its hands: it may ask. The terminal must have been given back before. */
export function lendToSubcommand(args: readonly string[], cwd: string, environment: Environment): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, programArguments(args), { cwd, env: { ...environment }, stdio: "inherit" });
    child.once("error", () => resolve(1));
    child.once("close", (code) => resolve(code ?? 1));
  });
}

function programArguments(args: readonly string[]): string[] {
  const [, main = ""] = process.argv;
  return [main, ...args];
}
