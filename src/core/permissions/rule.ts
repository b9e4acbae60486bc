import { globToRegExp } from "../../base/glob.ts";
import type { Verdict } from "./decision.ts";

/** `Tool(pattern)` or `Tool`: what a rule is about. `pattern` is a word prefix for commands, a glob for paths, a host for networks. */
export interface Rule {
  readonly tool: string;
  readonly pattern?: string;
  readonly source: string;
}

export interface RuleSet {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
}

const RULE = /^([A-Za-z0-9_*-]+)(?:\((.*)\))?$/s;

/** @returns the rule, or undefined when the text is not of the form `Tool` or `Tool(pattern)` */
export function parseRule(source: string): Rule | undefined {
  const match = RULE.exec(source.trim());
  if (!match?.[1]) return undefined;
  const pattern = match[2]?.trim();
  return { tool: match[1], source, ...(pattern ? { pattern } : {}) };
}

/** `"shell(git status),edit_file"`: commas and blanks part rules, except inside parentheses. */
export function splitRules(text: string): readonly string[] {
  const rules: string[] = [];
  let depth = 0;
  let rule = "";
  for (const char of text) {
    if (char === "(") depth++;
    if (char === ")") depth--;
    if (depth === 0 && /[\s,]/.test(char)) {
      if (rule) rules.push(rule);
      rule = "";
    } else rule += char;
  }
  return rule ? [...rules, rule] : rules;
}

/** The first rule of the strictest list that speaks of this tool and path; commands are judged elsewhere. */
export function findPathRule(
  rules: RuleSet,
  tool: string,
  path: string,
): { readonly verdict: Verdict; readonly rule: string } | undefined {
  for (const verdict of ["deny", "ask", "allow"] as const) {
    const rule = rules[verdict].find((source) => ruleCovers(source, tool, path));
    if (rule !== undefined) return { verdict, rule };
  }
  return undefined;
}

function ruleCovers(source: string, tool: string, path: string): boolean {
  const rule = parseRule(source);
  if (!rule || !toolMatches(rule.tool, tool)) return false;
  return rule.pattern === undefined || globMatches(rule.pattern, path);
}

/** Tools of servers are `mcp__SERVER__TOOL`: the name of a server covers all of them, and `*` any part. */
function toolMatches(named: string, tool: string): boolean {
  if (named === tool || named === "*") return true;
  if (named.includes("*")) return wholeMatch(named, tool);
  return named.startsWith("mcp__") && tool.startsWith(`${named}__`);
}

/** `*` stays inside a folder, `**` crosses them; a pattern without a slash is matched against the last component too. */
export function globMatches(pattern: string, path: string): boolean {
  const clean = path.replace(/^\.\//, "");
  const glob = pattern.replace(/^\.\//, "");
  if (wholeMatch(glob, clean)) return true;
  return !glob.includes("/") && wholeMatch(glob, clean.slice(clean.lastIndexOf("/") + 1));
}

const wholeMatch = (glob: string, text: string): boolean =>
  globToRegExp(glob, { braces: false, wildcards: "stars" })?.test(text) ?? false;
