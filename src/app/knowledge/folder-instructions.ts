import { relative, resolve } from "node:path";
import { deeperInstructions } from "../../adapters/instructions/instructions.ts";
import { isLeftOut } from "../../adapters/snapshots/left-out.ts";
import type { DeeperInstructions } from "../../core/loop/agent-parts.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { ruledPaths } from "../permissions/ruled-paths.ts";

/** What folders below the working folder say; nothing of what others made (`node_modules` and the like). */
export const folderInstructions =
  (cwd: string, rules: RuleSet): DeeperInstructions =>
  (path) =>
    relative(cwd, resolve(cwd, path)).split("/").some(isLeftOut)
      ? []
      : deeperInstructions(cwd, path, notForModel(cwd, rules));

/** Why a file is no part of instructions: nobody is asked about one, so what a rule asks about is left out as well. */
export function notForModel(cwd: string, rules: RuleSet): ((path: string) => string | undefined) | undefined {
  const ruled = ruledPaths(rules, cwd, []);
  return (
    ruled &&
    ((path) => {
      const found = ruled(path, { use: "read", glob: false });
      return found && `the rule ${found.rule} says ${found.verdict}`;
    })
  );
}
