import { globToRegExp } from "../../base/glob.ts";

/** What the patterns of one ignore file say of a path below its folder; undefined when none speaks of it. */
export type IgnoreVerdict = "ignored" | "kept" | undefined;

/** The patterns of one ignore file, compiled. */
export interface IgnoreRules {
  /** @param path relative to the folder of the file, with forward slashes and without one at the end */
  verdict(path: string, isFolder: boolean): IgnoreVerdict;
  readonly size: number;
}

interface Rule {
  readonly kept: boolean;
  readonly folderOnly: boolean;
  readonly matches: (path: string, name: string) => boolean;
}

/**
 * Compiles the text of a `.gitignore`. The last pattern that matches decides. Follows gitignore(5); whether a parent
 * folder is ignored is the walker's business, which never enters one.
 */
export function compileIgnoreRules(text: string): IgnoreRules {
  const rules: Rule[] = [];
  const lines = text.startsWith("\uFEFF") ? text.slice(1) : text;
  for (const line of lines.split("\n")) {
    const rule = compileRule(line.endsWith("\r") ? line.slice(0, -1) : line);
    if (rule !== undefined) rules.push(rule);
  }
  rules.reverse();
  return {
    size: rules.length,
    verdict(path, isFolder) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      for (const rule of rules) {
        if (rule.folderOnly && !isFolder) continue;
        if (rule.matches(path, name)) return rule.kept ? "kept" : "ignored";
      }
      return undefined;
    },
  };
}

function compileRule(line: string): Rule | undefined {
  let pattern = trimEnd(line);
  if (pattern === "" || pattern.startsWith("#")) return undefined;
  const kept = pattern.startsWith("!");
  if (kept) pattern = pattern.slice(1);
  const folderOnly = pattern.endsWith("/");
  if (folderOnly) pattern = pattern.slice(0, -1);
  const anchored = pattern.includes("/");
  if (pattern.startsWith("/")) pattern = pattern.slice(1);
  if (pattern === "") return undefined;
  const matches = compilePattern(pattern, anchored);
  return matches && { kept, folderOnly, matches };
}

/** Most patterns are a plain name or `*.suffix`: those need no regular expression. */
function compilePattern(pattern: string, anchored: boolean): Rule["matches"] | undefined {
  const isPlain = !/[*?[\\]/.test(pattern);
  if (isPlain) return anchored ? (path) => path === pattern : (_, name) => name === pattern;
  const suffix = pattern.slice(1);
  if (!anchored && pattern.startsWith("*") && !/[*?[\\]/.test(suffix)) return (_, name) => name.endsWith(suffix);
  const expression = globToRegExp(pattern, { braces: false });
  if (expression === undefined) return undefined;
  return anchored ? (path) => expression.test(path) : (_, name) => expression.test(name);
}

/** Drops spaces at the end, unless the last of them is escaped. */
function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && line[end - 1] === " " && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, index: number): boolean {
  let backslashes = 0;
  for (let at = index - 1; at >= 0 && line[at] === "\\"; at--) backslashes++;
  return backslashes % 2 === 1;
}
