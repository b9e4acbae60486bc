import { relative, resolve } from "node:path";
import { deeperInstructions } from "../../adapters/instructions/instructions.ts";
import { isLeftOut } from "../../adapters/snapshots/left-out.ts";
import type { DeeperInstructions } from "../../core/loop/agent-parts.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";

/** Why a file is not for a model, by rules; its path is absolute. */
export type WhyNot = (path: string) => string | undefined;

/** What folders below the working folder say; nothing of what others made (`node_modules` and the like). */
export const folderInstructions =
  (cwd: string, whyNot: WhyNot | undefined): DeeperInstructions =>
  (path) =>
    relative(cwd, resolve(cwd, path)).split("/").some(isLeftOut) ? [] : deeperInstructions(cwd, path, whyNot);

/** Why a file is no part of instructions: nobody is asked about one, so what a rule asks about is left out as well. */
export async function notInInstructions(cwd: string, rules: RuleSet): Promise<WhyNot | undefined> {
  if (rules.ask.length + rules.deny.length === 0) return undefined;
  const { ruledPaths } = await import("../permissions/ruled-paths.ts");
  const ruled = ruledPaths(rules, cwd, []);
  return (
    ruled &&
    ((path) => {
      const found = ruled(path, { use: "read", glob: false });
      return found && `the rule ${found.rule} says ${found.verdict}`;
    })
  );
}
