import { createGlobMatcher } from "../../base/glob.ts";
import { isOfKind } from "./capability/capability.ts";
import { HANDED_ON_MAX, handedOn } from "./meaning/handed-on.ts";
import { deniedHandedOver } from "./meaning/handed-over.ts";
import { plainNames } from "./meaning/plain-names.ts";
import { ruledByGit } from "./meaning/ruled-by-git.ts";
import { asking, type Judgement, type RulingOptions, worstOf } from "./meaning/ruling.ts";
import { sameCommands } from "./meaning/same-commands.ts";
import { archiveShownBy } from "./meaning/shown-members.ts";
import type { CommandPolicyOptions } from "./policy-types.ts";
import { ruledWords } from "./ruled-words.ts";
import { forbids, mayName, type ShellRule } from "./rules.ts";
import { lastName } from "./scan.ts";
import { spelledWords } from "./spelled-words.ts";
import type { Unit } from "./walk/unit.ts";
import { isLiteral, literalWord } from "./words.ts";

/** What the rules of a list that denies or asks say of a command: by its words, by what they mean, or by the kind of work that it is. */
export function forbidden(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: RulingOptions,
): Judgement | undefined {
  if (rules.length === 0) return undefined;
  const all = rules.flatMap(underOtherNames);
  const byWords = wordsForbidden(unit, all, verdict, options);
  if (byWords !== undefined && !byWords.isDoubt) return byWords;
  const byMeaning = meaningForbidden(unit, all, verdict, options);
  return worstOf([byMeaning, byWords, namedForbidden(unit, all, verdict, options)]);
}

function wordsForbidden(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: CommandPolicyOptions,
): Judgement | undefined {
  const doubtful: ShellRule[] = [];
  for (const rule of rules) {
    const how = isOfThatKind(rule, unit, options) ? "yes" : forbids(rule, unit.words);
    if (how === "yes") return ruled(rule, verdict);
    if (how === "maybe") doubtful.push(rule);
  }
  const meant = options.isProse ? doubtful.filter((rule) => mayBeProgramOf(rule, unit)) : doubtful;
  return meant.length === 0 ? undefined : inDoubt(unit, meant, verdict, options);
}

/** `* item` and `*x* = 1` are no command that a rule means, `/bin/r?` may be one. */
function mayBeProgramOf(rule: ShellRule, { words: [program] }: Unit): boolean {
  if (program === undefined || !isLiteral(program) || !program.glob) return true;
  const name = lastName(program.text);
  const isMeant = createGlobMatcher(name);
  return /\w/.test(name) && programsOf(rule.words[0]).slice(0, 1).some((one) => isMeant(one));
}

const variants = new WeakMap<ShellRule, readonly ShellRule[]>();

/** A rule as it is written, and as its program's own manual writes it. */
function underOtherNames(rule: ShellRule): readonly ShellRule[] {
  const known = variants.get(rule);
  if (known !== undefined) return known;
  const others = plainNames(rule.words.map(literalWord))
    .map((words) => words.map(({ text }) => text))
    // Another program that does the same is what a command may be, not what a rule is about.
    .filter(([program]) => program === rule.words[0] || program === "pip");
  const all = [rule, ...others.map((words) => ({ ...rule, words }))];
  variants.set(rule, all);
  return all;
}

/** By what the command is under other words: an alias, an abbreviation, a part of git, what an alias gives to a shell. */
function meaningForbidden(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: RulingOptions,
): Judgement | undefined {
  return worstOf(meantBy(unit, options).map((one) => wordsForbidden(one, rules, verdict, options)));
}

function meantBy(unit: Unit, options: RulingOptions): readonly Unit[] {
  const { commands, scripts } = sameCommands(unit, options);
  return [
    ...commands.map((words): Unit => ({ ...unit, words, part: { ...unit.part, argv: words } })),
    ...scripts.flatMap((text) => options.unitsIn(text)),
  ];
}

/** By what its code, its console or another machine is told to run, as far as that names what a rule is about. */
function namedForbidden(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: RulingOptions,
): Judgement | undefined {
  const named = rules.filter(({ words }) => words.length > 0);
  const programs = new Set(named.flatMap(({ words }) => programsOf(words[0])));
  if (programs.size === 0) return undefined;
  const wholes = new Set(named.filter(({ words }) => words.length > 1).flatMap(({ words }) => programsOf(words[0])));
  const texts = handedOn(unit, programs, wholes);
  const asked = { verdict: "ask", isFloor: verdict === "deny" } as const;
  for (const inner of texts.slice(0, HANDED_ON_MAX).flatMap((text) => options.unitsIn(text))) {
    const found = named.find((one) => forbids(one, inner.words) === "yes") ?? meantRule(inner, named, verdict, options);
    if (found !== undefined)
      return { ...asked, reason: `what it hands on names what the rule ${found.source} means`, rule: found };
  }
  return texts.length > HANDED_ON_MAX
    ? { ...asked, reason: "it hands on more commands of programs that rules name than are followed" }
    : undefined;
}

/** The first rule that may be about what a command means. */
function meantRule(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: RulingOptions,
): ShellRule | undefined {
  const meant = meantBy(unit, options);
  return rules.find((rule) => meant.some((one) => wordsForbidden(one, [rule], verdict, options) !== undefined));
}

const programsOf = (wanted: string | undefined): readonly string[] => {
  const name = lastName(wanted?.replace(/:\*$/, "") ?? "");
  return name === "" || name.includes("*") ? [] : [name, `${name}.exe`];
};

const isOfThatKind = ({ capability }: ShellRule, { part }: Unit, options: CommandPolicyOptions): boolean =>
  capability !== undefined && isOfKind(capability, part, options);

const ruled = (rule: ShellRule, verdict: "ask" | "deny"): Judgement => ({
  ...{ verdict, rule },
  reason: `the rule ${rule.source} says ${verdict}`,
});

/** Of a command with words that are not known: what the line tells of them is tried; what it does not tell may be what a rule denies. */
function inDoubt(
  unit: Unit,
  rules: readonly ShellRule[],
  verdict: "ask" | "deny",
  options: CommandPolicyOptions,
): Judgement | undefined {
  const spelled = spelledWords(unit, options);
  const meant = rules.find((rule) => spelled?.some((words) => forbids(rule, words) === "yes"));
  if (meant) return ruled(meant, verdict);
  const may = (how: ReturnType<typeof mayName>): ShellRule | undefined =>
    rules.find((rule) => (spelled ?? [unit.words]).some((words) => mayName(rule, words) === how));
  const near = may("surely");
  const rule = near ?? may("hardly");
  const isFloor = verdict === "deny" && near !== undefined;
  return (
    rule && { verdict: "ask", reason: `it may be what the rule ${rule.source} means`, rule, isFloor, isDoubt: true }
  );
}

/** What rules about files say of a command that names some. */
export function ruledByPath(unit: Unit, options: RulingOptions): Judgement | undefined {
  const found = ruledWords(unit, options);
  if (found?.verdict === "deny") return { verdict: "deny", reason: `the rule ${found.rule} says deny` };
  // What a rule denies is no question that a mode takes back, unless a sandbox closes it.
  const isFloor = options.readsRuled === "deny" && options.closesDenied !== true;
  const named = found && asking(`it names a file of the rule ${found.rule}`, isFloor && found.isDenied);
  const handed = deniedHandedOver(unit, options);
  const shown = options.readsRuled && archiveShownBy(unit, options);
  const whole = [
    handed && asking(`of a folder that it takes whole, ${handed}`, isFloor && !looksInKept(unit)),
    shown && asking(shown, isFloor),
  ].map((one) => one || undefined);
  return worstOf([named, ...whole, ruledByGit(unit, options)]);
}

/** `git grep` shows what git keeps, which it is asked for, unless it is told to go through all that is there. */
const looksInKept = ({ words: [program, ...words] }: Unit): boolean =>
  program !== undefined &&
  lastName(program.text) === "git" &&
  !words.some(({ text }) => /^--(?:untracked|no-index|no-exclude-standard)$/.test(text));
