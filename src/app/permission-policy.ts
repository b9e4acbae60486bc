import type { CommandDecision, PermissionMode, PermissionPolicy } from "../core/permissions/decide.ts";
import type { RuleSet } from "../core/permissions/rule.ts";
import { isSecretPath } from "../engines/secrets/secret-path.ts";

export interface PolicyRequest {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly home: string | undefined;
}

/** What may be done without asking, under this mode and these rules. The shell grammar is loaded with the first command. */
export function permissionPolicy({ mode, rules, cwd, home }: PolicyRequest): PermissionPolicy {
  return {
    mode,
    rules,
    isSecretPath,
    async judgeCommand(tool, command, folder): Promise<CommandDecision> {
      const { judgeCommand } = await import("./judge-command.ts");
      return judgeCommand({ tool, command, rules, root: cwd, home, ...(folder === undefined ? {} : { folder }) });
    },
  };
}
