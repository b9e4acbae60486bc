import { type OptionNames, optionNames, saysOption } from "./meaning/option-names.ts";
import type { PermissionRules, Verdict } from "./policy-types.ts";
import { gitWords } from "./programs/git/git-words.ts";
import { lastName, programName } from "./scan.ts";
import { isLiteral, type ShellWord } from "./words.ts";

const SHELL_TOOLS = /^(shell|bash)$/i;

/** A rule for the shell tool, as words. */
export interface ShellRule {
  /** As it was written, for `rule` in a verdict. */
  readonly source: string;
  /** Empty matches every command. `*` stands for one word, `x:*` for `x` and `x:…`; a last `*` adds nothing. */
  readonly words: readonly string[];
  /** `shell(npm test $)`: to allow it no word may follow. */
  readonly isWhole?: true;
  /** A capability, `shell(@edit-files)`, instead of words. */
  readonly capability?: string;
  /** `shell(*)`: says by itself that it means every command. */
  readonly namesAll?: true;
  /** Nobody wrote it: a sandbox answers for what stays in the workspace. */
  readonly isSandbox?: true;
}

/** Stands for a sandbox that keeps commands to the workspace. */
export const SANDBOX_RULE: ShellRule = { source: "sandbox", words: [], isSandbox: true };

/** `shell`, `shell(*)`: it speaks of every command. */
export const isForAll = ({ words, capability }: ShellRule): boolean => words.length === 0 && capability === undefined;

export interface ShellRules {
  readonly allow: readonly ShellRule[];
  readonly ask: readonly ShellRule[];
  readonly deny: readonly ShellRule[];
}

const parsed = new WeakMap<object, readonly ShellRule[]>();

export function shellRules(rules: PermissionRules | undefined): ShellRules {
  return { allow: parseList(rules?.allow), ask: parseList(rules?.ask), deny: parseList(rules?.deny) };
}

function parseList(list: readonly string[] | undefined): readonly ShellRule[] {
  if (!list) return [];
  const known = parsed.get(list);
  if (known && known.length === list.length) return known;
  const rules = list.flatMap((source) => parseRule(source) ?? []);
  if (rules.length === list.length) parsed.set(list, rules);
  return rules;
}

/** Reads `shell(git status)`, `shell(npm run test:*)`, `shell(@edit-files)`, `shell`, and bare words.
 *  @returns undefined for a rule of another tool */
export function parseRule(source: string): ShellRule | undefined {
  const text = source.trim();
  const call = /^([A-Za-z][\w-]*)\(([\s\S]*)\)$/.exec(text);
  if (call && !SHELL_TOOLS.test(call[1] ?? "")) return undefined;
  if (!call && /^[a-z]+_[a-z_]+$/.test(text)) return undefined;
  const pattern = call ? (call[2] ?? "").trim() : SHELL_TOOLS.test(text) ? "" : text;
  if (/^@[\w-]+$/.test(pattern)) return { source, words: [], capability: pattern.slice(1) };
  const { words, isWhole } = wordsOfPattern(pattern);
  return {
    ...{ source, words },
    ...(isWhole ? { isWhole } : {}),
    ...(call && pattern !== "" && words.length === 0 ? { namesAll: true } : {}),
  };
}

function wordsOfPattern(pattern: string): { readonly words: readonly string[]; readonly isWhole: boolean } {
  const words = splitWords(pattern);
  if (words.length > 1 && words.at(-1) === "$") return { words: words.slice(0, -1), isWhole: true };
  while (words.at(-1) === "*") words.pop();
  return { words, isWhole: false };
}

/** Words with quotes taken off; enough for patterns, which hold no expansions. */
export function splitWords(pattern: string): string[] {
  const words = pattern.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_all, double?: string, single?: string) => double ?? single ?? ""),
  );
}

/** Whether an allow rule names the start of this command, or the whole of it, word for word. */
export function allows(rule: ShellRule, words: readonly ShellWord[]): boolean {
  if (rule.capability !== undefined || (rule.isWhole && words.length > rule.words.length)) return false;
  return rule.words.every((pattern, index) => {
    const word = words[index];
    return word !== undefined && isLiteral(word) && !word.glob && matchesWord(pattern, word.text);
  });
}

/** How surely a deny or ask rule names this command. Options may stand anywhere, plain words between other options;
 *  a word that is not known before it runs could be the one meant. */
export function forbids(rule: ShellRule, words: readonly ShellWord[]): "yes" | "maybe" | "no" {
  if (rule.capability !== undefined || words.length === 0) return "no";
  const program = words[0];
  const wanted = rule.words[0];
  if (wanted === undefined) return "yes";
  if (!program) return "no";
  if (!isLiteral(program) || program.glob) return "maybe";
  if (!isProgram(wanted, program.text)) return "no";
  const hasUnknown = words.some((word) => !isLiteral(word) || word.glob);
  const verb = words.slice(1).find((word) => !word.text.startsWith("-"));
  if (isOtherVerb(rule, words)) return hasUnknown ? "maybe" : "no";
  if (givesAllWords(rule.words.slice(1), words.slice(1), optionNames(programName(program), verb?.text))) return "yes";
  return hasUnknown ? "maybe" : "no";
}

/** `git commit -m push` is no push: the sub-command is the first word behind git's own options, and the rest is said to it. */
function isOtherVerb({ words: [, wanted] }: ShellRule, [program, ...words]: readonly ShellWord[]): boolean {
  if (program === undefined || programName(program) !== "git" || wanted === undefined || wanted.startsWith("-"))
    return false;
  const [verb] = gitWords(words).words;
  return verb !== undefined && isLiteral(verb) && !verb.glob && !matchesWord(wanted, verb.text);
}

/** By its path or its name; two paths may be one by their last names. */
function isProgram(wanted: string, given: string): boolean {
  const name = lastName(given);
  if ([given, name, name.replace(/\.exe$/, "")].some((one) => matchesWord(wanted, one))) return true;
  return wanted.includes("/") && given.includes("/") && matchesWord(lastName(wanted), name);
}

/**
 * Whether words that are not known may make a command what a rule names: such a word may be any words. `surely`: without an option that
 * the rule wants and nobody has written.
 */
export function mayName(rule: ShellRule, [program, ...words]: readonly ShellWord[]): "surely" | "hardly" | "no" {
  const [wanted, ...patterns] = rule.words;
  if (rule.capability !== undefined || wanted === undefined || !program || !mayBeProgram(wanted, program)) return "no";
  const given = programName(program) === "git" ? gitWords(words).words : words;
  const options = given.filter(({ text }) => text.startsWith("-"));
  const names = optionNames(programName(program), given.find(({ text }) => !text.startsWith("-"))?.text);
  const texts = options.map(({ text }) => text);
  if (
    !mayGive(
      patterns.filter((one) => !one.startsWith("-")),
      given,
      options.length,
    )
  )
    return "no";
  const missing = patterns.filter((one) => one.startsWith("-") && !givesOption(one, texts, names));
  if (missing.length === 0) return "surely";
  return words.some(isUnknown) || isUnknown(program) ? "hardly" : "no";
}

const isUnknown = (word: ShellWord): boolean => !isLiteral(word) || word.glob;

/** @param valuesMax  how many words may be the values of options */
function mayGive(patterns: readonly string[], words: readonly ShellWord[], valuesMax: number): boolean {
  const left = [...patterns];
  let valuesLeft = valuesMax;
  for (const word of words) {
    if (left[0] === undefined || isUnknown(word)) return true;
    if (word.text.startsWith("-")) continue;
    if (matchesWord(left[0], word.text)) left.shift();
    else if (valuesLeft-- <= 0) return false;
  }
  return left.length === 0;
}

function mayBeProgram(wanted: string, program: ShellWord): boolean {
  if (!isUnknown(program)) return isProgram(wanted, program.text);
  const name = namedIn(program);
  return name === undefined || matchesWord(wanted, program.text) || matchesWord(wanted, name);
}

/** The name of a program in a folder that is not known: `$(npm bin)/eslint`. */
const namedIn = ({ text }: ShellWord): string | undefined => /\/([\w.+-]+)"?$/.exec(text)?.[1]?.toLowerCase();

function givesAllWords(patterns: readonly string[], words: readonly ShellWord[], names: OptionNames): boolean {
  const plain = words.filter((word) => !word.text.startsWith("-"));
  const options = words.filter((word) => word.text.startsWith("-")).map(({ text }) => text);
  let from = 0;
  for (const pattern of patterns) {
    if (pattern.startsWith("-")) {
      if (!givesOption(pattern, options, names)) return false;
      continue;
    }
    const at = plain.findIndex((word, index) => index >= from && isLiteral(word) && matchesWord(pattern, word.text));
    // Only the value of an option may stand between.
    if (at < 0 || (at > from && options.length === 0)) return false;
    from = at + 1;
  }
  return true;
}

/** `-rf:*`, as other agents write the end of a rule, says `-rf`. */
function givesOption(written: string, options: readonly string[], names: OptionNames): boolean {
  const pattern = written.replace(/:\*$/, "");
  return (
    options.some((option) => isOption(written, option) || isOption(pattern, option)) ||
    saysOption(pattern, options, names)
  );
}

function isOption(pattern: string, option: string): boolean {
  if (matchesWord(pattern, option) || option.startsWith(`${pattern}=`)) return true;
  if (option.startsWith("--"))
    return pattern.startsWith("--") && option.length > 3 && pattern.startsWith(option.split("=")[0] ?? "");
  return (
    /^-\w+$/.test(pattern) && /^-\w+$/.test(option) && [...pattern.slice(1)].every((letter) => option.includes(letter))
  );
}

function matchesWord(pattern: string, word: string): boolean {
  if (pattern === word || pattern === "*") return true;
  if (pattern.endsWith(":*")) return word === pattern.slice(0, -2) || word.startsWith(pattern.slice(0, -1));
  if (!pattern.includes("*")) return false;
  const pieces = pattern.split("*");
  const first = pieces[0] ?? "";
  const last = pieces.at(-1) ?? "";
  if (!word.startsWith(first) || !word.endsWith(last) || word.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = word.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= word.length - last.length;
}

const RANK: Record<Verdict, number> = { allow: 0, ask: 1, deny: 2 };
export const stricter = (left: Verdict, right: Verdict): Verdict => (RANK[left] >= RANK[right] ? left : right);
