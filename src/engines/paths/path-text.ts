import { PATH_CHARS_MAX } from "../../base/budget.ts";
import type { PathOperation } from "./path-rules.ts";

/** What is wrong with the text of a path, whatever lies there. */
export function textProblem(path: string, operation: PathOperation): string | undefined {
  if (typeof path !== "string" || path === "") return "an empty path";
  if (path.length > PATH_CHARS_MAX) return `longer than ${PATH_CHARS_MAX} characters`;
  if (path.includes("\0")) return "a NUL character in the path";
  if (!path.isWellFormed()) return "half a character in the path";
  if (/^file:/i.test(path)) return "a URL: file tools take plain paths";
  if (/^~(?:[A-Za-z_][\w-]*)?[/\\]|^~$/.test(path)) return "`~` is not expanded: give the path itself";
  if (/^(?:\$\{?[A-Za-z_]\w*\}?|%[A-Za-z_]\w*%)(?:[/\\]|$)/.test(path))
    return "variables are not expanded: give the path itself";
  const names = operation === "create" || operation === "write";
  if (names && /[/\\]$/.test(path)) return "the path names a folder";
  return undefined;
}
