import type { CommandDecision, Decision, PermissionMode, PermissionPolicy } from "../../core/permissions/decide.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { judgePath } from "./judge-path.ts";

export interface PolicyRequest {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** Folders that may be worked in besides. */
  readonly addDirs?: readonly string[];
  /** Programs of the repository that git may start: a person has trusted them. */
  readonly trustedPrograms?: readonly string[];
  /** Absolute folders of Waymark itself, which no call changes. */
  readonly own?: readonly string[];
  /** Absent: commands run without one. */
  readonly sandbox?: {
    readonly opens: NonNullable<PermissionPolicy["opens"]>;
    /** Whether a command that only reads is kept to the plain files of the working folder. */
    readonly confinesReads: () => Promise<boolean>;
  };
}

/** What may be done without asking, under this mode and these rules. The shell grammar is loaded with the first command. */
export function permissionPolicy({
  mode,
  rules,
  cwd,
  home,
  addDirs = [],
  trustedPrograms = [],
  own,
  sandbox,
}: PolicyRequest): PermissionPolicy {
  return {
    mode,
    rules,
    ...(sandbox === undefined ? {} : { opens: sandbox.opens }),
    judgePath: (tool, use, path) => judgePath({ tool, use, path, rules, root: cwd, addDirs, own }),
    async judgeUrl(url): Promise<Decision> {
      const { checkUrl } = await import("../../engines/net/check-url.ts");
      // Any public address stands for the one that will be looked up, and checked, when the person has agreed.
      const { verdict, reason } = await checkUrl(url, { resolve: async () => ["1.1.1.1"] });
      return { verdict, reason };
    },
    async judgeCommand(tool, command, folder): Promise<CommandDecision> {
      const { judgeCommand, readingKind } = await commandJudge();
      const isPlainRead = sandbox !== undefined && readingKind(command, cwd, folder) === "files";
      return judgeCommand({
        tool,
        command,
        rules,
        root: cwd,
        home,
        trustedPrograms,
        addDirs,
        confinesReads: isPlainRead && (await sandbox.confinesReads()),
        ...(own === undefined ? {} : { own }),
        ...(folder === undefined ? {} : { folder }),
      });
    },
  };
}

let judge: Promise<typeof import("./judge-command.ts")> | undefined;

/** Kept: even a module that is loaded takes the module loader a while, at every command. */
export function commandJudge(): Promise<typeof import("./judge-command.ts")> {
  judge ??= import("./judge-command.ts");
  return judge;
}
