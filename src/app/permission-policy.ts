import type { CommandDecision, PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import type { RuleSet } from "../core/permissions/rule.ts";
import { judgePath } from "./judge-path.ts";

export interface PolicyRequest {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** Folders that may be worked in besides. */
  readonly addDirs?: readonly string[];
}

/** What may be done without asking, under this mode and these rules. The shell grammar is loaded with the first command. */
export function permissionPolicy({ mode, rules, cwd, home, addDirs = [] }: PolicyRequest): PermissionPolicy {
  return {
    mode,
    rules,
    judgePath: (tool, kind, path) => judgePath({ tool, kind, path, rules, root: cwd, addDirs }),
    async judgeCommand(tool, command, folder): Promise<CommandDecision> {
      const { judgeCommand } = await import("./judge-command.ts");
      return judgeCommand({ tool, command, rules, root: cwd, home, ...(folder === undefined ? {} : { folder }) });
    },
  };
}
