import { spawnSync } from "node:child_process";
import { join } from "node:path";

const VITEST = join(import.meta.dirname, "../node_modules/vitest/vitest.mjs");

/** Runs one project of vitest whose table is chosen from by variables. @param through  a command that starts it @returns its exit code */
export function runProject(
  project: string,
  variables: Readonly<Record<string, string>>,
  through: readonly string[] = [],
): number {
  const vitest = [
    process.execPath,
    VITEST,
    "run",
    "--project",
    project,
    "--reporter=verbose",
    "--disable-console-intercept",
  ];
  const [file = "", ...args] = [...through, ...vitest];
  return spawnSync(file, args, { stdio: "inherit", env: { ...process.env, ...variables } }).status ?? 1;
}
