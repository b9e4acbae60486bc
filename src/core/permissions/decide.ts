import type { Intent } from "../tool.ts";
import type { Access, SandboxException } from "./accesses.ts";
import type { Decision, Verdict } from "./decision.ts";
import { findPathRule, type RuleSet } from "./rule.ts";

export type { Decision } from "./decision.ts";

export const PERMISSION_MODES = ["default", "plan", "acceptEdits", "dontAsk", "bypassPermissions"] as const;
export type PermissionMode = (typeof PERMISSION_MODES)[number];

/** What the shell engine says of a command under the same rules. */
export interface CommandDecision extends Decision {
  /** Every part of it only reads, inside the working folder. */
  readonly readsOnly: boolean;
  /** What would run cannot be read from it: no mode takes the question back. */
  readonly isFloor?: boolean;
}

export interface PermissionPolicy {
  readonly mode: PermissionMode;
  readonly rules: RuleSet;
  judgeCommand(tool: string, command: string, cwd: string | undefined): Promise<CommandDecision>;
  /** Whether an exception opens what the sandbox closes to such a command; absent: it does. */
  opens?(exception: SandboxException, command: string, cwd: string | undefined): Promise<boolean>;
  /** What the path guard says of a file that a call declared, links followed; what is not there or outside is the tool's to report. */
  judgePath(tool: string, use: PathUse, path: string): PathDecision;
  /** What is to be said of an address by its text alone, before any name is looked up. */
  judgeUrl?(url: string): Promise<Decision>;
}

/** What a call would do at a path. */
export type PathUse = "read" | "write" | "delete";

export interface PathDecision extends Decision {
  /** Asked in every mode but bypass: files that start programs, configure an agent, hold secrets, or have other names. */
  readonly isFloor: boolean;
}

const STRICTNESS = { allow: 0, ask: 1, deny: 2 } as const satisfies Record<Verdict, number>;

/** The strictest verdict that any access of the call earns, after the mode has had its say. */
export async function decide(tool: string, intent: Intent, policy: PermissionPolicy): Promise<Decision> {
  const toolRule = findPathRule(policy.rules, tool, "");
  if (toolRule?.verdict === "deny") return { verdict: "deny", reason: `rule ${toolRule.rule}`, rule: toolRule.rule };
  const decisions: Decision[] = [];
  for (const access of intent.accesses) decisions.push(applyMode(await judge(tool, access, policy), access, policy));
  return decisions.reduce<Decision>(stricter, { verdict: "allow", reason: "touches nothing" });
}

function stricter(left: Decision, right: Decision): Decision {
  if (left.verdict === "ask" && right.verdict === "ask") return bothAsked(left, right);
  return STRICTNESS[right.verdict] > STRICTNESS[left.verdict] || left.reason === "touches nothing" ? right : left;
}

/** One question for both; a rule or a grant is offered only where it would answer the whole of it. */
function bothAsked(left: Decision, right: Decision): Decision {
  const details = [...(left.details ?? []), ...(right.details ?? [])];
  return {
    verdict: "ask",
    reason: left.reason === right.reason ? left.reason : `${left.reason}; ${right.reason}`,
    ...(left.proposal && right.proposal ? { proposal: joined(left.proposal, right.proposal) } : {}),
    ...(left.session && right.session
      ? {
          session: {
            rules: joined(left.session.rules, right.session.rules),
            grants: joined(left.session.grants, right.session.grants),
          },
        }
      : {}),
    ...(details.length > 0 ? { details } : {}),
  };
}

const joined = (left: string, right: string): string =>
  [...new Set([...left.split(", "), ...right.split(", ")])].join(", ");

interface Judged extends Decision {
  readonly readsOnly?: boolean;
  readonly isFloor?: boolean;
}

async function judge(tool: string, access: Access, policy: PermissionPolicy): Promise<Judged> {
  switch (access.kind) {
    case "ask":
      return { verdict: "allow", reason: "asks you" };
    case "run":
      return policy.judgeCommand(tool, access.command, access.cwd);
    case "escape":
      return judgeEscape(access, policy);
    case "network": {
      const found = findPathRule(policy.rules, tool, hostOf(access.url));
      const address = found?.verdict === "deny" ? undefined : await policy.judgeUrl?.(access.url);
      if (address && address.verdict !== "allow") return address;
      if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
      return { verdict: "ask", reason: "reaches the network", proposal: `${tool}(${hostOf(access.url)})` };
    }
    case "read":
    case "write":
      return judgeFile(tool, access, policy);
  }
}

function judgeFile(tool: string, access: Access & { kind: "read" | "write" }, policy: PermissionPolicy): Judged {
  const { kind, path } = access;
  const deletes = access.kind === "write" && access.deletes === true;
  const found = findPathRule(policy.rules, tool, path);
  const guarded = policy.judgePath(tool, deletes ? "delete" : kind, path);
  const proposal = `${tool}(${path})`;
  if (found?.verdict !== "deny" && guarded.verdict === "deny") return guarded;
  if (found?.verdict !== "deny" && guarded.verdict === "ask") return { proposal, ...guarded };
  if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
  return kind === "write"
    ? { verdict: "ask", reason: `${deletes ? "deletes" : "changes"} ${path}`, proposal }
    : { verdict: "allow", reason: "only reads" };
}

/** Rules are `network(COMMAND)` and `outside(COMMAND)`; the command itself is judged beside it. */
async function judgeEscape(
  { exception, command, cwd }: Extract<Access, { kind: "escape" }>,
  policy: PermissionPolicy,
): Promise<Judged> {
  if (!((await policy.opens?.(exception, command, cwd)) ?? true))
    return { verdict: "allow", reason: "is open already" };
  const found = findPathRule(policy.rules, exception, command);
  if (found) return { verdict: found.verdict, reason: `rule ${found.rule}`, rule: found.rule };
  const what =
    exception === "network" ? "wants the network, which the sandbox closes" : "wants to run outside the sandbox";
  return { verdict: "ask", reason: what };
}

function applyMode(judged: Judged, access: Access, policy: PermissionPolicy): Decision {
  const { readsOnly, isFloor, ...decision } = judged;
  switch (policy.mode) {
    case "default":
      return decision;
    case "plan":
      return onlyLooks(judged, access)
        ? decision
        : { verdict: "deny", reason: "plan mode only looks: propose the change instead of making it" };
    case "acceptEdits":
      if (access.kind === "write" && decision.verdict === "ask" && decision.rule === undefined && !isFloor)
        return { verdict: "allow", reason: "mode acceptEdits" };
      return decision;
    case "dontAsk":
      return decision.verdict === "ask"
        ? { ...decision, verdict: "deny", reason: `${decision.reason}, and mode dontAsk never asks` }
        : decision;
    case "bypassPermissions":
      // The way out of the sandbox, and text that hides what it runs, are a person's key or rule, in every mode.
      if (access.kind === "escape" || (access.kind === "run" && isFloor)) return decision;
      return decision.verdict === "ask" ? { verdict: "allow", reason: "mode bypassPermissions" } : decision;
  }
}

function onlyLooks({ verdict, readsOnly }: Judged, access: Access): boolean {
  if (access.kind === "write") return false;
  if (access.kind === "escape") return verdict === "allow";
  return access.kind !== "run" || (readsOnly === true && verdict === "allow");
}

function hostOf(url: string): string {
  const authority = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? url;
  return authority.toLowerCase().replace(/\.?(?::\d*)?$/, "");
}
