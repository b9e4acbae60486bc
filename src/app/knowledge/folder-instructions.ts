import { relative, resolve } from "node:path";
import { deeperInstructions } from "../../adapters/instructions/instructions.ts";
import { isLeftOut } from "../../adapters/snapshots/left-out.ts";
import type { DeeperInstructions } from "../../core/loop/agent-parts.ts";

/** What folders below the working folder say; nothing of what others made (`node_modules` and the like). */
export const folderInstructions =
  (cwd: string): DeeperInstructions =>
  (path) =>
    relative(cwd, resolve(cwd, path)).split("/").some(isLeftOut) ? [] : deeperInstructions(cwd, path);
