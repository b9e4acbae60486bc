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

export const NO_RULES: RuleSet = { allow: [], ask: [], deny: [] };

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
  if (!rule || (rule.tool !== tool && rule.tool !== "*")) return false;
  return rule.pattern === undefined || globMatches(rule.pattern, path);
}

/** `*` stays inside a folder, `**` crosses them; a pattern without a slash is matched against the last component too. */
export function globMatches(pattern: string, path: string): boolean {
  const clean = path.replace(/^\.\//, "");
  const glob = pattern.replace(/^\.\//, "");
  if (globToRegExp(glob).test(clean)) return true;
  return !glob.includes("/") && globToRegExp(glob).test(clean.slice(clean.lastIndexOf("/") + 1));
}

function globToRegExp(glob: string): RegExp {
  const source = glob.replace(/\*\*\/?|[*?\\^$.|+()[\]{}]/g, (part) => GLOB_PARTS[part] ?? `\\${part}`);
  return new RegExp(`^${source}$`, "s");
}

const GLOB_PARTS: Readonly<Record<string, string>> = { "**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]" };
