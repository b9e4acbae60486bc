import { resolve } from "node:path";

import { checkPath } from "../../adapters/workspace/path-guard.ts";
import type { PathDecision, PathUse } from "../../core/permissions/decide.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { hasPattern, type PathRules } from "../../engines/paths/path-rules.ts";
import { isWithin } from "../../engines/shell/places.ts";
import { displayName } from "../../engines/terminal-text/display-name.ts";

export interface PathQuestion {
  readonly tool: string;
  readonly use: PathUse;
  readonly path: string;
  readonly rules: RuleSet;
  /** Absolute and real. */
  readonly root: string;
  /** The same. */
  readonly addDirs: readonly string[];
  /** Absolute folders of Waymark itself, which no call changes. */
  readonly own?: readonly string[] | undefined;
}

/** What the path guard says before a call runs. A path that cannot be read at all is refused by the workspace itself, with the
 *  words a model needs; one that cannot be written is refused here, before anything is kept of it for an undo. */
export function judgePath({ tool, use, path, rules, root, addDirs, own = [] }: PathQuestion): PathDecision {
  const request = { root, extraRoots: addDirs, areRootsReal: true, rules: pathRules(rules, tool) };
  let verdict = checkPath(path, { ...request, op: use });
  if (verdict.refusal === "special" && use === "read") verdict = checkPath(path, { ...request, op: "list" });
  const { allowed, refusal, reason, display } = verdict;
  const target = verdict.realPath ?? resolve(root, path);
  if (use !== "read" && own.some((folder) => isWithin(target, resolve(folder))))
    return { verdict: "deny", reason: `${display} is Waymark's own: no call changes it`, isFloor: true };
  if (refusal === "denied" || (use !== "read" && !allowed && !verdict.askable))
    return { verdict: "deny", reason: `${display}: ${reason}`, isFloor: true };
  if (allowed || !verdict.askable) return { verdict: "allow", reason, isFloor: false };
  const { realPath } = verdict;
  const leads =
    realPath === undefined || realPath === resolve(root, path) ? [] : [`${display} leads to ${displayName(realPath)}`];
  return {
    verdict: "ask",
    reason: `${display}: ${reason}`,
    isFloor: true,
    details: leads,
    ...(refusal === "ask" && { isAskedByRule: true }),
  };
}

/** What denies or asks counts for every tool of its kind; what allows is this tool's own. */
function pathRules(rules: RuleSet, tool: string): PathRules {
  const own = (rule: string): boolean => rule.startsWith(`${tool}(`) || rule.startsWith("*(");
  return { allow: rules.allow.filter(own), ask: rules.ask.filter(hasPattern), deny: rules.deny.filter(hasPattern) };
}
