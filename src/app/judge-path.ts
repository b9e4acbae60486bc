import { resolve } from "node:path";
import { checkPath } from "../adapters/workspace/path-guard.ts";
import type { PathDecision } from "../core/permissions/decide.ts";
import type { RuleSet } from "../core/permissions/rule.ts";
import type { PathRules } from "../engines/paths/path-rules.ts";

export interface PathQuestion {
  readonly tool: string;
  readonly kind: "read" | "write";
  readonly path: string;
  readonly rules: RuleSet;
  readonly root: string;
  readonly addDirs: readonly string[];
}

/** What the path guard says before a call runs. Only what a rule denies or a person may decide is settled here; a path
 *  that cannot be used at all is refused by the workspace itself, with the words a model needs. */
export function judgePath({ tool, kind, path, rules, root, addDirs }: PathQuestion): PathDecision {
  const request = { root, extraRoots: addDirs.map((folder) => resolve(root, folder)), rules: pathRules(rules, tool) };
  let verdict = checkPath(path, { ...request, op: kind });
  if (verdict.refusal === "special" && kind === "read") verdict = checkPath(path, { ...request, op: "list" });
  const { allowed, refusal, reason, display } = verdict;
  if (refusal === "denied") return { verdict: "deny", reason: `${display}: ${reason}`, isFloor: true };
  if (allowed || !verdict.askable) return { verdict: "allow", reason, isFloor: false };
  return { verdict: "ask", reason: `${display}: ${reason}`, isFloor: true };
}

/** Denials count for every tool of their kind; what allows or asks is this tool's own. */
function pathRules(rules: RuleSet, tool: string): PathRules {
  const own = (rule: string): boolean => rule.startsWith(`${tool}(`) || rule.startsWith("*(");
  return { allow: rules.allow.filter(own), ask: rules.ask.filter(own), deny: rules.deny.filter(hasPattern) };
}

/** A rule about paths; `Tool` alone is about the tool. */
export const hasPattern = (rule: string): boolean => /^[\w*.-]+\(.+\)$/s.test(rule.trim());
