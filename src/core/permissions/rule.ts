import { globToRegExp, isBeyondBound } from "../../base/glob.ts";
import { hostIn, plainHost, portIn } from "../../base/plain-host.ts";
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

/** A colon stands in the names of what a server asks for itself, which no tool can have. */
const RULE = /^([A-Za-z0-9_*-]+(?:__:[a-z]+)?)(?:\((.*)\))?$/s;

/** @returns the rule, or undefined when the text is not of the form `Tool` or `Tool(pattern)`, or its pattern is beyond the bound */
export function parseRule(source: string): Rule | undefined {
  const match = RULE.exec(source.trim());
  if (!match?.[1] || (/[*?]/.test(source) && isBeyondBound(source))) return undefined;
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

/** A rule for this one thing, to be offered; undefined where its text would be read as another rule, as more than one, or as a pattern. */
export function ruleForOne(tool: string, thing: string): string | undefined {
  const rule = `${tool}(${thing})`;
  const [first, ...others] = splitRules(rule);
  const isOne = first === rule && others.length === 0 && parseRule(rule)?.pattern === thing;
  return isOne && !/[*?]|\/$/.test(thing) ? rule : undefined;
}

export interface FoundRule {
  readonly verdict: Verdict;
  readonly rule: string;
}

/** Whether what a rule of that kind names is meant. */
type Means = (pattern: string, verdict: Verdict) => boolean;

/** The first rule of the strictest list that speaks of this tool and path; commands are judged elsewhere. */
export function findPathRule(rules: RuleSet, tool: string, path: string): FoundRule | undefined {
  return findRule(rules, tool, (pattern) => globMatches(pattern, path));
}

/**
 * The same for the host of an address. A refusal means the hosts below it and all ports of it too, a permission with a port that port alone; every
 * spelling of a name or a number is one.
 */
export function findHostRule(rules: RuleSet, tool: string, url: string): FoundRule | undefined {
  const host = plainHost(hostIn(url));
  const port = portIn(url) ?? (/^https:/i.test(url.trim()) ? 443 : 80);
  return findRule(rules, tool, (pattern, verdict) => {
    const written = pattern.replace(DOMAIN, "");
    if (verdict === "allow" && (portIn(written) ?? port) !== port) return false;
    const named = plainHost(verdict === "allow" ? written : hostIn(written));
    return wholeMatch(named, host) || (verdict !== "allow" && host.endsWith(`.${named}`));
  });
}

/** `WebFetch(domain:example.com)`, as Claude Code writes it; a number behind it is a port of a host of that name. */
const DOMAIN = /^domain:\s*(?!\d+$)/i;

/** The same for a whole command, word for word: a `*` of a permission stands for words of it, never for another command. */
export function findCommandRule(rules: RuleSet, name: string, command: string): FoundRule | undefined {
  return findRule(rules, name, (pattern, verdict) =>
    verdict === "allow"
      ? pattern === command || (!/[;&|<>`$()\n\r]/.test(command) && wholeMatch(pattern, command))
      : globMatches(pattern, command),
  );
}

/** Whether a rule takes a tool away whole, whatever it would do. */
export const takesAway = (rules: RuleSet, tool: string): boolean => findPathRule(rules, tool, "")?.verdict === "deny";

/** Whether a list of names, which may be patterns, is also of this tool. */
export const coversTool = (names: readonly string[], tool: string): boolean =>
  findPathRule({ allow: names, ask: [], deny: [] }, tool, "") !== undefined;

function findRule(rules: RuleSet, tool: string, means: Means): FoundRule | undefined {
  for (const verdict of ["deny", "ask", "allow"] as const) {
    const rule = rules[verdict].find((source) => {
      const parsed = parseRule(source);
      if (!parsed || !toolMatches(parsed.tool, tool)) return false;
      return parsed.pattern === undefined || means(parsed.pattern, verdict);
    });
    if (rule !== undefined) return { verdict, rule };
  }
  return undefined;
}

/** `mcp__` and a server's name, in which no two low lines stand: what has more is the name of one tool. */
const NAMES_SERVER = /^mcp__[^_]+(?:_[^_]+)*$/;

/** Tools of servers are `mcp__SERVER__TOOL`: the name of a server covers all of them, and `*` any part. */
function toolMatches(named: string, tool: string): boolean {
  if (named === tool || named === "*") return true;
  if (named.includes("*")) return wholeMatch(named, tool);
  return NAMES_SERVER.test(named) && tool.startsWith(`${named}__`);
}

/** `*` stays inside a folder, `**` crosses them; a pattern without a slash is matched against the last component too. */
export function globMatches(pattern: string, path: string): boolean {
  const clean = path.replace(/^\.\//, "");
  const glob = pattern.replace(/^\.\//, "");
  if (wholeMatch(glob, clean)) return true;
  return !glob.includes("/") && wholeMatch(glob, clean.slice(clean.lastIndexOf("/") + 1));
}

const wholeMatch = (glob: string, text: string): boolean =>
  glob === text || (globToRegExp(glob, { braces: false, wildcards: "stars" })?.test(text) ?? false);
