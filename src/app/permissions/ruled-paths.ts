import { realOr } from "../../adapters/inside.ts";
import { placeIn } from "../../adapters/path-walk.ts";
import type { DeniedPaths } from "../../adapters/sandbox/denied-mounts.ts";
import { expandGlob } from "../../adapters/workspace/read-reach.ts";
import { unescapeGlob } from "../../base/glob.ts";
import type { RuleSet } from "../../core/permissions/rule.ts";
import { createWalkDenial, keptBy, pathRuleVerdict, type RuledPlace } from "../../engines/paths/path-rules.ts";
import { isWithin, normalizePath } from "../../engines/paths/worked-folders.ts";
import type { PathRule } from "../../engines/shell/policy-types.ts";

/**
 * What the rules that deny and ask about files say of a path; undefined where there are none.
 * @param addDirs  absolute
 */
export function ruledPaths(
  { ask, deny }: Pick<RuleSet, "ask" | "deny">,
  root: string,
  addDirs: readonly string[],
): PathRule | undefined {
  const rules = { ask: ask.filter(isOfPaths), deny: deny.filter(isOfPaths) };
  if (rules.ask.length + rules.deny.length === 0) return undefined;
  return (path, { use, glob }) => {
    const those = glob ? namesMeant(path) : [path];
    const kept = [...rules.deny, ...rules.ask].find((rule) => use === "write" || keptBy(rule) === "read");
    // What is too much to look at may be what a rule is about.
    if (those.length > NAMES_MAX && kept !== undefined) return { verdict: "ask", rule: kept };
    for (const one of those) {
      const found = pathRuleVerdict([placeAmong(one, root, addDirs)], use, rules);
      if (found?.verdict === "ask" || found?.verdict === "deny") return { verdict: found.verdict, rule: found.rule };
    }
    return undefined;
  };
}

const NAMES_MAX = 5_000;

/** Each name that a pattern finds, where that leads, and its letters, which are what it means where nothing is found. */
function namesMeant(pattern: string): readonly string[] {
  const found = expandGlob(pattern);
  const names = found.length > NAMES_MAX ? found : [...new Set([...found, ...found.map(realOr)])];
  return [normalizePath(unescapeGlob(pattern)), ...names];
}

function placeAmong(path: string, root: string, addDirs: readonly string[]): RuledPlace {
  const home = [root, ...addDirs].find((folder) => isWithin(path, folder));
  return placeIn(path, home ?? root, root);
}

const isOfPaths = (rule: string): boolean => keptBy(rule) !== undefined;

/**
 * What rules keep commands from, each kind only where a rule is of it: to look for what lies there takes a walk.
 * @param addDirs  absolute; looked at anew for each path
 */
export function deniedPaths(
  those: readonly string[],
  root: string,
  addDirs: readonly string[],
): DeniedPaths | undefined {
  if (!those.some(isOfPaths)) return undefined;
  const denies = (use: "read" | "write") => {
    const rules = those.filter((one) => keptBy(one) === use);
    if (rules.length === 0) return undefined;
    const isDenied = createWalkDenial(rules, use);
    return (path: string) => isDenied(placeAmong(path, root, addDirs));
  };
  return { reads: denies("read"), writes: denies("write") };
}
