import { hostIn, plainHost } from "../../base/plain-host.ts";
import type { Intent } from "../tool.ts";
import { type Access, leavesSandbox, type SandboxException } from "./accesses.ts";
import type { DecidedPath, Decision, PathUse, Verdict } from "./decision.ts";
import { STRICTNESS, stricter, withoutRules } from "./join-decisions.ts";
import { type FoundRule, findCommandRule, findHostRule, findPathRule, type RuleSet, ruleForOne } from "./rule.ts";

export type { Decision, PathUse } from "./decision.ts";

export const PERMISSION_MODES = ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const;
/** What is asked before it is done: how far a run goes by itself. */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** What the shell engine says of a command under the same rules. */
export interface CommandDecision extends Decision {
  /** Every part of it only reads, inside the working folder. */
  readonly readsOnly: boolean;
  /** Of a line of several: which parts of it may do more. */
  readonly beyondReading?: string;
  /** What would run cannot be read from it: no mode takes the question back. */
  readonly isFloor?: boolean;
  /** Of what is asked: a sandbox that was proven keeps all that it may do to the working folder. `computes` where nothing says
   *  that it changes files there, `looks` where its programs can do nothing but read. */
  readonly confined?: "looks" | "computes" | "writes";
}

export interface PermissionPolicy {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  /** Nobody can be asked. */
  readonly isAlone?: boolean;
  /** The policy of whoever gave the work: nothing is decided more freely than by it. */
  readonly within?: PermissionPolicy;
  /** @param leaves  it is to run where the sandbox is open to more than it is of itself */
  judgeCommand(
    tool: string,
    command: string,
    cwd: string | undefined,
    { leaves }: { readonly leaves: boolean },
  ): Promise<CommandDecision>;
  /** Whether an exception opens what the sandbox closes to such a command; absent: it does. */
  opens?(exception: SandboxException, command: string, cwd: string | undefined): Promise<boolean>;
  /** What the path guard says of a file that a call declared, links followed; what is not there or outside is the tool's to report. */
  judgePath(tool: string, use: PathUse, path: string): PathDecision;
  /** Whether commands have a folder for temporary files of their own; absent: no. */
  ownsTemporary?(): Promise<boolean>;
  /** What is to be said of an address by its text alone, before any name is looked up. */
  judgeUrl?(url: string): Promise<Decision>;
  /** The decision in the words in which its rules were written; absent: as they are held. */
  asWritten?(decision: Decision): Decision;
}

export interface PathDecision extends Decision {
  /** Asked in every mode but bypass: files that start programs, configure an agent, hold secrets, or have other names. */
  readonly isFloor: boolean;
  /** It lies in none of the folders that are worked in. */
  readonly isOutside?: true;
  /** There, in a folder for temporary files. */
  readonly isTemporary?: true;
  /** Where the path led; absent where nothing is let pass there. */
  readonly paths?: readonly DecidedPath[];
  /** The rule about the path that holds; absent: none does. */
  readonly ruling?: FoundRule;
  /** The path as a rule for it alone has it; absent where none would. */
  readonly pattern?: string;
}

/** The strictest verdict that any access of the call earns, after the mode has had its say; of a policy within another the stricter of both. */
export async function decide(tool: string, intent: Intent, policy: PermissionPolicy): Promise<Decision> {
  const decided = await decideAlone(tool, intent, policy);
  const own = policy.asWritten?.(decided) ?? decided;
  if (policy.within === undefined || own.verdict === "deny") return own;
  const outer = await decide(tool, intent, policy.within);
  const decision = STRICTNESS[outer.verdict] >= STRICTNESS[own.verdict] ? outer : own;
  return own.looksOnly || outer.looksOnly ? { ...decision, looksOnly: true } : decision;
}

/**
 * What would come of a call that wants out of the sandbox as well: a way that nobody opens is closed.
 * @param isAnswered  something else answers questions where no person does
 */
export async function leaveVerdict(
  tool: string,
  intent: Intent,
  exception: SandboxException,
  { policy, isAnswered }: { readonly policy: PermissionPolicy; readonly isAnswered: boolean },
): Promise<Verdict> {
  const escapes = intent.accesses.flatMap((access) =>
    access.kind === "run" ? { ...access, kind: "escape" as const, exception } : [],
  );
  const { verdict } = await decide(tool, { ...intent, accesses: [...escapes, ...intent.accesses] }, policy);
  return verdict === "ask" && !isAnswered && asksNobody(policy) ? "deny" : verdict;
}

const asksNobody = ({ isAlone = false, within }: PermissionPolicy): boolean =>
  isAlone || (within !== undefined && asksNobody(within));

/** Whether nothing that a rule asks about is asked about. */
export const takesQuestionsBack = ({ mode, within }: PermissionPolicy): boolean =>
  mode === "bypassPermissions" && (within === undefined || takesQuestionsBack(within));

async function decideAlone(tool: string, intent: Intent, policy: PermissionPolicy): Promise<Decision> {
  const toolRule = denyingTool(tool, intent, policy);
  if (toolRule !== undefined) return { verdict: "deny", reason: `rule ${toolRule}`, rule: toolRule };
  const decisions: Decision[] = [];
  const leaves = leavesSandbox(intent.accesses);
  for (const access of intent.accesses) {
    const { confined, ...judged } = await judge(tool, access, { policy, leaves });
    decisions.push(applyMode(confined === undefined || leaves ? judged : { ...judged, confined }, access, policy));
  }
  const worst = decisions.reduce<Decision>(stricter, { verdict: "allow", reason: "touches nothing" });
  const isAskedByRule = decisions.some((one) => one.isAskedByRule && one.verdict !== "allow");
  const decision = isAskedByRule ? withoutRules(worst) : worst;
  return decisions.some(({ looksOnly }) => looksOnly) ? { ...decision, looksOnly: true } : decision;
}

function denyingTool(tool: string, { accesses }: Intent, { rules }: PermissionPolicy): string | undefined {
  const names = [tool, ...accesses.flatMap((one) => (one.kind === "foreign" ? (one.wholeName ?? []) : []))];
  return names.map((name) => findPathRule(rules, name, "")).find((found) => found?.verdict === "deny")?.rule;
}

type Judged = Decision &
  Partial<Omit<CommandDecision, keyof Decision>> &
  Pick<PathDecision, "isOutside" | "isTemporary">;

async function judge(
  tool: string,
  access: Access,
  { policy, leaves }: { readonly policy: PermissionPolicy; readonly leaves: boolean },
): Promise<Judged> {
  switch (access.kind) {
    case "ask":
      return { verdict: "allow", reason: "asks you" };
    case "agent": {
      const found = findPathRule(policy.rules, tool, access.name);
      if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
      return { verdict: "allow", reason: "each call of a sub-agent is decided by itself" };
    }
    case "load":
      return judgeLoad(tool, access.name, policy);
    case "run":
      return policy.judgeCommand(tool, access.command, access.cwd, { leaves });
    case "escape":
      return judgeEscape(access, policy);
    case "foreign": {
      const found = foreignRule(tool, access.wholeName, policy);
      if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
      return { verdict: "ask", reason: "does what cannot be seen from here", proposal: tool };
    }
    case "network": {
      const found = findHostRule(policy.rules, tool, access.url);
      const address = found?.verdict === "deny" ? undefined : await policy.judgeUrl?.(access.url);
      if (address && address.verdict !== "allow") return address;
      if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
      return { verdict: "ask", reason: "reaches the network", ...proposing(tool, plainHost(hostIn(access.url))) };
    }
    case "read":
    case "write":
      return asSeenByCommands(judgeFile(tool, access, policy), access, policy);
  }
}

/** What a file tool writes where commands have a folder of their own in its place is not there for them. */
async function asSeenByCommands(
  judged: Judged,
  { kind, path }: Access & { kind: "read" | "write" },
  { ownsTemporary }: PermissionPolicy,
): Promise<Judged> {
  if (kind === "read" || !judged.isTemporary || !(await ownsTemporary?.())) return judged;
  return {
    verdict: "deny",
    reason: `${path} is outside the working folder, and commands have a folder of their own in that place`,
    instead: "Write it there by shell (cat > FILE <<'EOF'), for which nobody is asked, or in the working folder.",
  };
}

function judgeLoad(tool: string, name: string, { rules }: PermissionPolicy): Judged {
  const found = findPathRule(lowerCased(rules), tool, name.trim().toLowerCase());
  if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
  return { verdict: "allow", reason: "only reads" };
}

function lowerCased({ allow, ask, deny }: RuleSet): RuleSet {
  const lower = (rules: readonly string[]): readonly string[] => rules.map((rule) => rule.toLowerCase());
  return { allow: lower(allow), ask: lower(ask), deny: lower(deny) };
}

/** Two tools may have a whole name that is written alike: none is allowed by it. */
function foreignRule(tool: string, wholeName: string | undefined, { rules }: PermissionPolicy): FoundRule | undefined {
  const whole = wholeName === undefined ? undefined : findPathRule(rules, wholeName, "");
  return whole?.verdict === "ask" ? whole : findPathRule(rules, tool, "");
}

function judgeFile(tool: string, access: Access & { kind: "read" | "write" }, policy: PermissionPolicy): Judged {
  const { kind, path } = access;
  const deletes = access.kind === "write" && access.deletes === true;
  const { paths: _, ruling, pattern, ...guarded } = policy.judgePath(tool, deletes ? "delete" : kind, path);
  if (guarded.verdict === "deny") return guarded;
  const ofTool = findPathRule(policy.rules, tool, "");
  const found = ruling?.verdict === "ask" ? ruling : (ofTool ?? ruling);
  const proposal = pattern === undefined ? {} : proposing(tool, pattern);
  const asks = found?.verdict === "ask" ? ({ isAskedByRule: true } as const) : {};
  if (guarded.verdict === "ask") return { ...proposal, ...guarded, ...asks };
  if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule, ...asks };
  return kind === "write"
    ? { verdict: "ask", reason: `${deletes ? "deletes" : "changes"} ${path}`, ...proposal }
    : { verdict: "allow", reason: "only reads" };
}

/** Rules are `network(COMMAND)` and `outside(COMMAND)`; the command itself is judged beside it. */
async function judgeEscape(
  { exception, command, cwd }: Extract<Access, { kind: "escape" }>,
  policy: PermissionPolicy,
): Promise<Judged> {
  if (!((await policy.opens?.(exception, command, cwd)) ?? true))
    return { verdict: "allow", reason: "is open already" };
  const found = findCommandRule(policy.rules, exception, command);
  if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
  const what =
    exception === "network" ? "wants the network, which the sandbox closes" : "wants to run outside the sandbox";
  return { verdict: "ask", reason: what };
}

function applyMode(judged: Judged, access: Access, policy: PermissionPolicy): Decision {
  const { readsOnly, beyondReading, isFloor, confined, isOutside, isTemporary: _, ...decision } = judged;
  if (lets(judged, policy)) return { verdict: "allow", reason: "the sandbox lets it only look", looksOnly: true };
  switch (policy.mode) {
    case "default":
      return decision;
    case "plan":
      return inPlan(judged, access) ?? decision;
    case "acceptEdits":
      return inAcceptEdits(judged, access) ?? decision;
    case "dontAsk":
      return decision.verdict === "ask"
        ? { ...decision, verdict: "deny", reason: `${decision.reason}, and mode dontAsk never asks` }
        : decision;
    case "bypassPermissions":
      // The way out of the sandbox, and text that hides what it runs, are a person's key or rule, in every mode.
      if (access.kind === "escape" || (access.kind === "run" && isFloor)) return decision;
      if (access.kind === "write" && isOutside) return decision;
      return decision.verdict === "ask" ? { verdict: "allow", reason: "mode bypassPermissions" } : decision;
  }
}

/** What can only look, and with nobody there what is not known to write, runs where a sandbox lets it change nothing; in acceptEdits where it may. */
const lets = ({ verdict, rule, confined }: Judged, { mode, isAlone = false }: PermissionPolicy): boolean =>
  !(verdict !== "ask" || rule !== undefined || mode === "acceptEdits" || mode === "bypassPermissions") &&
  (confined === "looks" || (confined === "computes" && mode === "default" && isAlone));

/** What a rule refuses a command says so itself, and may say how to go on. */
function inPlan(judged: Judged, access: Access): Decision | undefined {
  if (onlyLooks(judged, access) || (access.kind === "run" && judged.verdict === "deny")) return undefined;
  if (access.kind !== "run")
    return {
      verdict: "deny",
      reason: "plan mode only looks",
      instead: "Propose the change in your answer instead of making it.",
    };
  const { verdict, reason, beyondReading } = judged;
  const why = verdict === "allow" ? "it is not known to only read" : reason;
  return {
    verdict: "deny",
    reason:
      beyondReading === undefined
        ? `plan mode only looks (${why})`
        : `plan mode only looks, and ${beyondReading} may do more (${why})`,
    instead: "Look by what only reads, and propose the rest instead of running it.",
  };
}

function inAcceptEdits({ verdict, rule, isFloor, confined }: Judged, access: Access): Decision | undefined {
  if (verdict !== "ask" || rule !== undefined || isFloor) return undefined;
  if (access.kind === "write") return { verdict: "allow", reason: "mode acceptEdits" };
  return confined && { verdict: "allow", reason: "mode acceptEdits, and the sandbox keeps it to the working folder" };
}

function onlyLooks({ verdict, readsOnly }: Judged, access: Access): boolean {
  if (access.kind === "write" || access.kind === "foreign") return false;
  if (access.kind === "escape") return verdict === "allow";
  return access.kind !== "run" || (readsOnly === true && verdict === "allow");
}

function proposing(tool: string, thing: string): Pick<Decision, "proposal"> {
  const proposal = ruleForOne(tool, thing);
  return proposal === undefined ? {} : { proposal };
}
