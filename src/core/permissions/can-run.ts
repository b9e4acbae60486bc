import type { Tool } from "../tool.ts";
import type { PermissionPolicy } from "./decide.ts";
import { parseRule, takesAway } from "./rule.ts";

/** Whether some call of this tool could be made under this mode and these rules; where not, it is not offered. Called all the same, it is
 *  refused with the reason. */
export function canRun(
  { name, acts }: Pick<Tool, "name" | "acts">,
  { mode, rules, within, isAlone = false }: PermissionPolicy,
): boolean {
  if (within !== undefined && !canRun({ name, ...(acts && { acts }) }, within)) return false;
  if (takesAway(rules, name)) return false;
  if (acts === undefined) return true;
  if (acts === "reaches") {
    if (mode === "bypassPermissions" || (!isAlone && mode !== "dontAsk")) return true;
    return rules.allow.some((rule) => namesTool(rule, [name]));
  }
  if (mode === "plan") return false;
  return mode !== "dontAsk" || rules.allow.some((rule) => namesTool(rule, acts === "runs" ? [name, "shell"] : [name]));
}

function namesTool(source: string, names: readonly string[]): boolean {
  const tool = parseRule(source)?.tool;
  return tool === "*" || (tool !== undefined && names.includes(tool));
}
