import { dirname } from "node:path";
import { gitNamedAround, gitNamedBy } from "../../adapters/git-config.ts";
import { openedRepositories } from "../../adapters/git-repositories.ts";
import { givenIn } from "../../adapters/given-file.ts";
import { isInside } from "../../adapters/inside.ts";
import { homeKeptIn, type KeptElsewhere, keptByLinks, withKeptElsewhere } from "../../adapters/linked-files.ts";
import type { CommandDecision, Decision, PermissionMode, PermissionPolicy } from "../../core/permissions/decide.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { keptBy } from "../../engines/paths/path-rules.ts";
import type { FolderLink } from "../../engines/shell/policy-types.ts";
import { judgePath } from "./judge-path.ts";
import { asWritten, type WrittenRules } from "./written-rules.ts";

export interface PolicyRequest {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  /** Absolute path of the working folder. */
  readonly cwd: string;
  readonly home: string | undefined;
  /** Of what Waymark itself starts: git is asked what stood in commits where rules are about files. Empty when absent. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Folders that may be worked in besides; absolute and real. */
  readonly addDirs?: readonly string[];
  /** Other names of these folders, and of the working folder. */
  readonly links?: readonly FolderLink[];
  /** Programs of the repository that git may start: a person has trusted them. */
  readonly trustedPrograms?: readonly string[];
  /** Absolute folders of Waymark itself, which no call changes. */
  readonly own?: readonly string[];
  /** The folder of what it can make again: a person's command may empty it, no file tool writes in it. Copies for sub-agents lie there. */
  readonly cache?: string | undefined;
  /** `host:port` that a person has opened beside the open internet. */
  readonly openHosts?: readonly string[];
  /** Nobody can be asked. */
  readonly isAlone?: boolean;
  readonly writtenRules?: WrittenRules;
  /** Absent: commands run without one. */
  readonly sandbox?: {
    readonly opens: NonNullable<PermissionPolicy["opens"]>;
    /** Whether commands are kept to the working folder, and those that only read to its plain files. */
    readonly confines: () => Promise<boolean>;
    /** Whether what rules deny is closed to whatever runs; absent: where commands are confined. */
    readonly closesDenied?: () => Promise<boolean>;
    /** Whether commands have a folder for temporary files of their own in the place of the machine's; absent: where commands are confined. */
    readonly ownsTemporary?: () => Promise<boolean>;
  };
}

/** What may be done without asking, under this mode and these rules. The shell grammar is loaded with the first command. */
export function permissionPolicy({
  mode,
  rules,
  cwd,
  home,
  environment = {},
  addDirs = [],
  links = [],
  trustedPrograms = [],
  own,
  cache,
  openHosts = [],
  isAlone = false,
  writtenRules,
  sandbox,
}: PolicyRequest): PermissionPolicy {
  const isCopy = cache !== undefined && isInside(cwd, cache);
  const ownKept = own && withKeptElsewhere(own);
  const closed = [...(ownKept ?? []), ...(cache === undefined || isCopy ? [] : [cache])];
  const roots = [cwd, ...addDirs];
  let kept: readonly KeptElsewhere[] | undefined;
  // The home, and what git is set to, are looked through where something is to be changed.
  const keptIn = (): readonly KeptElsewhere[] => {
    kept ??= homeKeptIn(home, roots);
    const repositories = roots.flatMap((root) => openedRepositories(root).repositories);
    return [...kept, ...givenIn(roots), ...keptByLinks(roots), ...gitNamedBy(repositories, roots)];
  };
  return {
    mode,
    rules,
    isAlone,
    ...(writtenRules && { asWritten: (decision: Decision) => asWritten(decision, writtenRules) }),
    ...(sandbox === undefined ? {} : { opens: sandbox.opens, ownsTemporary: () => ownsTemporary(sandbox) }),
    judgePath: (tool, use, path) =>
      judgePath({
        ...{ tool, use, path, rules, root: cwd, addDirs, home, own: closed },
        keptAround: (at) => (use === "read" ? [] : [...keptIn(), ...gitNamedAround(at, roots)]),
      }),
    async judgeUrl(url): Promise<Decision> {
      const { checkUrl } = await import("../../engines/net/check-url.ts");
      const { addressesToOpen } = await import("../../engines/net/opened-hosts.ts");
      // Any public address stands for the one that will be looked up, and checked, when the person has agreed.
      const resolve = async () => ["1.1.1.1"];
      const parsed = URL.parse(url);
      const allowLocal = parsed ? await addressesToOpen(parsed, openHosts, resolve) : [];
      const { verdict, reason } = await checkUrl(url, { resolve, allowLocal: [...allowLocal] });
      return { verdict, reason };
    },
    async judgeCommand(tool, command, folder, { leaves }): Promise<CommandDecision> {
      const { judgeCommand, seeingCommits, readingKind, asShown } = await commandJudge();
      const isSandboxed = async (): Promise<boolean> => (await sandbox?.confines()) ?? false;
      const reading = leaves ? "no" : await readingKind(command, { root: cwd, home, folder, addDirs, environment });
      const mayBound = !leaves && takesSandbox(mode, isAlone);
      const isHeld = (mayBound || reading !== "no") && (await isSandboxed());
      const question = {
        ...{ tool, command, rules, root: cwd, home, trustedPrograms, addDirs, links, searchPath: environment["PATH"] },
        ...(isHeld && { readProfile: reading }),
        boundsWrites: isHeld && mayBound,
        closesDenied: await closesDenied({ rules, sandbox }, leaves),
        hasOwnTemporary: isHeld && (await ownsTemporary(sandbox)),
        refusesEdits: refusesEdits(mode, { isAlone, rules }),
        isKept: keptAmong(keptIn(), roots),
        ...(ownKept === undefined ? {} : { own: ownKept }),
        ...(folder === undefined ? {} : { folder }),
      };
      const judged = (more: { readonly isSandboxed?: true }): Promise<CommandDecision> =>
        seeingCommits(question, environment, (past) => judgeCommand({ ...question, ...more, past }));
      const decision = await judged({});
      if (decision.verdict !== "ask" || decision.isFloor || !(await isSandboxed())) return asShown(decision, question);
      const takes = takesSandbox(mode, isAlone);
      return asShown(answering(await judged({ isSandboxed: true }), decision, { takes, leaves }), question);
    },
  };
}

/** Asked of each path that words of a command may mean. */
function keptAmong(kept: readonly KeptElsewhere[], roots: readonly string[]): (path: string) => boolean {
  const around = new Map<string, readonly KeptElsewhere[]>();
  return (path) => {
    const folder = dirname(path);
    const here = around.get(folder) ?? gitNamedAround(path, roots);
    around.set(folder, here);
    return [...kept, ...here].some((one) => isInside(path, one.path));
  };
}

async function closesDenied(
  { rules, sandbox }: { readonly rules: RuleSet; readonly sandbox: PolicyRequest["sandbox"] | undefined },
  leaves: boolean,
): Promise<boolean> {
  if (leaves || sandbox === undefined || !rules.deny.some((rule) => keptBy(rule) !== undefined)) return false;
  return await (sandbox.closesDenied ?? sandbox.confines)();
}

const ownsTemporary = async (sandbox: PolicyRequest["sandbox"]): Promise<boolean> =>
  (await (sandbox?.ownsTemporary ?? sandbox?.confines)?.()) ?? false;

/** What counts where a sandbox stands around a command: each mode lets it answer for what can only look in it. */
const answering = (
  inside: CommandDecision,
  decision: CommandDecision,
  { takes, leaves }: { readonly takes: boolean; readonly leaves: boolean },
): CommandDecision => (takes || (inside.confined === "looks" && !leaves) ? inside : decision);

/** Whether the mode lets a sandbox answer for a person. */
const takesSandbox = (mode: PermissionMode, isAlone: boolean): boolean =>
  mode === "acceptEdits" || mode === "plan" || (mode === "default" && isAlone);

const EDIT_RULE = /^(?:edit_file|write_file|file_action|apply_diff|edit_notebook)(?:\(|$)/;

/** Whether a change by a tool that edits would be asked about with nobody there, so that it is no other way for a command. */
export function refusesEdits(
  mode: PermissionMode,
  { isAlone, rules }: Pick<PolicyRequest, "isAlone" | "rules">,
): boolean {
  const asks = mode === "dontAsk" || (mode === "default" && isAlone === true);
  return asks && !rules.allow.some((rule) => EDIT_RULE.test(rule));
}

let judge: Promise<typeof import("./judge-command.ts")> | undefined;

/** Kept: even a module that is loaded takes the module loader a while, at every command. */
export function commandJudge(): Promise<typeof import("./judge-command.ts")> {
  judge ??= import("./judge-command.ts");
  return judge;
}
